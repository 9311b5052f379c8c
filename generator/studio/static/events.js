// Follow the server: call the function of each event that it sends, and `lost` when it is gone. Reconnects for good.
export function connect(told) {
  let source = null;
  const open = () => {
    source = new EventSource("/events");
    for (const [name, tell] of Object.entries(told)) {
      source.addEventListener(name, (event) => tell(JSON.parse(event.data)));
    }
    source.onerror = () => {
      told.lost();
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 1000);
    };
  };
  open();
}

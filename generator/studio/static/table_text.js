// Blocks of cells as spreadsheet programs put them on the clipboard: an HTML table, or text with tabs or commas.

// Return the rows of what was pasted; null if there is nothing.
export function readBlock(html, text) {
  return (html && readTable(html)) || readText(text);
}

function readTable(html) {
  const page = new DOMParser().parseFromString(html, "text/html"); // runs no script and loads nothing
  const table = page.querySelector("table");
  if (!table) return null;
  const rows = [];
  for (const line of table.rows) {
    const row = (rows[line.rowIndex] ??= []);
    for (const cell of line.cells) {
      let at = 0;
      while (row[at] !== undefined) at += 1;
      for (const mark of cell.querySelectorAll("br")) mark.replaceWith("\n");
      const text = cell.textContent.replace(/\u00a0/g, " ").replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
      for (let down = 0; down < Math.min(cell.rowSpan, table.rows.length - line.rowIndex); down += 1) {
        for (let right = 0; right < Math.min(cell.colSpan, 1000); right += 1) {
          (rows[line.rowIndex + down] ??= [])[at + right] = down || right ? "" : text;
        }
      }
    }
  }
  return level(rows.map((row) => Array.from(row, (cell) => cell ?? "")));
}

export function readText(text) {
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  if (!plain) return null;
  if (plain.includes("\t")) return level(split(plain, "\t"));
  for (const sign of [",", ";"]) {
    const rows = plain.includes("\n") ? split(plain, sign) : [];
    if (rows.length > 1 && rows[0].length > 1 && rows.every((row) => row.length === rows[0].length)) return rows;
  }
  return level(split(plain, "\t"));
}

// Split text at a sign and at line ends; cells in quotes may hold both (RFC 4180).
function split(text, sign) {
  const rows = [[]];
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t,;\n]|$)/y : null;
    if (quoted) quoted.lastIndex = at;
    const found = quoted?.exec(text);
    let end = at;
    if (found && [sign, "\n", undefined].includes(text[at + found[0].length])) end = at + found[0].length;
    else while (end < text.length && text[end] !== sign && text[end] !== "\n") end += 1;
    rows.at(-1).push(found && end === at + found[0].length ? found[1].replace(/""/g, '"') : text.slice(at, end));
    if (end >= text.length) break;
    if (text[end] === "\n") rows.push([]);
    at = end + 1;
  }
  return rows;
}

function level(rows) {
  const width = Math.max(...rows.map((row) => row.length));
  return width ? rows.map((row) => [...row, ...Array(width - row.length).fill("")]) : null;
}

export function writeText(rows) {
  const write = (cell) => (/[\t\n"]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
  return rows.map((row) => row.map(write).join("\t")).join("\n");
}

export function writeTable(rows) {
  const table = document.createElement("table");
  for (const row of rows) {
    const line = table.insertRow();
    for (const text of row) {
      const cell = line.insertCell();
      text.split("\n").forEach((part, number) => cell.append(...(number ? [document.createElement("br"), part] : [part])));
    }
  }
  return table.outerHTML;
}

// Return what a block becomes that is drawn out to `count` rows: steps of numbers go on, everything else repeats.
export function extend(cells, count, backward = false) {
  const source = backward ? [...cells].reverse() : cells;
  const numbers = source.map(Number);
  const step = numbers[1] - numbers[0];
  const counts =
    source.length > 1 &&
    source.every((cell) => /^-?(0|[1-9]\d{0,14})$/.test(cell)) &&
    numbers.every((number, at) => !at || number - numbers[at - 1] === step);
  return Array.from({ length: count }, (_, at) =>
    counts ? String(numbers.at(-1) + step * (at + 1)) : source[at % source.length],
  );
}

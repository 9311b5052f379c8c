"""Signs that the edge of a piece cuts off in part (GF154)."""

FACE = "templates/face.svg.j2"
SIGN = '<g class="icon.sun">\n<circle cx="{}" cy="10" r="4" fill="#c80"/></g>'
TEXT = '<text x="20" y="20" font-size="5">sun</text>'
DISC = "{kind: token, diameter: 20, front: face.svg.j2, copies: 1}"
BLED = "-3 -3 46 36"


HEX = "{kind: token, diameter: 40, sides: 6, rows: [{id: a, n: 1, copies: 1}], front: face.svg.j2}"

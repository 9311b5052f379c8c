"""The table of kinds goes in; the JSON Schema of `game.yaml` comes out, from the types that validate it."""

from collections.abc import Mapping
from typing import Any

from generator.model.game import GameData, Kind


def schema(kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """Return a JSON Schema (draft 2020-12) in which a part is one of the kinds, told apart by `kind`."""
    import msgspec

    types = [GameData, *{kind.data: None for kind in kinds.values()}]
    (game, *parts), defs = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    shapes = dict(zip(types[1:], (part["$ref"].rpartition("/")[2] for part in parts), strict=True))
    bodies = {name: defs[shapes[kind.data]] for name, kind in kinds.items()}
    for used in set(shapes.values()):
        del defs[used]
    root = defs.pop(game["$ref"].rpartition("/")[2])
    root["properties"]["parts"]["additionalProperties"] = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds]}
    defs |= {name: _tagged(name, body) for name, body in bodies.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "gutterfold game.yaml"}
    return head | {key: value for key, value in root.items() if key != "title"} | {"$defs": defs}


def _tagged(name: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a kind's shape with the key that names it."""
    return dict(body) | {
        "title": name,
        "properties": {"kind": {"const": name}, **body["properties"]},
        "required": ["kind", *body["required"]],
    }

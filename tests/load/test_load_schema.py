"""The JSON Schema for editors is built from the types that the loader validates."""

import json
from collections.abc import Mapping

from generator.load.conversion import build_schema
from generator.model.game import ComponentKind


def test_parts_are_distinguished_by_kind(kinds: Mapping[str, ComponentKind]) -> None:
    made = build_schema(kinds)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["properties"]["parts"]["additionalProperties"] == {
        "oneOf": [{"$ref": "#/$defs/slip"}, {"$ref": "#/$defs/disc"}]
    }
    disc = made["$defs"]["disc"]
    assert disc["properties"]["kind"] == {"const": "disc"}
    assert disc["properties"]["diameter"] == {"type": "number", "minimum": 0.01, "maximum": 10000, "description": "mm"}
    assert disc["required"] == ["kind", "diameter"]
    unprinted = {"properties": {"print": {"const": False}}, "required": ["print"]}
    assert disc["anyOf"] == [{"required": ["front"]}, {"required": ["layout"]}, unprinted]
    assert [made["$defs"][name]["additionalProperties"] for name in ("slip", "disc", "ColorData")] == [False] * 3
    assert made["additionalProperties"] is False
    assert "Slip" not in made["$defs"]


def test_every_reference_resolves(kinds: Mapping[str, ComponentKind]) -> None:
    text = json.dumps(made := build_schema(kinds))
    refs = {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}
    assert refs == set(made["$defs"])


def test_two_kinds_may_share_their_data(kinds: Mapping[str, ComponentKind]) -> None:
    made = build_schema({"disc": kinds["disc"], "coin": kinds["disc"]})
    assert [made["$defs"][name]["properties"]["kind"]["const"] for name in ("disc", "coin")] == ["disc", "coin"]

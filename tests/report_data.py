#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the data of a report's page against docs/schema/report.json, as far as that schema goes.

report_data.py PAGE SCHEMA   a line for each fault; exit code 1 if there is one
"""
import base64
import gzip
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_of(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def object_faults(value, schema, place):
    known = schema.get("properties", {})
    for key in schema.get("required", []):
        if key not in value:
            yield f"{place}: lacks {key}"
    for key, part in value.items():
        if key in known:
            yield from faults(part, known[key], f"{place}.{key}")
        elif schema.get("additionalProperties", True) is False:
            yield f"{place}: has an unknown key {key}"


def faults(value, schema, place="page"):
    """The rules that the schema uses: allOf, anyOf, enum, type, object and list keys."""
    for part in schema.get("allOf", []):
        yield from faults(value, part, place)
    if "anyOf" in schema:
        found = [list(faults(value, part, place)) for part in schema["anyOf"]]
        if all(found):
            yield from min(found, key=len)
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: is {value!r}"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_of(value, name) for name in types):
        yield f"{place}: is not of type {' or '.join(types)}"
        return
    if isinstance(value, dict):
        yield from object_faults(value, schema, place)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{place}: has {len(value)} items"
        for k, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), f"{place}[{k}]")


def data_of(page):
    text = re.search(r'<script id="touchstone-data"[^>]*>([^<]*)</script>', page).group(1)
    return json.loads(gzip.decompress(base64.b64decode(text)))


def main():
    with open(sys.argv[1], encoding="utf-8") as page, open(sys.argv[2], encoding="utf-8") as schema:
        data = data_of(page.read())
        found = list(faults(data, json.load(schema)))
    print("\n".join(found[:20]) if found else "fits the schema")
    shrunk = [one["shrunk"]["metric"] for one in data.get("shown", []) if one["shrunk"]]
    print("shrunk:", ", ".join(sorted(set(shrunk))) or "none")
    for claim in (claim for pair in data.get("pairs", []) for claim in pair["claims"]):
        print(f"{claim['metric']}:", claim.get("replay", "has no command"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

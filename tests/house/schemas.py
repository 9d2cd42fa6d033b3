#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds docs/schema/ against the descriptions of the program's records, and records against docs/schema/.

schemas.py --write LIST      writes docs/schema/ anew from what `touchstone list records --json LIST` wrote
schemas.py --same LIST       says which files of docs/schema/ are not what LIST holds; 1 if any is not
schemas.py FILE              says where a record, of JSON lines each line, or the data of a report's page does not fit its
                             schema; 1 if it does not
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "schema"
sys.path.insert(0, str(ROOT / "tests"))
from report_data import data_of, faults  # noqa: E402


def path_of(name):
    """touchstone.converge/1 -> docs/schema/converge.json; the version stands in the file."""
    return FOLDER / (name.removeprefix("touchstone.").split("/")[0] + ".json")


def described(listing):
    """File -> text, of all records that the program describes."""
    records = json.loads(pathlib.Path(listing).read_text(encoding="utf-8"))["records"]
    return {path_of(one["name"]): json.dumps(one["schema"], indent=2) + "\n" for one in records}


def write(listing):
    FOLDER.mkdir(exist_ok=True)
    texts = described(listing)
    for old in set(FOLDER.glob("*.json")) - set(texts):
        old.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return []


def differences(listing):
    texts = described(listing)
    for path in sorted(set(FOLDER.glob("*.json")) | set(texts)):
        text = path.read_text(encoding="utf-8") if path.exists() else None
        if text != texts.get(path):
            yield f"docs/schema/{path.name} is not what the program describes"


def parts_of(text):
    """The data of a page, the lines of a file of JSON lines, or the record that the file is."""
    if text.startswith("<"):
        return [data_of(text)]
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def held(path):
    """The record's name, which its first part says, and where it does not fit its schema."""
    parts = parts_of(pathlib.Path(path).read_text(encoding="utf-8"))
    name = parts[0]["schema"]
    if not path_of(name).exists():
        return name, [f"{name} has no schema in docs/schema/"]
    schema = json.loads(path_of(name).read_text(encoding="utf-8"))
    found = [] if schema["$id"] == name else [f"{name}: docs/schema/ has {schema['$id']}"]
    return name, found + [fault for part in parts for fault in faults(part, schema, name)]


def main(arguments):
    if arguments[0] in ("--write", "--same"):
        found = list((write if arguments[0] == "--write" else differences)(arguments[1]))
        good = "all as described"
    else:
        name, found = held(arguments[0])
        good = name + ": as described"
    print("\n".join(found[:20]) if found else good)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

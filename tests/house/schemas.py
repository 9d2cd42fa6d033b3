#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds docs/schema/ against the descriptions of the program's records, and records against docs/schema/.

schemas.py --write LIST      writes docs/schema/ anew from what `touchstone list records --json LIST` wrote
schemas.py --same LIST       says which files of docs/schema/ are not what LIST holds; 1 if any is not
schemas.py RECORD...         says where a record does not fit its schema; 1 if any does not
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "schema"
sys.path.insert(0, str(ROOT / "tests"))
from report_data import faults  # noqa: E402


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


def record_faults(path):
    record = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    schema = path_of(record["schema"])
    if not schema.exists():
        yield f"{record['schema']} has no schema in docs/schema/"
        return
    yield from faults(record, json.loads(schema.read_text(encoding="utf-8")), record["schema"])


def main(arguments):
    if arguments[0] in ("--write", "--same"):
        found = list((write if arguments[0] == "--write" else differences)(arguments[1]))
    else:
        found = [fault for path in arguments for fault in record_faults(path)]
    print("\n".join(found[:20]) if found else "all as described")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds docs/schema/ against the descriptions of the program's records, and records against docs/schema/.

A description has to be understood where nothing but the schema is at hand: it does not begin in the middle of a
sentence, it has three words unless the key is one of them, and it says when a value is null.

FILE is a record, JSON lines of one kind, or the page of a report, whose data are read. Each LIST is what
`touchstone list records --json LIST` wrote. Exit code 1: something does not fit; 2: it is no record.
"""
import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "schema"
sys.path.insert(0, str(ROOT / "tests"))
from report_data import data_of, faults  # noqa: E402


MIDDLE = re.compile(r"(and|as|both|by which|likewise|of|that|the same)\b", re.IGNORECASE)
ENDS = re.compile(r"( \[[^]]*\])?(; (null|missing|an entry is null) where .*)?$")
LEAST_WORDS = 3


class NoRecord(Exception):
    """Why a file is no record whose schema is published."""


def path_of(name):
    """touchstone.converge/1 -> docs/schema/converge.json; the version stands in the file."""
    return FOLDER / (name.removeprefix("touchstone.").split("/")[0] + ".json")


def schemas(listing):
    """Name -> JSON Schema, of all records that the program describes."""
    try:
        records = json.loads(pathlib.Path(listing).read_text(encoding="utf-8"))["records"]
        return {one["name"]: one["schema"] for one in records}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoRecord(f"{listing}: is not what `touchstone list records --json LIST` writes") from error


def described(listing):
    """File -> text, of all records that the program describes."""
    return {path_of(name): json.dumps(schema, indent=2) + "\n" for name, schema in schemas(listing).items()}


def parts_of_schema(schema):
    """The schema, and what stands beside it in anyOf and allOf."""
    yield schema
    for part in schema.get("anyOf", []) + schema.get("allOf", []):
        yield from parts_of_schema(part)


def may_be_null(schema):
    return any("null" in part.get("type", []) or None in part.get("enum", []) for part in parts_of_schema(schema))


def why_unclear(key, schema):
    """Why the description of a field cannot be understood alone, or nothing."""
    text = next((part["description"] for part in parts_of_schema(schema) if "description" in part), "")
    meaning = ENDS.sub("", text)
    if MIDDLE.match(meaning):
        return "begins in the middle of a sentence"
    if len(meaning.split()) < LEAST_WORDS and key.split("_")[0].lower() not in meaning.lower():
        return f"has fewer than {LEAST_WORDS} words"
    if may_be_null(schema) and "; null where " not in text:
        return "does not say when it is null"
    if may_be_null(schema.get("items", {})) and "an entry is null where " not in text:
        return "does not say when an entry is null"
    return None


def unclear(schema, place):
    """A line for each description that cannot be understood alone."""
    for part in parts_of_schema(schema):
        for key, field in part.get("properties", {}).items():
            if why := why_unclear(key, field):
                text = next((one["description"] for one in parts_of_schema(field) if "description" in one), "")
                yield f"{place}.{key}: its description {why}: {text!r}"
            yield from unclear(field, f"{place}.{key}")
        if "items" in part:
            yield from unclear(part["items"], place + "[]")


def write(listing):
    FOLDER.mkdir(exist_ok=True)
    texts = described(listing)
    for old in set(FOLDER.glob("*.json")) - set(texts):
        old.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return []


def differences(listing):
    for name, schema in schemas(listing).items():
        yield from unclear(schema, name)
    texts = described(listing)
    for path in sorted(set(FOLDER.glob("*.json")) | set(texts)):
        text = path.read_text(encoding="utf-8") if path.exists() else None
        if text != texts.get(path):
            yield f"docs/schema/{path.name} is not what the program describes"


def parts_of(path):
    """The data of a page, the lines of a file of JSON lines, or the record that the file is."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise NoRecord(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NoRecord(f"{path}: is not text") from error
    try:
        if text.startswith("<"):
            return [data_of(text)]
        try:
            return [json.loads(text)]
        except json.JSONDecodeError:
            return [json.loads(line) for line in text.splitlines()]
    except (ValueError, AttributeError, IndexError) as error:
        raise NoRecord(f"{path}: is neither JSON, nor JSON lines, nor the page of a report") from error


def held(path):
    """The record's name, which its first part says, and where it does not fit its schema."""
    parts = parts_of(path)
    name = parts[0].get("schema") if parts and isinstance(parts[0], dict) else None
    if not isinstance(name, str):
        raise NoRecord(f'{path}: is no record: it has no "schema"')
    if not path_of(name).is_file():
        raise NoRecord(f"{path}: docs/schema/ has no {name}")
    schema = json.loads(path_of(name).read_text(encoding="utf-8"))
    found = [] if schema["$id"] == name else [f"{name}: docs/schema/ has {schema['$id']}"]
    return name, found + [fault for part in parts for fault in faults(part, schema, name)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", metavar="LIST", help="write docs/schema/ anew")
    what.add_argument("--same", metavar="LIST", help="say which files of docs/schema/ are not as described, and which\n"
                      "descriptions cannot be understood alone")
    what.add_argument("file", metavar="FILE", nargs="?", help="say where it does not fit its schema")
    return parser.parse_args()


def main():
    typed = arguments()
    try:
        if typed.file is None:
            found = list(write(typed.write) if typed.write else differences(typed.same))
            good = "all as described"
        else:
            name, found = held(typed.file)
            good = name + ": as described"
    except NoRecord as error:
        print(f"schemas.py: {error}", file=sys.stderr)
        return 2
    print("\n".join(found[:20]) if found else good)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

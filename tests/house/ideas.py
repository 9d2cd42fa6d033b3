#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds ideas that are written a second time (ideas.json: idea, pattern, files, why).

Sources of the numeric core are searched, tests apart. Exit code 0: each idea is where the table says;
1: it is elsewhere, too, or the table names a file that has it no longer.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["geometry", "metrics", "reference", "contact", "dynamics"]


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".hpp", ".cpp") and "/tests/" not in name and not name.endswith("_test.cpp"):
                yield name, path.read_text()


def main():
    wrong = 0
    texts = dict(sources())
    for entry in json.loads((ROOT / "tests/house/ideas.json").read_text()):
        found = {name for name, text in texts.items() if re.search(entry["pattern"], text)}
        for name in sorted(found - set(entry["files"])):
            print(f"{name}: {entry['idea']}: is in {', '.join(entry['files']) or 'no source'} already")
            wrong += 1
        for name in sorted(set(entry["files"]) - found):
            print(f"ideas.json: {entry['idea']}: not in {name}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

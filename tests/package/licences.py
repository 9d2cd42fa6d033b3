#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the SPDX line of every file with debian/copyright, in which the last pattern that matches holds.

licences.py   exit code 1, and a line for each, where they differ
"""
import fnmatch
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD_LINES = 5
LEFT_OUT = {".git", "build", "node_modules"}
# Its libraries have other licences.
BUNDLED = {"reports/web/dist/template.html"}


def patterns():
    """(pattern, licence) in the order of debian/copyright."""
    for paragraph in (ROOT / "debian/copyright").read_text().split("\n\n"):
        files = re.search(r"^Files:(.*?)^Copyright:", paragraph, re.M | re.S)
        if files:
            licence = re.search(r"^License: (.*)$", paragraph, re.M)[1]
            yield from ((pattern, licence) for pattern in files[1].split())


def main():
    known, compared, faults = list(patterns()), 0, 0
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if set(name.parts) & LEFT_OUT or name.as_posix() in BUNDLED or not path.is_file():
            continue
        head = path.read_bytes()[:2000].decode("utf-8", "replace").splitlines()[:HEAD_LINES]
        line = re.search(r"SPDX-License-Identifier: ([\w.-]+)", "\n".join(head))
        if not line:
            continue
        compared += 1
        told = [licence for pattern, licence in known if fnmatch.fnmatchcase(name.as_posix(), pattern)][-1]
        if told != line[1]:
            faults += 1
            print(f"{name}: {line[1]}, but {told} in debian/copyright")
    print(f"{compared} files have an SPDX line")
    return 1 if faults or compared < 500 else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the committed template was built from the sources that are here: no Node needed.

check_template.py [FOLDER]   exit code 1 and a line for each file that changed, came or went since
                             `npm run build`. FOLDER is the one that this program is in by default.
"""
import hashlib
import pathlib
import sys

FILES = (".npmrc", "dist/template.html", "index.html", "package-lock.json", "package.json",
         "tsconfig.json", "vite.config.ts")
MARKERS = ("TITLE", "BODY", "DATA", "KIND")


def hashes(root):
    """Path -> SHA-256 of each source of the template, and of the template."""
    paths = [root / name for name in FILES] + [p for p in (root / "src").rglob("*") if p.is_file()]
    return {p.relative_to(root).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
            for p in paths if p.is_file()}


def recorded(root):
    lines = (root / "dist/sources.sha256").read_text(encoding="utf-8").splitlines()
    return {path: digest for digest, path in (line.split("  ", 1) for line in lines)}


def faults(root):
    here, was = hashes(root), recorded(root)
    for path in sorted({*here, *was, *FILES}):
        if path not in here:
            yield f"{path}: is missing"
        elif path not in was:
            yield f"{path}: is not in dist/sources.sha256"
        elif here[path] != was[path]:
            yield f"{path}: has changed"
    page = (root / "dist/template.html").read_text(encoding="utf-8")
    for name in MARKERS:
        count = page.count(f"<!--TOUCHSTONE:{name}-->")
        if count != 1:
            yield f"dist/template.html: the marker {name} is there {count} times"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    found = list(faults(root if root.is_dir() else root.parent))
    for fault in found:
        print(fault)
    if found:
        print("reports/web: the template does not belong to its sources: run `npm ci && npm run build` there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes HTML of the installed Markdown: pages.py FOLDER turns every page x.md below it into x.html, by cmark-gfm.

- A heading has the anchor that GitHub gives it.
- A link to a page leads to its HTML. One to what the package lacks, a source say, becomes plain text.
- Exit code 1, and a line for each: links to an anchor that is not there.
"""
import html
import os
import pathlib
import re
import subprocess
import sys

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ max-width: 60em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4; }}
pre {{ overflow-x: auto; padding: .7em; background: #f4f4f4; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .2em .6em; border: 1px solid #bbb; text-align: left; }}
</style>
</head>
<body>
{body}</body>
</html>
"""


def text_of(element):
    return html.unescape(re.sub("<[^>]*>", "", element))


def with_anchors(body):
    """The body whose headings have an id, and these ids."""
    ids = set()

    def heading(match):
        words = text_of(match[2]).strip().lower()
        name = base = "".join(c if c != " " else "-" for c in words if c.isalnum() or c in " -_")
        count = 0
        while name in ids:
            count += 1
            name = f"{base}-{count}"
        ids.add(name)
        return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'

    return re.sub(r"<h([1-6])>(.*?)</h\1>", heading, body, flags=re.S), ids


def linked(root, page, body, pages):
    """The body whose links lead to what is below the root, and (page, anchor) of those that name a heading."""
    wanted = []

    def link(match):
        target = html.unescape(match[1])
        if re.match(r"[a-z]+:", target):
            return match[0]
        file, _, anchor = target.partition("#")
        path = pathlib.Path(os.path.normpath(page.parent / file)) if file else page
        if path in pages:
            if anchor:
                wanted.append((path, anchor))
            name = os.path.relpath(path.with_suffix(".html"), page.parent)
            return f'<a href="{name}{"#" * bool(anchor)}{anchor}">{match[2]}</a>'
        inside = path.is_relative_to(root) and path.exists()
        return match[0] if inside else match[2]

    return re.sub(r'<a href="([^"]*)">(.*?)</a>', link, body, flags=re.S), wanted


def main(folder):
    root = pathlib.Path(folder).resolve()
    pages = {}
    for page in sorted(root.rglob("*.md")):
        body = subprocess.run(["cmark-gfm", "-e", "table", page], check=True, capture_output=True, text=True).stdout
        pages[page] = with_anchors(body)
    faults = []
    for page, (body, _) in pages.items():
        body, wanted = linked(root, page, body, pages)
        faults += [f"{page.relative_to(root)}: {path.relative_to(root)} has no heading #{anchor}"
                   for path, anchor in wanted if anchor not in pages[path][1]]
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.S)
        title = html.escape(text_of(heading[1]) if heading else page.stem)
        page.with_suffix(".html").write_text(PAGE.format(title=title, body=body))
    for page in pages:
        page.unlink()
    print(*faults, sep="\n", end="\n" * bool(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

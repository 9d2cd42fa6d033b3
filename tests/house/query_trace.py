#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the files and functions that a query of a metric passes through.

query_trace.py [--function PATTERN] [--list] COMMAND...
  Runs COMMAND under callgrind and counts what is entered below the functions that match PATTERN, by
  default the query of `certified`: files and functions of metrics/ and geometry/, each once. The
  command's program, or the library that it loads, is built with -O0 -g, so that nothing is inlined.
Operators, constructors and destructors, accessors (at most three lines) and lambdas do not count.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDERS = ("metrics/", "geometry/")
QUERY = "touchstone::*Certified::evaluate*"
MAX_ACCESSOR_LINES = 3
NOT_COUNTED = re.compile(r"operator|\{lambda|::_FUN|::~|^std::|^Eigen::|__")


def expand(names, text):
    """The name behind "(12) name", or behind "(12)", which was named before."""
    found = re.match(r"\((\d+)\)\s*(.*)", text)
    if not found:
        return text
    if found.group(2):
        names[found.group(1)] = found.group(2)
    return names[found.group(1)]


def functions_of(path):
    """Lines that were run, by file and function."""
    files, functions = {}, {}
    lines = collections.defaultdict(set)
    own_file = file = function = ""
    number = 0
    skip = False
    for line in path.read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and key in ("fl", "fi", "fe", "fn", "cfn", "cfi", "cfl", "calls", "ob", "cob"):
            if key == "fl":
                own_file = file = expand(files, value)
            elif key in ("fi", "fe"):
                file = expand(files, value)
            elif key in ("cfi", "cfl"):
                expand(files, value)
            elif key == "fn":
                function, file = expand(functions, value), own_file
            elif key == "cfn":
                expand(functions, value)
            elif key == "calls":
                skip = True  # the next line is the cost of the call, at the line that calls
            continue
        found = re.match(r"([+-]?\d+|\*)\s+\d+$", line)
        if not found:
            continue
        place = found.group(1)
        number = number if place == "*" else number + int(place) if place[0] in "+-" else int(place)
        if function and (not skip or file == own_file):
            lines[own_file, function].add(number if file == own_file else 0)
        skip = False
    return lines


def counted(lines):
    """(file, function) of the house's own folders, without what is not worth a name."""
    result = set()
    for (file, function), run in lines.items():
        own = next((file[file.rindex("/" + folder) + 1:] for folder in FOLDERS if "/" + folder in file), None)
        run = {line for line in run if line}
        if own is None or not run or NOT_COUNTED.search(function):
            continue
        function = function.replace("(anonymous namespace)::", "")
        parts = re.sub(r"\(.*|<.*", "", function).split("::")
        is_constructor = len(parts) > 1 and parts[-1] == parts[-2]
        if is_constructor or max(run) - min(run) < MAX_ACCESSOR_LINES:
            continue
        result.add((own, re.sub(r"\(.*", "", re.sub(r"<[^()]*>", "", function))))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--function", default=QUERY, help="what is traced (callgrind's pattern)")
    parser.add_argument("--list", action="store_true", help="print each function")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.command:
        parser.error("which command?")
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "callgrind.out"
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--toggle-collect={options.function}",
                              f"--callgrind-out-file={out}", *options.command],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if not out.exists():
            print(run.stderr, file=sys.stderr)
            return 3
        found = counted(functions_of(out))
    if options.list:
        for file, function in sorted(found):
            print(f"{file}: {function}")
    print(f"{len({file for file, _ in found})} files, {len(found)} functions")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())

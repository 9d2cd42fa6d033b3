# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the oracle's truths against others that share no line with it: ./touchstone test --independent.

Ends with the line "N passed, M failed" and exit code 0, 1 where a truth differs, 3 where the program failed.
"""
import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile

from opinion import SOLVED_UP_TO, judge

SMALL_UP_TO = 24  # vertices of either body


def opinion_of(line):
    record = json.loads(line)
    try:
        how, wrong = judge(record)
    except Exception as error:  # the cases after it are still to be judged
        how, wrong = "solved", [f"no opinion: {type(error).__name__} {error}"]
    return record["family"], record["case"]["id"], how, wrong


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        header = json.loads(file.readline())
        assert header["schema"] == "touchstone.dump/1", path
        yield from file


def dumped(arguments, folder):
    """The lines of every family, dumped one after the other."""
    listed = subprocess.run([arguments.program, "list", "families", "--json"], check=True, capture_output=True)
    for family in json.loads(listed.stdout)["families"]:
        size = family["largest_vertices"]
        count = arguments.small if size <= SMALL_UP_TO else arguments.middle if size <= SOLVED_UP_TO else arguments.large
        if family["finite_cases"]:
            count = family["finite_cases"] if arguments.corpora else arguments.small
        path = os.path.join(folder, family["name"])
        if count:
            subprocess.run([arguments.program, "verify", "--dump-cases", str(count), path, "--family", family["name"]],
                           check=True, stdout=subprocess.DEVNULL)
            yield from lines_of(path)
            os.remove(path)


def compare(lines):
    table, failed = {}, 0
    with multiprocessing.Pool(2) as pool:
        for family, name, how, wrong in pool.imap(opinion_of, lines, chunksize=4):
            row = table.setdefault(family, {"solved": 0, "proven": 0, "differences": 0})
            row[how] += 1
            row["differences"] += bool(wrong)
            failed += bool(wrong)
            if wrong:
                print(f"{name}: differs in {', '.join(wrong)}", flush=True)
    width = max(map(len, table), default=6)
    print(f"{'family':{width}}  solved  proven  differences")
    for family, row in table.items():
        print(f"{family:{width}}  {row['solved']:6}  {row['proven']:6}  {row['differences']:11}")
    cases = sum(row["solved"] + row["proven"] for row in table.values())
    print(f"{cases - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="touchstone, to dump cases of every family with")
    parser.add_argument("--small", type=int, default=200, help=f"cases of families up to {SMALL_UP_TO} vertices")
    parser.add_argument("--middle", type=int, default=5, help=f"of families up to {SOLVED_UP_TO}")
    parser.add_argument("--large", type=int, default=5, help="of larger ones, whose optimum is proven")
    parser.add_argument("--corpora", action="store_true", help="all cases of finite families")
    parser.add_argument("files", nargs="*", help="dumps to judge (docs/dump.md)")
    arguments = parser.parse_args()
    if not arguments.program:
        return compare(line for path in arguments.files for line in lines_of(path))
    with tempfile.TemporaryDirectory() as folder:
        try:
            return compare(dumped(arguments, folder))
        except subprocess.CalledProcessError as error:
            print(f"touchstone: {' '.join(error.cmd)} failed with exit code {error.returncode}", file=sys.stderr)
            return 3


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the oracle's truths against others that share no line with it, and ends with "N passed, M failed"."""
import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import chain

from opinion import SOLVED_UP_TO, judge, judge_vector

SMALL_UP_TO = 24  # vertices of either body: the kissing families have 17, lattice 24


def opinion_of(line):
    record = json.loads(line)
    is_vector = "case" not in record
    family, name = record["family"], record["id"] if is_vector else record["truth"]["id"]
    try:
        return family, name, *(judge_vector if is_vector else judge)(record)
    except Exception as error:  # the cases after it are still to be judged
        return family, name, "solved", [f"no opinion: {type(error).__name__} {error}"]


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        if path.endswith(".json"):
            vectors = json.load(file)
            assert vectors["schema"] == "touchstone.vectors/1", path
            yield from (json.dumps({"family": group["source"]["name"], **pair})
                        for group in vectors["groups"] for pair in group["pairs"])
            return
        assert json.loads(file.readline())["schema"] == "touchstone.dump/1", path
        yield from file


def dumped(program, small, middle, large):
    """The lines of so many cases of each family, of all of a corpus."""
    listed = subprocess.run([program, "list", "families", "--json", "-"], check=True, capture_output=True)
    for family in json.loads(listed.stdout)["families"]:
        size = family["largest_vertices"]
        count = family["finite_cases"] or (small if size <= SMALL_UP_TO else middle if size <= SOLVED_UP_TO else large)
        with tempfile.NamedTemporaryFile() as file:
            if count and family["group"] != "curved":  # their truths are no fractions
                subprocess.run([program, "dump", file.name, "--family", family["name"], "--cases", str(count)],
                               check=True, stdout=subprocess.DEVNULL)
                yield from lines_of(file.name)


def compare(lines):
    """Prints what differs and a table; whether all agree, and there was something to judge."""
    table, total = {}, Counter()
    with multiprocessing.Pool(2) as pool:
        for family, name, how, wrong in pool.imap(opinion_of, lines, chunksize=4):
            for count in (table.setdefault(family, Counter()), total):
                count.update({"cases": 1, how: 1, "differ": int(bool(wrong))})
            if wrong:
                print(f"{name}: differs in {', '.join(wrong)}", flush=True)
    for family, row in {"family": {key: key for key in ("solved", "proven", "differ")}, **table}.items():
        print(f"{family:34}  {row['solved']:>6}  {row['proven']:>6}  {row['differ']:>6}")
    print(f"{total['cases'] - total['differ']} passed, {total['differ']} failed")
    return total["cases"] > 0 == total["differ"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit code 1: a truth differs; 3: the program failed.")
    parser.add_argument("--program", help="touchstone, to dump cases with")
    parser.add_argument("--cases", type=int, nargs=3, default=(200, 25, 5), metavar="N",
                        help=f"of families up to {SMALL_UP_TO} and {SOLVED_UP_TO} vertices, and of larger ones")
    parser.add_argument("files", nargs="*", help="dumps (docs/dump.md), and vectors (docs/vectors.md), which end in .json")
    given = parser.parse_args()
    lines = (line for path in given.files for line in lines_of(path))
    lines = chain(dumped(given.program, *given.cases), lines) if given.program else lines
    try:
        return 0 if compare(lines) else 1
    except subprocess.CalledProcessError as error:
        print(f"touchstone: failed with exit code {error.returncode}: {' '.join(error.cmd)}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())

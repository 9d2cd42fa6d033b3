#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the judges of portable/ to the words of the harness: judges.py ANSWERS [--every N].

ANSWERS is what the test PortableJudges writes to TOUCHSTONE_ANSWERS: an answer a line, with its word. judge.py judges
one of N of them. judge.h judges all, built by each compiler that is here, as C99 and C++17, in two ways. Exit code 1: a
word differs.
"""
import argparse
import collections
import json
import math
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "portable"))
from judge import Answer, Rules, judge, pairs, root_of  # noqa: E402

COMPILERS = ("gcc", "g++", "clang", "clang++")
WAYS = (["-O0"], ["-O3", "-march=native", "-ffp-contract=fast"])
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
MOST_UNDECIDED = 10


def numbers(text):
    """NaN and infinities are words in the lines."""
    return [numbers(x) for x in text] if isinstance(text, list) else float(text)


def given(line):
    value, normal, points = (numbers(line[key]) if key in line else None for key in ("value", "normal", "points"))
    return Answer(value, line.get("sign"), normal, points)


def by_judge_py(pair, line):
    return judge(pair, given(line), Rules(line["tolerance"], line["ratio"], line["single"])).word


def directions(source):
    """Unit vectors, each with the doubles nearest to what its entries leave."""
    yield len(source["directions"])
    for u in (list(map(int, u)) for u in source["directions"]):
        length = math.isqrt(sum(x * x for x in u) << 500)
        exact = [Fraction(x << 250, length) for x in u]
        yield from map(float, exact)
        yield from (float(x - Fraction(float(x))) for x in exact)


def true_points(all_points):
    yield len(all_points)
    for points in all_points:
        for key in "ab":
            for limit in points.get("range_" + key, [points[key]] * 2):
                yield from limit


def doubles(pair, lines):
    """A pair and its answers as judge_words.c reads them."""
    truth, rho = pair["truth"], pair["truth"].get("rho")
    yield from (len(lines), "of" in pair)
    for body, pose in ((pair[key], pair["pose_" + key]) for key in "ab"):
        yield len(body["vertices"])
        for row in body["vertices"] + pose["R"] + [pose["t"], body["interior_point"]]:
            yield from row
    yield from (truth["size"], truth["sign"], truth["phi"], truth["phi_tail"])
    yield from (*directions(truth), *true_points(truth["points"]))
    yield from (1, rho["value"], rho["tail"], *directions(rho), *true_points([rho["points"]])) if rho else [0] * 5
    for line in lines:
        answer = given(line)
        status = 0 if answer.value is not None else 1 if answer.sign is not None else 2
        yield from (line["tolerance"], line["ratio"], status, answer.value or 0, answer.sign or 0)
        yield from (answer.normal is not None, answer.points is not None, *(answer.normal or [0] * 3))
        yield from [x for p in answer.points or [[0] * 3] * 2 for x in p]


def by_judge_h(compiler, way, stream, folder):
    """The words, and the seconds that they took."""
    language = ["-xc++", "-std=c++17"] if "++" in compiler else ["-std=c99"]
    program = folder / "judge_words"
    subprocess.run([compiler, *language, *WARNINGS, *way, f"-I{ROOT}/portable", "-o", str(program),
                    str(ROOT / "tests/vectors/judge_words.c"), "-lm"], check=True)
    begin = time.monotonic()
    with open(stream, "rb") as file:
        words = subprocess.run([str(program)], stdin=file, check=True, capture_output=True, text=True).stdout.split()
    return words, time.monotonic() - begin


def wrong_roots():
    """Small fractions whose root judge.py has to fewer than 99 bits: those of cones' planes decide four units."""
    return [x for x in (Fraction(2), Fraction(9, 4), Fraction(1, 3)) if abs(root_of(x) ** 2 / x - 1) > Fraction(1, 2**99)]


class Comparison:
    def __init__(self):
        self.differences = 0

    def hold(self, name, lines, words, seconds):
        counts = collections.Counter(words)
        for line, word in zip(lines, words):
            if word not in (line["word"], "undecided"):
                self.differences += 1
                if self.differences < 20:
                    print(f"{name}: {word}: {json.dumps(line)}")
        wrong = len(lines) != len(words) or counts["undecided"] > MOST_UNDECIDED
        self.differences += wrong
        print(f"{name}: {len(words)} of {len(lines)} answers, {counts['undecided']} undecided, {seconds:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("answers")
    parser.add_argument("--every", type=int, default=1, help="judge.py judges one of so many answers")
    options = parser.parse_args()
    asked = collections.defaultdict(list)
    for line in pathlib.Path(options.answers).read_text().splitlines():
        line = json.loads(line)
        asked[line["id"]].append(line)
    known = {pair["id"]: pair for path in sorted((ROOT / "portable/vectors").glob("*.json")) for pair in pairs(path)}
    lines = [line for some in asked.values() for line in some]
    found = Comparison()
    for x in wrong_roots():
        found.differences += 1
        print(f"judge.py: the root of {x} is {root_of(x)}")
    with tempfile.TemporaryDirectory() as scratch:
        stream = pathlib.Path(scratch) / "answers"
        with open(stream, "wb") as file:
            for key, some in asked.items():
                flat = list(doubles(known[key], some))
                file.write(struct.pack(f"={len(flat)}d", *flat))
        seen = {}
        compilers = list(filter(shutil.which, COMPILERS))
        if not compilers:
            sys.exit("no compiler: judge.h is not judged")
        for compiler in compilers:
            for way in WAYS:
                words, seconds = by_judge_h(compiler, way, stream, pathlib.Path(scratch))
                found.hold(f"judge.h by {compiler} {' '.join(way)}", lines, words, seconds)
                found.differences += words != seen.setdefault("judge.h", words)
    begin = time.monotonic()
    some = lines[::options.every]
    words = [by_judge_py(known[line["id"]], line) for line in some]
    found.hold("judge.py", some, words, time.monotonic() - begin)
    print(f"{found.differences} differences")
    return 1 if found.differences or not lines else 0


if __name__ == "__main__":
    sys.exit(main())

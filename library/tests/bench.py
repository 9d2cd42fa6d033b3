# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the module takes beside `dump` on the same pairs: bench.py PROGRAM; the module lies on PYTHONPATH.

Boxes and hulls of 16 vertices. Rounds of both, interleaved; processor time, medians and their ratio. The module reads
from a pair what a line of the dump says of its truth. Reading the dump's lines is not measured.
"""
import argparse
import json
import resource
import statistics
import subprocess
import time
from fractions import Fraction

import touchstone
from module_test import interior_points_of, posed_bodies_of

FAMILIES = "random-boxes,posed-boxes,random-hulls-16-shallow,random-hulls-16-deep,random-hulls-16-separated"


def dump(program, cases):
    """The lines of the dump, and its processor time [s]."""
    def spent():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    done = subprocess.run([program, "dump", "-", "--family", FAMILIES, "--cases", str(cases), "--jobs", "1"],
                          capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[1:], spent() - before


def solve(questions):
    """Processor time [s] of all truths, and how many say what the dump said."""
    begin, right = time.process_time(), 0
    for arguments, expected in questions:
        truth = touchstone.truth(*arguments)
        said = (truth.sign, truth.phi, truth.phi_squared, truth.directions, truth.normals, truth.rho, truth.size,
                truth.points[0]["a"])
        right += said[:2] == expected
    return time.process_time() - begin, right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=2000, help="of each of the five families")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    questions, dumped, solved = [], [], []
    for _ in range(given.rounds):
        lines, seconds = dump(given.program, given.cases)
        dumped.append(seconds)
        if not questions:
            for line in map(json.loads, lines):
                arguments = (*posed_bodies_of(line["case"]), interior_points_of(line["truth"]))
                questions.append((arguments, (line["truth"]["sign"], line["truth"]["phi"])))
        seconds, right = solve(questions)
        solved.append(seconds)
        assert right == len(questions), f"{len(questions) - right} truths differ"
    program, module = statistics.median(dumped), statistics.median(solved)
    print(f"{len(questions)} pairs, medians of {given.rounds} rounds: dump {program:.2f} s, module {module:.2f} s, "
          f"{module / program:.2f} times")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the module; it lies on PYTHONPATH. Too long for plain tests.

bars.py PROGRAM time       10,000 pairs of boxes and hulls of 16 vertices: processor time beside that of `dump`, in
                           interleaved rounds. Of each pair the module reads what a line of the dump says of its truth.
                           What reads the dump is not measured.
bars.py PROGRAM same       compares the truths of cases of each family with the dump's
bars.py PROGRAM memory     the growth of the process over 10^6 pairs of boxes
"""
import argparse
import gc
import random
import resource
import statistics
import subprocess
import sys
import time

import touchstone
from dumped import dump_command, differences, questions

FAMILIES = "random-boxes,posed-boxes,random-hulls-16-shallow,random-hulls-16-deep,random-hulls-16-separated"


def dump_seconds(program, cases):
    """Processor time of a dump to a pipe, and its lines."""
    def spent():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    done = subprocess.run(dump_command(program, cases, FAMILIES), capture_output=True, text=True, check=True)
    return spent() - before, done.stdout.splitlines()


def module_seconds(asked):
    """Processor time of all truths, read as far as the dump says them, and how many differ from it."""
    begin, differing = time.process_time(), 0
    for arguments, sign, phi in asked:
        truth = touchstone.truth(*arguments)
        read = (truth.sign, truth.phi, truth.phi_squared, truth.directions, truth.normals, truth.rho, truth.size,
                truth.points)
        differing += read[:2] != (sign, phi)
    return time.process_time() - begin, differing


def compare_time(given):
    asked, dumped, solved = [], [], []
    for _ in range(given.rounds):
        seconds, lines = dump_seconds(given.program, given.cases or 2000)
        dumped.append(seconds)
        if not asked:
            asked = [(arguments, said["sign"], said["phi"]) for arguments, said in questions(lines)]
            gc.freeze()  # else each collection would go through what the dump said
        seconds, differing = module_seconds(asked)
        solved.append(seconds)
        if differing:
            return f"{differing} of {len(asked)} truths differ"
    dump, module = statistics.median(dumped), statistics.median(solved)
    print(f"{len(asked)} pairs, medians of {given.rounds} rounds: dump {dump:.2f} s, module {module:.2f} s, "
          f"{module / dump:.2f} times")
    return "above 1.5 times" if module > 1.5 * dump else 0


def compare_all(given):
    with subprocess.Popen(dump_command(given.program, given.cases or 50), stdout=subprocess.PIPE, text=True) as dump:
        cases = differing = 0
        for arguments, said in questions(dump.stdout):
            cases += 1
            names = differences(touchstone.truth(*arguments), said)
            differing += bool(names)
            if names:
                print(f"{said['id']}: {', '.join(names)}")
    print(f"{cases} cases, {differing} differ")
    return 1 if differing or dump.returncode else 0


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def measure_memory(given):
    pairs = given.cases or 1000000
    draw = random.Random(1)
    box = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]

    def ask(count):
        for _ in range(count):
            turn = [draw.uniform(-1, 1) for _ in range(4)]
            place = [draw.uniform(-2, 2) for _ in range(3)]
            truth = touchstone.truth(box, ((1, 0, 0, 0), (0, 0, 0)), box, (turn, place))
            truth.phi_squared, truth.points

    ask(pairs // 20)
    before = resident_bytes()
    ask(pairs)
    grown = resident_bytes() - before
    print(f"{pairs} pairs: grown by {grown} bytes")
    return "above 1 MB" if grown > 1 << 20 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    commands = {"time": compare_time, "same": compare_all, "memory": measure_memory}
    parser.add_argument("bar", choices=commands)
    parser.add_argument("--cases", type=int, default=0, help="of each family, or in all for memory")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    return commands[given.bar](given)


if __name__ == "__main__":
    sys.exit(main())

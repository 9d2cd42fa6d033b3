#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the shrinker on many failures of one metric: sizes, digits, CPU time, and whether a second run gives the same.

measure.py PROGRAM [--metric gjk_epa] [--family random-boxes] [--failures 200] [--seed 42]
PROGRAM is the built touchstone (build/release/bin/touchstone). Each failure is shrunk twice, each time by a process of its own, whose CPU
time, that of its workers included, is what is quoted: starting the program and the exact truth for `replay` itself (some 20 ms) are part of it.
Ends with 1 where a bar is missed: median vertices of A and B at most 12, median of the most digits of a number at most 3, the same verdict always,
95 % in at most 2 s of CPU time (failures that time out apart: at most 60 s), twice the same result.
"""
import argparse
import json
import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile


def failing_ids(arguments, count):
    """The first failures of a campaign, with their verdicts; more and more cases until there are enough."""
    cases = 4 * count
    while True:
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "campaign.db")
            subprocess.run([arguments.program, "verify", "--metric", arguments.metric, "--family", arguments.family, "--cases", str(cases),
                            "--seed", str(arguments.seed), "--db", store], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            with sqlite3.connect(store) as database:
                found = database.execute("SELECT id, word FROM failure ORDER BY case_index, source LIMIT ?", (count,)).fetchall()
        if len(found) >= count or cases > 1000 * count:
            return found
        cases *= 4


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def shrink(arguments, case):
    """The shrunk failure as JSON, the verdict on the case itself, and the CPU time [s]."""
    before = cpu_of_children()
    ran = subprocess.run([arguments.program, "replay", case, "--metric", arguments.metric, "--shrink", "--json"], capture_output=True, check=False)
    result = json.loads(ran.stdout)["results"][0]
    return result["shrunk"], result["verdict"], cpu_of_children() - before


def share_within(times, limit):
    return sum(t <= limit for t in times) / len(times) if times else 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--metric", default="gjk_epa")
    parser.add_argument("--family", default="random-boxes")
    parser.add_argument("--failures", type=int, default=200)
    parser.add_argument("--seed", type=int, default=42)
    arguments = parser.parse_args()

    vertices, digits, calls, times, slow_times = [], [], [], [], []
    other_verdict, different = [], []
    ids = failing_ids(arguments, arguments.failures)
    for case, _ in ids:
        first, verdict, time = shrink(arguments, case)
        second, _, _ = shrink(arguments, case)
        vertices.append(first["vertices"])
        digits.append(first["digits"])
        calls.append(first["calls"])
        (slow_times if verdict == "timed_out" else times).append(time)
        if first["verdict"] != verdict:
            other_verdict.append(case)
        if first != second:
            different.append(case)
    print(f"{arguments.metric} on {arguments.family}: {len(ids)} failures")
    for name, values in (("vertices", vertices), ("digits", digits), ("calls", calls)):
        ordered = sorted(values)
        print(f"  {name:<9} median {statistics.median(values):g}, nine tenths {ordered[len(ordered) * 9 // 10]}, most {ordered[-1]}")
    print(f"  digits    at most 3 in {sum(d <= 3 for d in digits)} of {len(digits)}")
    print(f"  CPU [s]   median {statistics.median(times):.3g}, most {max(times):.3g}, {100 * share_within(times, 2):.1f} % in 2 s")
    if slow_times:
        print(f"  timed out {len(slow_times)}, at most {max(slow_times):.3g} s")
    print(f"  another verdict: {other_verdict or 'none'}; different when repeated: {different or 'none'}")
    missed = (statistics.median(vertices) > 12 or statistics.median(digits) > 3 or other_verdict or different or share_within(times, 2) < 0.95
              or share_within(slow_times, 60) < 1 or len(ids) < arguments.failures)
    print("the bars are " + ("MISSED" if missed else "met"))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

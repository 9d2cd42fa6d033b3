# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares Balance2 and Pyramid1 by Hart's rules, literal rows, with a stepper that shares no line with the program, at
h = 0.01 s. Ends with "N passed, M failed"."""
import argparse
import json
import subprocess
import sys

from planar_stepper import Rules, run

SCENES = ("balance2", "pyramid1")
SLOW = ("pyramid1", "stewart_trinkle")
STEP = 0.01  # s
OF_I = 0.02  # of the average I: the motion amplifies rounding
OF_ENERGY = 0.01  # of the energy at rest: so does it
NO_OVERLAP = 1e-12  # m and 1: below it I is rounding


def asked(program, *command):
    return json.loads(subprocess.run([program, *command], check=True, stdout=subprocess.PIPE).stdout)


def differences(ours, theirs):
    """Names of the figures that differ."""
    names = [name for name, mine, its in zip(("I", "I by rho"), ours, (theirs["average_m"], theirs["average_ratio"]))
             if abs(mine - its) > max(OF_I * abs(its), NO_OVERLAP)]
    energy = theirs["potential_J"] + theirs["kinetic_J"]
    return names + (["energy"] if abs(ours[2] + ours[3] - energy) > OF_ENERGY * abs(energy) else [])


def compare(rows, scenes):
    """Prints both sides of each row; whether all agree, and there was something to compare."""
    print("                                           average I [m]             energy [J]")
    print("scene     bounds  stepper          window    program       here    program       here")
    failed = 0
    for row in rows:
        events = row["events"]
        window = events.get("window", "two")
        rules = Rules(events["bounds"], events["rows"], window, row["stepper"],
                      events["eps_x"], events["eps_t"], events["eps_0"], row["gamma"])
        ours = run(scenes[row["scene"]], rules, STEP)
        wrong = differences(ours, row)
        failed += bool(wrong)
        print(f"{row['scene']:8}  {events['bounds']:6}  {row['stepper']:15}  {window:6}  {row['average_m']:9.4g}  "
              f"{ours[0]:9.4g}  {row['potential_J'] + row['kinetic_J']:9.4f}  {ours[2] + ours[3]:9.4f}"
              + (f"  differs in {', '.join(wrong)}" if wrong else ""), flush=True)
    print(f"{len(rows) - failed} passed, {failed} failed")
    return len(rows) > 0 == failed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     epilog="Exit code 1: a figure differs; 3: the program failed.")
    parser.add_argument("--program", required=True, help="touchstone, to write scenes and run methods with")
    parser.add_argument("--all", action="store_true", help="both windows, and what takes long")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="rows of this scene, bounds or stepper")
    parser.add_argument("record", nargs="?", help="of 'reproduce methods --quick --json', instead of a run of it")
    given = parser.parse_args()
    try:
        if given.record:
            with open(given.record, encoding="utf-8") as file:
                record = json.load(file)
        else:
            record = asked(given.program, "reproduce", "methods", *SCENES, "--quick", "--json", "-")
        scenes = {name: asked(given.program, "simulate", name, "--write-scene", "-") for name in SCENES}
    except subprocess.CalledProcessError as error:
        print(f"touchstone: failed with exit code {error.returncode}: {' '.join(error.cmd)}", file=sys.stderr)
        return 3
    assert min(record["dt"]) == STEP, record["dt"]
    rows = [row for row in record["rows"] if row["scene"] in SCENES and row.get("events", {}).get("rows") == "literal"]
    if not given.all:
        rows = [row for row in rows if row["events"].get("window") == "one"
                and (row["scene"], row["stepper"]) != SLOW]
    rows = [row for row in rows if {row["scene"], row["stepper"], row["events"]["bounds"]} >= set(given.only)]
    return 0 if compare(rows, scenes) else 1


if __name__ == "__main__":
    sys.exit(main())

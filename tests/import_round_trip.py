# SPDX-License-Identifier: GPL-3.0-or-later
"""Dumps cases of each family and imports them again: import_round_trip.py PROGRAM [CASES [STEP]].

CASES of every STEP-th family (default: 100 of each) come back from json, python and fcl to the last
bit, and from mjcf, whose poses are quaternions, with R within 4 ulps of 1/2 and as much as R is off
the nearest rotation, which is all that a quaternion can say; sheared ones have no quaternion. C++ and MJCF have no interior points, and C++ with curved bodies is not read. Prints
what did not come back; exit code 1 then."""
import json
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

FOUR_ULPS = 4 * 2.0**-53


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)


def bodies(text):
    case = json.loads(text)
    return {key: case[key] for key in ("a", "pose_a", "b", "pose_b")}


def imported(case, form, file):
    """What comes back of a dump, or why nothing does; None if the form has no such bodies."""
    dumped = run("ask", case, "--dump", file, "--as", form)
    if not os.path.exists(file):
        return None if "--as " in dumped.stderr else dumped.stderr
    read = run("import", file)
    with open(file, encoding="utf-8") as text:
        as_dumped = bodies(text.read()) if form == "json" else None
    os.remove(file)
    if read.returncode != 0:
        return read.stderr
    return bodies(read.stdout), as_dumped


def off_rotations(pose):
    """How far the nearest rotation is from R, to first order: half of |R^T R - 1|, Frobenius."""
    columns = [[Fraction(x) for x in column] for column in zip(*pose["R"])]
    entries = (
        sum(x * y for x, y in zip(columns[i], columns[k])) - (i == k)
        for i in range(3)
        for k in range(3)
    )
    return math.sqrt(sum(entry * entry for entry in entries)) / 2


def is_sheared(pose):
    return off_rotations(pose) > 1e-14


def is_near(read, expected):
    """Whether poses differ by rounded quaternions alone."""
    for pose in ("pose_a", "pose_b"):
        entries = [
            abs(x - y)
            for row, other in zip(read[pose]["R"], expected[pose]["R"])
            for x, y in zip(row, other)
        ]
        allowed = FOUR_ULPS + off_rotations(expected[pose])
        if max(entries) > allowed or read[pose]["t"] != expected[pose]["t"]:
            return False
    return all(read[body] == expected[body] for body in ("a", "b"))


def faults_of(case, folder):
    """What of a case does not come back; None if there is no such case."""
    file = os.path.join(folder, "dump")
    found = imported(case, "json", file)
    if isinstance(found, str):
        return None if "there is no" in found or "has " in found else [f"{case} json: {found}"]
    read, expected = found
    faults = [] if read == expected else [f"{case} json: is another case"]
    has_point = any("interior_point" in expected[body] for body in ("a", "b"))
    forms = {"python", "fcl", "mjcf"}
    if has_point:
        forms -= {"fcl", "mjcf"}
    if any(word in str(expected) for word in ("'cylinder'", "'cone'", "'ellipsoid'")):
        forms.discard("fcl")  # import does not read FCL's own types from C++
    for form in sorted(forms):
        found = imported(case, form, file)
        if found is None:
            continue
        if form == "mjcf" and (is_sheared(expected["pose_a"]) or is_sheared(expected["pose_b"])):
            continue
        if isinstance(found, str):
            faults.append(f"{case} {form}: {found}")
            continue
        if not (is_near(found[0], expected) if form == "mjcf" else found[0] == expected):
            faults.append(f"{case} {form}: is another case")
    return faults


def main():
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    families = json.loads(run("list", "families", "--json", "-").stdout)["families"]
    back = absent = 0
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for family in families[::step]:
            if family["finite_cases"] is not None:
                continue  # told by names: the twelve reports of import_posts_test.cpp are of these
            for number in range(cases):
                found = faults_of(f"{family['name']}:42:{number}", folder)
                absent += found is None
                back += found == []
                faults += found or []
    for fault in faults:
        print(fault.strip())
    print(f"{back} cases came back, {len(faults)} readings did not, {absent} cases are not there")
    return 1 if faults or back == 0 else 0


PROGRAM = sys.argv[1]
if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the module share: cases with their truths, as the program dumps them."""
import json

SIGNS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def dump_command(program, cases, families=None):
    """The command whose lines `questions` reads; families: names with commas, all by default."""
    chosen = ["--family", families] if families else []
    return [program, "dump", "-", *chosen, "--cases", str(cases), "--jobs", "1"]


def vertices_of(body):
    """Vertices of a body of a dumped case: boxes have half extents alone."""
    if "vertices" in body:
        return body["vertices"]
    return [[sign * h for sign, h in zip(signs, body["box_half_extents"])] for signs in SIGNS]


def questions(lines):
    """Arguments for touchstone.truth, and what the dump says, of each line with a case."""
    for line in map(json.loads, lines):
        if "truth" not in line or "radius_law" in line["truth"]:
            continue  # the head, or bodies that the module does not take
        case, truth = line["case"], line["truth"]
        arguments = []
        for body in "ab":
            arguments += [vertices_of(case[body]), (case["pose_" + body]["R"], case["pose_" + body]["t"])]
        yield (*arguments, (truth["interior_point_a"], truth["interior_point_b"])), truth


def differences(found, said):
    """Names of what a Truth says otherwise than the dump."""
    def text(number):
        return None if number is None else f"{number.numerator}/{number.denominator}"

    pairs = {
        "sign": (found.sign, said["sign"]),
        "phi": (found.phi, said["phi"]),
        "phi_squared": (text(found.phi_squared), said["phi_squared"]),
        "directions": ([[str(x) for x in u] for u in found.directions], said["directions"]),
        "normals": ([list(n) for n in found.normals], said["normals"]),
        "rho": (text(found.rho), said["rho_exact"] if said["rho"] is not None else None),
        "size": (found.size, said["size"]),
    }
    for body in "ab":  # any true point may be named
        point = found.points[0]
        low, high = point.get("range_" + body, [point[body]] * 2)
        within = all(l <= x <= h for l, x, h in zip(low, said["witness_" + body], high))
        pairs["witness_" + body] = (within, True)
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]

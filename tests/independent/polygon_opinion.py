# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the truths of pairs of polygons, which the program solves as prisms, against a computation in the plane, in
fractions. Ends with "N passed, M failed"."""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

from opinion import common_scale, core_and_radius, rounded_root, rounded_root_less, whole
from polytopes import primitive

PLANE = (0, 0, 1)


def dot(a, b): return a[0] * b[0] + a[1] * b[1]
def cross(a, b): return a[0] * b[1] - a[1] * b[0]
def sub(a, b): return (a[0] - b[0], a[1] - b[1])
def left(a): return (-a[1], a[0])
def along(a): return primitive((int(a[0]), int(a[1]), 0))


def hull(points):
    """Corners counter-clockwise; two of points on a line, one of points in one place."""
    points, corners = sorted(set(points)), []
    for run in (points, points[::-1]):
        chain = []
        for p in run:
            while len(chain) > 1 and cross(sub(chain[-1], chain[-2]), sub(p, chain[-2])) <= 0:
                chain.pop()
            chain.append(p)
        corners += chain[:-1]
    return corners or points


def nearest_square(p, q):
    """(the nearest point's squared distance from the origin, the direction to it) of a segment of whole points."""
    e = sub(q, p)
    s, length = -dot(p, e), dot(e, e)
    if s <= 0 or not length:
        return Fraction(dot(p, p)), p
    if s >= length:
        return Fraction(dot(q, q)), q
    n = left(e) if dot(left(e), p) > 0 else left((-e[0], -e[1]))
    return Fraction(cross(p, q) ** 2, length), n


def solve(corners):
    """Sign, square and directions of phi of the cores, given the corners of A - B in whole numbers. Directions of
    contact are the rays of their cone, lines with both signs; None: all directions."""
    sides = list(zip(corners, corners[1:] + corners[:1]))
    outside = len(corners) < 3 or any(cross(p, q) < 0 for p, q in sides)
    if outside:
        square, n = min(nearest_square(*side) for side in sides)
        if square > 0:
            return 1, square, {along(n)}
        if len(corners) == 1:
            return 0, square, None
        e = sub(corners[1], corners[0])
        across = {along(left(e)), along(left((-e[0], -e[1])))}
        return 0, square, across | {along(sub(q, p)) for p, q in sides if not any(p)}
    # B leaves A the shortest way: against the outward normal of the nearest side of A - B.
    depths = [(Fraction(cross(p, q) ** 2, dot(sub(q, p), sub(q, p))), left(sub(q, p))) for p, q in sides]
    least = min(square for square, _ in depths)
    return -(least > 0), least, {along(n) for square, n in depths if square == least}


def world(body, pose):
    """The core's points in the plane and the radius."""
    core, radius = core_and_radius(body)
    rows = [[Fraction(x) for x in (*row[:2], t)] for row, t in zip(pose["R"][:2], pose["t"])]
    return [tuple(dot(row, [Fraction(x) for x in p]) + row[2] for row in rows) for p in core["polygon"]], radius


def differences(given, truth):
    """Names of what differs in the truth of one pair."""
    (A, r_A), (B, r_B) = [world(given[key], given["pose_" + key]) for key in "ab"]
    scale = common_scale([*A, *B])
    A, B = [[tuple(int(x * scale) for x in p) for p in points] for points in (A, B)]
    sign, square, directions = solve(hull([sub(p, q) for p in A for q in B]))
    square, r = square / scale ** 2, r_A + r_B
    found = {tuple(u) for u in whole(truth["directions"])}
    phi = rounded_root_less(square, sign, r) if r else rounded_root(square, sign) if square else 0
    law = truth.get("radius_law", {"core_phi_squared": truth.get("phi_squared"), "core_sign": truth["sign"]})
    holds = {
        "sign": law["core_sign"] == sign and truth["sign"] == (phi > 0) - (phi < 0),
        "phi^2": Fraction(law["core_phi_squared"]) == square,
        "phi": truth["phi"] == phi,
        "directions": found == directions if directions else {u[2] for u in found} == {0} or r == 0,
        "normals": not directions or sorted(truth["normals"]) == sorted(
            [rounded_root(Fraction(x * x, u[0] ** 2 + u[1] ** 2), (x > 0) - (x < 0)) if x else 0 for x in u]
            for u in directions),
    }
    return [name for name, is_so in holds.items() if not is_so]


def pairs(count, seed):
    """Pairs on a lattice, where ties and contacts are common, and anywhere; some with a radius."""
    draw = random.Random(seed)

    def body(spread, is_lattice):
        number = (lambda: draw.randint(-3, 3) * spread) if is_lattice else (lambda: draw.uniform(-spread, spread))
        polygon = {"polygon": [[number(), number()] for _ in range(draw.choice((1, 2, 3, 4, 5, 8, 12)))]}
        radius = draw.choice((0, 0, 0, 1, 5, draw.uniform(0, 2 * spread)))
        return {"core": polygon, "radius": radius} if radius else polygon

    def pose(spread, is_lattice):
        if is_lattice:
            (c, s), t = draw.choice(((1, 0), (0, 1), (-1, 0), (0, -1), (0.6, 0.8))), draw.randint(-6, 6)
            return {"t": [t, draw.randint(-6, 6), 0], "R": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}
        return {"t": [draw.uniform(-spread, spread), draw.uniform(-spread, spread), 0],
                "q": [draw.uniform(-1, 1), 0, 0, draw.uniform(-1, 1)]}

    for k in range(count):
        lattice, small, large = k % 2 == 0, 10 ** draw.randint(-4, 0), 10 ** draw.randint(0, 3)
        spreads = (1, 1) if lattice else draw.choice(((small, large), (large, small), (1, 1)))
        yield {"id": str(k + 1), **{key: body(spread, lattice) for key, spread in zip("ab", spreads)},
               **{"pose_" + key: pose(max(spreads), lattice) for key in "ab"}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit code 1: a truth differs; 3: the program failed.")
    parser.add_argument("--program", required=True, help="touchstone, to dump cases with")
    parser.add_argument("--cases", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asked = list(pairs(given.cases, given.seed))
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(asked, file)
        file.flush()
        ran = subprocess.run([given.program, "dump", "-", "--file", file.name, "--cases", str(given.cases)],
                             stdout=subprocess.PIPE, check=False)
    if ran.returncode:
        return 3
    kinds, failed = Counter(), 0
    records = [json.loads(line) for line in ran.stdout.splitlines()[1:]]
    for pair, record in zip(asked, records):
        # The matrix is the program's, where a quaternion was given.
        pair.update({key: record["case"][key] for key in ("pose_a", "pose_b")})
        wrong = differences(pair, record["truth"])
        failed += bool(wrong)
        kinds.update(("apart" if record["truth"]["sign"] > 0 else "overlap" if record["truth"]["sign"] < 0 else "touch",
                      "radius" if "radius_law" in record["truth"] else "sharp"))
        if wrong:
            print(f"pair {pair['id']}: differs in {', '.join(wrong)}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    print(f"{len(records) - failed} passed, {failed} failed")
    return 0 if len(records) == given.cases > 0 == failed else 1


if __name__ == "__main__":
    sys.exit(main())

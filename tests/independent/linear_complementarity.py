# SPDX-License-Identifier: GPL-3.0-or-later
"""w = M z + q, w >= 0, z >= 0, w.z = 0 by Lemke's method, ties broken lexicographically (Cottle, Pang & Stone)."""
import random

ACCEPTED = 1e-9  # residual, of the largest |q|
PIVOT = 1e-10  # smaller entries are taken for rounding
TIE = 1e-12  # ratios nearer than this are one


def residual(m, q, z):
    """The largest |min(w, z)|, of the largest |q|."""
    w = [bound + sum(a * b for a, b in zip(row, z)) for row, bound in zip(m, q)]
    return max(abs(min(pair)) for pair in zip(w, z)) / max(map(abs, q))


class Tableau:
    """basic[k] + sum_c rows[k][c] other[c] = rows[k][-1]. Variables: w is 0 to n - 1, z n to 2n - 1, z_0 2n."""

    def __init__(self, m, q, cover):
        self.count = len(q)
        self.rows = [[-a for a in row] + [-c, bound] for row, c, bound in zip(m, cover, q)]
        self.basic = list(range(self.count))
        self.other = list(range(self.count, 2 * self.count + 1))

    def pivot(self, k, c):
        """Exchanges basic[k] and other[c], and gives the one that left the basis."""
        scale = 1 / self.rows[k][c]
        self.rows[k] = row = [a * scale for a in self.rows[k]]
        row[c] = scale
        entries = [(i, a) for i, a in enumerate(row) if a and i != c]
        for line in self.rows:
            factor = line[c]
            if factor and line is not row:
                for i, a in entries:
                    line[i] -= factor * a
                line[c] = -factor * scale
        self.basic[k], self.other[c] = self.other[c], self.basic[k]
        return self.other[c]

    def leaving(self, c):
        """The row of the least ratio: the one of z_0 where it ties, else the lexicographically least."""
        ks = [k for k, row in enumerate(self.rows) if row[c] > PIVOT]
        ratios = {k: self.rows[k][-1] / self.rows[k][c] for k in ks}
        for variable in (None, *range(self.count)):
            if len(ks) < 2:
                break
            if variable is not None:
                column = self.other.index(variable) if variable in self.other else None
                ratios = {k: (float(self.basic[k] == variable) if column is None else self.rows[k][column])
                          / self.rows[k][c] for k in ks}
            least = min(ratios[k] for k in ks)
            ks = [k for k in ks if ratios[k] <= least + TIE * (1 + abs(least))]
            if variable is None:
                ks = [k for k in ks if self.basic[k] == 2 * self.count] or ks
        return ks[0] if ks else None


def lemke(m, q, cover):
    """z, or None where the method ends in a ray or turns in circles."""
    count = len(q)
    tableau = Tableau(m, q, cover)
    k, c = min(range(count), key=lambda i: (q[i] / cover[i], -i)), count
    for _ in range(50 * count):
        left = tableau.pivot(k, c)
        if left == 2 * count:
            z = [0.0] * count
            for variable, row in zip(tableau.basic, tableau.rows):
                if variable >= count:
                    z[variable - count] = max(0.0, row[-1])
            return z
        c = tableau.other.index(left + count if left < count else left - count)
        k = tableau.leaving(c)
        if k is None:
            return None
    return None


def solve(m, q):
    """z with a residual of at most ACCEPTED, from up to 50 covering vectors."""
    if min(q) >= 0:
        return [0.0] * len(q)
    numbers = random.Random(1)
    cover = [1.0] * len(q)
    for _ in range(50):
        z = lemke(m, q, cover)
        if z is not None and residual(m, q, z) <= ACCEPTED:
            return z
        cover = [numbers.uniform(0.5, 2.0) for _ in q]
    raise ArithmeticError(f"no solution of {len(q)} rows")

# SPDX-License-Identifier: GPL-3.0-or-later
"""How deep the origin is in a solid: a proof that no direction is better, for bodies of any size. A closed surface of
triangles with corners in the solid, each with the origin at least p behind its plane, encloses the ball of radius p
about the origin. It grows towards the farthest point along a triangle's normal where the plane is nearer."""
from polytopes import cross, dot, neg, primitive, sides, sub


def enclosing_surface(body, reaches):
    """A closed surface of triangles (a, b, c, normal, support) with corners in the solid `body`, all of which reach;
    nothing where a facet of the body does not. `reaches(normal, support)` holds only where support > 0."""
    left, short = {}, []  # the triangle left of each directed edge, seen from outside; those that do not reach

    def insert(a, b, c):
        n = cross(sub(b, a), sub(c, a))
        triangle = (a, b, c, n, dot(n, a))
        for edge in sides(triangle[:3]):
            assert edge not in left
            left[edge] = triangle
        if not reaches(n, triangle[4]):
            short.append(triangle)

    v, _, (a, b, c, *_) = body.first_facet()
    d = body.farthest(neg(v))[0]
    for corners in ((a, b, c), (a, d, b), (b, d, c), (c, d, a)):
        insert(*corners)
    while short:
        triangle = short.pop()
        if left.get(triangle[:2]) is not triangle:
            continue
        x, support = body.farthest(triangle[3])
        if support == triangle[4]:
            return None
        waiting, rim = [triangle], []  # all that x sees or is in the plane of makes way for a cone from x to its rim
        while waiting:
            triangle = waiting.pop()
            if left.get(triangle[:2]) is not triangle:
                continue
            for edge in sides(triangle[:3]):
                del left[edge]
            for p, q in sides(triangle[:3]):
                other = left.get((q, p))
                if other and dot(other[3], x) >= other[4]:
                    waiting.append(other)
                elif other:
                    rim.append((p, q))
        for p, q in rim:
            insert(p, q, x)
    assert all((q, p) in left for p, q in left)
    return set(left.values())


def tangent_normals(body, numerator, denominator):
    """The outward normals of all facets of the solid `body` at the distance p from the origin, p^2 = numerator /
    denominator > 0; nothing where a facet is nearer or the origin is not inside."""
    def sign(n, support):
        """Of the distance of a plane, less p."""
        excess = support * support * denominator - numerator * dot(n, n)
        return (excess > 0) - (excess < 0) if support > 0 else -1

    surface = enclosing_surface(body, lambda n, support: sign(n, support) >= 0)
    # The solid may go on beyond a triangle that touches the ball; beyond a facet that does it cannot.
    return surface and {primitive(n) for _, _, _, n, support in surface
                        if sign(n, support) == 0 and body.farthest(n)[1] == support}

// SPDX-License-Identifier: GPL-3.0-or-later
// What two edges of a triangle have to be scaled by to reach a point of its plane: with 1 less both,
// the barycentric weights of that point. Made from differences within the plane, they lose no digits
// where the triangle is far from 0. Shared by metrics.
#pragma once

#include <utility>

#include "geometry/arithmetic/double_double_vector.hpp"

namespace touchstone {

/// a.(b x c).
inline double triple(const Vec3& a, const Vec3& b, const Vec3& c) { return a.dot(b.cross(c)); }
inline DoubleDouble triple(const Dd3& a, const Dd3& b, const Dd3& c) { return dot(a, cross(b, c)); }

/// (w1, w2) n.n, where y = w1 e1 + w2 e2 and n = e1 x e2. `triple_of` is triple() for Vector.
template <class Vector, class Triple>
[[gnu::always_inline]] inline auto edge_weights(const Vector& n, const Vector& e1, const Vector& e2,
                                                const Vector& y, const Triple& triple_of) {
  return std::pair(triple_of(n, y, e2), triple_of(n, e1, y));
}
template <class Vector>
auto edge_weights(const Vector& n, const Vector& e1, const Vector& e2, const Vector& y) {
  return edge_weights(n, e1, e2, y, [](const Vector& a, const Vector& b, const Vector& c) {
    return triple(a, b, c);
  });
}

}  // namespace touchstone

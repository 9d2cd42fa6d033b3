// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/witness.hpp"

#include "reference/exact/ensure.hpp"
#include "reference/exact/wolfe.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {
namespace {

/// Integers over a common denominator and in units of 2^unit, as rationals.
ExactVec3 to_rational(const Integer3& num, const Integer& den, int unit) {
  return {make_rational(num[0], den, unit), make_rational(num[1], den, unit),
          make_rational(num[2], den, unit)};
}

ExactVec3 to_rational(const Integer3& a, int unit) { return to_rational(a, 1, unit); }

/// p + sign gap(u) u / u.u
ExactVec3 moved(const Integer3& p, const ExactDirection& best, int sign, int unit) {
  Integer3 num;
  for (int i = 0; i < 3; ++i) {
    num[i] = p[i] * best.square;
    const Integer step = best.gap * best.u[i];
    if (sign > 0) {
      num[i] += step;
    } else {
      num[i] -= step;
    }
  }
  return to_rational(num, best.square, unit);
}

/// Two edges that are not parallel: a0 + s e - b0 - t f = phi n with w = e x f parallel to n gives,
/// with c = a0 - b0,
///     s = -(c x f).w / w.w,   t = -(c x e).w / w.w.
void witness_on_edges(ExactPair& pair, const ExactFaces& faces, Truth& truth) {
  const Integer3 a0 = pair.A().vertex(faces.A[0]);
  const Integer3 b0 = pair.B().vertex(faces.B[0]);
  Integer3 e;
  Integer3 f;
  Integer3 c;
  Integer3 w;
  Integer3 product;
  set_difference(e, pair.A().vertex(faces.A[1]), a0);
  set_difference(f, pair.B().vertex(faces.B[1]), b0);
  set_difference(c, a0, b0);
  set_cross(w, e, f);
  Integer square;
  Integer s;
  Integer t;
  set_dot(square, w, w);
  set_cross(product, c, f);
  set_dot(s, product, w);
  set_cross(product, c, e);
  set_dot(t, product, w);
  Integer3 a;
  Integer3 b;
  for (int i = 0; i < 3; ++i) {
    a[i] = a0[i] * square - s * e[i];
    b[i] = b0[i] * square - t * f[i];
  }
  truth.witness_A = to_rational(a, square, pair.unit());
  truth.witness_B = to_rational(b, square, pair.unit());
}

/// Any two faces: the point phi n of A(u) - B(u) as an exact convex combination, found as the
/// nearest point, which is at distance 0.
void witness_on_faces(ExactPair& pair, const ExactDirection& best, const ExactFaces& faces,
                      Truth& truth) {
  std::vector<WolfePoint> points;
  Integer3 x;
  for (const int i : faces.A) {
    for (const int j : faces.B) {
      pair.difference(i, j, x);
      WolfePoint p{i, j, {}};
      for (int k = 0; k < 3; ++k) p.x[k] = x[k] * best.square - best.gap * best.u[k];
      points.push_back(std::move(p));
    }
  }
  const auto support = [&](const ExactVec3& direction) {
    std::size_t arg = 0;
    Rational least = dot(direction, points[0].x);
    for (std::size_t k = 1; k < points.size(); ++k) {
      const Rational value = dot(direction, points[k].x);
      if (value < least) {
        least = value;
        arg = k;
      }
    }
    return points[arg];
  };
  const WolfeResult result = nearest_to_origin(points[0], support);
  ensure(dot(result.x, result.x) == 0, "bodies that touch have no point in common");
  ExactVec3 a;
  for (std::size_t k = 0; k < result.corral.size(); ++k) {
    const Integer3& vertex = pair.A().vertex(result.corral[k].i);
    for (int i = 0; i < 3; ++i) a[i] += result.weights[k] * vertex[i];
  }
  for (int i = 0; i < 3; ++i) {
    Rational step(best.gap * best.u[i], best.square);
    step.canonicalize();
    truth.witness_A[i] = make_rational(a[i].get_num(), a[i].get_den(), pair.unit());
    const Rational b = a[i] - step;
    truth.witness_B[i] = make_rational(b.get_num(), b.get_den(), pair.unit());
  }
}

}  // namespace

void witness_from_nearest(ExactPair& pair, const NearestPoint& nearest, Truth& truth) {
  Integer3 a{0, 0, 0};
  Integer3 b{0, 0, 0};
  for (int k = 0; k < nearest.corral().count; ++k) {
    const Integer3& vertex_A = pair.A().vertex(nearest.corral().point[k].i);
    const Integer3& vertex_B = pair.B().vertex(nearest.corral().point[k].j);
    for (int i = 0; i < 3; ++i) {
      a[i] += nearest.weights()[k] * vertex_A[i];
      b[i] += nearest.weights()[k] * vertex_B[i];
    }
  }
  truth.witness_A = to_rational(a, nearest.weight_sum(), pair.unit());
  truth.witness_B = to_rational(b, nearest.weight_sum(), pair.unit());
}

void witness_from_faces(ExactPair& pair, const ExactDirection& best, const ExactFaces& faces,
                        Truth& truth) {
  if (faces.A.size() == 1) {
    const Integer3& a = pair.A().vertex(faces.A[0]);
    truth.witness_A = to_rational(a, pair.unit());
    truth.witness_B = moved(a, best, -1, pair.unit());
  } else if (faces.B.size() == 1) {
    const Integer3& b = pair.B().vertex(faces.B[0]);
    truth.witness_B = to_rational(b, pair.unit());
    truth.witness_A = moved(b, best, 1, pair.unit());
  } else if (faces.A.size() == 2 && faces.B.size() == 2) {
    witness_on_edges(pair, faces, truth);
  } else {
    witness_on_faces(pair, best, faces, truth);
  }
}

}  // namespace touchstone

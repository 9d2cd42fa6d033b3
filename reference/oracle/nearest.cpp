// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/nearest.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "reference/exact/ensure.hpp"

namespace touchstone {
namespace {

/// The walk is a guess: where it has not ended after this many steps, the exact one takes over.
constexpr int kWalkLimit = 200;

/// A simplex of rounded points of A - B.
struct Simplex {
  Corral names;
  std::array<Vec3, 4> x;

  void add(Corral::Point name, const Vec3& point) {
    names.point[names.count] = name;
    x[names.count++] = point;
  }
  Simplex subset(std::initializer_list<int> which) const {
    Simplex out;
    for (const int k : which) out.add(names.point[k], x[k]);
    return out;
  }
};

struct Reduced {
  Simplex simplex;  ///< the smallest face that holds the nearest point
  Vec3 nearest;
};

Reduced reduce_segment(const Simplex& s) {
  const Vec3 e = s.x[1] - s.x[0];
  const double t = -s.x[0].dot(e);
  const double square = e.dot(e);
  if (t <= 0) return {s.subset({0}), s.x[0]};
  if (t >= square) return {s.subset({1}), s.x[1]};
  return {s, s.x[0] + (t / square) * e};
}

/// Ericson 2005, Real-Time Collision Detection, 5.1.5: closest point on a triangle, by its Voronoi
/// regions.
Reduced reduce_triangle(const Simplex& s) {
  const Vec3 ab = s.x[1] - s.x[0];
  const Vec3 ac = s.x[2] - s.x[0];
  const double d1 = -ab.dot(s.x[0]);
  const double d2 = -ac.dot(s.x[0]);
  if (d1 <= 0 && d2 <= 0) return {s.subset({0}), s.x[0]};
  const double d3 = -ab.dot(s.x[1]);
  const double d4 = -ac.dot(s.x[1]);
  if (d3 >= 0 && d4 <= d3) return {s.subset({1}), s.x[1]};
  const double d5 = -ab.dot(s.x[2]);
  const double d6 = -ac.dot(s.x[2]);
  if (d6 >= 0 && d5 <= d6) return {s.subset({2}), s.x[2]};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return reduce_segment(s.subset({0, 1}));
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return reduce_segment(s.subset({0, 2}));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return reduce_segment(s.subset({1, 2}));
  // The foot on the plane rather than a sum of corners: it stays sharp where the triangle is near.
  const Vec3 n = ab.cross(ac);
  return {s, n * (n.dot(s.x[0]) / n.dot(n))};
}

Reduced reduce(const Simplex& s) {
  if (s.names.count == 1) return {s, s.x[0]};
  if (s.names.count == 2) return reduce_segment(s);
  if (s.names.count == 3) return reduce_triangle(s);
  // The nearest face is one of those at the newest point.
  Reduced best = reduce_triangle(s.subset({0, 1, 3}));
  for (const auto& which : {s.subset({1, 2, 3}), s.subset({0, 2, 3})}) {
    Reduced other = reduce_triangle(which);
    if (other.nearest.squaredNorm() < best.nearest.squaredNorm()) best = other;
  }
  return best;
}

int farthest_along(const Columns& points, const Vec3& u) {
  int arg = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < points.size(); ++v) {
    const double dot = u[0] * points.x[v] + u[1] * points.y[v] + u[2] * points.z[v];
    if (dot > most) {
      most = dot;
      arg = v;
    }
  }
  return arg;
}

}  // namespace

void clear_denominators(const ExactVec3& x, Integer3& u) {
  Integer common;
  mpz_lcm(common.get_mpz_t(), x[0].get_den().get_mpz_t(), x[1].get_den().get_mpz_t());
  mpz_lcm(common.get_mpz_t(), common.get_mpz_t(), x[2].get_den().get_mpz_t());
  for (int i = 0; i < 3; ++i) u[i] = x[i].get_num() * (common / x[i].get_den());
  make_primitive(u);
}

void NearestPoint::find(ExactPair& pair) {
  guess(pair);
  exact_walk_ = !verify(pair);
  if (!exact_walk_) return;
  walk_exactly(pair);
}

const Corral& NearestPoint::guess(ExactPair& pair) {
  const PairFrame& frame = pair.frame();
  const Columns& a = pair.A().vertices();
  const Columns& b = pair.B().vertices();
  const auto point = [&](const Corral::Point& p) {
    return Vec3(frame.base + frame.factor_A * a.get(p.i) - frame.factor_B * b.get(p.j));
  };
  Reduced state;
  state.simplex.add({0, 0}, point({0, 0}));
  state.nearest = state.simplex.x[0];
  for (int k = 0; k < kWalkLimit; ++k) {
    const Corral::Point p{farthest_along(a, -state.nearest), farthest_along(b, state.nearest)};
    const Vec3 x = point(p);
    const auto* end = state.simplex.names.point.begin() + state.simplex.names.count;
    const bool known =
        std::any_of(static_cast<const Corral::Point*>(state.simplex.names.point.begin()), end,
                    [&](const Corral::Point& q) { return q.i == p.i && q.j == p.j; });
    if (known || state.simplex.names.count == 4 ||
        x.dot(state.nearest) >= state.nearest.squaredNorm()) {
      break;
    }
    Simplex grown = state.simplex;
    grown.add(p, x);
    const Reduced next = reduce(grown);
    if (!(next.nearest.squaredNorm() < state.nearest.squaredNorm())) break;
    state = next;
  }
  corral_ = state.simplex.names;
  return corral_;
}

/// Weights and direction from the corral's affine hull, exactly; then whether they are optimal: no
/// negative weight, and u.x over A - B is least at the corral.
bool NearestPoint::verify(ExactPair& pair) {
  const int n = corral_.count;
  assert(n >= 1 && n <= 3);
  for (int k = 0; k < n; ++k) pair.difference(corral_.point[k].i, corral_.point[k].j, x_[k]);
  Integer3& u = direction_.u;
  if (n == 1) {
    // The point itself.
    u = x_[0];
    weights_[0] = 1;
    weight_sum_ = 1;
  } else if (n == 2) {
    // e = x1 - x0: weights x1.e and -x0.e over e.e, and u = x0 (e.e) - e (x0.e).
    set_difference(e_, x_[1], x_[0]);
    set_dot(weights_[0], x_[1], e_);
    set_dot(weights_[1], x_[0], e_);
    set_dot(weight_sum_, e_, e_);
    for (int i = 0; i < 3; ++i) u[i] = x_[0][i] * weight_sum_ - e_[i] * weights_[1];
    weights_[1] = -weights_[1];
  } else {
    // n = (x1 - x0) x (x2 - x0): weights n.(x1 x x2), n.(x2 x x0), n.(x0 x x1) over n.n, and u =
    // +-n.
    set_difference(e_, x_[1], x_[0]);
    set_difference(f_, x_[2], x_[0]);
    set_cross(u, e_, f_);
    for (int k = 0; k < 3; ++k) {
      set_cross(scratch_, x_[(k + 1) % 3], x_[(k + 2) % 3]);
      set_dot(weights_[k], u, scratch_);
    }
    set_dot(weight_sum_, u, u);
    if (dot_sign(u, x_[0]) < 0) negate(u);
  }
  for (int k = 0; k < n; ++k) {
    if (weights_[k] < 0) return false;
  }
  if (is_zero(u)) return false;
  set_dot(direction_.gap, u, x_[0]);
  if (direction_.gap <= 0) return false;
  set_dot(direction_.square, u, u);
  pair.faces(u, faces_);
  for (int k = 0; k < n; ++k) {
    if (!std::binary_search(faces_.A.begin(), faces_.A.end(), corral_.point[k].i) ||
        !std::binary_search(faces_.B.begin(), faces_.B.end(), corral_.point[k].j)) {
      return false;
    }
  }
  return true;
}

void NearestPoint::walk_exactly(ExactPair& pair) {
  const auto point = [&](int i, int j) {
    pair.difference(i, j, scratch_);
    return WolfePoint{i, j, {scratch_[0], scratch_[1], scratch_[2]}};
  };
  const auto support = [&](const ExactVec3& x) {
    clear_denominators(x, direction_.u);
    pair.faces(direction_.u, faces_);
    return point(faces_.A[0], faces_.B[0]);
  };
  const WolfeResult result =
      nearest_to_origin(point(corral_.point[0].i, corral_.point[0].j), support);
  corral_.count = static_cast<int>(result.corral.size());
  for (int k = 0; k < corral_.count; ++k) {
    corral_.point[k] = {result.corral[k].i, result.corral[k].j};
  }
  const bool origin = dot(result.x, result.x) == 0;
  if (!origin) {
    ensure(verify(pair), "the exact walk did not end at the nearest point");
    return;
  }
  // A flat A - B around the origin: at most three points, whose common denominator the weights are
  // brought to.
  ensure(corral_.count <= 3, "a flat difference has a corral of four points");
  weight_sum_ = 1;
  for (const Rational& w : result.weights) {
    mpz_lcm(weight_sum_.get_mpz_t(), weight_sum_.get_mpz_t(), w.get_den().get_mpz_t());
  }
  for (int k = 0; k < corral_.count; ++k) {
    weights_[k] = result.weights[k].get_num() * (weight_sum_ / result.weights[k].get_den());
  }
  direction_.u = {0, 0, 0};
  direction_.gap = 0;
  direction_.square = 0;
}

}  // namespace touchstone

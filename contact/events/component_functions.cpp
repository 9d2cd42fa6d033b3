// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/component_functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/hull/unmerged_facets.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Rounding of a sum of products of rotated differences, relative to their lengths' product [1].
constexpr double kRoundingOfDoubles = 1e-14;
constexpr double kRoundingOfDoubleDoubles = 1e-29;
/// Ratio of a value to its rounding from which on double-doubles decide it [1].
constexpr double kResolved = 1e14;
/// The n.d, in the unit of the bodies, below which parts of it are no normal doubles.
constexpr double kUnderflow = 1e-200;

using Exact3 = std::array<Rational, 3>;

Exact3 operator-(const Exact3& a, const Exact3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Exact3 cross(const Exact3& a, const Exact3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Exact3 exactly_of(const Vec3& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }
Rational dot(const Exact3& a, const Exact3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// a times 2^exponent.
Dd3 scaled_by_power(const Dd3& a, int exponent) {
  Dd3 product = a;
  for (DoubleDouble& x : product) {
    x = {std::ldexp(x.high, exponent), std::ldexp(x.low, exponent)};
  }
  return product;
}

/// The exponent of the power of two that is a body's unit of length [m].
int unit_of(const Polytope& body) { return std::ilogb(body.bounding_radius()); }

/// Vertices about the interior point, world axes, in a unit of length of about the body's size:
/// products of four lengths stay in the range of double-doubles, whatever the other body's size is.
class Turned {
 public:
  Turned(const Polytope& body, const Pose& X)
      : body_(body), R_(X.R), facets_(body), unit_(unit_of(body)) {
    for (const Vec3& v : body.vertices()) {
      precise_.push_back(rotate(R_, scaled_by_power(difference(v, body.interior_point()), -unit_)));
      rounded_.push_back(rounded(precise_.back()));
      longest_ = std::max(longest_, rounded_.back().norm());
    }
  }

  const Polytope& body() const { return body_; }
  const UnmergedFacets& facets() const { return facets_; }
  const Vec3& arm(int v) const { return rounded_[at(v)]; }
  const Dd3& precise(int v) const { return precise_[at(v)]; }
  double longest() const { return longest_; }
  /// The arm of a vertex, and the length of the longest, in units of 2^exponent m.
  Dd3 precise_in(int exponent, int v) const {
    return scaled_by_power(precise(v), unit_ - exponent);
  }
  double longest_in(int exponent) const { return std::ldexp(longest_, unit_ - exponent); }
  /// R (b - a) exactly, in metres.
  Exact3 exact(int a, int b) const {
    return rotated(exactly_of(body_.vertices()[at(b)]) - exactly_of(body_.vertices()[at(a)]));
  }
  /// The arm of a vertex, exactly, in metres.
  Exact3 exact_arm(int v) const {
    return rotated(exactly_of(body_.vertices()[at(v)]) - exactly_of(body_.interior_point()));
  }
  Exact3 rotated(const Exact3& v) const {
    Exact3 w;
    for (int i = 0; i < 3; ++i) {
      w[at(i)] = Rational(R_(i, 0)) * v[0] + Rational(R_(i, 1)) * v[1] + Rational(R_(i, 2)) * v[2];
    }
    return w;
  }

 private:
  const Polytope& body_;
  Mat3 R_;
  UnmergedFacets facets_;
  int unit_;  ///< exponent of the unit of length
  std::vector<Dd3> precise_;
  std::vector<Vec3> rounded_;
  double longest_ = 0;
};

/// Two vertices of a body: the vector from one to the other.
struct Span {
  const Turned* body;
  int from;
  int to;

  Vec3 rounded() const { return body->arm(to) - body->arm(from); }
  Dd3 precise() const { return body->precise(to) - body->precise(from); }
  Exact3 exact() const { return body->exact(from, to); }
};

/// The sign of (u x v).w, exactly.
int triple_sign(const Span& u, const Span& v, const Span& w) {
  const double scale = 8 * u.body->longest() * v.body->longest() * w.body->longest();
  const double quick = u.rounded().cross(v.rounded()).dot(w.rounded());
  if (std::abs(quick) > kRoundingOfDoubles * scale) return quick > 0 ? 1 : -1;
  const double slow = dot(cross(u.precise(), v.precise()), w.precise()).high;
  if (std::abs(slow) > kRoundingOfDoubleDoubles * scale) return slow > 0 ? 1 : -1;
  return sgn(dot(cross(u.exact(), v.exact()), w.exact()));
}

class Components {
 public:
  explicit Components(const Pair& pair)
      : A_(*pair.A, pair.X_WA),
        B_(*pair.B, pair.X_WB),
        exact_d_(exact_d(pair, A_, B_)),
        unit_(std::max(unit_of(*pair.A), unit_of(*pair.B))) {
    const Rational unit(std::ldexp(1.0, unit_));
    for (int i = 0; i < 3; ++i) {
      const Rational x = exact_d_[at(i)] / unit;
      const double high = round_to_double(x);
      d_[at(i)] = {high, round_to_double(x - Rational(high))};
    }
  }

  ComponentMaximum run() {
    corners(A_, B_, 1);
    corners(B_, A_, -1);
    for (const Edge& a : A_.facets().edges()) {
      for (const Edge& b : B_.facets().edges()) edges(a, b);
    }
    return found_;
  }

 private:
  /// x_A - x_B [m].
  static Exact3 exact_d(const Pair& pair, const Turned& A, const Turned& B) {
    const Exact3 center_A = A.rotated(exactly_of(pair.A->interior_point()));
    const Exact3 center_B = B.rotated(exactly_of(pair.B->interior_point()));
    return (exactly_of(pair.X_WA.t) - exactly_of(pair.X_WB.t)) - (center_B - center_A);
  }

  /// Adds the event with normal along `sign` u x v, from B to A, of a feature of A with vertex a
  /// and one of B with vertex b.
  void add(const Span& u, const Span& v, int sign, int a, int b, LargestComponent& largest) const {
    const Dd3 first = u.precise();
    const Dd3 second = v.precise();
    Dd3 n = cross(first, second);
    if (sign < 0) n = -n;
    // n has the rounding of the arms that its factors are differences of.
    const double doubt = kRoundingOfDoubleDoubles * (u.body->longest() * rounded(second).norm() +
                                                     v.body->longest() * rounded(first).norm());
    const double far = rounded(d_).norm();
    const double reach = far + A_.longest_in(unit_) + B_.longest_in(unit_);
    DoubleDouble f;
    const DoubleDouble along = dot(n, d_);
    const DoubleDouble apart = dot(n, (d_ + A_.precise_in(unit_, a)) - B_.precise_in(unit_, b));
    if (std::abs(along.high) > std::max(kResolved * doubt * far, kUnderflow * std::max(1.0, far)) &&
        std::max(std::abs(along.high), std::abs(apart.high)) > kResolved * doubt * reach) {
      if (!(along.high > 0)) return;
      f = apart / along;
    } else {
      const Exact3 exact = cross(u.exact(), v.exact());
      const Rational exact_along = sign * dot(exact, exact_d_);
      if (exact_along <= 0) return;
      const Exact3 exact_apart = exact_d_ - (B_.exact_arm(b) - A_.exact_arm(a));
      const Rational value = sign * dot(exact, exact_apart) / exact_along;
      f.high = round_to_double(value);
      f.low = std::isfinite(f.high) ? round_to_double(value - Rational(f.high)) : 0;
    }
    ++largest.events;
    const bool larger = f.high > largest.value || (f.high == largest.value && f.low > largest.tail);
    if (!larger) return;
    largest.value = f.high;
    largest.tail = f.low;
  }

  /// Adds the events of corners on facets: with `sign` > 0 corners of A, else corners of B.
  void corners(const Turned& corner_of, const Turned& facet_of, int sign) {
    for (const Facet& facet : facet_of.facets().facets()) {
      const std::vector<int>& around = facet.vertices;
      const auto [second, third] = widest(facet_of, around);
      const Span u = {&facet_of, around[0], around[at(second)]};
      const Span v = {&facet_of, around[0], around[at(third)]};
      const Vec3 n = u.rounded().cross(v.rounded());
      double least = std::numeric_limits<double>::infinity();
      for (const int w : corner_of.body().extreme()) {
        least = std::min(least, n.dot(corner_of.arm(w)));
      }
      const double doubt = 4 * kRoundingOfDoubles * 4 * facet_of.longest() * facet_of.longest() *
                           corner_of.longest();
      for (const int w : corner_of.body().extreme()) {
        if (n.dot(corner_of.arm(w)) > least + doubt || !is_lowest(corner_of, w, u, v)) continue;
        if (sign > 0) {
          add(u, v, 1, w, around[0], found_.corners);
        } else {
          add(u, v, -1, around[0], w, found_.corners);
        }
      }
    }
  }

  /// The two corners, as places in a facet's cycle, that span the largest triangle with its first.
  static std::pair<int, int> widest(const Turned& body, const std::vector<int>& around) {
    std::pair<int, int> best = {1, 2};
    double area = -1;
    const int count = static_cast<int>(around.size());
    for (int k = 1; k + 1 < count; ++k) {
      for (const int m : {k + 1, count - 1}) {
        if (m <= k) continue;
        const double here = (body.arm(around[at(k)]) - body.arm(around[0]))
                                .cross(body.arm(around[at(m)]) - body.arm(around[0]))
                                .squaredNorm();
        if (here <= area) continue;
        area = here;
        best = {k, m};
      }
    }
    return best;
  }

  static bool is_lowest(const Turned& body, int corner, const Span& u, const Span& v) {
    for (const int w : body.body().neighbours()[at(corner)]) {
      if (triple_sign(u, v, {&body, corner, w}) < 0) return false;
    }
    return true;
  }

  /// The facet's corner that is farthest from one of its edges.
  static int beside(const Turned& body, int facet, const Edge& edge) {
    int best = -1;
    double farthest = -1;
    const Vec3 along = body.arm(edge.v1) - body.arm(edge.v0);
    for (const int w : body.facets().facets()[at(facet)].vertices) {
      if (w == edge.v0 || w == edge.v1) continue;
      const double here = along.cross(body.arm(w) - body.arm(edge.v0)).squaredNorm();
      if (here <= farthest) continue;
      farthest = here;
      best = w;
    }
    return best;
  }

  void edges(const Edge& a, const Edge& b) {
    const Span u = {&A_, a.v0, a.v1};
    const Span v = {&B_, b.v0, b.v1};
    // The side on which the facets of either edge are: A's along n, B's against it.
    int side = 0;
    for (const int facet : {a.left, a.right}) {
      const int here = triple_sign(u, v, {&A_, a.v0, beside(A_, facet, a)});
      if (here * side < 0) return;
      if (here != 0) side = here;
    }
    for (const int facet : {b.left, b.right}) {
      const int here = -triple_sign(u, v, {&B_, b.v0, beside(B_, facet, b)});
      if (here * side < 0) return;
      if (here != 0) side = here;
    }
    if (side == 0) return;  // parallel, or in one plane with all four facets
    const Dd3 e_A = u.precise();
    const Dd3 e_B = v.precise();
    const Dd3 e = cross(e_A, e_B);
    const double sine_squared = dot(e, e).high / (dot(e_A, e_A).high * dot(e_B, e_B).high);
    add(u, v, side, a.v0, b.v0,
        sine_squared < kCountedApart * kCountedApart ? found_.parallel_edges : found_.edges);
  }

  Turned A_;
  Turned B_;
  Dd3 d_;  ///< x_A - x_B [2^unit_ m]
  Exact3 exact_d_;
  int unit_;  ///< exponent of the unit of distances between the bodies: the larger body's
  ComponentMaximum found_;
};

}  // namespace

const LargestComponent& ComponentMaximum::largest() const {
  const LargestComponent* best = &corners;
  for (const LargestComponent* other : {&edges, &parallel_edges}) {
    const bool larger =
        other->value > best->value || (other->value == best->value && other->tail > best->tail);
    if (larger) best = other;
  }
  return *best;
}

ComponentMaximum largest_component(const Pair& pair) { return Components(pair).run(); }

}  // namespace touchstone

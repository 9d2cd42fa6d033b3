// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/minkowski/minkowski.hpp"

#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/minkowski/differences.hpp"
#include "metrics/minkowski/hull_order.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

using Triangle = HullTriangle;

/// The point q of C nearest to the origin, as a convex combination of one to three of the
/// differences.
template <class Differences>
struct Nearest {  // NOLINT(bugprone-exception-escape): Mpzf's noexcept move may allocate
  using Number = typename Differences::Number;
  using Vector = typename Differences::Vector;

  int sign = 0;                       ///< sign of phi
  Number numerator{}, denominator{};  ///< phi^2 = numerator / denominator
  Vector normal;                      ///< from B to A, not normalised
  int count = 0;                      ///< number of differences combined
  Triangle differences{};             ///< their indices
  std::array<Number, 3> weights{};    ///< q = sum weights difference / total
  Number total{};                     ///< sum of weights, > 0
};

/// The Minkowski difference C = B + (-A) of one query.
template <class Differences>
class MinkowskiDifference {
 public:
  using Number = typename Differences::Number;
  using Vector = typename Differences::Vector;

  MinkowskiDifference(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB)
      : A_{A, X_WA, place(A, X_WA)}, B_{B, X_WB, place(B, X_WB)}, differences_(A_, B_) {
    make_hull();
  }
  // The differences refer to the placed vertices.
  MinkowskiDifference(const MinkowskiDifference&) = delete;
  MinkowskiDifference& operator=(const MinkowskiDifference&) = delete;

  /// False if C is flat, which rounding can make of solids.
  bool solid() const { return !triangles_.empty(); }
  int triangle_count() const { return static_cast<int>(triangles_.size()); }

  /// The nearest point of C's surface; only triangles that the origin is strictly outside of matter
  /// if there are any.
  Nearest<Differences> nearest() const {
    std::vector<int> all;
    std::vector<int> visible;
    for (int f = 0; f < triangle_count(); ++f) {
      all.push_back(f);
      if (differences_.is_outside(triangles_[at(f)])) visible.push_back(f);
    }
    Nearest<Differences> nearest =
        visible.empty() ? nearest_on(all, true) : nearest_on(visible, false);
    nearest.sign = CGAL::is_zero(nearest.numerator) ? 0 : visible.empty() ? -1 : 1;
    return nearest;
  }

  /// The witness on A (or B) that belongs to the combination, times `total`.
  Vector weighted_witness_A(const Nearest<Differences>& nearest) const {
    return combine(nearest, [this](int d) { return A_.p_W[d % A_.p_W.size()]; });
  }
  Vector weighted_witness_B(const Nearest<Differences>& nearest) const {
    return combine(nearest, [this](int d) { return B_.p_W[d / A_.p_W.size()]; });
  }

 private:
  /// m.x <= c holds on C, m not normalised.
  struct Plane {  // NOLINT(bugprone-exception-escape): as Nearest
    Vector m;
    Number offset;
    Number m_squared;
  };

  static std::vector<Vector> place(const Polytope& body, const Pose& X_WL) {
    const auto number = [](double x) { return Number(x); };
    std::vector<Vector> placed;
    placed.reserve(body.vertices().size());
    for (const Vec3& v : body.vertices()) {
      std::array<Number, 3> p;
      for (int k = 0; k < 3; ++k) {
        p[k] = number(X_WL.R(k, 0)) * number(v.x()) + number(X_WL.R(k, 1)) * number(v.y()) +
               number(X_WL.R(k, 2)) * number(v.z()) + number(X_WL.t(k));
      }
      placed.emplace_back(p[0], p[1], p[2]);
    }
    return placed;
  }

  void make_hull() {
    // The hull is made of indices, so that every corner keeps the pair (a, b) that it is the
    // difference of.
    std::vector<int> indices(at(differences_.count()));
    std::iota(indices.begin(), indices.end(), 0);
    // The first of coincident differences stands for all.
    std::stable_sort(indices.begin(), indices.end(),
                     [this](int i, int j) { return differences_.lexicographic(i, j) < 0; });
    indices.erase(
        std::unique(indices.begin(), indices.end(),
                    [this](int i, int j) { return differences_.lexicographic(i, j) == 0; }),
        indices.end());
    std::vector<int> corners;
    std::vector<Triangle> triangles;
    // CGAL 5.5 declares a template parameter here that it neither uses nor deduces: any type will
    // do.
    CGAL::convex_hull_3<std::vector<int>::iterator, void>(indices.begin(), indices.end(), corners,
                                                          triangles, differences_.hull_traits());
    // Euler: a closed surface of triangles has 2 V - 4. A flat hull has fewer (and CGAL 5.5 numbers
    // its corners wrongly).
    if (corners.size() < 4 || triangles.size() != 2 * corners.size() - 4) return;
    for (Triangle& t : triangles) t = {corners[at(t[0])], corners[at(t[1])], corners[at(t[2])]};
    triangles_ = ordered_hull(
        triangles, [this](int i, int j, int k, int l) { return differences_.coplanar(i, j, k, l); },
        [this](int i, int j, int k) { return differences_.collinear(i, j, k); });
    std::erase_if(triangles_, [this](const Triangle& t) { return differences_.vanishes(t); });
  }

  Vector vector(int difference) const { return differences_.vector(difference); }
  std::array<Vector, 3> corner_vectors(const Triangle& t) const {
    return {vector(t[0]), vector(t[1]), vector(t[2])};
  }
  Plane plane_of(const Triangle& t) const {
    const auto [p, q, r] = corner_vectors(t);
    const Vector m = CGAL::cross_product(q - p, r - p);
    return {m, m * p, m * m};
  }

  template <class VertexOf>
  static Vector combine(const Nearest<Differences>& nearest, const VertexOf& vertex_of) {
    Vector sum = vertex_of(nearest.differences[0]) * nearest.weights[0];
    for (int k = 1; k < nearest.count; ++k) {
      sum = sum + vertex_of(nearest.differences[k]) * nearest.weights[k];
    }
    return sum;
  }

  /// The least distance over the triangles `faces`. From inside C it is attained in a triangle's
  /// interior: the nearest plane has its foot in its facet.
  Nearest<Differences> nearest_on(const std::vector<int>& faces, bool from_inside) const {
    Nearest<Differences> best;
    const auto improves = [&best](const Number& numerator, const Number& denominator) {
      return best.count == 0 || numerator * best.denominator < best.numerator * denominator;
    };
    const auto offer = [&](const Nearest<Differences>& candidate) {
      if (improves(candidate.numerator, candidate.denominator)) best = candidate;
    };
    // Planes that are certainly farther than some point of C need no exact numbers.
    std::vector<RoundedDifferences::Distance> distances;
    distances.reserve(faces.size());
    double most = std::numeric_limits<double>::infinity();
    for (const int f : faces) {
      distances.push_back(differences_.distance_of(triangles_[at(f)]));
      if (from_inside) most = std::min(most, distances.back().most);
    }
    for (std::size_t k = 0; k < faces.size(); ++k) {
      if (distances[k].least > most) continue;
      const Triangle& t = triangles_[at(faces[k])];
      const Plane plane = plane_of(t);
      const Number offset_squared = plane.offset * plane.offset;
      // The plane is no farther than the triangle.
      if (!improves(offset_squared, plane.m_squared)) continue;
      const Nearest<Differences> foot = foot_on_plane(t, plane);
      if (std::none_of(foot.weights.begin(), foot.weights.end(),
                       [](const Number& w) { return CGAL::is_negative(w); })) {
        best = foot;
        most = std::min(most, distances[k].most);
        continue;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        offer(at_corner(t[i], from_inside));
        offer_edge(t[i], t[(i + 1) % 3], from_inside, offer);
      }
    }
    return best;
  }

  /// The foot of the origin on the plane of triangle t. With m = (q - p) x (r - p) its barycentric
  /// coordinates are m.(q x r), m.(r x p), m.(p x q), over their sum m.m: moving p, q, r along m
  /// changes none of them.
  Nearest<Differences> foot_on_plane(const Triangle& t, const Plane& plane) const {
    const auto [p, q, r] = corner_vectors(t);
    Nearest<Differences> n;
    n.numerator = plane.offset * plane.offset;
    n.denominator = plane.m_squared;
    n.normal = plane.m;  // C's outward normal: out of B, into A
    n.count = 3;
    n.differences = t;
    n.weights = {plane.m * CGAL::cross_product(q, r), plane.m * CGAL::cross_product(r, p),
                 plane.m * CGAL::cross_product(p, q)};
    n.total = plane.m_squared;
    return n;
  }

  Nearest<Differences> at_corner(int i, bool from_inside) const {
    const Vector p = vector(i);
    Nearest<Differences> n;
    n.numerator = p * p;
    n.denominator = Number(1);
    n.normal = from_inside ? p : -p;
    n.count = 1;
    n.differences = {i, i, i};
    n.weights = {Number(1), Number(0), Number(0)};
    n.total = Number(1);
    return n;
  }

  /// The foot of the origin on the edge from p to q is p + s (q - p) / |q - p|^2 with s = -p.(q -
  /// p), strictly inside.
  template <class Offer>
  void offer_edge(int i, int j, bool from_inside, const Offer& offer) const {
    const Vector p = vector(i);
    const Vector q = vector(j);
    const Vector e = q - p;
    const Number s = -(p * e);
    const Number length_squared = e * e;
    if (!CGAL::is_positive(s) || !(s < length_squared)) return;
    const Vector moment = CGAL::cross_product(p, q);
    Nearest<Differences> n;
    n.numerator = moment * moment;
    n.denominator = length_squared;
    n.count = 2;
    n.differences = {i, j, j};
    n.weights = {length_squared - s, s, Number(0)};
    n.total = length_squared;
    const Vector foot = p * n.weights[0] + q * n.weights[1];
    n.normal = from_inside ? foot : -foot;
    offer(n);
  }

  PlacedBody<Vector> A_, B_;
  Differences differences_;          ///< b - a, a running fastest
  std::vector<Triangle> triangles_;  ///< hull, corners counter-clockwise seen from outside
};

using ExactVector = ExactDifferences::Vector;
using FloatVector = FloatDifferences::Vector;

/// x / y for y > 0, not in lowest terms: rounding needs none.
Rational quotient(const CGAL::Mpzf& x, const CGAL::Mpzf& y) {
  Rational numerator;
  Rational denominator;
  x.export_to_mpq_t(numerator.get_mpq_t());
  y.export_to_mpq_t(denominator.get_mpq_t());
  Rational result;
  result.get_num() = numerator.get_num() * denominator.get_den();
  result.get_den() = numerator.get_den() * denominator.get_num();
  return result;
}

/// Each coordinate of v / divisor, rounded once.
Vec3 divide(const ExactVector& v, const CGAL::Mpzf& divisor) {
  const auto entry = [&](int k) { return round_to_double(quotient(v[k], divisor)); };
  return {entry(0), entry(1), entry(2)};
}
Vec3 divide(const FloatVector& v, double divisor) {
  return {v.x() / divisor, v.y() / divisor, v.z() / divisor};
}

double root(const CGAL::Mpzf& numerator, const CGAL::Mpzf& denominator) {
  return round_sqrt_to_double(quotient(numerator, denominator));
}
double root(double numerator, double denominator) { return std::sqrt(numerator / denominator); }

Vec3 unit(const ExactVector& v) {
  const CGAL::Mpzf length_squared = v * v;
  const auto entry = [&](int k) {
    const double size = root(v[k] * v[k], length_squared);
    return CGAL::is_negative(v[k]) ? -size : size;
  };
  return {entry(0), entry(1), entry(2)};
}
Vec3 unit(const FloatVector& v) { return divide(v, std::sqrt(v * v)); }

template <class Differences>
class MinkowskiMetric final : public TypedMetric<std::reference_wrapper<const Polytope>> {
  using Body = std::reference_wrapper<const Polytope>;

  Answer ask(const Body& A, const Pose& X_WA, const Body& B, const Pose& X_WB,
             Workspace& /*scratch*/) const override {
    const Polytope& body_A = A;
    const Polytope& body_B = B;
    if (body_A.dimension() < 3 || body_B.dimension() < 3) {
      return refused("the explicit hull takes solids only");
    }
    const MinkowskiDifference<Differences> C(body_A, X_WA, body_B, X_WB);
    if (!C.solid()) return refused("the hull of the differences is flat");
    const Nearest<Differences> nearest = C.nearest();
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = nearest.sign * root(nearest.numerator, nearest.denominator);
    answer.normal = unit(nearest.normal);
    answer.witnesses = WitnessPoints{divide(C.weighted_witness_A(nearest), nearest.total),
                                     divide(C.weighted_witness_B(nearest), nearest.total)};
    answer.work.iterations = C.triangle_count();
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> make_minkowski() {
  return std::make_unique<MinkowskiMetric<ExactDifferences>>();
}

std::unique_ptr<Metric> make_minkowski_float() {
  return std::make_unique<MinkowskiMetric<FloatDifferences>>();
}

MetricRow minkowski_row() {
  MetricTraits traits;
  traits.claims_exact = true;
  traits.own_tolerance = 1e-12;
  traits.value_claim = ValueClaim::correctly_rounded;  // phi may be many sizes
  traits.largest_default_vertices = 64;
  return {.name = "minkowski",
          .summary = "explicit hull of all vertex differences, CGAL 5.5 in exact arithmetic",
          .traits = traits,
          .make = make_minkowski};
}

MetricRow minkowski_float_row() {
  MetricTraits traits;
  traits.own_tolerance = 1e-12;
  traits.largest_default_vertices = 128;
  return {.name = "minkowski_float",
          .summary = "as minkowski, in doubles: CGAL 5.5 hull of the rounded differences",
          .traits = traits,
          .make = make_minkowski_float};
}

}  // namespace touchstone

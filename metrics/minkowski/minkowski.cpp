// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/minkowski/minkowski.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Extreme_points_traits_adapter_3.h>
#include <CGAL/Mpzf.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <array>
#include <boost/property_map/property_map.hpp>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

#include "geometry/rational.hpp"
#include "metrics/minkowski/hull_order.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

using Triangle = HullTriangle;

/// Dyadic integers of any length, without denominators: + - * and comparison are all that the
/// construction needs, and there are no common factors to remove. Faster on two boxes than CGAL's
/// lazy rational kernel (0.23 against 0.37 ms).
struct ExactArithmetic {
  using Number = CGAL::Mpzf;
  using Kernel = CGAL::Simple_cartesian<Number>;

  /// Whether the origin is strictly outside of the plane of p, q, r, whose offset is given.
  template <class Point>
  static bool outside(const Number& offset, const Point& /*p*/, const Point& /*q*/,
                      const Point& /*r*/) {
    return CGAL::is_negative(offset);
  }
};

struct FloatArithmetic {
  using Number = double;
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

  /// The offset of a sliver's plane is garbage, sign included: the predicate is exact for the
  /// rounded differences.
  template <class Point>
  static bool outside(Number /*offset*/, const Point& p, const Point& q, const Point& r) {
    return CGAL::orientation(p, q, r, Point(CGAL::ORIGIN)) == CGAL::POSITIVE;
  }
};

/// The point q of C nearest to the origin, as a convex combination of one to three of the
/// differences.
template <class Arithmetic>
struct Nearest {  // NOLINT(bugprone-exception-escape): Mpzf's noexcept move may allocate
  using Number = typename Arithmetic::Number;
  using Vector = typename Arithmetic::Kernel::Vector_3;

  int sign = 0;                       ///< of phi
  Number numerator{}, denominator{};  ///< phi^2 = numerator / denominator
  Vector normal;                      ///< from B to A, not normalised
  int count = 0;                      ///< of differences combined
  Triangle differences{};             ///< which
  std::array<Number, 3> weights{};    ///< q = sum weights difference / total
  Number total{};                     ///< sum of weights, > 0
};

/// The Minkowski difference C = B + (-A) of one query.
template <class Arithmetic>
class MinkowskiDifference {
 public:
  using Kernel = typename Arithmetic::Kernel;
  using Number = typename Arithmetic::Number;
  using Point = typename Kernel::Point_3;
  using Vector = typename Kernel::Vector_3;

  MinkowskiDifference(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB)
      : p_WA_(place(A, X_WA)), p_WB_(place(B, X_WB)) {
    differences_.reserve(p_WA_.size() * p_WB_.size());
    for (const Vector& b : p_WB_) {
      for (const Vector& a : p_WA_) differences_.push_back(CGAL::ORIGIN + (b - a));
    }
    make_hull();
  }

  /// False if C is flat, which rounding can make of solids.
  bool solid() const { return !planes_.empty(); }
  int triangle_count() const { return static_cast<int>(triangles_.size()); }

  /// The nearest point of C's surface; only triangles that the origin is strictly outside of matter
  /// if there are any.
  Nearest<Arithmetic> nearest() const {
    std::vector<int> all;
    std::vector<int> visible;
    for (int f = 0; f < triangle_count(); ++f) {
      all.push_back(f);
      const Triangle& t = triangles_[f];
      if (Arithmetic::outside(planes_[f].offset, differences_[t[0]], differences_[t[1]],
                              differences_[t[2]])) {
        visible.push_back(f);
      }
    }
    Nearest<Arithmetic> nearest =
        visible.empty() ? nearest_on(all, true) : nearest_on(visible, false);
    nearest.sign = CGAL::is_zero(nearest.numerator) ? 0 : visible.empty() ? -1 : 1;
    return nearest;
  }

  /// The witness on A (or B) that belongs to the combination, times `total`.
  Vector weighted_witness_A(const Nearest<Arithmetic>& nearest) const {
    return combine(nearest, [this](int d) { return p_WA_[d % p_WA_.size()]; });
  }
  Vector weighted_witness_B(const Nearest<Arithmetic>& nearest) const {
    return combine(nearest, [this](int d) { return p_WB_[d / p_WA_.size()]; });
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
    std::vector<int> indices(differences_.size());
    std::iota(indices.begin(), indices.end(), 0);
    // Of coincident differences the first stands for all.
    std::stable_sort(indices.begin(), indices.end(), [this](int i, int j) {
      return CGAL::lexicographically_xyz_smaller(differences_[i], differences_[j]);
    });
    indices.erase(std::unique(indices.begin(), indices.end(),
                              [this](int i, int j) { return differences_[i] == differences_[j]; }),
                  indices.end());
    std::vector<int> corners;
    std::vector<Triangle> triangles;
    const auto traits = CGAL::make_extreme_points_traits_adapter(boost::make_iterator_property_map(
        differences_.begin(), boost::typed_identity_property_map<int>()));
    // CGAL 5.5 declares a template parameter here that it neither uses nor deduces: any type will
    // do.
    CGAL::convex_hull_3<std::vector<int>::iterator, void>(indices.begin(), indices.end(), corners,
                                                          triangles, traits);
    // Euler: a closed surface of triangles has 2 V - 4. A flat hull has fewer (and CGAL 5.5 numbers
    // its corners wrongly).
    if (corners.size() < 4 || triangles.size() != 2 * corners.size() - 4) return;
    for (Triangle& t : triangles) t = {corners[t[0]], corners[t[1]], corners[t[2]]};
    const auto point = [this](int i) -> const Point& { return differences_[i]; };
    const auto coplanar = [&](int i, int j, int k, int l) {
      return CGAL::orientation(point(i), point(j), point(k), point(l)) == CGAL::COPLANAR;
    };
    const auto collinear = [&](int i, int j, int k) {
      return CGAL::collinear(point(i), point(j), point(k));
    };
    triangles = ordered_hull(triangles, coplanar, collinear);
    triangles_.reserve(triangles.size());
    planes_.reserve(triangles.size());
    for (const Triangle& triangle : triangles) {
      const auto [p, q, r] = corner_vectors(triangle);
      const Vector m = CGAL::cross_product(q - p, r - p);
      const Number m_squared = m * m;
      if (CGAL::is_zero(m_squared)) continue;  // in doubles a sliver's normal may vanish
      triangles_.push_back(triangle);
      planes_.push_back({m, m * p, m_squared});
    }
  }

  Vector vector(int difference) const { return differences_[difference] - CGAL::ORIGIN; }
  std::array<Vector, 3> corner_vectors(const Triangle& t) const {
    return {vector(t[0]), vector(t[1]), vector(t[2])};
  }

  template <class VertexOf>
  static Vector combine(const Nearest<Arithmetic>& nearest, const VertexOf& vertex_of) {
    Vector sum = vertex_of(nearest.differences[0]) * nearest.weights[0];
    for (int k = 1; k < nearest.count; ++k) {
      sum = sum + vertex_of(nearest.differences[k]) * nearest.weights[k];
    }
    return sum;
  }

  /// The least distance over the triangles `faces`. From inside C it is attained in a triangle's
  /// interior: the nearest plane has its foot in its facet.
  Nearest<Arithmetic> nearest_on(const std::vector<int>& faces, bool from_inside) const {
    Nearest<Arithmetic> best;
    const auto improves = [&best](const Number& numerator, const Number& denominator) {
      return best.count == 0 || numerator * best.denominator < best.numerator * denominator;
    };
    const auto offer = [&](const Nearest<Arithmetic>& candidate) {
      if (improves(candidate.numerator, candidate.denominator)) best = candidate;
    };
    for (const int f : faces) {
      const Number offset_squared = planes_[f].offset * planes_[f].offset;
      // The plane is no farther than the triangle.
      if (!improves(offset_squared, planes_[f].m_squared)) continue;
      const Nearest<Arithmetic> foot = foot_on_plane(f);
      if (std::none_of(foot.weights.begin(), foot.weights.end(),
                       [](const Number& w) { return CGAL::is_negative(w); })) {
        best = foot;
        continue;
      }
      const Triangle& t = triangles_[f];
      for (int k = 0; k < 3; ++k) {
        offer(at_corner(t[k], from_inside));
        offer_edge(t[k], t[(k + 1) % 3], from_inside, offer);
      }
    }
    return best;
  }

  /// The foot of the origin on the plane of triangle f. With m = (q - p) x (r - p) its barycentric
  /// coordinates are m.(q x r), m.(r x p), m.(p x q), over their sum m.m: moving p, q, r along m
  /// changes none of them.
  Nearest<Arithmetic> foot_on_plane(int f) const {
    const auto [p, q, r] = corner_vectors(triangles_[f]);
    const Plane& plane = planes_[f];
    Nearest<Arithmetic> n;
    n.numerator = plane.offset * plane.offset;
    n.denominator = plane.m_squared;
    n.normal = plane.m;  // C's outward normal: out of B, into A
    n.count = 3;
    n.differences = triangles_[f];
    n.weights = {plane.m * CGAL::cross_product(q, r), plane.m * CGAL::cross_product(r, p),
                 plane.m * CGAL::cross_product(p, q)};
    n.total = plane.m_squared;
    return n;
  }

  Nearest<Arithmetic> at_corner(int i, bool from_inside) const {
    const Vector p = vector(i);
    Nearest<Arithmetic> n;
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
    Nearest<Arithmetic> n;
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

  std::vector<Vector> p_WA_, p_WB_;
  std::vector<Point> differences_;   ///< b - a, a running fastest
  std::vector<Triangle> triangles_;  ///< of the hull, counter-clockwise seen from outside
  std::vector<Plane> planes_;
};

using ExactVector = ExactArithmetic::Kernel::Vector_3;
using FloatVector = FloatArithmetic::Kernel::Vector_3;

Rational quotient(const CGAL::Mpzf& x, const CGAL::Mpzf& y) {
  Rational numerator;
  Rational denominator;
  x.export_to_mpq_t(numerator.get_mpq_t());
  y.export_to_mpq_t(denominator.get_mpq_t());
  return numerator / denominator;
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

template <class Arithmetic>
class MinkowskiMetric final : public TypedMetric<std::reference_wrapper<const Polytope>> {
  using Body = std::reference_wrapper<const Polytope>;

  Answer ask(const Body& A, const Pose& X_WA, const Body& B, const Pose& X_WB,
             Workspace& /*scratch*/) const override {
    const Polytope& body_A = A;
    const Polytope& body_B = B;
    Answer answer;
    if (body_A.dimension() < 3 || body_B.dimension() < 3) {
      answer.note = "the explicit hull takes solids only";
      return answer;
    }
    const MinkowskiDifference<Arithmetic> C(body_A, X_WA, body_B, X_WB);
    if (!C.solid()) {
      answer.note = "the hull of the differences is flat";
      return answer;
    }
    const Nearest<Arithmetic> nearest = C.nearest();
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
  return std::make_unique<MinkowskiMetric<ExactArithmetic>>();
}

std::unique_ptr<Metric> make_minkowski_float() {
  return std::make_unique<MinkowskiMetric<FloatArithmetic>>();
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

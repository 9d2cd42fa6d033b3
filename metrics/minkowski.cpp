// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/minkowski.hpp"

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
#include <numeric>
#include <vector>

#include "geometry/rational.hpp"

namespace touchstone {
namespace {

using Triangle = std::array<int, 3>;

/// Dyadic integers of any length, without denominators: + - * and comparison are all that the
/// construction needs, and there are no common factors to remove. Faster on two boxes than CGAL's
/// lazy rational kernel (0.23 against 0.37 ms).
struct ExactArithmetic {
  using Number = CGAL::Mpzf;
  using Kernel = CGAL::Simple_cartesian<Number>;

  /// Whether x/y = u/v for y, v > 0.
  static bool ties(const Number& x, const Number& y, const Number& u, const Number& v) {
    return x * v == u * y;
  }
};

struct FloatArithmetic {
  using Number = double;
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

  /// Triangles of one facet of C differ by rounding: relative to the larger of the two squared
  /// distances [1].
  static constexpr double kTie = 1e-9;

  static bool ties(double x, double y, double u, double v) {
    return std::abs(x * v - u * y) <= kTie * std::max(x * v, u * y);
  }
};

/// The point q of C nearest to the origin, as a convex combination of one to three of the
/// differences.
template <class Arithmetic>
struct Nearest {
  using Number = typename Arithmetic::Number;
  using Vector = typename Arithmetic::Kernel::Vector_3;

  int sign = 0;                   ///< of phi
  Number numerator, denominator;  ///< phi^2 = numerator / denominator
  Vector normal;                  ///< from B to A, not normalised
  int count = 0;                  ///< of differences combined
  Triangle differences{};         ///< which
  std::array<Number, 3> weights;  ///< q = sum weights difference / total
  Number total;                   ///< sum of weights, > 0
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

  int triangle_count() const { return static_cast<int>(triangles_.size()); }

  Nearest<Arithmetic> nearest() const {
    std::vector<int> visible;  // triangles that the origin is strictly outside of
    for (int f = 0; f < triangle_count(); ++f) {
      if (CGAL::is_negative(planes_[f].offset)) visible.push_back(f);
    }
    return visible.empty() ? nearest_from_inside() : nearest_from_outside(visible);
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
  struct Plane {
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
    std::vector<int> corners;
    std::vector<Triangle> triangles;
    const auto traits = CGAL::make_extreme_points_traits_adapter(boost::make_iterator_property_map(
        differences_.begin(), boost::typed_identity_property_map<int>()));
    // CGAL 5.5 declares a template parameter here that it neither uses nor deduces: any type will
    // do.
    CGAL::convex_hull_3<std::vector<int>::iterator, void>(indices.begin(), indices.end(), corners,
                                                          triangles, traits);
    triangles_.reserve(triangles.size());
    planes_.reserve(triangles.size());
    for (const Triangle& t : triangles) {
      triangles_.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
      const auto [p, q, r] = corner_vectors(triangles_.back());
      Vector m = CGAL::cross_product(q - p, r - p);
      planes_.push_back({m, m * p, m * m});
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

  /// The foot of the origin on the plane of triangle f. With m = (q - p) x (r - p) its barycentric
  /// coordinates are m.(q x r), m.(r x p), m.(p x q), over their sum m.m: moving p, q, r along m
  /// changes none of them.
  Nearest<Arithmetic> foot(int f) const {
    const auto [p, q, r] = corner_vectors(triangles_[f]);
    const Plane& plane = planes_[f];
    Nearest<Arithmetic> n;
    n.sign = -static_cast<int>(CGAL::sign(plane.offset));
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

  static bool inside_triangle(const Nearest<Arithmetic>& foot) {
    return std::none_of(foot.weights.begin(), foot.weights.end(),
                        [](const Number& w) { return CGAL::is_negative(w); });
  }

  /// The nearest plane's foot lies in its facet, hence in one of the facet's triangles: all these
  /// tie.
  Nearest<Arithmetic> nearest_from_inside() const {
    std::vector<Number> squares;  // of the offsets
    squares.reserve(planes_.size());
    for (const Plane& plane : planes_) squares.push_back(plane.offset * plane.offset);
    int best = 0;
    for (int f = 1; f < triangle_count(); ++f) {
      if (squares[f] * planes_[best].m_squared < squares[best] * planes_[f].m_squared) best = f;
    }
    const Nearest<Arithmetic> answer = foot(best);
    if (inside_triangle(answer)) return answer;
    for (int f = 0; f < triangle_count(); ++f) {
      if (f == best || !Arithmetic::ties(squares[f], planes_[f].m_squared, squares[best],
                                         planes_[best].m_squared)) {
        continue;
      }
      Nearest<Arithmetic> other = foot(f);
      if (inside_triangle(other)) return other;
    }
    return answer;
  }

  /// The nearest point lies on a visible triangle: inside it, then the origin's foot is there and
  /// the search ends; or on an edge, or at a corner.
  Nearest<Arithmetic> nearest_from_outside(const std::vector<int>& visible) const {
    for (const int f : visible) {
      Nearest<Arithmetic> candidate = foot(f);
      if (inside_triangle(candidate)) return candidate;
    }
    Nearest<Arithmetic> best;
    const auto offer = [&best](const Nearest<Arithmetic>& candidate) {
      if (best.count == 0 ||
          candidate.numerator * best.denominator < best.numerator * candidate.denominator) {
        best = candidate;
      }
    };
    for (const int f : visible) {
      const Triangle& t = triangles_[f];
      for (int k = 0; k < 3; ++k) {
        offer(at_corner(t[k]));
        offer_edge(t[k], t[(k + 1) % 3], offer);
      }
    }
    return best;
  }

  Nearest<Arithmetic> at_corner(int i) const {
    const Vector p = vector(i);
    Nearest<Arithmetic> n;
    n.sign = 1;
    n.numerator = p * p;
    n.denominator = Number(1);
    n.normal = -p;
    n.count = 1;
    n.differences = {i, i, i};
    n.weights = {Number(1), Number(0), Number(0)};
    n.total = Number(1);
    return n;
  }

  /// The foot of the origin on the edge from p to q is p + s (q - p) / |q - p|^2 with s = -p.(q -
  /// p), strictly inside.
  template <class Offer>
  void offer_edge(int i, int j, const Offer& offer) const {
    const Vector p = vector(i);
    const Vector q = vector(j);
    const Vector e = q - p;
    const Number s = -(p * e);
    const Number length_squared = e * e;
    if (!CGAL::is_positive(s) || !(s < length_squared)) return;
    const Vector moment = CGAL::cross_product(p, q);
    Nearest<Arithmetic> n;
    n.sign = 1;
    n.numerator = moment * moment;
    n.denominator = length_squared;
    n.count = 2;
    n.differences = {i, j, j};
    n.weights = {length_squared - s, s, Number(0)};
    n.total = length_squared;
    n.normal = -(p * n.weights[0] + q * n.weights[1]);
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
  return Rational(static_cast<Rational>(x) / static_cast<Rational>(y));
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

class MinkowskiShape final : public Shape {
 public:
  explicit MinkowskiShape(const Polytope& polytope) : polytope_(&polytope) {}
  const Polytope& polytope() const { return *polytope_; }

 private:
  const Polytope* polytope_;
};

template <class Arithmetic>
class MinkowskiMetric final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<MinkowskiShape>(polytope);
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const Polytope& body_A = static_cast<const MinkowskiShape&>(A).polytope();
    const Polytope& body_B = static_cast<const MinkowskiShape&>(B).polytope();
    Answer answer;
    if (body_A.dimension() < 3 || body_B.dimension() < 3) {
      answer.note = "the explicit hull takes solids only";
      return answer;
    }
    const MinkowskiDifference<Arithmetic> C(body_A, X_WA, body_B, X_WB);
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

}  // namespace touchstone

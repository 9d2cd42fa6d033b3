// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/half_spaces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/hull/polytope_builder.hpp"
#include "geometry/hull/solid_hull.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

Integer dot(const Integer3& a, const Integer3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Integer3 cross(const Integer3& a, const Integer3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

bool is_zero(const Integer3& a) { return sgn(a[0]) == 0 && sgn(a[1]) == 0 && sgn(a[2]) == 0; }

/// s a - t b.
Integer3 combined(const Integer& s, const Integer3& a, const Integer& t, const Integer3& b) {
  return {s * a[0] - t * b[0], s * a[1] - t * b[1], s * a[2] - t * b[2]};
}

/// A half-space n.(x - c) <= b about the interior point c: (n, b) times a power of two.
struct Row {
  Integer3 n;
  Integer b;
};

/// Half-space k about the interior point, exactly.
Row exact_row(const HalfSpaces& input, std::size_t k) {
  const Vec3& n = input.normals[k];
  const Vec3& c = input.interior_point;
  // n is in units of 2^n_exponent, c of 2^c_exponent, and b of their product.
  int n_exponent = 0;
  int c_exponent = 0;
  for (int i = 0; i < 3; ++i) {
    n_exponent = std::min(n_exponent, to_dyadic(n[i]).exponent);
    c_exponent = std::min(c_exponent, to_dyadic(c[i]).exponent);
  }
  c_exponent = std::min(c_exponent, to_dyadic(input.offsets[k]).exponent - n_exponent);
  Row row;
  Integer3 c_exact;
  for (int i = 0; i < 3; ++i) {
    const auto axis = at(i);
    set_scaled(row.n[axis], n[i], n_exponent);
    set_scaled(c_exact[axis], c[i], c_exponent);
  }
  set_scaled(row.b, input.offsets[k], n_exponent + c_exponent);
  row.b -= dot(row.n, c_exact);
  for (Integer& entry : row.n) entry <<= static_cast<mp_bitcnt_t>(-c_exponent);
  return row;
}

/// Dual points n/b: exact, and as doubles after division by a power of two.
class DualPoints {
 public:
  /// `rows` have b > 0. Of equal points the first is kept.
  explicit DualPoints(std::vector<Row> rows) : rows_(std::move(rows)) {
    // Powers of two: y is below 2^(bits of n - bits of b + 1).
    long largest = bits_above(rows_.front());
    for (const Row& row : rows_) largest = std::max(largest, bits_above(row));
    std::vector<Vec3> rounded;
    rounded.reserve(rows_.size());
    for (const Row& row : rows_) rounded.push_back(rounded_point(row, largest));
    std::vector<int> order(rows_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int i, int j) {
      const int c = compare(rounded, i, j);
      return c != 0 ? c < 0 : i < j;
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k == 0 || compare(rounded, order[k - 1], order[k]) != 0) distinct_.push_back(order[k]);
    }
    std::sort(distinct_.begin(), distinct_.end());
    for (const int k : distinct_) points_.push_back(rounded[at(k)]);
  }

  int count() const { return static_cast<int>(distinct_.size()); }
  const std::vector<Vec3>& points() const { return points_; }
  /// Largest error of a coordinate of points(): they are at most 1, and correctly rounded [1].
  static constexpr double kBlur = 0x1p-53;

  const Row& row(int i) const { return rows_[at(distinct_[at(i)])]; }

  /// The orientation of four dual points: the sign of -det of their rows (n, b), as b > 0, by
  /// Laplace expansion along pairs of rows.
  int orientation(int a, int b, int c, int d) const {
    const Row& p = row(a);
    const Row& q = row(b);
    const Row& r = row(c);
    const Row& s = row(d);
    const Integer3 of_pq = cross(p.n, q.n);
    const Integer3 of_rs = cross(r.n, s.n);
    const Integer3 with_pq = combined(q.b, p.n, p.b, q.n);
    const Integer3 with_rs = combined(s.b, r.n, r.b, s.n);
    return -sgn(Integer(dot(of_pq, with_rs) + dot(of_rs, with_pq)));
  }

  bool collinear(int a, int b, int c) const {
    const Integer3 along_1 = combined(row(a).b, row(b).n, row(b).b, row(a).n);
    const Integer3 along_2 = combined(row(a).b, row(c).n, row(c).b, row(a).n);
    return is_zero(cross(along_1, along_2));
  }

  /// Whether 0 is strictly on the inner side of the triangle.
  bool holds_origin_below(const Triangle& triangle) const {
    const auto& [a, b, c] = triangle.v;
    return sgn(dot(row(a).n, cross(row(b).n, row(c).n))) > 0;
  }

 private:
  static long bits_above(const Row& row) {
    std::size_t most = 0;
    for (const Integer& entry : row.n) {
      most = std::max(most, mpz_sizeinbase(entry.get_mpz_t(), 2));
    }
    return static_cast<long>(most) - static_cast<long>(mpz_sizeinbase(row.b.get_mpz_t(), 2)) + 1;
  }

  static Vec3 rounded_point(const Row& row, long largest) {
    Integer divisor = row.b;
    Integer factor = 1;
    (largest >= 0 ? divisor : factor) <<= static_cast<mp_bitcnt_t>(std::abs(largest));
    Vec3 point;
    for (int i = 0; i < 3; ++i) {
      point[i] = round_quotient(row.n[at(i)] * factor, divisor);
    }
    return point;
  }

  /// Compares two points lexicographically and exactly: rounding is monotonic, so the exact rows
  /// are compared only where the rounded coordinates are equal.
  int compare(const std::vector<Vec3>& rounded, int i, int j) const {
    const auto p = at(i);
    const auto q = at(j);
    for (int axis = 0; axis < 3; ++axis) {
      if (rounded[p][axis] != rounded[q][axis]) {
        return rounded[p][axis] < rounded[q][axis] ? -1 : 1;
      }
      const auto k = at(axis);
      const int order = cmp(rows_[p].n[k] * rows_[q].b, rows_[q].n[k] * rows_[p].b);
      if (order != 0) return order;
    }
    return 0;
  }

  std::vector<Row> rows_;
  std::vector<int> distinct_;  ///< indices of rows, ascending
  std::vector<Vec3> points_;
};

/// Four dual points that are not coplanar, or none.
std::vector<int> spanning_points(const DualPoints& dual) {
  const int count = dual.count();
  if (count < 4) return {};
  int c = 2;
  while (c < count && dual.collinear(0, 1, c)) ++c;
  int d = c + 1;
  while (d < count && dual.orientation(0, 1, c, d) == 0) ++d;
  if (d >= count) return {};
  return {0, 1, c, d};
}

/// The number of the plane of each triangle; coplanar neighbours have one number.
std::vector<int> planes_of(const DualPoints& dual, const std::vector<Triangle>& triangles) {
  std::vector<int> plane(triangles.size(), -1);
  std::vector<std::size_t> open;
  int count = 0;
  for (std::size_t first = 0; first < triangles.size(); ++first) {
    if (plane[first] >= 0) continue;
    plane[first] = count;
    open.push_back(first);
    while (!open.empty()) {
      const Triangle& triangle = triangles[open.back()];
      open.pop_back();
      for (const int neighbour : triangle.adj) {
        const auto other = at(neighbour);
        if (plane[other] >= 0) continue;
        const auto& [a, b, c] = triangle.v;
        const auto beyond =
            std::find_if(triangles[other].v.begin(), triangles[other].v.end(),
                         [a = a, b = b, c = c](int v) { return v != a && v != b && v != c; });
        if (dual.orientation(a, b, c, *beyond) != 0) continue;
        plane[other] = count;
        open.push_back(other);
      }
    }
    ++count;
  }
  return plane;
}

/// The point where the planes dual to a triangle's corners meet, correctly rounded (local [m]).
Vec3 meeting_point(const DualPoints& dual, const Triangle& triangle, const Vec3& center) {
  const Row& p = dual.row(triangle.v[0]);
  const Row& q = dual.row(triangle.v[1]);
  const Row& r = dual.row(triangle.v[2]);
  const Integer3 of_p = cross(q.n, r.n);
  const Integer3 of_q = cross(r.n, p.n);
  const Integer3 of_r = cross(p.n, q.n);
  const Integer determinant = dot(p.n, of_p);
  Vec3 x;
  for (std::size_t i = 0; i < 3; ++i) {
    Rational entry(p.b * of_p[i] + q.b * of_q[i] + r.b * of_r[i], determinant);
    entry.canonicalize();
    const auto axis = static_cast<Eigen::Index>(i);
    x[axis] = round_to_double(entry + Rational(center[axis]));
  }
  return x;
}

/// The number of extreme points of the hull: those in which at least three of its planes meet.
int count_extreme(const std::vector<Triangle>& triangles, const std::vector<int>& plane,
                  int points) {
  std::vector<std::array<int, 3>> seen(static_cast<std::size_t>(points), {-1, -1, -1});
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int v : triangles[t].v) {
      for (int& slot : seen[at(v)]) {
        if (slot == plane[t]) break;
        if (slot >= 0) continue;
        slot = plane[t];
        break;
      }
    }
  }
  return static_cast<int>(std::count_if(
      seen.begin(), seen.end(), [](const std::array<int, 3>& planes) { return planes[2] >= 0; }));
}

/// Fills `rows` with the exact half-spaces; returns why they cannot be used, or an empty text.
std::string why_no_rows(const HalfSpaces& input, std::vector<Row>& rows) {
  const std::size_t count = input.normals.size();
  if (input.offsets.size() != count) {
    return "half_spaces: " + std::to_string(count) + " normals, but " +
           std::to_string(input.offsets.size()) + " offsets";
  }
  if (count < 4) return "half_spaces: fewer than 4 bound no solid";
  if (!input.interior_point.allFinite()) return "interior_point: not finite";
  rows.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = "half-space " + std::to_string(k);
    if (!input.normals[k].allFinite()) return name + ": its normal is not finite";
    if (!std::isfinite(input.offsets[k])) return name + ": its offset is not finite";
    if (input.normals[k].isZero(0)) return name + ": its normal is zero";
    rows.push_back(exact_row(input, k));
    if (sgn(rows.back().b) <= 0) {
      return "interior_point: not strictly inside " + name;
    }
  }
  return {};
}

/// The height of a facet's highest corner above the interior point, along the facet normal [m].
double height_of(const Facet& facet, const Polytope& polytope) {
  const Vec3& c = polytope.interior_point();
  const Vec3& n = facet.normal;
  DoubleDouble highest;
  for (const int corner : facet.vertices) {
    const Dd3 v = difference(polytope.vertices()[at(corner)], c);
    const DoubleDouble height = scaled(n[0], v[0]) + scaled(n[1], v[1]) + scaled(n[2], v[2]);
    if ((height - highest).high > 0) highest = height;
  }
  return highest.high;
}

}  // namespace

std::string why_unusable(const HalfSpaces& input) {
  std::vector<Row> rows;
  return why_no_rows(input, rows);
}

Result<PolytopePtr> make_polytope(const HalfSpaces& input) {
  std::vector<Row> rows;
  if (std::string reason = why_no_rows(input, rows); !reason.empty()) return Error{reason};
  const Error unbounded{"half_spaces: their intersection is unbounded"};
  const DualPoints dual(std::move(rows));
  const std::vector<int> simplex = spanning_points(dual);
  if (simplex.empty()) return unbounded;
  const ExactOrientation orientation = [&dual](int a, int b, int c, int d) {
    return dual.orientation(a, b, c, d);
  };
  const std::vector<Triangle> triangles =
      solid_hull_triangles(dual.points(), DualPoints::kBlur, orientation,
                           {simplex[0], simplex[1], simplex[2], simplex[3]});
  const bool bounded = std::all_of(triangles.begin(), triangles.end(),
                                   [&](const Triangle& t) { return dual.holds_origin_below(t); });
  if (!bounded) return unbounded;

  PolytopeInput vertices;
  vertices.interior_point = input.interior_point;
  const std::vector<int> plane = planes_of(dual, triangles);
  int made = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (plane[t] < made) continue;
    vertices.vertices.push_back(meeting_point(dual, triangles[t], input.interior_point));
    ++made;
  }
  Result<PolytopePtr> polytope = make_polytope(vertices);
  if (!polytope.ok()) {
    return Error{"half_spaces: with their vertices rounded to doubles: " + polytope.reason()};
  }
  if (polytope.value()->dimension() < 3) {
    return Error{"half_spaces: rounded to doubles, their vertices lie in one plane"};
  }
  if (!polytope.value()->interior_point_strictly_inside()) {
    return Error{
        "half_spaces: with their vertices rounded to doubles, interior_point is not strictly "
        "inside"};
  }
  const std::size_t redundant = input.normals.size() - static_cast<std::size_t>(count_extreme(
                                                           triangles, plane, dual.count()));
  if (redundant == 0) return polytope;
  return PolytopeBuilder::with_note(
      *polytope.value(), std::to_string(redundant) + " redundant " +
                             (redundant == 1 ? "half-space" : "half-spaces") + " dropped");
}

HalfSpaces facets_about_interior_point(const Polytope& polytope) {
  HalfSpaces solid;
  solid.normals.reserve(polytope.facets().size());
  solid.offsets.reserve(polytope.facets().size());
  for (const Facet& facet : polytope.facets()) {
    solid.normals.push_back(facet.normal);
    solid.offsets.push_back(height_of(facet, polytope));
  }
  return solid;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/small_solid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/arithmetic/registers.hpp"
#include "geometry/hull/merging.hpp"
#include "geometry/hull/unit_normals.hpp"
#include "geometry/hull/vertex_mean.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Bound of what underflow takes from six times a volume, for bodies of the sizes below [m^3].
constexpr double kVolumeUnderflow = 0x1p-1000;
/// Largest coordinate and smallest extent of a body [m] with which nothing overflows and the
/// volumes that decide are far above what underflows.
constexpr double kMaxSafeCoordinate = 1e50;
constexpr double kMinSafeExtent = 1e-50;
/// Rounding cannot merge a facet with another one if all other points are below it by more than
/// kClearOfMerging bounding radii, and no other point has its offset if they are below it by more
/// than kClearOfOffset times the largest coordinate [1].
constexpr double kClearOfMerging = 1.01 * kMergeTolerance;
constexpr double kClearOfOffset = 0x1p-46;

constexpr std::size_t kMaxPoints = kMaxSmallPoints;
constexpr std::size_t kMaxFaces = 2 * kMaxPoints - 4;

using Double3 = std::array<double, 3>;
using PointColumn = std::array<double, kMaxPoints + 1>;
using FaceColumn = std::array<double, kMaxFaces>;
using PlaceOfFace = std::uint8_t;
static_assert(kMaxFaces <= 256);

/// Two doubles in one register, which every machine has. Left to a compiler the comparisons below
/// are not vectorised, as they would raise flags in another order.
using Two [[gnu::vector_size(2 * sizeof(double))]] = double;
using TwoMasks [[gnu::vector_size(2 * sizeof(double))]] = std::int64_t;

Two two_at(const double* x) {
  Two two;
  std::memcpy(&two, x, sizeof two);
  return two;
}

/// A surface of triangles by the face left of each directed edge.
class Surface {
 public:
  /// Builds the hull by incremental insertion in doubles: rounding may make any triangles of it.
  /// Returns false if a point is found inside, or the surface is torn.
  bool grow(const PointColumn& x, const PointColumn& y, const PointColumn& z, int points) {
    points_ = points;
    for (int a = 0; a < points; ++a) {
      std::fill_n(left_of_[at(a)].begin(), points, PlaceOfFace{0});
      // Relative to the first point, so that offsets do not cancel.
      x_[at(a)] = x[at(a)] - x[0];
      y_[at(a)] = y[at(a)] - y[0];
      z_[at(a)] = z[at(a)] - z[0];
    }
    set_face(0, 0, 1, 2);
    if (height(0, 3) > 0) set_face(0, 1, 0, 2);
    const auto [a, b, c] = corners_[0];
    set_face(1, b, a, 3);
    set_face(2, c, b, 3);
    set_face(3, a, c, 3);
    faces_ = 4;
    for (int p = 4; p < points; ++p) {
      if (!insert(p)) return false;
    }
    return true;
  }

  /// Sorts the triangles, each beginning with its least corner, in ascending order. Returns false
  /// if some side is not shared by exactly two triangles, or a point is not a corner.
  bool put_in_order() {
    neighbours_.fill(0);
    for (int f = 0; f < faces_; ++f) {
      for (std::size_t k = 0; k < 3; ++k) {
        const int from = corners_[at(f)][k];
        const int to = corners_[at(f)][k == 2 ? 0 : k + 1];
        if (left_of_[at(from)][at(to)] != f) return false;
        neighbours_[at(from)] |= std::uint64_t{1} << to;
      }
    }
    // No two faces share a directed side; now each side must have its reverse.
    int sides = 0;
    ordered_ = 0;
    for (int from = 0; from < points_; ++from) {
      if (neighbours_[at(from)] == 0) return false;
      for (std::uint64_t rest = neighbours_[at(from)]; rest != 0; rest &= rest - 1) {
        const int to = std::countr_zero(rest);
        if ((neighbours_[at(to)] >> from & 1U) == 0) return false;
        ++sides;
        const PlaceOfFace f = left_of_[at(from)][at(to)];
        const int apex = corners_[f][0] + corners_[f][1] + corners_[f][2] - from - to;
        if (to < from || apex < from) continue;
        place_[f] = ordered_;
        triangles_[at(ordered_++)] = {from, to, apex};
      }
    }
    return ordered_ == faces_ && sides == 3 * faces_;
  }

  std::span<const Corners> triangles() const { return {triangles_.data(), at(ordered_)}; }
  /// The vertices joined to `v` by an edge, as bits.
  std::uint64_t neighbours(int v) const { return neighbours_[at(v)]; }
  /// The triangle left of from -> to.
  int left_of(int from, int to) const { return place_[left_of_[at(from)][at(to)]]; }

 private:
  double height(int f, int p) const {
    return nx_[at(f)] * x_[at(p)] + ny_[at(f)] * y_[at(p)] + nz_[at(f)] * z_[at(p)] -
           offset_[at(f)];
  }

  void set_face(int f, int a, int b, int c) {
    corners_[at(f)] = {a, b, c};
    const double ex = x_[at(b)] - x_[at(a)];
    const double ey = y_[at(b)] - y_[at(a)];
    const double ez = z_[at(b)] - z_[at(a)];
    const double fx = x_[at(c)] - x_[at(a)];
    const double fy = y_[at(c)] - y_[at(a)];
    const double fz = z_[at(c)] - z_[at(a)];
    nx_[at(f)] = ey * fz - ez * fy;
    ny_[at(f)] = ez * fx - ex * fz;
    nz_[at(f)] = ex * fy - ey * fx;
    offset_[at(f)] = nx_[at(f)] * x_[at(a)] + ny_[at(f)] * y_[at(a)] + nz_[at(f)] * z_[at(a)];
    const auto place = static_cast<PlaceOfFace>(f);
    left_of_[at(a)][at(b)] = place;
    left_of_[at(b)][at(c)] = place;
    left_of_[at(c)][at(a)] = place;
  }

  /// Joins a point that sees k faces to their horizon: k + 2 edges, as no vertex may disappear.
  bool insert(int p) {
    const double x = x_[at(p)];
    const double y = y_[at(p)];
    const double z = z_[at(p)];
    for (std::size_t f = 0; f < at(faces_); ++f) {
      height_[f] = nx_[f] * x + ny_[f] * y + nz_[f] * z - offset_[f];
    }
    int seen = 0;
    for (int f = 0; f < faces_; ++f) {
      seen_[at(seen)] = f;
      seen += static_cast<int>(height_[at(f)] > 0);
    }
    int horizon = 0;
    for (int k = 0; k < seen; ++k) {
      const auto& v = corners_[at(seen_[at(k)])];
      for (std::size_t i = 0; i < 3; ++i) {
        const int from = v[i];
        const int to = v[i == 2 ? 0 : i + 1];
        horizon_[at(horizon)] = {from, to};
        horizon += static_cast<int>(!(height_[left_of_[at(to)][at(from)]] > 0));
        if (horizon > seen + 2) return false;
      }
    }
    if (seen == 0 || horizon < seen + 2) return false;
    for (int k = 0; k < horizon; ++k) {
      const auto& [from, to] = horizon_[at(k)];
      set_face(k < seen ? seen_[at(k)] : faces_ + k - seen, from, to, p);
    }
    faces_ += 2;
    return true;
  }

  int points_ = 0;
  int faces_ = 0;
  PointColumn x_, y_, z_;
  FaceColumn nx_, ny_, nz_, offset_, height_;
  std::array<Corners, kMaxFaces> corners_;
  std::array<std::array<PlaceOfFace, kMaxPoints>, kMaxPoints> left_of_;
  std::array<int, kMaxFaces + 1> seen_;
  std::array<std::array<int, 2>, kMaxFaces + 3> horizon_;
  std::array<std::uint64_t, kMaxPoints> neighbours_;
  std::array<Corners, kMaxFaces> triangles_;
  std::array<int, kMaxFaces> place_;
  int ordered_ = 0;
};

/// Points by coordinate, and their bounding box.
struct Points {
  PointColumn x, y, z;
  int count = 0;
  Vec3 low, high;

  /// Returns false if the points are out of the range in which doubles may decide.
  bool set(const std::vector<Vec3>& points) {
    count = static_cast<int>(points.size());
    low = high = points.front();
    bool in_range = true;
    for (int i = 0; i < count; ++i) {
      const Vec3& p = points[at(i)];
      x[at(i)] = p.x();
      y[at(i)] = p.y();
      z[at(i)] = p.z();
      for (int k = 0; k < 3; ++k) {
        // False for NaN.
        in_range = in_range && std::abs(p[k]) <= kMaxSafeCoordinate;
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
      }
    }
    // Columns are read two by two; a point of NaNs is below nothing.
    x[at(count)] = y[at(count)] = z[at(count)] = std::numeric_limits<double>::quiet_NaN();
    return in_range && (high - low).maxCoeff() >= kMinSafeExtent;
  }
};

/// Whether for each triangle all points but its corners are certainly more than `clear` below its
/// plane, and x is certainly below it. The bounds are those of Shewchuk's filter, with the extent
/// of the points in place of the single differences; x must lie in their bounding box.
bool all_are_facets(const Points& p, std::span<const Corners> triangles, double clear,
                    const Vec3& x) {
  const Vec3 extent = (p.high - p.low) * (1 + 0x1p-50);
  for (const Corners& corners : triangles) {
    const auto [a, b, c] = std::array{at(corners[0]), at(corners[1]), at(corners[2])};
    const Double3 from{p.x[a], p.y[a], p.z[a]};
    const Double3 e{p.x[b] - from[0], p.y[b] - from[1], p.z[b] - from[2]};
    const Double3 f{p.x[c] - from[0], p.y[c] - from[1], p.z[c] - from[2]};
    Double3 n;
    double permanent = 0;
    double length = 0;  // at least the length of n
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = i == 2 ? 0 : i + 1;
      const std::size_t k = i == 0 ? 2 : i - 1;
      const double plus = e[j] * f[k];
      const double minus = e[k] * f[j];
      n[i] = plus - minus;
      permanent += (std::abs(plus) + std::abs(minus)) * extent[static_cast<int>(i)];
      length += std::abs(plus) + std::abs(minus);
    }
    const double error = kOrientationError * permanent + kVolumeUnderflow;
    const double limit = -(error + clear * length);
    TwoMasks below{};
    for (std::size_t i = 0; i < at(p.count); i += 2) {
      const Two height = n[0] * (two_at(&p.x[i]) - from[0]) + n[1] * (two_at(&p.y[i]) - from[1]) +
                         n[2] * (two_at(&p.z[i]) - from[2]);
      below += height < limit;
    }
    // All points but the three corners must be below; the corners' heights are only rounding. A
    // comparison that holds counts -1.
    if (below[0] + below[1] != 3 - p.count) return false;
    const double height =
        n[0] * (x[0] - from[0]) + n[1] * (x[1] - from[1]) + n[2] * (x[2] - from[2]);
    if (!(height < -error)) return false;
  }
  return true;
}

bool guess(const Points& points, Surface& surface) {
  return surface.grow(points.x, points.y, points.z, points.count) && surface.put_in_order();
}

#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten]] bool guess_wide(const Points& points, Surface& surface) {
  return guess(points, surface);
}
[[gnu::target("avx2"), gnu::flatten]] bool all_are_facets_wide(const Points& p,
                                                               std::span<const Corners> triangles,
                                                               double clear, const Vec3& x) {
  return all_are_facets(p, triangles, clear, x);
}
#else
constexpr auto guess_wide = guess;
constexpr auto all_are_facets_wide = all_are_facets;
#endif

/// The offset of a facet: the largest n.v over the vertices, which only corners have, rounded as in
/// a scan of all vertices. Of zeros of either sign the first counts.
double offset_of(const Facet& facet, const std::vector<Vec3>& vertices) {
  const Vec3& n = facet.normal;
  double offset = n.dot(vertices[at(facet.vertices[0])]);
  const int second = std::min(facet.vertices[1], facet.vertices[2]);
  const int third = std::max(facet.vertices[1], facet.vertices[2]);
  for (const int v : {facet.vertices[0], second, third}) {
    const Vec3& x = vertices[at(v)];
    offset = std::max(offset, n.x() * x.x() + n.y() * x.y() + n.z() * x.z());
  }
  return offset;
}

void write_features(const Surface& surface, PolytopeBuilder::Parts& parts) {
  const std::span<const Corners> triangles = surface.triangles();
  std::array<Vec3, kMaxFaces> normals;
  unit_normals(parts.vertices, triangles, {normals.data(), triangles.size()});
  parts.complex.facets.resize(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    Facet& facet = parts.complex.facets[t];
    facet.normal = normals[t];
    facet.vertices.assign(triangles[t].begin(), triangles[t].end());
    facet.offset = offset_of(facet, parts.vertices);
  }
  const int points = static_cast<int>(parts.vertices.size());
  parts.complex.edges.clear();
  parts.complex.edges.reserve(triangles.size() / 2 * 3);
  parts.neighbours.resize(parts.vertices.size());
  for (int v = 0; v < points; ++v) {
    std::uint64_t rest = surface.neighbours(v);
    std::vector<int>& list = parts.neighbours[at(v)];
    list.clear();
    list.reserve(static_cast<std::size_t>(std::popcount(rest)));
    for (; rest != 0; rest &= rest - 1) {
      const int other = std::countr_zero(rest);
      list.push_back(other);
      if (other > v) {
        parts.complex.edges.push_back(
            {v, other, surface.left_of(v, other), surface.left_of(other, v)});
      }
    }
  }
}

}  // namespace

std::optional<PolytopeBuilder::Parts> small_solid(const std::vector<Vec3>& points,
                                                  const std::optional<Vec3>& interior_point) {
  if (points.size() < 4 || points.size() > kMaxPoints) return std::nullopt;
  Points columns;
  if (!columns.set(points)) return std::nullopt;
  Surface surface;
  const bool wide = machine_registers() == Registers::wide;
  if (!(wide ? guess_wide : guess)(columns, surface)) return std::nullopt;
  PolytopeBuilder::Parts parts = PolytopeBuilder::spare_parts(points.size());
  parts.dimension = 3;
  parts.vertices.clear();
  parts.vertices.reserve(points.size());
  // A zero loses its sign.
  for (const Vec3& p : points) parts.vertices.emplace_back(p.x() + 0.0, p.y() + 0.0, p.z() + 0.0);
  parts.extreme.resize(points.size());
  std::iota(parts.extreme.begin(), parts.extreme.end(), 0);
  parts.interior_point =
      interior_point ? *interior_point + Vec3::Zero() : vertex_mean(parts.vertices, parts.extreme);
  parts.interior_point_given = interior_point.has_value();
  parts.strict = true;
  parts.bounding_radius = PolytopeBuilder::bounding_radius(parts.vertices, parts.interior_point);

  const Vec3& x = parts.interior_point;
  if (!(x.array() >= columns.low.array()).all() || !(x.array() <= columns.high.array()).all()) {
    return std::nullopt;
  }
  const double largest = std::max(-columns.low.minCoeff(), columns.high.maxCoeff());
  const double clear = kClearOfMerging * parts.bounding_radius + kClearOfOffset * largest;
  if (!(wide ? all_are_facets_wide : all_are_facets)(columns, surface.triangles(), clear, x)) {
    return std::nullopt;
  }
  write_features(surface, parts);
  return parts;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/true_manifold.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace touchstone {
namespace {

double cross(const FlatPoint& o, const FlatPoint& p, const FlatPoint& q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

double length(const FlatPoint& p, const FlatPoint& q) { return std::hypot(q.x - p.x, q.y - p.y); }

double distance_to_side(const FlatPoint& a, const FlatPoint& b, const FlatPoint& p) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double part =
      squared > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0.0;
  return length(p, {a.x + part * dx, a.y + part * dy});
}

/// Corners of a convex polygon by their angle about its middle.
void put_in_order(std::vector<FlatPoint>& corners) {
  if (corners.size() < 3) return;
  FlatPoint middle;
  for (const FlatPoint& p : corners) {
    middle.x += p.x / static_cast<double>(corners.size());
    middle.y += p.y / static_cast<double>(corners.size());
  }
  std::sort(corners.begin(), corners.end(), [&](const FlatPoint& p, const FlatPoint& q) {
    return std::atan2(p.y - middle.y, p.x - middle.x) < std::atan2(q.y - middle.y, q.x - middle.x);
  });
}

std::size_t sides(const std::vector<FlatPoint>& polygon) {
  return polygon.size() == 2 ? 1 : polygon.size();
}

/// What of a convex polygon, segment or point is left of the line from `from` along (dx, dy), a unit
/// vector, or at most `margin` [m] to its right.
std::vector<FlatPoint> left_of(const std::vector<FlatPoint>& polygon, const FlatPoint& from,
                               double dx, double dy, double margin) {
  const auto inside = [&](const FlatPoint& p) {
    return dx * (p.y - from.y) - dy * (p.x - from.x) + margin;
  };
  std::vector<FlatPoint> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const FlatPoint& p = polygon[i];
    const FlatPoint& q = polygon[(i + 1) % polygon.size()];
    const double here = inside(p);
    const double there = inside(q);
    if (here >= 0) kept.push_back(p);
    if ((here >= 0) == (there >= 0)) continue;
    const double part = here / (here - there);
    kept.push_back({p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)});
  }
  return kept;
}

/// What of `a` is in the convex polygon or segment b, grown by `margin` [m] to all its sides.
std::vector<FlatPoint> clipped(const std::vector<FlatPoint>& a, const std::vector<FlatPoint>& b,
                               double margin) {
  std::vector<FlatPoint> left = a;
  for (std::size_t k = 0; k < b.size(); ++k) {
    const FlatPoint& from = b[k];
    const FlatPoint& to = b[(k + 1) % b.size()];
    const double side = length(from, to);
    if (!(side > 0)) continue;
    const double dx = (to.x - from.x) / side;
    const double dy = (to.y - from.y) / side;
    left = left_of(left, from, dx, dy, margin);
    // A segment has ends, too.
    if (b.size() == 2) left = left_of(left, from, dy, -dx, margin);
  }
  return left;
}

/// Whether rounding moves the crossing of two segments by `allowed` [m] at most: it grows as their
/// angle falls. True where either is a point.
bool crossing_is_sure(const std::vector<FlatPoint>& a, const std::vector<FlatPoint>& b,
                      double rounding, double allowed) {
  if (a.size() < 2 || b.size() < 2) return true;
  const FlatPoint along_b = {a[0].x + b[1].x - b[0].x, a[0].y + b[1].y - b[0].y};
  const double area = std::abs(cross(a[0], a[1], along_b));
  const double shorter = std::min(length(a[0], a[1]), length(b[0], b[1]));
  const double longer = std::max(length(a[0], a[1]), length(b[0], b[1]));
  // Ends off by `rounding` turn and move the lines: each place along them by twice that.
  return 4 * rounding * longer * shorter <= allowed * area;
}

}  // namespace

// NOLINTNEXTLINE(modernize-pass-by-value): three doubles are copied either way
FlatFrame::FlatFrame(const Vec3& origin, const Vec3& n) : origin_(origin), n_(n) {
  Eigen::Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  right_ = n.cross(Vec3::Unit(least)).normalized();
  ahead_ = n.cross(right_);
}

std::vector<FlatPoint> flat_corners(const FlatFrame& frame, const std::vector<Vec3>& arms) {
  std::vector<FlatPoint> corners;
  corners.reserve(arms.size());
  for (const Vec3& arm : arms) corners.push_back(frame.flat_arm(arm));
  put_in_order(corners);
  return corners;
}

std::vector<FlatPoint> flat_points(const Polytope& body, const Pose& X, const FlatFrame& frame,
                                   const std::vector<int>& vertices) {
  std::vector<Vec3> arms;
  arms.reserve(vertices.size());
  for (const int v : vertices) {
    arms.emplace_back(X.R * body.vertices()[static_cast<std::size_t>(v)] + (X.t - frame.origin()));
  }
  return flat_corners(frame, arms);
}

std::vector<FlatPoint> flat_face(const Polytope& body, const Pose& X, const FlatFrame& frame,
                                 double sign, double rounding) {
  const auto along = [&](int v) {
    return sign * frame.n().dot(X.R * body.vertices()[static_cast<std::size_t>(v)] +
                                (X.t - frame.origin()));
  };
  double most = -std::numeric_limits<double>::infinity();
  for (const int v : body.extreme()) most = std::max(most, along(v));
  std::vector<int> face;
  for (const int v : body.extreme()) {
    if (along(v) >= most - rounding) face.push_back(v);
  }
  return flat_points(body, X, frame, face);
}

std::vector<FlatPoint> common_points(const std::vector<FlatPoint>& a,
                                     const std::vector<FlatPoint>& b, double rounding) {
  std::vector<FlatPoint> common;
  for (const FlatPoint& p : a) {
    if (distance_to(b, p) <= rounding) common.push_back(p);
  }
  for (const FlatPoint& p : b) {
    if (distance_to(a, p) <= rounding) common.push_back(p);
  }
  if (a.size() < 2 || b.size() < 2) return common;
  for (std::size_t i = 0; i < sides(a); ++i) {
    const FlatPoint& p = a[i];
    const FlatPoint& q = a[(i + 1) % a.size()];
    for (std::size_t k = 0; k < sides(b); ++k) {
      const FlatPoint& r = b[k];
      const FlatPoint& s = b[(k + 1) % b.size()];
      const double from = cross(r, s, p);
      const double to = cross(r, s, q);
      if ((from > 0) == (to > 0) || (cross(p, q, r) > 0) == (cross(p, q, s) > 0)) continue;
      const double part = from / (from - to);
      const FlatPoint crossing = {p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
      // Where both sides lie on one line, the signs of these areas are rounding alone.
      if (distance_to_side(r, s, crossing) <= rounding) common.push_back(crossing);
    }
  }
  return common;
}

std::vector<FlatPoint> surely_common(const std::vector<FlatPoint>& a,
                                     const std::vector<FlatPoint>& b, double rounding,
                                     double allowed) {
  if (b.size() < 3) {
    if (a.size() > 2) return surely_common(b, a, rounding, allowed);
    return crossing_is_sure(a, b, rounding, allowed) ? common_points(a, b, rounding)
                                                     : std::vector<FlatPoint>();
  }
  return clipped(a, b, -2 * rounding);
}

std::vector<FlatPoint> possibly_common(const std::vector<FlatPoint>& a,
                                       const std::vector<FlatPoint>& b, double length) {
  if (a.empty() || b.empty()) return {};
  if (b.size() > 1) return clipped(a, b, length);
  if (a.size() > 1) return clipped(b, a, length);
  return distance_to(b, a.front()) <= length ? a : std::vector<FlatPoint>();
}

bool is_convex_outline(const std::vector<FlatPoint>& points, double rounding) {
  for (std::size_t i = 0; points.size() > 2 && i < points.size(); ++i) {
    const FlatPoint& p = points[i];
    const FlatPoint& q = points[(i + 1) % points.size()];
    for (const FlatPoint& other : points) {
      const double arms = length(p, q) + length(p, other);
      if (cross(p, q, other) < -2 * rounding * arms) return false;
    }
  }
  return true;
}

double distance_to(const std::vector<FlatPoint>& polygon, const FlatPoint& p) {
  // The areas of the triangles that p makes with the sides add up to the polygon's, wherever p is;
  // where that is rounding alone their signs say nothing.
  constexpr double kNoArea = 1e-13;
  bool inside = polygon.size() > 2;
  double area = 0;
  double around = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const FlatPoint& a = polygon[i];
    const FlatPoint& b = polygon[(i + 1) % polygon.size()];
    inside = inside && cross(a, b, p) >= 0;
    area += cross(polygon[0], a, b);
    around += length(a, b);
    least = std::min(least, distance_to_side(a, b, p));
  }
  return inside && area > kNoArea * around * around ? 0 : least;
}

}  // namespace touchstone

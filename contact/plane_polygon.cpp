// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/plane_polygon.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace touchstone {
namespace {

/// Twice the signed area of the triangle a, b, p: positive where p is left of a -> b [m^2].
double twice_area(const PlanePoint& a, const PlanePoint& b, double x, double y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

double squared_distance(const PlanePoint& a, const PlanePoint& b) {
  return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

PlanePoint between(const PlanePoint& a, const PlanePoint& b, double part) {
  return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y),
          a.height + part * (b.height - a.height)};
}

/// The point of the segment a, b nearest to (x, y), as a part of its length from a [1].
double nearest_part(const PlanePoint& a, const PlanePoint& b, double x, double y) {
  const double squared = squared_distance(a, b);
  if (!(squared > 0)) return 0;
  return std::clamp(((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / squared, 0.0, 1.0);
}

const PlanePoint& farthest_from(const PlanePolygon& points, const PlanePoint& p) {
  return *std::max_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
    return squared_distance(p, a) < squared_distance(p, b);
  });
}

const PlanePoint& farthest_from_line(const PlanePolygon& points, const PlanePoint& a,
                                     const PlanePoint& b) {
  return *std::max_element(points.begin(), points.end(), [&](const auto& p, const auto& q) {
    return std::abs(twice_area(a, b, p.x, p.y)) < std::abs(twice_area(a, b, q.x, q.y));
  });
}

/// A polygon nowhere wider than `tolerance` becomes the segment of two points that are far apart,
/// or a point.
void collapse(PlanePolygon& polygon, double tolerance) {
  if (polygon.size() < 2) return;
  const PlanePoint start = farthest_from(polygon, polygon.front());
  const PlanePoint end = farthest_from(polygon, start);
  const double length = std::sqrt(squared_distance(start, end));
  if (length <= tolerance) {
    polygon.resize(1);
    return;
  }
  const PlanePoint& wide = farthest_from_line(polygon, start, end);
  const double area = twice_area(start, end, wide.x, wide.y);
  if (polygon.size() > 2 && std::abs(area) > tolerance * length) return;
  const bool ordered = start.x < end.x || (start.x == end.x && start.y < end.y);
  polygon.assign({ordered ? start : end, ordered ? end : start});
}

/// The part by which the crossing of a segment with a line may be off, where it leads from distance
/// `here` of the line to distance `there`: 0, except where the two are so nearly parallel that
/// rounding moves the crossing by more than kSharp of the segment. Then it is large enough to keep
/// every point that is on the line to the tolerance.
double doubtful_part(double here, double there, double tolerance) {
  constexpr double kSharp = 1e-6;
  const double climb = std::abs(here - there);
  return climb * kSharp > tolerance ? 0 : tolerance / climb;
}

/// The part of `from` that is left of a -> b (Sutherland and Hodgman) or within `tolerance` of that
/// line.
void clip(const PlanePolygon& from, const PlanePoint& a, const PlanePoint& b, double tolerance,
          PlanePolygon& to) {
  to.clear();
  const double length = std::sqrt(squared_distance(a, b));
  const auto inside_by = [&](const PlanePoint& p) { return twice_area(a, b, p.x, p.y) / length; };
  const std::size_t sides = from.size() == 2 ? 1 : from.size();
  double here = inside_by(from.front());
  if (here >= -tolerance) to.push_back(from.front());
  for (std::size_t i = 0; i < sides; ++i) {
    const PlanePoint& p = from[i];
    const PlanePoint& q = from[(i + 1) % from.size()];
    const double there = inside_by(q);
    if ((here >= -tolerance) != (there >= -tolerance)) {
      const double doubt = doubtful_part(here, there, tolerance);
      const double part = here / (here - there) + (here > there ? doubt : -doubt);
      // Not where one of them is on the line already.
      if (part > 0 && part < 1) to.push_back(between(p, q, part));
    }
    if (i + 1 < from.size() && there >= -tolerance) to.push_back(q);
    here = there;
  }
}

/// The point of an outline nearest to (x, y).
PlanePoint nearest_of(const PlanePolygon& outline, double x, double y) {
  if (outline.size() > 2 && distance_outside(outline, x, y) == 0) {
    return {x, y, height_plane(outline)(x, y)};
  }
  PlanePoint best = outline.front();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const PlanePoint& a = outline[i];
    const PlanePoint& b = outline[(i + 1) % outline.size()];
    const PlanePoint p = between(a, b, nearest_part(a, b, x, y));
    const double squared = squared_distance(p, {x, y, 0});
    if (squared >= least) continue;
    least = squared;
    best = p;
  }
  return best;
}

/// Beyond a sharp corner a point may be near both lines and far from the polygon. It moves to the
/// polygon's nearest point if that is in the subject and `level`; otherwise its height is unknown.
void keep_within(const PlanePolygon& subject, const PlanePolygon& window, double tolerance,
                 bool level, PlanePolygon& part) {
  std::size_t kept = 0;
  for (PlanePoint p : part) {
    if (distance_outside(window, p.x, p.y) > 2 * tolerance) {
      if (!level) continue;
      p = nearest_of(window, p.x, p.y);
      if (distance_outside(subject, p.x, p.y) > 2 * tolerance) continue;
      p.height = height_plane(subject)(p.x, p.y);
    }
    part[kept++] = p;
  }
  part.resize(kept);
}

/// The intersection of two segments: the part of the subject that is as near as `tolerance` to the
/// window's line, and between its ends.
void intersect_segments(const PlanePolygon& subject, const PlanePolygon& window, double tolerance,
                        PlanePolygon& part) {
  const PlanePoint& p = subject[0];
  const PlanePoint& q = subject[1];
  const PlanePoint& a = window[0];
  const PlanePoint& b = window[1];
  const double across = std::sqrt(squared_distance(a, b));
  // Signed distances from the window's line.
  const double from = twice_area(a, b, p.x, p.y) / across;
  const double to = twice_area(a, b, q.x, q.y) / across;
  if (std::min(from, to) > tolerance || std::max(from, to) < -tolerance) return;
  double first = 0;
  double last = 1;
  if (std::max(std::abs(from), std::abs(to)) > tolerance) {
    const double doubt = doubtful_part(from, to, tolerance);
    first = std::max(first, from / (from - to) - doubt);
    last = std::min(last, from / (from - to) + doubt);
  }
  // Along the window the subject passes both ends, or is across.
  const auto along = [&](const PlanePoint& r) {
    return ((r.x - a.x) * (b.x - a.x) + (r.y - a.y) * (b.y - a.y)) / across;
  };
  const double start = along(p);
  const double climb = along(q) - start;
  if (std::abs(climb) > tolerance) {
    const auto [enter, leave] = std::minmax({-start / climb, (across - start) / climb});
    first = std::max(first, enter);
    last = std::min(last, leave);
  } else if (std::max(start, start + climb) < -tolerance ||
             std::min(start, start + climb) > across + tolerance) {
    return;
  }
  if ((first - last) * std::sqrt(squared_distance(p, q)) > 2 * tolerance) return;
  if (first >= last) first = last = std::clamp((first + last) / 2, 0.0, 1.0);
  part.push_back(between(p, q, first));
  if (last > first) part.push_back(between(p, q, last));
}

/// Drops corners nearer than `merged` to the one before, and corners nearer than `tolerance` to the
/// line through their neighbours: the direction of so short a side, or the sense of so small a
/// turn, is a rounding error.
void drop_needless(double merged, double tolerance, PlanePolygon& polygon) {
  std::size_t kept = 1;
  for (std::size_t i = 1; i < polygon.size(); ++i) {
    if (squared_distance(polygon[kept - 1], polygon[i]) > merged * merged) {
      polygon[kept++] = polygon[i];
    }
  }
  while (kept > 1 && squared_distance(polygon[kept - 1], polygon[0]) <= merged * merged) --kept;
  polygon.resize(kept);
  collapse(polygon, merged);
  for (std::size_t i = 0; polygon.size() > 2 && i < polygon.size();) {
    const PlanePoint& before = polygon[(i + polygon.size() - 1) % polygon.size()];
    const PlanePoint& after = polygon[(i + 1) % polygon.size()];
    const double length = std::sqrt(squared_distance(before, after));
    if (twice_area(before, polygon[i], after.x, after.y) <= tolerance * length) {
      polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

}  // namespace

void outline_of(std::vector<PlanePoint>& points, double tolerance, PlanePolygon& outline) {
  outline.clear();
  if (points.size() > 2) {
    // Andrew's monotone chain: lower side, then upper.
    std::sort(points.begin(), points.end(),
              [](const auto& a, const auto& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
    const auto add = [&](const PlanePoint& p, std::size_t least) {
      while (outline.size() > least &&
             !(twice_area(outline[outline.size() - 2], outline.back(), p.x, p.y) > 0)) {
        outline.pop_back();
      }
      outline.push_back(p);
    };
    for (const PlanePoint& p : points) add(p, 1);
    const std::size_t lower = outline.size();
    for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
    if (outline.size() > 1) outline.pop_back();
  } else {
    outline.assign(points.begin(), points.end());
  }
  drop_needless(tolerance, tolerance, outline);
}

HeightPlane height_plane(const PlanePolygon& outline) {
  HeightPlane plane;
  const PlanePoint& a = outline.front();
  plane.at_origin = a.height;
  if (outline.size() == 1) return plane;
  const PlanePoint& b = farthest_from(outline, a);
  const double bx = b.x - a.x;
  const double by = b.y - a.y;
  const double bh = b.height - a.height;
  // c is off the line a, b: for a segment, whose tilt is unknown, it is as high as a.
  double cx = -by;
  double cy = bx;
  double ch = 0;
  if (outline.size() > 2) {
    const PlanePoint& c = farthest_from_line(outline, a, b);
    cx = c.x - a.x;
    cy = c.y - a.y;
    ch = c.height - a.height;
  }
  const double area = bx * cy - by * cx;
  plane.along_x = (bh * cy - ch * by) / area;
  plane.along_y = (ch * bx - bh * cx) / area;
  plane.at_origin -= plane.along_x * a.x + plane.along_y * a.y;
  return plane;
}

double distance_outside(const PlanePolygon& outline, double x, double y) {
  const PlanePoint p{x, y, 0};
  if (outline.size() > 2) {
    bool inside = true;
    for (std::size_t i = 0; inside && i < outline.size(); ++i) {
      inside = twice_area(outline[i], outline[(i + 1) % outline.size()], x, y) >= 0;
    }
    if (inside) return 0;
  }
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const PlanePoint& a = outline[i];
    const PlanePoint& b = outline[(i + 1) % outline.size()];
    least = std::min(least, squared_distance(p, between(a, b, nearest_part(a, b, x, y))));
  }
  return std::sqrt(least);
}

void intersect(const PlanePolygon& subject, const PlanePolygon& window, double tolerance,
               ClipScratch& scratch, PlanePolygon& part, bool level) {
  part.clear();
  if (subject.size() == 1) {
    const PlanePoint& p = subject.front();
    if (distance_outside(window, p.x, p.y) <= tolerance) part.push_back(p);
  } else if (window.size() == 1) {
    const PlanePoint& p = window.front();
    if (distance_outside(subject, p.x, p.y) > tolerance) return;
    part.push_back(nearest_of(subject, p.x, p.y));
  } else if (subject.size() == 2 && window.size() == 2) {
    intersect_segments(subject, window, tolerance, part);
  } else if (window.size() == 2) {
    // Clips the window by the subject, then takes the subject's heights.
    intersect(window, subject, tolerance, scratch, part);
    const HeightPlane plane = height_plane(subject);
    for (PlanePoint& p : part) p.height = plane(p.x, p.y);
  } else {
    scratch.from = subject;
    for (std::size_t i = 0; i < window.size() && !scratch.from.empty(); ++i) {
      clip(scratch.from, window[i], window[(i + 1) % window.size()], tolerance, scratch.to);
      std::swap(scratch.from, scratch.to);
    }
    std::swap(part, scratch.from);
    keep_within(subject, window, tolerance, level, part);
  }
}

void keep_extreme(PlanePolygon& polygon, double merged, double tolerance) {
  if (polygon.size() > 1) drop_needless(merged, tolerance, polygon);
}

NearestPoints nearest_points(const PlanePolygon& a, const PlanePolygon& b) {
  // Apart, the nearest points are a corner and a point of a side.
  NearestPoints best{a.front(), b.front()};
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const PlanePoint& p, const PlanePoint& q) {
    const double squared = squared_distance(p, q);
    if (squared >= least) return;
    least = squared;
    best = {p, q};
  };
  for (const PlanePoint& p : a) offer(p, nearest_of(b, p.x, p.y));
  for (const PlanePoint& q : b) offer(nearest_of(a, q.x, q.y), q);
  return best;
}

}  // namespace touchstone

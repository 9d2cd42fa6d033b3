// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/kept_share.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/plane_hull.hpp"

namespace touchstone {
namespace {

double twice_area(const FlatPoint& o, const FlatPoint& p, const FlatPoint& q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

std::vector<FlatPoint> hull_of(const std::vector<FlatPoint>& points) {
  std::vector<std::size_t> names(points.size());
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = k;
  const auto before = [&](std::size_t a, std::size_t b) {
    return std::pair(points[a].x, points[a].y) < std::pair(points[b].x, points[b].y);
  };
  const auto turn = [&](std::size_t a, std::size_t b, std::size_t c) {
    return twice_area(points[a], points[b], points[c]);
  };
  std::vector<FlatPoint> corners;
  for (const std::size_t k : plane_hull(std::move(names), before, turn)) {
    corners.push_back(points[k]);
  }
  return corners;
}

std::vector<FlatPoint> evenly_chosen(const std::vector<FlatPoint>& outline, std::size_t k) {
  std::vector<FlatPoint> chosen;
  for (std::size_t i = 0; i < k; ++i) chosen.push_back(outline[i * outline.size() / k]);
  return chosen;
}

}  // namespace

std::vector<FlatPoint> outline_of(std::vector<FlatPoint> points, double flat) {
  const std::vector<FlatPoint> all = hull_of(points);
  std::vector<std::size_t> kept(all.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i;
  // A corner may go if it and those gone before it stay near the side that stands for them.
  const auto may_go = [&](std::size_t k) {
    const std::size_t before = kept[(k + kept.size() - 1) % kept.size()];
    const std::size_t after = kept[(k + 1) % kept.size()];
    const std::vector<FlatPoint> side = {all[before], all[after]};
    std::size_t i = before;
    do {
      if (distance_to(side, all[i]) > flat) return false;
      i = (i + 1) % all.size();
    } while (i != after);
    return true;
  };
  for (std::size_t k = 0; kept.size() > 1 && k < kept.size();) {
    if (may_go(k)) {
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  std::vector<FlatPoint> corners;
  for (const std::size_t k : kept) corners.push_back(all[k]);
  return corners;
}

double area_of(const std::vector<FlatPoint>& outline) {
  double twice = 0;
  for (std::size_t k = 2; k < outline.size(); ++k) {
    twice += twice_area(outline[0], outline[k - 1], outline[k]);
  }
  return twice / 2;
}

double perimeter_of(const std::vector<FlatPoint>& outline) {
  double around = 0;
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const FlatPoint& next = outline[(k + 1) % outline.size()];
    around += std::hypot(next.x - outline[k].x, next.y - outline[k].y);
  }
  return around;
}

double diameter_of(const std::vector<FlatPoint>& points) {
  double largest = 0;
  for (const FlatPoint& p : points) {
    for (const FlatPoint& q : points) largest = std::max(largest, std::hypot(q.x - p.x, q.y - p.y));
  }
  return largest;
}

double largest_area(const std::vector<FlatPoint>& outline, std::size_t k) {
  const std::size_t m = outline.size();
  if (k >= m) return area_of(outline);
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t first = 0; first + k <= m; ++first) {
    // best[j]: of the triangles of a fan from `first` to j, with as many corners as chosen so far.
    std::vector<double> best(m, kNone);
    best[first] = 0;
    for (std::size_t chosen = 1; chosen < k; ++chosen) {
      std::vector<double> next(m, kNone);
      for (std::size_t i = first; i < m; ++i) {
        if (best[i] == kNone) continue;
        for (std::size_t j = i + 1; j < m; ++j) {
          next[j] =
              std::max(next[j], best[i] + twice_area(outline[first], outline[i], outline[j]) / 2);
        }
      }
      best = std::move(next);
    }
    largest = std::max(largest, *std::max_element(best.begin(), best.end()));
  }
  return largest;
}

double kept_share(const std::vector<FlatPoint>& points, const std::vector<FlatPoint>& outline,
                  std::size_t k, double beside, double inward) {
  if (outline.empty()) return 1;
  const bool lengths = k == 2 || outline.size() < 3;
  const std::size_t corners = outline.size();
  const std::vector<FlatPoint> kept = possibly_common(hull_of(points), outline, beside);
  if (kept.empty()) return 0;
  if (k < 2) return 1;
  if (lengths) {
    const double most = diameter_of(outline);
    const double length = diameter_of(kept);
    return most > 0 ? std::min(1.0, (length > 0 ? length + 2 * inward : 0) / most) : 1;
  }
  const bool too_many = k < corners && k > kMaxShareSteps / corners;
  const double most = too_many ? area_of(evenly_chosen(outline, k)) : largest_area(outline, k);
  const std::vector<FlatPoint> held = outline_of(kept, 0);
  const double area = area_of(held);
  const double lost = area > 0 ? inward * perimeter_of(held) : 0;
  return most > 0 ? std::min(1.0, (area + lost) / most) : 1;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/local_surface.hpp"
#include "geometry/index.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace touchstone {
namespace {

// Coordinates of a point over the plane.
constexpr std::size_t kX = 0;
constexpr std::size_t kY = 1;
constexpr std::size_t kUp = 2;

bool less(const DoubleDouble& a, const DoubleDouble& b) { return (a - b).high < 0; }

Dd3 unit(const Dd3& a) { return scaled(DoubleDouble{1, 0} / sqrt(dot(a, a)), a); }

/// The point where the segment p, q crosses coordinate `axis` = c; empty if both ends are on one
/// side.
std::optional<Dd3> crossing(const Dd3& p, const Dd3& q, std::size_t axis, double c) {
  const DoubleDouble from = p.at(axis) - DoubleDouble{c, 0};
  const DoubleDouble to = q.at(axis) - DoubleDouble{c, 0};
  if ((from.high < 0) == (to.high < 0)) return std::nullopt;
  // From the nearer end: an error of `part` is multiplied by the distance from it.
  const bool from_p = std::abs(from.high) <= std::abs(to.high);
  const Dd3& near = from_p ? p : q;
  const Dd3& far = from_p ? q : p;
  const DoubleDouble part = (from_p ? from : to) / (from_p ? from - to : to - from);
  Dd3 cut = near + scaled(part, far - near);
  cut.at(axis) = DoubleDouble{c, 0};
  return cut;
}

/// Whether b is above the line from a to c; all three are in one plane x = const.
bool is_above(const Dd3& a, const Dd3& b, const Dd3& c) {
  const Dd3 ab = b - a;
  const Dd3 ac = c - a;
  return (ab[kUp] * ac[kY] - ac[kUp] * ab[kY]).high > 0;
}

}  // namespace

ContactFrame ContactFrame::about(const Vec3& origin, const Vec3& n) {
  ContactFrame frame;
  frame.origin = origin;
  frame.n = n;
  frame.e1 = n.unitOrthogonal();
  frame.e2 = n.cross(frame.e1);
  return frame;
}

ContactAxes::ContactAxes(const ContactFrame& frame) : n(unit(exactly(frame.n))) {
  const Dd3 e = exactly(frame.e1);
  e1 = unit(e - scaled(dot(n, e), n));
  e2 = cross(n, e1);
}

Vec3 ContactAxes::raised(const Vec3& origin, const DoubleDouble& height) const {
  return rounded(exactly(origin) + scaled(height, n));
}

void LocalSurface::add_if_over_square(const Dd3& p) {
  if (std::abs(p[kX].high) > half_width_ || std::abs(p[kY].high) > half_width_) return;
  points_.push_back({p[kX].high, p[kY].high, p[kUp]});
}

void LocalSurface::add_edge(const Dd3& p, const Dd3& q) {
  for (const double w : {-half_width_, half_width_}) {
    if (const auto cut = crossing(p, q, kX, w)) (w < 0 ? low_ : high_).push_back(*cut);
    if (const auto cut = crossing(p, q, kY, w)) add_if_over_square(*cut);
  }
}

void LocalSurface::add_section(std::vector<Dd3>& section) {
  std::sort(section.begin(), section.end(), [](const Dd3& a, const Dd3& b) {
    const double apart = (a[kY] - b[kY]).high;
    return apart < 0 || (apart == 0 && less(a[kUp], b[kUp]));
  });
  chain_.clear();
  for (const Dd3& p : section) {
    while (!chain_.empty()) {
      const Dd3& last = chain_.back();
      // Points with the same y are sorted by height: the last one is the highest.
      const bool same_place = (p[kY] - last[kY]).high == 0;
      if (!same_place && (chain_.size() == 1 || is_above(chain_[chain_.size() - 2], last, p))) {
        break;
      }
      chain_.pop_back();
    }
    chain_.push_back(p);
  }
  for (std::size_t i = 0; i < chain_.size(); ++i) {
    add_if_over_square(chain_[i]);
    if (i == 0) continue;
    for (const double w : {-half_width_, half_width_}) {
      if (const auto cut = crossing(chain_[i - 1], chain_[i], kY, w)) add_if_over_square(*cut);
    }
  }
}

void LocalSurface::find(const SupportMap& map, const Pose& X, const ContactFrame& frame,
                        double sign, std::span<const int> places, double half_width) {
  half_width_ = half_width;
  const Dd3 from_origin = difference(X.t, frame.origin);
  const ContactAxes axes(frame);
  const auto placed = [&](int place) {
    const Dd3 p = rotate(X.R, map.body_vertex(place)) + from_origin;
    const DoubleDouble height = dot(axes.n, p);
    return Dd3{dot(axes.e1, p), dot(axes.e2, p), sign > 0 ? height : -height};
  };
  vertices_.clear();
  for (const int place : places) vertices_.push_back(placed(place));

  points_.clear();
  low_.clear();
  high_.clear();
  for (std::size_t i = 0; i < places.size(); ++i) {
    add_if_over_square(vertices_[i]);
    for (const int next : map.neighbours(places[i])) {
      const auto there = std::lower_bound(places.begin(), places.end(), next);
      if (there == places.end() || *there != next) {
        add_edge(vertices_[i], placed(next));
      } else if (next > places[i]) {
        add_edge(vertices_[i], vertices_[at(there - places.begin())]);
      }
    }
  }
  add_section(low_);
  add_section(high_);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/contact_body.hpp"
#include "geometry/index.hpp"

#include <algorithm>
#include <cstddef>

namespace touchstone {

ContactBody::ContactBody(const Polytope& body) : body_(body), map_(body, body.interior_point()) {
  for (const Vec3& v : body.vertices()) reach_ = std::max(reach_, v.norm());
}

int SupportLayer::farthest(const SupportMap& map, const Vec3& u) {
  // A climb from the last answer is short only where the direction has hardly turned.
  const bool warm = last_ >= 0 && last_ < map.count() && u.dot(last_u_) > 0 &&
                    u.cross(last_u_).squaredNorm() < map.near();
  last_ = warm ? map.farthest(u, last_) : map.farthest(u);
  last_u_ = u;
  return last_;
}

/// Vertices above a plane are connected by edges above it: the simplex method from any of them
/// climbs to the farthest without leaving them.
void SupportLayer::flood(const SupportMap& map, const Vec3& u, int start, double depth) {
  if (seen_.size() < static_cast<std::size_t>(map.count())) {
    seen_.assign(static_cast<std::size_t>(map.count()), 0);
    flood_ = 0;
  }
  if (++flood_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    flood_ = 1;
  }
  const double least = u.dot(map.body_vertex(start)) - depth;
  places_.assign(1, start);
  seen_[at(start)] = flood_;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    for (const std::int32_t next : map.neighbours(places_[i])) {
      std::uint32_t& seen = seen_[at(next)];
      if (seen == flood_) continue;
      seen = flood_;
      if (u.dot(map.body_vertex(next)) >= least) places_.push_back(next);
    }
  }
  std::sort(places_.begin(), places_.end());
}

/// Collects the places at most `depth` behind the farthest vertex v along u; returns u.v [m].
double SupportLayer::choose(const SupportMap& map, const Vec3& u, double depth) {
  places_.clear();
  if (map.count() > SupportMap::kMaxScannedWarm) {
    const int start = farthest(map, u);
    flood(map, u, start, depth);
    return u.dot(map.body_vertex(start));
  }
  heights_.clear();
  for (int i = 0; i < map.count(); ++i) heights_.push_back(u.dot(map.body_vertex(i)));
  const double best = *std::max_element(heights_.begin(), heights_.end());
  for (int i = 0; i < map.count(); ++i) {
    if (best - heights_[at(i)] <= depth) places_.push_back(i);
  }
  return best;
}

void SupportLayer::find(const ContactBody& body, const Pose& X, const ContactFrame& frame,
                        double sign, double depth) {
  const SupportMap& map = body.map();
  const Vec3 u = sign * (X.R.transpose() * frame.n);
  const Vec3 a = X.R.transpose() * frame.e1;
  const Vec3 b = X.R.transpose() * frame.e2;
  const Vec3 from_origin = X.t - frame.origin;
  const double up = sign * frame.n.dot(from_origin);
  const double right = frame.e1.dot(from_origin);
  const double ahead = frame.e2.dot(from_origin);

  base_ = {};
  top_ = sign * (choose(map, u, depth) + up);
  points_.clear();
  for (const int place : places_) {
    const Vec3& v = map.body_vertex(place);
    points_.push_back({a.dot(v) + right, b.dot(v) + ahead, sign * (u.dot(v) + up)});
  }
}

bool SupportLayer::find_near(const ContactBody& body, const Pose& X, const ContactFrame& frame,
                             double sign, double depth, double doubt, double half_width) {
  choose(body.map(), sign * (X.R.transpose() * frame.n), depth + doubt);
  local_.find(body.map(), X, frame, sign, places_, half_width);
  if (local_.points().empty()) return false;
  const auto lower = [](const SurfacePoint& p, const SurfacePoint& q) {
    return (p.up - q.up).high < 0;
  };
  const DoubleDouble best =
      std::max_element(local_.points().begin(), local_.points().end(), lower)->up;
  base_ = sign > 0 ? best : -best;
  top_ = 0;
  points_.clear();
  for (const SurfacePoint& p : local_.points()) {
    const double behind = (best - p.up).high;
    if (behind <= depth) points_.push_back({p.x, p.y, -sign * behind});
  }
  return true;
}

}  // namespace touchstone

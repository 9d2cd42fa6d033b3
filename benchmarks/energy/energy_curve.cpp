// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_curve.hpp"

#include <algorithm>
#include <utility>

#include "geometry/loop_bound.hpp"

namespace touchstone {

void CurveRecorder::Bucket::take(const Bucket& later) {
  if (later.min_total.total_J < min_total.total_J) min_total = later.min_total;
  if (later.max_total.total_J > max_total.total_J) max_total = later.max_total;
  if (later.min_kinetic.kinetic_J < min_kinetic.kinetic_J) min_kinetic = later.min_kinetic;
  if (later.max_kinetic.kinetic_J > max_kinetic.kinetic_J) max_kinetic = later.max_kinetic;
}

std::vector<CurveRecorder::Point> CurveRecorder::Bucket::points() const {
  std::vector<Point> all = {min_total, max_total, min_kinetic, max_kinetic};
  std::sort(all.begin(), all.end(),
            [](const Point& a, const Point& b) { return a.time_s < b.time_s; });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Point& a, const Point& b) { return a.time_s == b.time_s; }),
            all.end());
  return all;
}

/// Whether one more bucket fits. First and last step may come on top, but not while a bucket is one
/// step.
bool CurveRecorder::has_room() const {
  const std::size_t next = std::min<std::uint64_t>(every_, 4);
  const std::size_t ends = every_ == 1 ? 0 : 2;
  return points_ + next + ends <= kMaxPoints;
}

void CurveRecorder::merge_pairs() {
  every_ *= 2;
  std::vector<Bucket> merged;
  for (std::size_t k = 0; k < buckets_.size(); ++k) {
    if (k % 2 == 0) {
      merged.push_back(buckets_[k]);
    } else {
      merged.back().take(buckets_[k]);
    }
  }
  buckets_ = std::move(merged);
  points_ = 0;
  for (const Bucket& bucket : buckets_) points_ += bucket.points().size();
}

void CurveRecorder::add(double time_s, double kinetic_J, double total_J) {
  last_ = {time_s, kinetic_J, total_J};
  if (seen_ == 0) first_ = last_;
  if (seen_ % every_ == 0 && seen_ > 0) points_ += buckets_.back().points().size();
  LoopBound bound("energy: merging of a curve", 64);  // each doubles every_
  while (seen_ % every_ == 0 && !has_room()) {
    bound.step();
    merge_pairs();
  }
  if (seen_++ % every_ == 0) {
    buckets_.emplace_back(last_);
  } else {
    buckets_.back().take(Bucket(last_));
  }
}

EnergyCurve CurveRecorder::take() {
  EnergyCurve curve;
  const auto keep = [&curve](const Point& point) {
    if (!curve.time_s.empty() && point.time_s <= curve.time_s.back()) return;
    curve.time_s.push_back(point.time_s);
    curve.kinetic_J.push_back(point.kinetic_J);
    curve.total_J.push_back(point.total_J);
  };
  if (seen_ == 0) return curve;
  keep(first_);
  for (const Bucket& bucket : buckets_) {
    for (const Point& point : bucket.points()) keep(point);
  }
  keep(last_);
  return curve;
}

}  // namespace touchstone

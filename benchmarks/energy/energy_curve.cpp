// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_curve.hpp"

namespace touchstone {

void CurveRecorder::add(double time_s, double kinetic_J, double total_J) {
  last_ = {time_s, kinetic_J, total_J};
  if (seen_++ % every_ != 0) return;
  // One place is left for the last point.
  if (kept_.size() + 1 == kMaxPoints) {
    for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
    kept_.resize((kept_.size() + 1) / 2);
    every_ *= 2;
    if ((seen_ - 1) % every_ != 0) return;
  }
  kept_.push_back(last_);
}

EnergyCurve CurveRecorder::take() {
  if (seen_ > 0 && (seen_ - 1) % every_ != 0) kept_.push_back(last_);
  EnergyCurve curve;
  for (const Point& point : kept_) {
    curve.time_s.push_back(point.time_s);
    curve.kinetic_J.push_back(point.kinetic_J);
    curve.total_J.push_back(point.total_J);
  }
  return curve;
}

}  // namespace touchstone

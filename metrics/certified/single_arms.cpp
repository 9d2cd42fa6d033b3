// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/single_arms.hpp"

#include <cmath>

namespace touchstone {

SingleArms::SingleArms(const SupportMap& map) {
  const SupportMap::Columns columns = map.columns();
  if (!map.scans() || columns.count <= SupportMap::kMaxScannedWarm) return;
  int exponent = 0;
  if (!(std::frexp(map.longest(), &exponent) > 0)) return;
  scale_ = std::ldexp(1, -exponent);
  // 0 or infinite beyond the range of such powers.
  if (!(scale_ > 0) || !std::isfinite(scale_)) return;
  count_ = columns.count;
  blocks_.reserve(static_cast<std::size_t>(3 * count_));
  for (int first = 0; first < count_; first += kBlock) {
    for (const double* entries : {columns.x, columns.y, columns.z}) {
      for (int k = first; k < first + kBlock; ++k) {
        blocks_.push_back(static_cast<float>(entries[k] * scale_));
      }
    }
  }
}

}  // namespace touchstone

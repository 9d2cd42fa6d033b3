// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/single_arms.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace touchstone {

SingleArms::SingleArms(const SupportMap& map) {
  const SupportMap::Columns columns = map.columns();
  if (!map.scans() || columns.count <= SupportMap::kMaxScannedWarm) return;
  int exponent = 0;
  if (!(std::frexp(map.longest(), &exponent) > 0)) return;
  scale_ = std::ldexp(1, -exponent);
  // 0 or infinite beyond the range of such powers.
  if (!(scale_ > 0) || !std::isfinite(scale_)) return;
  const auto entry = [&](const double* entries, int place) {
    return place < map.count() ? static_cast<float>(entries[place] * scale_)
                               : std::numeric_limits<float>::quiet_NaN();
  };
  for (int first = 0; first < columns.count; first += Block::kVertices) {
    Block& block = blocks_.emplace_back();
    for (int k = 0; k < Block::kVertices; ++k) {
      const auto at = static_cast<std::size_t>(k);
      block.x[at] = entry(columns.x, first + k);
      block.y[at] = entry(columns.y, first + k);
      block.z[at] = entry(columns.z, first + k);
    }
  }
  blocks_.shrink_to_fit();
}

}  // namespace touchstone

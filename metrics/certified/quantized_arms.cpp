// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/quantized_arms.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "metrics/common/prefetch.hpp"

namespace touchstone {
namespace {

/// The inverses of shorter arms are not in the range of doubles [m].
constexpr double kShortest = 1e-290;

}  // namespace

QuantizedArms::QuantizedArms(const SupportMap& map) {
  const SupportMap::Columns columns = map.columns();
  if (!map.scans() || columns.count <= SupportMap::kMaxScannedWarm) return;
  if (!(map.longest() > kShortest) || !std::isfinite(map.longest())) return;
  const double scale = kLongest / map.longest();
  const int last = map.count() - 1;
  const auto entry = [&](const double* entries, int place) {
    return static_cast<std::int16_t>(std::lround(entries[std::min(place, last)] * scale));
  };
  for (int first = 0; first <= last; first += Block::kVertices) {
    Block& block = blocks_.emplace_back();
    for (int k = 0; k < Block::kVertices; ++k) {
      const auto at = static_cast<std::size_t>(k);
      block.x[at] = entry(columns.x, first + k);
      block.y[at] = entry(columns.y, first + k);
      block.z[at] = entry(columns.z, first + k);
    }
  }
  blocks_.shrink_to_fit();
  for (int place = 0; place <= last; ++place) {
    there_[static_cast<std::size_t>(place) / 64] |= std::uint64_t{1} << (place % 64);
  }
}

void QuantizedArms::prefetch() const {
  prefetch_bytes(blocks_.data(), blocks_.size() * sizeof(Block));
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/scanned_arms.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {

ScannedArms::ScannedArms(const SupportMap& map) {
  if (!map.scans()) return;
  if (map.columns().count <= SupportMap::kMaxScannedWarm) {
    fill_doubles(map);
  } else {
    quantize(map);
  }
}

void ScannedArms::fill_doubles(const SupportMap& map) {
  const SupportMap::Columns columns = map.columns();
  kind_ = Kind::doubles;
  count_ = columns.count;
  const auto count = static_cast<std::size_t>(count_);
  rest_ = std::max(3 * count * sizeof(double), kFirst) - kFirst;
  storage_.doubles.fill(0);
  double* to = storage_.doubles.data();
  for (const double* entries : {columns.x, columns.y, columns.z}) {
    to = std::copy_n(entries, count, to);
  }
}

void ScannedArms::quantize(const SupportMap& map) {
  const SupportMap::Columns columns = map.columns();
  // Cannot overflow: polytopes smaller than 1e-60 m are rejected (kMinExtent).
  const double scale = kMaxArm / map.longest();
  const int last = map.count() - 1;
  const auto entry = [&](const double* entries, int place) {
    return static_cast<std::int16_t>(std::lround(entries[std::min(place, last)] * scale));
  };
  kind_ = Kind::quantized;
  count_ = last / Block::kVertices + 1;
  rest_ = std::max(static_cast<std::size_t>(count_) * sizeof(Block), kFirst) - kFirst;
  for (int b = 0; b < count_; ++b) {
    Block& block = storage_.blocks[at(b)];
    for (int k = 0; k < Block::kVertices; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const int place = b * Block::kVertices + k;
      block.x[at] = entry(columns.x, place);
      block.y[at] = entry(columns.y, place);
      block.z[at] = entry(columns.z, place);
    }
  }
  for (int place = 0; place <= last; ++place) {
    occupied_[at(place) / 64] |= std::uint64_t{1} << (place % 64);
  }
}

}  // namespace touchstone

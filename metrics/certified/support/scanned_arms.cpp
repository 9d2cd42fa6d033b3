// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/scanned_arms.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"

namespace touchstone {

std::size_t ScannedArms::units(const Polytope& body) {
  const int scanned = SupportMap::scanned(body);
  if (scanned > SupportMap::kMaxScanned) return 0;
  return at(scanned <= SupportMap::kMaxScannedWarm ? scanned / 8 : (scanned + 31) / 32);
}

double* ScannedArms::room_for_doubles(const Polytope& body, std::byte* room) {
  return SupportMap::scanned(body) <= SupportMap::kMaxScannedWarm ? reinterpret_cast<double*>(room)
                                                                  : nullptr;
}

ScannedArms::ScannedArms(const SupportMap& map, std::byte* room) : room_(room) {
  if (!map.scans()) return;
  const SupportMap::Columns columns = map.columns();
  if (columns.count > SupportMap::kMaxScannedWarm) {
    quantize(map, reinterpret_cast<Block*>(room));
    return;
  }
  kind_ = Kind::doubles;
  count_ = columns.count;
  rest_ = static_cast<std::uint32_t>(3 * at(count_) * sizeof(double) - kUnit);
}

void ScannedArms::quantize(const SupportMap& map, Block* blocks) {
  const SupportMap::Columns columns = map.columns();
  // Cannot overflow: polytopes smaller than 1e-60 m are rejected (kMinExtent).
  const double scale = kMaxArm / map.longest();
  const int last = map.count() - 1;
  const auto entry = [&](const double* entries, int place) {
    return static_cast<std::int16_t>(std::lround(entries[std::min(place, last)] * scale));
  };
  kind_ = Kind::quantized;
  count_ = last / Block::kVertices + 1;
  rest_ = static_cast<std::uint32_t>(at(count_) * sizeof(Block) - kUnit);
  for (int b = 0; b < count_; ++b) {
    Block& block = blocks[b];
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

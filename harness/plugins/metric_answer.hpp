// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a metric of this program, in one piece without pointers, so that its worker can
// leave it in memory that the host reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "metrics/metric.hpp"

namespace touchstone {

/// Every field of Answer but `indeterminate` and the proof,
/// with a note of at most kMaxNote characters.
struct MetricAnswer {
  static constexpr std::size_t kMaxNote = 1000;
  static constexpr std::int32_t kNotWritten = -1;  ///< a status that read_answer() rejects
  static constexpr std::uint32_t kHasNormal = 1;
  static constexpr std::uint32_t kHasWitnesses = 2;
  static constexpr std::uint32_t kHasRatio = 4;
  static constexpr std::uint32_t kHasTail = 8;

  std::int32_t status = 0;  ///< AnswerStatus
  std::int32_t sign = 0;
  double value = 0;
  std::uint32_t given = 0;  ///< kHas...: which of the next four hold
  Vec3 normal = Vec3::Zero();
  WitnessPoints witnesses{Vec3::Zero(), Vec3::Zero()};
  RatioDetail ratio;
  double tail = 0;
  Feature feature_A;
  Feature feature_B;
  Work work;
  std::array<char, kMaxNote + 1> note{};  ///< up to a zero byte
};

void write_answer(const Answer& answer, MetricAnswer& out);

/// The answer that lies in `shared`, which is read once. Nothing where a field is out of range: the
/// metric has written there.
std::optional<Answer> read_answer(const MetricAnswer& shared);

}  // namespace touchstone

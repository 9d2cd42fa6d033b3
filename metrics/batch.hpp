// SPDX-License-Identifier: GPL-3.0-or-later
// Many questions to one metric in one call, answered in plain records.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "metrics/metric.hpp"

namespace touchstone {

/// One question of a batch. Shapes and poses outlive the call, and questions may share them.
struct BatchQuery {
  const Shape* A;
  const Pose* X_WA;
  const Shape* B;
  const Pose* X_WB;
};

/// What an Answer says, but for its note, its proof and the details of the ratio metric. What is
/// not given is 0.
struct BatchAnswer {
  // Bits of `given`.
  static constexpr std::uint8_t kNormal = 1;
  static constexpr std::uint8_t kWitnesses = 2;
  static constexpr std::uint8_t kTail = 4;
  static constexpr std::uint8_t kIndeterminate = 8;  ///< Answer::indeterminate holds
  static constexpr std::uint8_t kSeveral = 16;       ///< and is true

  double value;                  ///< Answer::value: phi [m] or rho [1]
  double tail;                   ///< [m]
  std::array<double, 3> normal;  ///< unit, from B to A, world
  std::array<double, 3> p_WA;    ///< witness point on A, world [m]
  std::array<double, 3> p_WB;    ///< on B
  std::int32_t feature_A;        ///< Feature::index
  std::int32_t feature_B;
  std::int32_t supports;  ///< Work
  std::int32_t iterations;
  std::int32_t exact;
  AnswerStatus status;
  std::int8_t sign;
  std::uint8_t given;
  Feature::Kind kind_A;  ///< Feature::kind
  Feature::Kind kind_B;
  std::array<std::uint8_t, 3> unused;  ///< 0, so that records have no padding
};
static_assert(sizeof(BatchAnswer) <= 128);

BatchAnswer plain_answer(const Answer& answer);

/// A metric that answers a batch in less time than its questions one by one.
class BatchMetric {
 public:
  virtual ~BatchMetric() = default;
  /// See evaluate_batch() below. `answers` has room for one a question.
  virtual void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                            BatchAnswer* answers) const = 0;
};

/// Fills answers[k] with what `metric` answers to queries[k]: the bits that Metric::evaluate gives
/// where it is asked one question after the other. They do not depend on the size of the batch or
/// on its other questions, unless two questions in turn are about one pair of shapes: a workspace
/// may then begin at the last answer. What is not finite among them is asked alone. Throws what
/// Metric::evaluate throws.
void evaluate_batch(const Metric& metric, std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/batch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace touchstone {
namespace {

std::array<double, 3> entries(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// Value, tail, normal and witness points, one after the other.
constexpr std::size_t kNumbers = 11;
static_assert(offsetof(BatchAnswer, feature_A) == kNumbers * sizeof(double));

/// Whether every number of all answers is finite. Sums without a branch: 0 x is 0 or not a number.
bool all_finite(std::span<const BatchAnswer> answers) {
  std::array<double, kNumbers> sums{};
  for (const BatchAnswer& answer : answers) {
    std::array<double, kNumbers> numbers;
    std::memcpy(numbers.data(), &answer, sizeof numbers);
    for (std::size_t i = 0; i < kNumbers; ++i) sums[i] += 0 * numbers[i];
  }
  return std::all_of(sums.begin(), sums.end(), [](double sum) { return sum == 0; });
}

}  // namespace

BatchAnswer plain_answer(const Answer& answer) {
  BatchAnswer record{};
  record.status = answer.status;
  record.value = answer.value;
  record.sign = static_cast<std::int8_t>(answer.sign);
  if (answer.tail) {
    record.given |= BatchAnswer::kTail;
    record.tail = *answer.tail;
  }
  if (answer.indeterminate) {
    record.given |= BatchAnswer::kIndeterminate;
    if (*answer.indeterminate) record.given |= BatchAnswer::kSeveral;
  }
  if (answer.normal) {
    record.given |= BatchAnswer::kNormal;
    record.normal = entries(*answer.normal);
  }
  if (answer.witnesses) {
    record.given |= BatchAnswer::kWitnesses;
    record.p_WA = entries(answer.witnesses->p_WA);
    record.p_WB = entries(answer.witnesses->p_WB);
  }
  record.kind_A = answer.feature_A.kind;
  record.feature_A = answer.feature_A.index;
  record.kind_B = answer.feature_B.kind;
  record.feature_B = answer.feature_B.index;
  record.supports = answer.work.supports;
  record.iterations = answer.work.iterations;
  record.exact = answer.work.exact;
  return record;
}

void evaluate_batch(const Metric& metric, std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) {
  const auto* own = queries.size() > 1 ? dynamic_cast<const BatchMetric*>(&metric) : nullptr;
  if (own != nullptr) {
    own->answer_batch(queries, workspace, answers);
    if (all_finite({answers, queries.size()})) return;
  }
  for (std::size_t k = 0; k < queries.size(); ++k) {
    // What is not finite is asked alone, where the metric's adapter withdraws it.
    if (own != nullptr && all_finite({answers + k, 1})) continue;
    const BatchQuery& query = queries[k];
    answers[k] =
        plain_answer(metric.evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, workspace));
  }
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/batch.hpp"

#include <cstddef>
#include <cstring>

namespace touchstone {
namespace {

std::array<double, 3> entries(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

using Two = double __attribute__((vector_size(16)));

/// True only if the numbers of all answers are finite: value, normal, witness points and tail, which
/// come one after the other. Where it is false a sum may have overflowed. The loop has no branches.
bool have_finite_sums(std::span<const BatchAnswer> answers) {
  static_assert(offsetof(BatchAnswer, feature_A) == 11 * sizeof(double));
  Two sums{};
  for (const BatchAnswer& answer : answers) {
    std::array<Two, 5> of;
    std::memcpy(of.data(), &answer, sizeof of);
    const Two all = ((of[0] + of[1]) + (of[2] + of[3])) + (of[4] + Two{answer.p_WB[2], 0});
    sums += 0 * all;
  }
  return sums[0] + sums[1] == 0;
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
    if (have_finite_sums({answers, queries.size()})) return;
  }
  for (std::size_t k = 0; k < queries.size(); ++k) {
    // What is not finite is asked alone, where the metric's adapter withdraws it.
    if (own != nullptr && have_finite_sums({answers + k, 1})) continue;
    const BatchQuery& query = queries[k];
    answers[k] =
        plain_answer(metric.evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, workspace));
  }
}

}  // namespace touchstone

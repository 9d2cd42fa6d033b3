// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/batch.hpp"

#include <cmath>
#include <cstddef>

namespace touchstone {
namespace {

std::array<double, 3> entries(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// True only if every number among value, normal and witness points is finite. Where it is false,
/// the sum may have overflowed.
bool has_finite_sum(const BatchAnswer& answer) {
  const auto sum = [](const std::array<double, 3>& v) { return v[0] + v[1] + v[2]; };
  return std::isfinite(answer.value + sum(answer.normal) + (sum(answer.p_WA) + sum(answer.p_WB)));
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
  if (own != nullptr) own->answer_batch(queries, workspace, answers);
  for (std::size_t k = 0; k < queries.size(); ++k) {
    // What is not finite is asked alone, where the metric's adapter withdraws it.
    const bool done = own != nullptr &&
                      (answers[k].status == AnswerStatus::no_answer || has_finite_sum(answers[k]));
    if (done) continue;
    const BatchQuery& query = queries[k];
    answers[k] =
        plain_answer(metric.evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, workspace));
  }
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// Shrunk failures as JSON, and as cases of their own.
#pragma once

#include <string>
#include <vector>

#include "harness/cases/case.hpp"
#include "harness/shrink/shrink_failures.hpp"
#include "harness/shrink/shrinker.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// How the source of a shrunk pair begins.
inline constexpr const char* kShrunkFrom = "shrunk from ";

/// The pair as a case of its own, which says where it comes from.
Case shrunk_case(const ShrunkFailure& shrunk, const std::string& metric, const std::string& id);
/// That case as a case file, which keeps q.
std::string shrunk_case_text(const ShrunkFailure& shrunk, const std::string& metric,
                             const std::string& id);

/// A document as a value within another one.
RawJson value_of_document(std::string document);

/// A failure of `metric` in the case `id`, and its shrunk pair.
struct NamedShrunk {
  const ShrunkFailure* failure = nullptr;
  std::string metric;
  std::string id;
};
RecordFields<NamedShrunk> shrunk_fields();

/// The kinds of failures of a metric.
const RecordFields<MetricFailures>& metric_failures_fields();
std::vector<RawJson> failures_json(const std::vector<MetricFailures>& failures);

}  // namespace touchstone

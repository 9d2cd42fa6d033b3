// SPDX-License-Identifier: GPL-3.0-or-later
// One wrong case with all that is known of it, as the store keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/judge/judge.hpp"
#include "reference/bracket.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct Failure {
  std::uint64_t index = 0;  ///< the case's index in its source
  std::string id;
  Verdict verdict;
  std::string answer;  ///< JSON
  std::string truth;   ///< JSON
};

/// A failure as it is read back from a store.
struct StoredFailure {
  std::size_t source = 0;   ///< position in the description
  std::size_t metric = 0;   ///< position among the source's metrics
  std::uint64_t index = 0;  ///< the case's index in its source
  std::string id;
  std::string word;
  double error = 0;    ///< relative to size; NaN where there is none
  std::string answer;  ///< JSON
  std::string truth;   ///< JSON
};

/// "answered", "sign_only", "no_answer", "crashed", "timed_out", "skipped" or "not_applicable".
std::string_view status_name(const RunOutcome& outcome);

/// How a run ended and what was answered.
struct StoredAnswer {
  std::string status;
  std::optional<double> value = {};
  std::optional<int> sign = {};  ///< given where only a sign was answered
  std::optional<EntriesOrNull> normal = {}, witness_a = {}, witness_b = {};
  std::string detail;
};
const RecordFields<StoredAnswer>& stored_answer_fields();
StoredAnswer stored_answer(const RunOutcome& outcome);
std::string answer_json(const RunOutcome& outcome);

/// What the answer is measured by: sign, phi, phi_squared (a fraction), one normal and how many
/// there are; of a ratio metric rho, rounded and as a fraction.
std::string truth_json(const Truth& truth, Quantity quantity);

/// truth_json() of a pair with a curved core: the bracket of phi.
std::string bracket_json(const Bracket& bracket);

}  // namespace touchstone

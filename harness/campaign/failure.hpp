// SPDX-License-Identifier: GPL-3.0-or-later
// One wrong case with all that is known of it, as the store keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/judge/judge.hpp"

namespace touchstone {

struct Failure {
  std::uint64_t index = 0;  ///< of the case within its source
  std::string id;
  Verdict verdict;
  std::string answer;  ///< JSON
  std::string truth;   ///< JSON
};

/// The same as it is read back from a store.
struct StoredFailure {
  std::size_t source = 0;   ///< position in the description
  std::size_t metric = 0;   ///< position among the source's metrics
  std::uint64_t index = 0;  ///< of the case within its source
  std::string id;
  std::string word;
  double error = 0;    ///< relative to size; NaN where there is none
  std::string answer;  ///< JSON
  std::string truth;   ///< JSON
};

/// How the run ended and what was answered: status, value, sign, normal, witness points, detail;
/// null where it has none.
std::string answer_json(const RunOutcome& outcome);

/// What the answer is measured by: sign, phi, phi_squared (a fraction), one normal and how many
/// there are; of a ratio metric rho, rounded and as a fraction.
std::string truth_json(const Truth& truth, Quantity quantity);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// A case with its truth, as the page draws it: part of the schema touchstone.report/1
// (docs/report.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cases/case.hpp"
#include "harness/cases/files/case_file.hpp"
#include "metrics/registry.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// What one algorithm says of a pair. `answer` is JSON as answer_json() makes it.
struct PairClaim {
  std::string metric;
  std::string word;
  std::string answer;
  std::optional<double> error = {};       ///< of the value, relative to size
  std::optional<Quantity> quantity = {};  ///< that its value is, where it is known
};

struct PairPage {
  const Case& c;
  const Truth& truth;
  double tolerance = 0;
  bool with_snippets = false;  ///< also the programs that put it to other libraries
};

/// What it says, as JSON; null where its answer is not known.
std::string claim_json(const PairClaim& claim);

/// One line of JSON. Numbers that are not finite are the strings "Infinity", "-Infinity" and "NaN".
std::string pair_json(const PairPage& page, const std::vector<PairClaim>& claims = {},
                      const std::string& shrunk = "null");

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// A case with its truth, as the page draws it: part of the schema touchstone.report/1
// (docs/report.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cases/case.hpp"
#include "harness/cases/files/case_file.hpp"
#include "metrics/metric_row.hpp"
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

/// What is said of a shrunk pair.
struct ShrunkText {
  std::string metric;   ///< that fails on it
  std::string summary;  ///< "A a box, B 4 vertices, at most 2 digits"
  std::vector<std::string> does_not_matter;
};

/// With the pair's JSON, as pair_json() and the entries of `shown` hold it.
std::string shrunk_pair_json(const ShrunkText& text, const std::string& pair);

}  // namespace touchstone

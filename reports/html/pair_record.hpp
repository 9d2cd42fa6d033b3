// SPDX-License-Identifier: GPL-3.0-or-later
// A case with its truth, as the page draws it: part of the record touchstone.report/1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/failure.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/files/case_file.hpp"
#include "metrics/metric_row.hpp"
#include "reference/truth.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// What one algorithm says of a pair.
struct PairClaim {
  std::string metric;
  std::string word;
  StoredAnswer answer;
  std::optional<double> error = {};       ///< how far the value is off, relative to size
  std::optional<Quantity> quantity = {};  ///< what the value is, where that is known
  std::string replay = {};                ///< command that asks for it again; empty: none does
};
RecordFields<PairClaim> claim_fields();

struct PairPage {
  const Case& c;
  const Truth& truth;
  double tolerance = 0;
  bool with_snippets = false;          ///< also the programs that put it to other libraries
  std::vector<PairClaim> claims = {};  ///< on the page of one pair: what each metric says
  RawJson shrunk = {};                 ///< made by shrunk_pair_fields(); empty where there is none
};
const RecordFields<PairPage>& pair_fields();

/// A simpler pair that fails in the same way.
struct ShrunkPair {
  std::string metric;   ///< the metric that fails on it
  std::string summary;  ///< "A a box, B 4 vertices, at most 2 digits"
  std::vector<std::string> does_not_matter;
  PairPage pair;
};
const RecordFields<ShrunkPair>& shrunk_pair_fields();

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask` says of a pair with a curved core: the proven bracket of phi, and by it the verdicts
// on what the case claims and on what metrics answer.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/ask/asker.hpp"
#include "harness/asking/runner.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/bracket_judge.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "reference/bracket.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A claim, or what became of the question to a metric.
struct CurvedReply {
  std::string name;
  std::optional<CaseClaim> said;  ///< what was judged; nothing without a value
  Verdict verdict;
  std::string detail;
  /// The least and the largest |value - phi| that the bracket leaves, if there is a value [m].
  std::optional<double> error_least, error_most;
  std::optional<ShrunkFailure> shrunk;  ///< the failure shrunk, if that was asked for
  std::string why_not_shrunk;           ///< why the failure could not be; else empty
  std::string id;                       ///< the case's
  bool counts_as_wrong = false;         ///< by the rule of verify

  /// The shrunk pair, which there must be, as a case of its own.
  Case small_case() const { return shrunk_case(*shrunk, name, id); }
};

/// The case as a case file, inside a record.
RawJson case_json(const Case& c);

/// What is said where phi is known to be in the bracket.
CurvedReply reply_of(std::string name, std::optional<CaseClaim> said, const Verdict& verdict,
                     std::string detail, const Bracket& bracket);
/// The reply in full; `size` is that of the pair [m].
std::string curved_reply_text(const CurvedReply& reply, double size);
/// A claim or an answer, with the name of who gave it.
RecordFields<CurvedReply> reply_fields_of(const char* who);

struct AskedCurved {
  const Case& c;
  Bracket bracket;  ///< without evidence but the direction
  std::optional<CurvedReply> claim;
  std::vector<CurvedReply> metrics;

  bool counts_as_wrong() const;
};

/// The question outlives it.
class CurvedAsker {
 public:
  explicit CurvedAsker(const AskQuestion& question) : question_(question) {}

  /// The case outlives what is returned.
  AskedCurved ask(const Case& c);

 private:
  RunOutcome outcome_of(const MetricRow& metric, const ConvexPair& bodies);

  const AskQuestion& question_;
  std::map<const MetricRow*, std::unique_ptr<Runner>> runners_;
};

/// "[lower, upper]" [m].
std::string bracket_text(const Bracket& bracket);
/// "separated", "penetrating", "kissing" or "sign not proven".
std::string bracket_sign(const Bracket& bracket);
/// A cell of a table: the value, with the word unless it is right; else the word alone.
std::string reply_cell(const CurvedReply& reply);
/// The case in full.
std::string curved_text(const AskedCurved& asked);

RecordFields<AskedCurved> curved_fields();

}  // namespace touchstone

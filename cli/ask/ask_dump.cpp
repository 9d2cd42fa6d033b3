// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_dump.hpp"

#include "harness/cases/files/case_file.hpp"
#include "harness/shrink/pair_draft.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "reference/oracle.hpp"
#include "reports/snippets/snippet.hpp"

namespace touchstone {

namespace {

/// `bracket` where a core is curved.
Result<std::string> dump_of(const std::string& form, double tolerance, const Case& c,
                            const Truth& truth, const Bracket* bracket) {
  // A case file of a case has R, as it was read; other forms take q where it is exactly R.
  CaseRotations rotations;
  if (form != "json") {
    const ConvexPair pair = convex_pair(c);
    rotations = {integer_quaternion_of(pair.X_WA.R), integer_quaternion_of(pair.X_WB.R)};
  }
  return snippet(form, {c, rotations, truth, tolerance, bracket});
}

/// `why`: the reason that a failure could not be shrunk; empty if the metric did not fail.
Error not_shrunk(const std::string& metric, const std::string& id, const std::string& why) {
  return Error{"ask: " + metric +
               (why.empty() ? " does not fail on " + id + ": there is nothing to shrink"
                            : " is not shrunk: " + why)};
}

}  // namespace

Result<std::string> case_dump(const std::string& form, double tolerance, const Asked& asked) {
  return dump_of(form, tolerance, asked.c, asked.truth, nullptr);
}

Result<std::string> curved_dump(const std::string& form, double tolerance, const AskedCurved& asked,
                                bool shrunk) {
  const CurvedReply* reply = shrunk ? &asked.metrics.front() : nullptr;
  if (shrunk && !reply->shrunk) return not_shrunk(reply->name, asked.c.id, reply->why_not_shrunk);
  const Bracket bracket =
      shrunk ? find_bracket(std::get<ConvexPair>(reply->shrunk->bodies)) : asked.bracket;
  Truth truth;
  truth.phi = bracket.lower / 2 + bracket.upper / 2;
  return dump_of(form, tolerance, shrunk ? reply->small_case() : asked.c, truth, &bracket);
}

Result<std::string> shrunk_dump(const std::string& form, double tolerance, const Asked& asked) {
  const MetricReply& reply = asked.replies.front();
  if (!reply.shrunk) return not_shrunk(reply.metric->name, asked.c.id, reply.why_not_shrunk);
  const PairDraft& draft = reply.shrunk->draft;
  const CaseRotations rotations{draft.poses[0].q, draft.poses[1].q};
  const Case small = shrunk_case(*reply.shrunk, reply.metric->name, asked.c.id);
  Oracle oracle;
  const Truth truth = oracle.solve(small.pair());
  return snippet(form, {small, rotations, truth, tolerance});
}

}  // namespace touchstone

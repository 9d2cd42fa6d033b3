// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_refutation.hpp"

#include <utility>

#include "harness/judge/question.hpp"
#include "reference/oracle.hpp"
#include "reports/refutation_text.hpp"

namespace touchstone {

Result<RefutedAnswer> refute_answer(const Asked& asked, bool shrink, double tolerance) {
  const MetricReply& reply = asked.replies.empty() ? *asked.claim : asked.replies.front();
  const auto refuse = [&](const std::string& why) {
    return Error{"ask: " + reply.metric->name + " " + why + " (" + asked.c.id + ")"};
  };
  if (shrink && !reply.shrunk) {
    return refuse(reply.why_not_shrunk.empty() ? "does not fail: there is nothing to shrink"
                                               : "is not shrunk: " + reply.why_not_shrunk);
  }
  const MetricTraits& traits = reply.metric->traits;
  Question question(shrink ? std::get<Pair>(reply.shrunk->bodies) : asked.c.pair());
  const auto seen = question.pair_for(traits);
  if (!seen) return refuse("is not asked: " + seen.reason());
  if (traits.offset != 0) return refuse("answers phi less an offset, and refutations are of phi");
  const Pair& pair = *seen.value();
  const RunOutcome& outcome = shrink ? reply.shrunk->examined.outcome : reply.outcome;
  const Verdict& verdict = shrink ? reply.shrunk->examined.verdict : reply.verdict;
  const Truth truth = Oracle().solve(pair, false);
  auto found = refute(pair, truth, traits.quantity, outcome, verdict, tolerance);
  if (!found) return refuse(found.reason());
  Refutation refutation = std::move(found).value();
  std::string text = "refuted: " + reply.metric->name + (shrink ? ", on the shrunk pair\n" : "\n") +
                     refutation_text(pair, outcome.answer, refutation);
  if (refutation.part == Refutation::Part::normal) {
    text.back() = ' ';  // ten lines have to do
    text += "The certificate is of n; that of u is --certificate FILE.\n";
  }
  return RefutedAnswer{std::move(refutation.proof.certificate), std::move(text)};
}

}  // namespace touchstone

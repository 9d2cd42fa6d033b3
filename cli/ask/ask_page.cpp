// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_page.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cli/report/report_shrunk.hpp"
#include "cli/report_context.hpp"
#include "harness/campaign/campaign.hpp"
#include "reports/ask_command.hpp"
#include "reports/html/pair_record.hpp"
#include "reports/html/pair_section.hpp"
#include "reports/html/report.hpp"

namespace touchstone {
namespace {

RawJson first_shrunk(const Asked& asked, double tolerance) {
  for (const MetricReply& r : asked.replies) {
    if (r.shrunk)
      return shrunk_failure_pair(*r.shrunk, r.metric->name, asked.c.id, tolerance, true);
  }
  return {};
}

/// The command that asks for the reply again; none asks for the claim of a case.
std::string replay(const MetricReply& reply, const Asked& asked, const AskQuestion& question,
                   const AskedCases& cases) {
  if (asked.claim && reply.metric == asked.claim->metric) return "";
  CampaignRow row;
  row.family = asked.c.family;
  row.path = cases.is_file ? cases.source : cases.meshes;
  row.metric = reply.metric->name;
  row.plugin = reply.metric->plugin.typed;
  row.plugin_limits = question.metrics.limits;
  return ask_command(row, asked.c.id, question.tolerance);
}

}  // namespace

std::string ask_page(const Asked& asked, const AskQuestion& question, const AskedCases& cases) {
  std::vector<PairClaim> claims;
  // The page opens on the first one.
  std::vector<MetricReply> gravest_first;
  if (asked.claim) gravest_first.push_back(*asked.claim);
  gravest_first.insert(gravest_first.end(), asked.replies.begin(), asked.replies.end());
  std::stable_sort(gravest_first.begin(), gravest_first.end(),
                   [](const MetricReply& a, const MetricReply& b) {
                     return static_cast<int>(a.verdict.word) < static_cast<int>(b.verdict.word);
                   });
  for (const MetricReply& r : gravest_first) {
    StoredAnswer answer = stored_answer(r.outcome);
    if (answer.detail.empty()) answer.detail = r.right_within(question.tolerance);
    claims.push_back({r.metric->name, std::string(word_name(r.verdict.word)), std::move(answer),
                      r.verdict.value == ValueVerdict::not_given
                          ? std::nullopt
                          : std::optional<double>(r.verdict.error_rel_size),
                      r.metric->traits.quantity, replay(r, asked, question, cases)});
  }
  return pair_page(report_context(), asked.c.id, pair_section(asked.c, asked.truth, claims),
                   {asked.c, asked.truth, question.tolerance, true, claims,
                    first_shrunk(asked, question.tolerance)});
}

}  // namespace touchstone

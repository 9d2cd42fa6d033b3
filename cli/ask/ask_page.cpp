// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_page.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/report/report_context.hpp"
#include "cli/report/report_shrunk.hpp"
#include "harness/campaign/failure.hpp"
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

}  // namespace

std::string ask_page(const Asked& asked, double tolerance) {
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
    claims.push_back({r.metric->name, std::string(word_name(r.verdict.word)),
                      stored_answer(r.outcome),
                      r.verdict.value == ValueVerdict::not_given
                          ? std::nullopt
                          : std::optional<double>(r.verdict.error_rel_size),
                      r.metric->traits.quantity});
  }
  return pair_page(report_context(), asked.c.id, pair_section(asked.c, asked.truth, claims),
                   {asked.c, asked.truth, tolerance, true, claims, first_shrunk(asked, tolerance)});
}

}  // namespace touchstone

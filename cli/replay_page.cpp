// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replay_page.hpp"

#include <algorithm>
#include <utility>

#include "cli/report_context.hpp"
#include "cli/report_shrunk.hpp"
#include "harness/campaign/failure.hpp"
#include "reports/html/pair_json.hpp"
#include "reports/html/pair_section.hpp"
#include "reports/html/report.hpp"

namespace touchstone {
namespace {

std::string first_shrunk_json(const Case& c, double tolerance,
                              const std::vector<Replayed>& replayed) {
  for (const Replayed& r : replayed) {
    if (r.shrunk) return shrunk_failure_json(*r.shrunk, r.metric->name, c.id, tolerance, true);
  }
  return "null";
}

}  // namespace

std::string replay_page(const Case& c, double tolerance, const Truth& truth,
                        const std::vector<Replayed>& replayed) {
  std::vector<PairClaim> claims;
  // The page opens on the first one.
  std::vector<Replayed> gravest_first = replayed;
  std::stable_sort(gravest_first.begin(), gravest_first.end(),
                   [](const Replayed& a, const Replayed& b) {
                     return static_cast<int>(a.verdict.word) < static_cast<int>(b.verdict.word);
                   });
  for (const Replayed& r : gravest_first) {
    claims.push_back({r.metric->name, std::string(word_name(r.verdict.word)),
                      answer_json(r.outcome),
                      r.verdict.value == ValueVerdict::not_given
                          ? std::nullopt
                          : std::optional<double>(r.verdict.error_rel_size),
                      r.metric->traits.quantity});
  }
  const ReportContext context = report_context();
  return pair_page(
      context, c.id, pair_section(c, truth, claims),
      pair_json({c, truth, tolerance, true}, claims, first_shrunk_json(c, tolerance, replayed)));
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/replay_page.hpp"

#include <algorithm>
#include <utility>

#include "cli/report_context.hpp"
#include "harness/campaign/failure.hpp"
#include "reference/oracle.hpp"
#include "reports/html/pair_json.hpp"
#include "reports/html/pair_section.hpp"
#include "reports/html/report.hpp"
#include "reports/shrink_text.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string shrunk_pair_json(const Case& c, double tolerance,
                             const std::vector<Replayed>& replayed) {
  for (const Replayed& r : replayed) {
    if (!r.shrunk) continue;
    const Case shrunk = shrunk_case(*r.shrunk, r.metric->name, c.id);
    Oracle oracle;
    const Truth truth = oracle.solve(shrunk.pair);
    return JsonObject()
        .add("metric", json_string(r.metric->name))
        .add("text", json_string(draft_summary(r.shrunk->draft)))
        .add("does_not_matter", json_row(json_items(r.shrunk->does_not_matter, json_string)))
        .add("pair", pair_json({shrunk, truth, tolerance, true}))
        .row();
  }
  return "null";
}

}  // namespace

void add_page_option(Command& command, std::string& path) {
  command
      .option("--html", "FILE", path,
              "Also one HTML page to FILE: the pair in three dimensions, the truth, and what each "
              "metric says")
      .names_something();
}

Result<OutputFile> open_page(const std::string& path) {
  return OutputFile::open(path.empty() ? std::nullopt : std::optional<std::string>(path));
}

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
      pair_json({c, truth, tolerance, true}, claims, shrunk_pair_json(c, tolerance, replayed)));
}

}  // namespace touchstone

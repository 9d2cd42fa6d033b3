// SPDX-License-Identifier: GPL-3.0-or-later
// Claims of papers that checks judge: `reproduce theorem5.8`, `reproduce remark2.18` and others.
#include <utility>

#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
#include "harness/campaign/campaign_plan.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxProblems = 1'000'000;

struct ClaimArguments : RunArguments {
  const PaperClaim* claim = nullptr;
};

/// The families of small bodies, or those that were named. What is wrong, or nothing.
std::optional<Error> take_families(const ClaimArguments& typed, ClaimOptions& options) {
  auto chosen = choose_polytopes(typed, [&](const Family& family) -> std::uint64_t {
    return family.largest_vertices > kLargestClaimVertices ? 0 : *typed.cases;
  });
  if (!chosen) return chosen.error();
  options.chosen = chosen.value().chosen;
  options.sources = std::move(chosen).value().sources;
  if (!options.sources.empty()) return std::nullopt;
  return Error{"none of these families has bodies of at most " +
               std::to_string(kLargestClaimVertices) + " vertices"};
}

int check_claim(const ClaimArguments& typed) {
  const PaperClaim& claim = *typed.claim;
  ClaimOptions options;
  options.metric_source = guarded_metric;
  if (claim.cases_are == ClaimCases::families) {
    if (const auto error = take_families(typed, options)) {
      return fail(typed.name + ": " + error->reason, kExitBadInput);
    }
  }
  const bool scenes = claim.cases_are == ClaimCases::scenes;
  if (scenes) {
    options.full = *typed.full;
  } else if (claim.cases_are != ClaimCases::every) {
    options.cases = *typed.cases;
    options.seed = *typed.seed;
  }
  const bool by_source =
      claim.cases_are == ClaimCases::families ? typed.shows_families() : *typed.json != "-";
  return run_check(typed, scenes ? "runs" : "blocks of cases", by_source, options,
                   [&] { return claim.run(options); });
}

}  // namespace

RunArguments& add_claim(Command& command, const PaperClaim& claim) {
  ClaimArguments& a = command.runs(check_claim);
  a.claim = &claim;
  a.cases = claim.cases;
  switch (claim.cases_are) {
    case ClaimCases::families:
      command.group("Which cases");
      add_case_options(command, a, "Cases of each family whose bodies have at most 64 vertices",
                       {1, kMaxCases}, OwnCases::none);
      a.add_record(command);
      command.full(a.full, "Show a row for each family instead of each group").only(kOnlyInTable);
      return a;
    case ClaimCases::problems:
      command.cases(a.cases, {1, kMaxProblems}, "Problems of each kind");
      command.seed(a.seed, "Seed of the problems");
      command.jobs(a.jobs);
      return a.add_record(command);
    case ClaimCases::scenes:
      command.full(a.full, "All steps h, smaller ones among them, and more starts");
      command.jobs(a.jobs);
      return a.add_record(command);
    case ClaimCases::every:
      return a.add_record(command);
  }
  return a;
}

}  // namespace touchstone

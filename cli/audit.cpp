// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/audit_certificates.hpp"
#include "cli/audit_fast_truth.hpp"
#include "cli/audit_problems.hpp"
#include "cli/audit_report.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "harness/audit/audit.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxCases = 10'000'000;

struct Arguments {
  std::vector<std::string> families;
  std::string cases = std::to_string(AuditOptions().cases);
  std::string large_cases = std::to_string(AuditOptions().large_cases);
  std::vector<std::string> own_cases;
  std::string seed = std::to_string(AuditOptions().seed);
  std::optional<std::string> jobs;
  bool speed = false;
  std::optional<std::string> certificates;
  std::optional<std::string> half_spaces;
  bool fast_truth = false;
  std::optional<std::string> problems;
  std::string programs = "250";
  std::optional<std::string> json;
};

/// In how many of the cases with a rho the bound's hypotheses hold, and in how many it is broken.
std::string bound_text(const BoundCount& bound, std::uint64_t defined) {
  const std::string broken = bound.broken > 0 ? std::to_string(bound.broken) + " broken, " : "";
  return broken + std::to_string(bound.met) + " of " + std::to_string(defined);
}

std::string audit_text(const std::vector<AuditRow>& rows) {
  TextTable table({"family", "cases", "phi agrees", "rho defined", "rho agrees", "s/D <= rho",
                   "inradius of K", "Theorem 2.16"},
                  1);
  for (const AuditRow& row : rows) {
    table.add({row.family, std::to_string(row.cases), std::to_string(row.phi_agree),
               std::to_string(row.ratio_checked), std::to_string(row.ratio_agree),
               bound_text(row.distance, row.ratio_checked),
               bound_text(row.inradius, row.ratio_checked),
               bound_text(row.thesis, row.ratio_checked)});
  }
  if (rows.empty()) return "";
  return table.text() +
         "agrees: the two exact routes give the same fractions and directions.\n"
         "The last three columns: in how many of the cases with a rho a bound's hypotheses hold; a "
         "bound that is broken is said.\n" +
         unclean_text(rows);
}

std::string speed_text(const Speed& speed) {
  TextTable table(
      {"cases per second and core", "made", "+ truth", "+ verdict (phi)", "+ verdict (rho)",
       "scaled: made", "+ truth", "+ verdict (phi)", "+ verdict (rho)"},
      1);
  for (const SpeedRow& row : speed.rows) {
    std::vector<std::string> cells{row.name};
    const std::array rates{row.cases_per_s, row.truths_per_s, row.euclidean_per_s, row.ratio_per_s};
    for (const double rate : rates) cells.push_back(short_text(rate));
    for (const double rate : rates) cells.push_back(short_text(speed.scaled(rate)));
    table.add(std::move(cells));
  }
  return table.text() +
         "floor (a pair of support vertices, two hulls of 8): " + short_text(speed.floor_ns) +
         " ns; scaled: to a core whose floor is 20 ns. The metric's own time is not in it.\n";
}

nlohmann::ordered_json bound_json(const BoundCount& bound) {
  return {{"met", bound.met}, {"broken", bound.broken}};
}

std::string audit_json(const std::vector<AuditRow>& rows, const AuditOptions& options,
                       const std::optional<Speed>& speed) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const AuditRow& row : rows) {
    results.push_back({{"family", row.family},
                       {"cases", row.cases},
                       {"phi_agree", row.phi_agree},
                       {"ratio_checked", row.ratio_checked},
                       {"ratio_agree", row.ratio_agree},
                       {"distance_bound", bound_json(row.distance)},
                       {"inradius_bound", bound_json(row.inradius)},
                       {"thesis_bound", bound_json(row.thesis)},
                       {"ids", row.ids}});
  }
  nlohmann::ordered_json out = {
      {"schema", "touchstone.audit/1"}, {"seed", options.seed}, {"results", results}};
  if (speed) {
    nlohmann::ordered_json speeds = nlohmann::ordered_json::array();
    for (const SpeedRow& row : speed->rows) {
      speeds.push_back({{"cases", row.name},
                        {"cases_per_s", row.cases_per_s},
                        {"truths_per_s", row.truths_per_s},
                        {"euclidean_verdicts_per_s", row.euclidean_per_s},
                        {"ratio_verdicts_per_s", row.ratio_per_s},
                        {"right_share", row.right_share},
                        {"scaled_euclidean_verdicts_per_s", speed->scaled(row.euclidean_per_s)},
                        {"scaled_ratio_verdicts_per_s", speed->scaled(row.ratio_per_s)}});
    }
    out["speed"] = {{"floor_ns", speed->floor_ns}, {"rates", speeds}};
  }
  return out.dump(1) + "\n";
}

Result<AuditOptions> audit_options(const Arguments& arguments) {
  AuditOptions options;
  auto selection = select_families(arguments.families);
  if (!selection) return selection.error();
  options.families = selection.value().families;
  const auto cases = parse_count("--cases", arguments.cases, 0, kMaxCases);
  if (!cases) return cases.error();
  options.cases = cases.value();
  const auto large = parse_count("--large-cases", arguments.large_cases, 0, kMaxCases);
  if (!large) return large.error();
  options.large_cases = large.value();
  for (const std::string& text : arguments.own_cases) {
    const std::size_t equals = text.find('=');
    const auto named = select_families({text.substr(0, equals)});
    if (!named) return named.error();
    if (equals == std::string::npos) return Error{"audit: --cases-of " + text + ": not FAMILY=N"};
    const auto count = parse_count("--cases-of", text.substr(equals + 1), 0, kMaxCases);
    if (!count) return count.error();
    for (const Family* family : named.value().families) {
      if (std::find(options.families.begin(), options.families.end(), family) ==
          options.families.end()) {
        return Error{"audit: --cases-of " + text + ": " + family->name +
                     " is not among the families of --family"};
      }
      options.own_cases[family->name] = count.value();
    }
  }
  const auto seed =
      parse_count("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (!seed) return seed.error();
  options.seed = seed.value();
  options.jobs = core_count();
  if (arguments.jobs) {
    const auto jobs = parse_count("--jobs", *arguments.jobs, 1, kMaxJobs);
    if (!jobs) return jobs.error();
    options.jobs = static_cast<int>(jobs.value());
  }
  return options;
}

/// Of the metrics whose answers bring certificates.
std::string certifying_names() {
  std::string names;
  for (const MetricRow& row : metric_registry()) {
    if (row.traits.gives_certificate) names += (names.empty() ? "" : ", ") + row.name;
  }
  return names;
}

/// How many cases an audit has to look at.
std::uint64_t cases_of(const AuditOptions& options) {
  std::uint64_t cases = 0;
  for (const Family* family : options.families) cases += audit_cases(options, *family);
  return cases;
}

int audit_step_problems(const std::string& typed, const AuditOptions& audit, OutputFile& output) {
  const auto count = parse_count("--problems", typed, 1, kMaxCases);
  if (!count) return complain(count.reason(), kExitBadInput);
  ProblemAuditOptions options;
  options.problems = count.value();
  options.seed = audit.seed;
  options.jobs = audit.jobs;
  options.metric_source = guarded_metric;
  std::vector<ProblemAuditRow> rows;
  double elapsed_s = 0;
  {
    Progress progress("audit", "scenes");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total) {
      progress.update(done, total);
    };
    rows = audit_problems(options);
    elapsed_s = progress.elapsed_s();
  }
  return report_audit(output, problem_audit_json(rows, options), problem_audit_text(rows),
                      elapsed_s, options.jobs,
                      problem_audit_clean(rows) ? kExitAsExpected : kExitHarnessFailed);
}

int audit(const Arguments& arguments) {
  auto parsed = audit_options(arguments);
  if (!parsed) return complain(parsed.reason(), kExitBadInput);
  const AuditOptions options = std::move(parsed).value();
  if (cases_of(options) == 0 && !arguments.speed) {
    return complain("audit: no cases; --cases is for families of up to " +
                        std::to_string(kAuditSmall) + " vertices, --large-cases for the others",
                    kExitBadInput);
  }
  const MetricRow* certified = nullptr;
  if (arguments.certificates) {
    const auto named = select_metrics({*arguments.certificates});
    if (!named) return complain(named.reason(), kExitBadInput);
    certified = named.value().front();
    if (!certified->traits.gives_certificate) {
      return complain("audit: " + certified->name +
                          " gives no certificates; those that do: " + certifying_names(),
                      kExitBadInput);
    }
  }
  const MetricRow* of_half_spaces = nullptr;
  if (arguments.half_spaces) {
    const auto named = select_metrics({*arguments.half_spaces});
    if (!named) return complain(named.reason(), kExitBadInput);
    of_half_spaces = named.value().front();
    if (of_half_spaces->traits.quantity != Quantity::ratio) {
      return complain("audit: " + of_half_spaces->name + " is no ratio metric", kExitBadInput);
    }
  }
  const auto programs = parse_count("--programs", arguments.programs, 0, kMaxCases);
  if (!programs) return complain(programs.reason(), kExitBadInput);
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  if (arguments.problems) return audit_step_problems(*arguments.problems, options, output);
  if (certified != nullptr) {
    return audit_certificates(*certified, options, programs.value(), output);
  }
  if (of_half_spaces != nullptr) return audit_half_spaces(*of_half_spaces, options, output);
  if (arguments.fast_truth) return audit_fast_truth(options, output);

  const auto found = with_progress<AuditRow>("cases", options, run_audit);
  std::optional<Speed> speed;
  if (arguments.speed) speed = measure_speed(options.seed);
  // A truth that contradicts itself is a failure of the harness, not of anything judged.
  return report_audit(output, audit_json(found.rows, options, speed),
                      audit_text(found.rows) + (speed ? speed_text(*speed) : ""), found.elapsed_s,
                      options.jobs, found.clean() ? kExitAsExpected : kExitHarnessFailed);
}

}  // namespace

void add_audit(CLI::App& app, Run& run) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "audit", "Checks the truth itself: two exact routes, the equivalence bounds, its speed");
  add_family_option(*command, a->families);
  command->add_option("--cases", a->cases, "Cases of each family (default: " + a->cases + ")")
      ->type_name("N");
  command
      ->add_option("--large-cases", a->large_cases,
                   "Cases of each family of more than " + std::to_string(kAuditSmall) +
                       " vertices (default: " + a->large_cases + ")")
      ->type_name("N");
  command
      ->add_option("--cases-of", a->own_cases,
                   "Cases of one family or group, whatever the other counts say (repeatable)")
      ->type_name("FAMILY=N")
      ->type_size(1)
      ->allow_extra_args(false);
  command->add_option("--seed", a->seed, "Seed of the cases (default: " + a->seed + ")")
      ->type_name("S");
  command->add_option("--jobs", a->jobs, "Threads (default: one for each core)")->type_name("J");
  CLI::Option* speed = command->add_flag(
      "--speed", a->speed, "Measure cases, truths and verdicts per second, and the floor");
  CLI::Option* certificates = command->add_option(
      "--certificates", a->certificates,
      "Instead check the certificates that this metric's answers bring, exactly, and "
      "its values to an ulp (docs/certificates.md)");
  certificates->type_name("METRIC")->check(names_something())->excludes(speed);
  command
      ->add_option("--programs", a->programs,
                   "Of so many cases of each family of small bodies the oracle's second route must "
                   "agree with the certificate (default: " +
                       a->programs + ")")
      ->type_name("N")
      ->needs(certificates);
  CLI::Option* fast_truth =
      command
          ->add_flag("--fast-truth", a->fast_truth,
                     "Instead hold what doubles settle against the exact truth, on the cases and "
                     "on near ties made of them (docs/architecture.md)")
          ->excludes(speed)
          ->excludes(certificates);
  command
      ->add_option("--half-spaces", a->half_spaces,
                   "Instead hold this ratio metric's values against the exact linear program of "
                   "the facets as they are rounded, to an ulp (ratio_facets)")
      ->type_name("METRIC")
      ->check(names_something())
      ->excludes(speed)
      ->excludes(certificates)
      ->excludes(fast_truth);
  command
      ->add_option("--problems", a->problems,
                   "Instead take so many complementarity problems from running scenes and hold the "
                   "solvers to them (docs/complementarity.md)")
      ->type_name("N")
      ->excludes(speed)
      ->excludes(certificates)
      ->excludes(fast_truth);
  add_json_option(*command, a->json);
  command->callback([a, &run] { run = [a] { return audit(*a); }; });
}

}  // namespace touchstone

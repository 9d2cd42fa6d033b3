// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/audit_certificates.hpp"
#include "cli/audit_constraints.hpp"
#include "cli/audit_fast_truth.hpp"
#include "cli/audit_problems.hpp"
#include "cli/audit_routes.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "cli/select.hpp"
#include "harness/audit/audit.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxAuditCases = 10'000'000;

struct AuditArguments {
  std::vector<std::string> families;
  std::string cases = std::to_string(AuditOptions().cases);
  std::string large_cases = std::to_string(AuditOptions().large_cases);
  std::vector<std::string> own_cases;
  std::string seed = std::to_string(AuditOptions().seed);
  std::optional<std::string> jobs;
  bool speed = false;
  std::string certificates;  ///< a metric
  std::string half_spaces;   ///< a metric
  bool fast_truth = false;
  std::optional<std::string> problems;
  std::optional<std::string> constraints;
  std::string programs = "250";
  std::optional<std::string> json;
};

/// "boxes=20": cases of some families, whatever the other counts say. What is wrong, or nothing.
std::optional<Error> take_own_cases(const std::string& text, AuditOptions& options) {
  const std::size_t equals = text.find('=');
  const auto named = select_families({text.substr(0, equals)});
  if (!named) return named.error();
  if (equals == std::string::npos) return Error{"audit: --cases-of " + text + ": not FAMILY=N"};
  const auto count = parse_count("--cases-of", text.substr(equals + 1), 0, kMaxAuditCases);
  if (!count) return count.error();
  for (const Family* family : named.value().families) {
    if (std::find(options.families.begin(), options.families.end(), family) ==
        options.families.end()) {
      return Error{"audit: --cases-of " + text + ": " + family->name +
                   " is not among the families of --family"};
    }
    options.own_cases[family->name] = count.value();
  }
  return std::nullopt;
}

Result<AuditOptions> audit_options(const AuditArguments& typed) {
  AuditOptions options;
  auto selection = select_families(typed.families);
  if (!selection) return selection.error();
  options.families = selection.value().families;
  auto error = take_count("--cases", typed.cases, 0, kMaxAuditCases, options.cases);
  if (!error) {
    error = take_count("--large-cases", typed.large_cases, 0, kMaxAuditCases, options.large_cases);
  }
  for (const std::string& text : typed.own_cases) {
    if (!error) error = take_own_cases(text, options);
  }
  if (!error) error = take_seed(typed.seed, options.seed);
  if (!error) error = take_jobs(typed.jobs, options.jobs);
  if (error) return *error;
  std::uint64_t cases = 0;
  for (const Family* family : options.families) cases += audit_cases(options, *family);
  if (cases == 0 && !typed.speed) {
    return Error{"audit: no cases; --cases is for families of up to " +
                 std::to_string(kAuditSmall) + " vertices, --large-cases for the others"};
  }
  return options;
}

/// The metric of this name; an error unless its answers bring certificates.
Result<const MetricRow*> certifying_metric(const std::string& name) {
  const auto named = select_metrics({name});
  if (!named) return named.error();
  const MetricRow* metric = named.value().front();
  if (metric->traits.gives_certificate) return metric;
  std::string able;
  for (const MetricRow& row : metric_registry()) {
    if (row.traits.gives_certificate) able += (able.empty() ? "" : ", ") + row.name;
  }
  return Error{"audit: " + metric->name + " gives no certificates; those that do: " + able};
}

/// The metric of this name; an error unless it answers with a ratio.
Result<const MetricRow*> ratio_metric(const std::string& name) {
  const auto named = select_metrics({name});
  if (!named) return named.error();
  const MetricRow* metric = named.value().front();
  if (metric->traits.quantity == Quantity::ratio) return metric;
  return Error{"audit: " + metric->name + " is not a ratio metric"};
}

/// What is audited.
using Mode = std::function<int(const AuditOptions&, OutputFile&)>;

Result<Mode> audit_mode(const AuditArguments& typed) {
  Mode mode = [measure = typed.speed](const AuditOptions& options, OutputFile& output) {
    return audit_routes(options, measure, output);
  };
  if (typed.fast_truth) mode = audit_fast_truth;
  if (!typed.half_spaces.empty()) {
    const auto metric = ratio_metric(typed.half_spaces);
    if (!metric) return metric.error();
    mode = [metric = metric.value()](const AuditOptions& options, OutputFile& output) {
      return audit_half_spaces(*metric, options, output);
    };
  }
  if (!typed.certificates.empty()) {
    const auto metric = certifying_metric(typed.certificates);
    if (!metric) return metric.error();
    const auto programs = parse_count("--programs", typed.programs, 0, kMaxAuditCases);
    if (!programs) return programs.error();
    mode = [metric = metric.value(), programs = programs.value()](const AuditOptions& options,
                                                                  OutputFile& output) {
      return audit_certificates(*metric, options, programs, output);
    };
  }
  if (typed.problems) {
    const auto problems = parse_count("--problems", *typed.problems, 1, kMaxAuditCases);
    if (!problems) return problems.error();
    mode = [problems = problems.value()](const AuditOptions& options, OutputFile& output) {
      return audit_step_problems(problems, options, output);
    };
  }
  if (typed.constraints) {
    const auto problems = parse_count("--constraints", *typed.constraints, 1, kMaxAuditCases);
    if (!problems) return problems.error();
    mode = [problems = problems.value()](const AuditOptions& options, OutputFile& output) {
      return audit_step_constraints(problems, options, output);
    };
  }
  return mode;
}

int audit(const AuditArguments& typed) {
  const auto options = audit_options(typed);
  if (!options) return complain(options.reason(), kExitBadInput);
  const auto mode = audit_mode(typed);
  if (!mode) return complain(mode.reason(), kExitBadInput);
  auto json = open_json(typed.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  return mode.value()(options.value(), output);
}

void add_case_options(Command& command, AuditArguments& typed) {
  add_family_option(command, typed.families);
  command.option("--cases", "N", typed.cases,
                 "Cases of each family (default: " + typed.cases + ")");
  command.option("--large-cases", "N", typed.large_cases,
                 "Cases of each family of more than " + std::to_string(kAuditSmall) +
                     " vertices (default: " + typed.large_cases + ")");
  command
      .option("--cases-of", "FAMILY=N", typed.own_cases,
              "Cases of one family or group, whatever the other counts say (repeatable)")
      .repeatable();
  command.option("--seed", "S", typed.seed, "Seed of the cases (default: " + typed.seed + ")");
  command.option("--jobs", "J", typed.jobs, "Threads (default: one for each core)");
}

void add_audit_mode_options(Command& command, AuditArguments& typed) {
  const Option speed = command.flag("--speed", typed.speed,
                                    "Measure cases, truths and verdicts per second, and the floor");
  const Option certificates =
      command
          .option("--certificates", "METRIC", typed.certificates,
                  "Instead check the certificates that this metric's answers bring, exactly, and "
                  "its values to an ulp (docs/certificates.md)")
          .names_something()
          .excludes({speed});
  command
      .option("--programs", "N", typed.programs,
              "Of so many cases of each family of small bodies the oracle's second route must "
              "agree with the certificate (default: " +
                  typed.programs + ")")
      .needs(certificates);
  const Option fast_truth =
      command
          .flag("--fast-truth", typed.fast_truth,
                "Instead hold what doubles settle against the exact truth, on the cases and "
                "on near ties made of them (docs/truth.md)")
          .excludes({speed, certificates});
  const Option half_spaces =
      command
          .option("--half-spaces", "METRIC", typed.half_spaces,
                  "Instead hold this ratio metric's values against the exact linear program of "
                  "the facets as they are rounded, to an ulp (ratio_facets)")
          .names_something()
          .excludes({speed, certificates, fast_truth});
  const Option problems =
      command
          .option("--problems", "N", typed.problems,
                  "Instead take so many complementarity problems from running scenes and hold the "
                  "solvers to them (docs/complementarity.md)")
          .excludes({speed, certificates, fast_truth, half_spaces});
  command
      .option("--constraints", "N", typed.constraints,
              "Instead hold the solvers of contact constraints to so many problems, of scenes and "
              "random, and compare a tenth as many with complete enumeration "
              "(docs/complementarity.md)")
      .excludes({speed, certificates, fast_truth, half_spaces, problems});
}

}  // namespace

void add_audit(CommandLine& line) {
  Command command = line.command(
      "audit", "Checks the truth itself: two exact routes, the equivalence bounds, its speed");
  AuditArguments& a = command.runs(audit);
  add_case_options(command, a);
  add_audit_mode_options(command, a);
  add_json_option(command, a.json);
}

}  // namespace touchstone

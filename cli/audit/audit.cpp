// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cli/choice/metric_choice.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/run/run_command.hpp"
#include "harness/audit/audit.hpp"
#include "reports/audit_records.hpp"
#include "reports/audit_text.hpp"
#include "reports/check_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxAuditCases = 10'000'000;

struct CaseAuditArguments : RunArguments {
  const CaseAudit* audit = nullptr;
  Typed<std::string> metric;
  Typed<std::uint64_t> programs{AuditOptions().programs};
  Typed<std::uint64_t> large_cases{2};
  Typed<std::vector<std::string>> own_counts;
};

struct OwnCount {
  std::string typed;
  std::vector<const Family*> families;
  std::uint64_t count = 0;
};

/// "boxes=20": how many cases of some families.
Result<OwnCount> parse_own_count(const std::string& text) {
  const std::size_t equals = text.find('=');
  auto named = select_families({text.substr(0, equals)});
  if (!named) return named.error();
  if (equals == std::string::npos) return Error{"audit: --cases-of " + text + ": not FAMILY=N"};
  const auto count = parse_count("--cases-of", text.substr(equals + 1), 0, kMaxAuditCases);
  if (!count) return count.error();
  return OwnCount{text, std::move(named).value().families, count.value()};
}

/// The case files, and the families of which there are cases.
Result<CaseChoice> audited_cases(const CaseAuditArguments& typed) {
  std::vector<OwnCount> own;
  for (const std::string& text : *typed.own_counts) {
    auto one = parse_own_count(text);
    if (!one) return one.error();
    own.push_back(std::move(one).value());
  }
  std::set<const Family*> families;
  auto choice = choose_cases(typed, [&](const Family& family) {
    families.insert(&family);
    std::uint64_t count =
        family.largest_vertices <= kAuditSmall ? *typed.cases : *typed.large_cases;
    for (const OwnCount& one : own) {
      const auto& its = one.families;
      if (std::find(its.begin(), its.end(), &family) != its.end()) count = one.count;
    }
    return count;
  });
  if (!choice) return choice;
  for (const OwnCount& one : own) {
    for (const Family* family : one.families) {
      if (families.count(family) > 0) continue;
      return Error{"audit: --cases-of " + one.typed + ": " + family->name +
                   " is not among the families of --family"};
    }
  }
  if (!choice.value().sources.empty()) return choice;
  return Error{"audit: no cases; --cases is for families of up to " + std::to_string(kAuditSmall) +
               " vertices, --large-cases for the others"};
}

/// The one metric that is typed.
Result<MetricChoice> audited_metric(const CaseAuditArguments& typed) {
  if (!typed.audit->takes_own) {
    auto named = select_metrics({*typed.metric});
    if (!named) return named.error();
    MetricChoice choice;
    choice.rows = std::move(named).value();
    return choice;
  }
  MetricArguments arguments;
  arguments.names.set({*typed.metric});
  auto choice = choose_metrics(arguments, false);
  if (choice.ok() && choice.value().rows.size() != 1) {
    return Error{"audit: " + *typed.metric + ": one metric at a time"};
  }
  return choice;
}

int audit_cases(const CaseAuditArguments& typed) {
  AuditOptions options;
  MetricChoice metrics;
  if (!typed.audit->metric.empty()) {
    auto chosen = audited_metric(typed);
    if (!chosen) return fail(chosen.reason(), kExitBadInput);
    metrics = std::move(chosen).value();
    options.metric = metrics.rows.front();
    options.runner = metrics.runner_for(*options.metric);
    const std::string refusal = typed.audit->refusal(*options.metric, options.runner);
    if (!refusal.empty()) return fail("audit: " + refusal, kExitBadInput);
  }
  const auto cases = audited_cases(typed);
  if (!cases) return fail(cases.reason(), kExitBadInput);
  options.sources = cases.value().sources;
  options.seed = cases.value().seed;
  options.chosen = !typed.files->empty();
  options.programs = *typed.programs;
  return run_check(typed, typed.audit->unit, typed.audit->by_family, options,
                   [&] { return typed.audit->run(options); });
}

void add_case_audit(Command& audit, const CaseAudit& row) {
  Command command = audit.command(row.name, row.help);
  CaseAuditArguments& a = command.runs(audit_cases);
  a.name = "audit";
  a.audit = &row;
  if (!row.metric.empty()) {
    a.metric = row.metric;
    command.text("METRIC", "", a.metric, row.metric_help);
  }
  if (!row.programs_help.empty()) {
    command.count("--programs", "N", a.programs, {0, kMaxAuditCases}, row.programs_help);
  }
  a.cases = 100;
  add_case_options(command, a, "Cases of each family", {0, kMaxAuditCases},
                   row.takes_own ? OwnCases::files : OwnCases::none);
  command.count("--large-cases", "N", a.large_cases, {0, kMaxAuditCases},
                "Cases of each family of more than " + std::to_string(kAuditSmall) + " vertices");
  command.texts("--cases-of", "FAMILY=N", a.own_counts,
                "Cases of one family or group, whatever the other counts say (repeatable)", false);
  a.add_record(command);
}

/// The outcome of an audit that does not run over cases: exit code 3 unless `clean`.
Made made_of_audit(const std::string& text, const std::string& json, bool clean) {
  Made made{text, json, clean};
  made.unexpected = kExitHarnessFailed;
  return made;
}

int audit_step_problems(const RunArguments& typed) {
  ProblemAuditRecord record{*typed.cases, *typed.seed};
  return run_recorded(typed, "scenes", Interrupted::at_once, [&](Progress& progress) {
    record.rows = audit_problems(
        {guarded_metric, record.problems, record.seed, *typed.jobs, progress.updates()});
    return made_of_audit(problem_audit_text(record.rows), problem_audit_record().document(record),
                         problem_audit_clean(record.rows));
  });
}

int audit_step_constraints(const RunArguments& typed) {
  ConstraintAuditRecord record{*typed.cases};
  const std::uint64_t seed = *typed.seed;
  return run_recorded(typed, "runs", Interrupted::at_once, [&](Progress& progress) {
    record.found =
        audit_constraints({guarded_metric, record.problems, seed, *typed.jobs, progress.updates()});
    const ConstraintAudit& found = record.found;
    return made_of_audit(
        check_text(found.inter, true, false) + "\n" + check_text(found.cross, true, false),
        constraint_audit_record().document(record), found.clean());
  });
}

int audit_the_speed(const RunArguments& typed) {
  const std::uint64_t seed = *typed.seed;
  return run_recorded(typed, "rates", Interrupted::at_once, [&](Progress& /*progress*/) {
    const SpeedRecord record{seed, measure_speed(seed)};
    return made_of_audit(speed_text(record.speed), speed_record().document(record), true);
  });
}

/// An audit that makes its own cases: `problems` of them, unless that is 0 and nothing is counted.
void add_other_audit(Command command, int (*work)(const RunArguments&),
                     std::uint64_t problems = 0) {
  RunArguments& a = command.runs(work);
  a.name = "audit";
  if (problems > 0) {
    a.cases = problems;
    command.cases(a.cases, {1, kMaxAuditCases}, "Problems of steps");
    command.jobs(a.jobs);
  }
  command.seed(a.seed, "Seed of the cases");
  a.add_record(command);
}

}  // namespace

void add_audit(CommandLine& line) {
  Command audit = line.command("audit", "Checks the judge itself: truths, proofs and solvers");
  for (const CaseAudit& row : case_audits()) add_case_audit(audit, row);
  add_other_audit(audit.command("problems",
                                "Holds the solvers to complementarity problems from running "
                                "scenes (docs/complementarity.md)"),
                  audit_step_problems, 1000);
  add_other_audit(
      audit.command("constraints",
                    "Compares the solvers of contact constraints with their enumeration, on random "
                    "problems and islands of running scenes (docs/complementarity.md)"),
      audit_step_constraints, 5000);
  add_other_audit(
      audit.command("speed", "Measures cases, truths and verdicts per second, and the floor"),
      audit_the_speed);
  audit.stands_for("routes");
  audit.footer("Without a name: routes.");
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/audit/check_command.hpp"
#include "cli/audit/other_audits.hpp"
#include "cli/choice/case_choice.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/audit/audit.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxAuditCases = 10'000'000;

/// What every audit can be told.
struct SeedArguments : Arguments {
  Typed<std::uint64_t> seed{CheckOptions().seed};
  Typed<std::string> json;

  void add_to(Command& command) {
    command.seed(seed, "Seed of the cases");
    add_json_option(command, json);
  }
};

struct AuditArguments : SeedArguments {
  Typed<int> jobs;

  void add_to(Command& command) {
    command.jobs(jobs);
    SeedArguments::add_to(command);
  }
};

struct CaseAuditArguments : AuditArguments {
  const CaseAudit* audit = nullptr;
  Typed<std::string> metric;
  Typed<std::uint64_t> programs{AuditOptions().programs};
  Typed<std::vector<std::string>> families;
  Typed<std::uint64_t> cases{100};
  Typed<std::uint64_t> large_cases{2};
  Typed<std::vector<std::string>> own_cases;

  void add_to(Command& command) {
    if (!audit->metric.empty()) {
      metric = audit->metric;
      command.text("METRIC", "", metric, audit->metric_help);
    }
    if (!audit->programs_help.empty()) {
      command.count("--programs", "N", programs, {0, kMaxAuditCases}, audit->programs_help);
    }
    add_family_option(command, families);
    command.count("--cases", "N", cases, {0, kMaxAuditCases}, "Cases of each family");
    command.count("--large-cases", "N", large_cases, {0, kMaxAuditCases},
                  "Cases of each family of more than " + std::to_string(kAuditSmall) + " vertices");
    command.texts("--cases-of", "FAMILY=N", own_cases,
                  "Cases of one family or group, whatever the other counts say (repeatable)",
                  false);
    AuditArguments::add_to(command);
  }
};

/// "boxes=20": cases of some of the sources, whatever the other counts say. What is wrong, or
/// nothing.
std::optional<Error> take_own_cases(const std::string& text, std::vector<CaseSource>& sources) {
  const std::size_t equals = text.find('=');
  const auto named = select_families({text.substr(0, equals)});
  if (!named) return named.error();
  if (equals == std::string::npos) return Error{"audit: --cases-of " + text + ": not FAMILY=N"};
  const auto count = parse_count("--cases-of", text.substr(equals + 1), 0, kMaxAuditCases);
  if (!count) return count.error();
  for (const Family* family : named.value().families) {
    const auto source = std::find_if(sources.begin(), sources.end(),
                                     [&](const CaseSource& one) { return one.family == family; });
    if (source == sources.end()) {
      return Error{"audit: --cases-of " + text + ": " + family->name +
                   " is not among the families of --family"};
    }
    *source = cases_of_family(*family, count.value());
  }
  return std::nullopt;
}

/// The families of which there are cases.
Result<std::vector<CaseSource>> audited_sources(const CaseAuditArguments& typed) {
  auto selection = select_families(*typed.families);
  if (!selection) return selection.error();
  const std::uint64_t cases = *typed.cases;
  const std::uint64_t large_cases = *typed.large_cases;
  std::vector<CaseSource> sources;
  for (const Family* family : selection.value().families) {
    const bool small = family->largest_vertices <= kAuditSmall;
    sources.push_back(cases_of_family(*family, small ? cases : large_cases));
  }
  for (const std::string& text : *typed.own_cases) {
    if (auto error = take_own_cases(text, sources)) return std::move(*error);
  }
  std::erase_if(sources, [](const CaseSource& source) { return source.count == 0; });
  if (!sources.empty()) return sources;
  return Error{"audit: no cases; --cases is for families of up to " + std::to_string(kAuditSmall) +
               " vertices, --large-cases for the others"};
}

int audit_cases(const CaseAuditArguments& typed) {
  AuditOptions options;
  if (!typed.audit->metric.empty()) {
    const auto named = select_metrics({*typed.metric});
    if (!named) return complain(named.reason(), kExitBadInput);
    options.metric = named.value().front();
    const std::string refusal = typed.audit->refusal(*options.metric);
    if (!refusal.empty()) return complain("audit: " + refusal, kExitBadInput);
  }
  auto sources = audited_sources(typed);
  if (!sources) return complain(sources.reason(), kExitBadInput);
  options.sources = std::move(sources).value();
  options.seed = *typed.seed;
  options.programs = *typed.programs;
  const CheckCommand command{"audit", typed.audit->unit, *typed.json, *typed.jobs};
  return run_check_command(command, typed, [&](const RunControl& control) {
    static_cast<RunControl&>(options) = control;
    return typed.audit->run(options);
  });
}

struct ProblemArguments : AuditArguments {
  Typed<std::uint64_t> problems;

  void add_to(Command& command, std::uint64_t standard) {
    problems = standard;
    command.count("--cases", "N", problems, {1, kMaxAuditCases}, "Problems of steps");
    AuditArguments::add_to(command);
  }
};

/// Opens where the record goes and runs the audit. The exit code.
template <class Audit>
int run_audit_of(const SeedArguments& typed, Audit audit) {
  const std::string& path = *typed.json;
  if (const auto error = typed.unread_option()) return complain(error->reason, kExitBadInput);
  auto json = OutputFile::open(path);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  return audit(output);
}

template <auto audit>
int audit_solvers(const ProblemArguments& typed) {
  return run_audit_of(typed,
                      [problems = *typed.problems, seed = *typed.seed, jobs = *typed.jobs](
                          OutputFile& output) { return audit(problems, seed, jobs, output); });
}

int audit_the_speed(const SeedArguments& typed) {
  return run_audit_of(
      typed, [seed = *typed.seed](OutputFile& output) { return audit_speed(seed, output); });
}

void add_solver_audits(Command& audit) {
  Command problems = audit.command("problems",
                                   "Holds the solvers to complementarity problems from running "
                                   "scenes (docs/complementarity.md)");
  problems.runs(audit_solvers<audit_step_problems>).add_to(problems, 1000);
  Command constraints = audit.command(
      "constraints",
      "Compares the solvers of contact constraints with their enumeration, on random problems and "
      "islands of running scenes (docs/complementarity.md)");
  constraints.runs(audit_solvers<audit_step_constraints>).add_to(constraints, 5000);
}

}  // namespace

void add_audit(CommandLine& line) {
  Command audit = line.command("audit", "Checks the judge itself: truths, proofs and solvers");
  for (const CaseAudit& row : case_audits()) {
    Command command = audit.command(row.name, row.help);
    CaseAuditArguments& typed = command.runs(audit_cases);
    typed.audit = &row;
    typed.add_to(command);
  }
  add_solver_audits(audit);
  Command speed =
      audit.command("speed", "Measures cases, truths and verdicts per second, and the floor");
  speed.runs(audit_the_speed).add_to(speed);
  audit.stands_for("routes");
  audit.footer("Without a name: routes.");
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/audit/audit_certificates.hpp"
#include "cli/audit/audit_constraints.hpp"
#include "cli/audit/audit_fast_truth.hpp"
#include "cli/audit/audit_problems.hpp"
#include "cli/audit/audit_routes.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/audit/audit.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxAuditCases = 10'000'000;

/// What every audit can be told.
struct SeedArguments : Arguments {
  Typed<std::uint64_t> seed{AuditOptions().seed};
  Typed<std::string> json;

  void add_to(Command& command) {
    command.seed(seed, "Seed of the cases");
    add_json_option(command, json);
  }
  AuditOptions options() const {
    AuditOptions options;
    options.seed = *seed;
    return options;
  }
};

struct AuditArguments : SeedArguments {
  Typed<int> jobs;

  void add_to(Command& command) {
    command.jobs(jobs);
    SeedArguments::add_to(command);
  }
  AuditOptions options() const {
    AuditOptions options = SeedArguments::options();
    options.jobs = *jobs;
    return options;
  }
};

/// The options of audits of cases.
struct CaseAuditArguments : AuditArguments {
  Typed<std::vector<std::string>> families;
  Typed<std::uint64_t> cases{AuditOptions().cases};
  Typed<std::uint64_t> large_cases{AuditOptions().large_cases};
  Typed<std::vector<std::string>> own_cases;

  void add_to(Command& command) {
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

Result<AuditOptions> case_options(const CaseAuditArguments& typed) {
  AuditOptions options = typed.options();
  auto selection = select_families(*typed.families);
  if (!selection) return selection.error();
  options.families = selection.value().families;
  options.cases = *typed.cases;
  options.large_cases = *typed.large_cases;
  for (const std::string& text : *typed.own_cases) {
    if (auto error = take_own_cases(text, options)) return std::move(*error);
  }
  std::uint64_t cases = 0;
  for (const Family* family : options.families) cases += audit_cases(options, *family);
  if (cases > 0) return options;
  return Error{"audit: no cases; --cases is for families of up to " + std::to_string(kAuditSmall) +
               " vertices, --large-cases for the others"};
}

/// Runs an audit with where its record goes. The exit code.
template <class Audit>
int run_audit_of(const Result<AuditOptions>& options, const SeedArguments& typed, Audit audit) {
  if (!options) return complain(options.reason(), kExitBadInput);
  const std::string& path = *typed.json;
  if (const auto error = typed.unread_option()) return complain(error->reason, kExitBadInput);
  auto json = OutputFile::open(path);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  return audit(options.value(), output);
}

int audit_the_routes(const CaseAuditArguments& typed) {
  return run_audit_of(case_options(typed), typed, audit_routes);
}

int audit_the_fast_truth(const CaseAuditArguments& typed) {
  return run_audit_of(case_options(typed), typed, audit_fast_truth);
}

int audit_the_speed(const SeedArguments& typed) {
  return run_audit_of(typed.options(), typed, audit_speed);
}

struct CertificateArguments : CaseAuditArguments {
  Typed<std::string> metric{"certified"};
  Typed<std::uint64_t> programs{250};
};

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

int audit_the_certificates(const CertificateArguments& typed) {
  const auto metric = certifying_metric(*typed.metric);
  if (!metric) return complain(metric.reason(), kExitBadInput);
  return run_audit_of(case_options(typed), typed,
                      [metric = metric.value(), programs = *typed.programs](
                          const AuditOptions& options, OutputFile& output) {
                        return audit_certificates(*metric, options, programs, output);
                      });
}

struct HalfSpaceArguments : CaseAuditArguments {
  Typed<std::string> metric{"ratio_facets"};
};

int audit_the_half_spaces(const HalfSpaceArguments& typed) {
  const auto named = select_metrics({*typed.metric});
  if (!named) return complain(named.reason(), kExitBadInput);
  const MetricRow* metric = named.value().front();
  if (metric->traits.quantity != Quantity::ratio) {
    return complain("audit: " + metric->name + " is not a ratio metric", kExitBadInput);
  }
  return run_audit_of(case_options(typed), typed,
                      [metric](const AuditOptions& options, OutputFile& output) {
                        return audit_half_spaces(*metric, options, output);
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

int audit_the_problems(const ProblemArguments& typed) {
  return run_audit_of(
      typed.options(), typed,
      [problems = *typed.problems](const AuditOptions& options, OutputFile& output) {
        return audit_step_problems(problems, options, output);
      });
}

int audit_the_constraints(const ProblemArguments& typed) {
  return run_audit_of(
      typed.options(), typed,
      [problems = *typed.problems](const AuditOptions& options, OutputFile& output) {
        return audit_step_constraints(problems, options, output);
      });
}

void add_proof_audits(Command& audit) {
  Command certificates = audit.command(
      "certificates",
      "Checks the certificates that a metric's answers bring, exactly, and its values to an ulp "
      "(docs/certificates.md)");
  CertificateArguments& proofs = certificates.runs(audit_the_certificates);
  certificates.text("METRIC", "", proofs.metric, "Metric whose answers bring certificates");
  certificates.count("--programs", "N", proofs.programs, {0, kMaxAuditCases},
                     "Cases of each family of small bodies in which the oracle's second route must "
                     "agree with the certificate");
  proofs.add_to(certificates);

  Command half_spaces = audit.command(
      "half-spaces",
      "Compares a ratio metric's values, to an ulp, with the exact linear program of the facets as "
      "they are rounded");
  HalfSpaceArguments& programs = half_spaces.runs(audit_the_half_spaces);
  half_spaces.text("METRIC", "", programs.metric, "Ratio metric");
  programs.add_to(half_spaces);
}

void add_solver_audits(Command& audit) {
  Command problems = audit.command("problems",
                                   "Holds the solvers to complementarity problems from running "
                                   "scenes (docs/complementarity.md)");
  problems.runs(audit_the_problems).add_to(problems, 1000);
  Command constraints = audit.command(
      "constraints",
      "Compares the solvers of contact constraints with their enumeration, on random problems and "
      "islands of running scenes (docs/complementarity.md)");
  constraints.runs(audit_the_constraints).add_to(constraints, 5000);
}

}  // namespace

void add_audit(CommandLine& line) {
  Command audit = line.command("audit", "Checks the judge itself: truths, proofs and solvers");
  Command routes = audit.command(
      "routes",
      "Compares both exact routes to the truth, and the bounds that hold between metrics");
  routes.runs(audit_the_routes).add_to(routes);
  Command fast_truth = audit.command(
      "fast-truth",
      "Compares what doubles settle with the exact truth, on the cases and on near ties made of "
      "them (docs/truth.md)");
  fast_truth.runs(audit_the_fast_truth).add_to(fast_truth);
  add_proof_audits(audit);
  add_solver_audits(audit);
  Command speed =
      audit.command("speed", "Measures cases, truths and verdicts per second, and the floor");
  speed.runs(audit_the_speed).add_to(speed);
  audit.stands_for("routes");
  audit.footer("Without a name: routes.");
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/contact_check.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/manifold/contact_manifold.hpp"
#include "harness/manifold/manifold_claims.hpp"
#include "harness/properties/motion_jumps.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kContactBlock = 16;  ///< cases that one thread takes at once

/// The largest body that all metrics of a method are run at by default.
int largest_vertices(const ContactRow& row) {
  int largest = std::numeric_limits<int>::max();
  const auto made = row.make([&](std::string_view name) {
    const MetricRow* metric = find_metric(name);
    if (metric != nullptr) largest = std::min(largest, metric->traits.largest_default_vertices);
    return registered_metric(name);
  });
  return made ? largest : 0;
}

class ContactExam {
 public:
  explicit ContactExam(const ContactCheckOptions& options) : options_(options) {
    for (const ContactRow* method : options.methods) {
      largest_.push_back(largest_vertices(*method));
    }
  }

  /// What one thread has to work with.
  struct Bench {
    explicit Bench(const ContactCheckOptions& options) {
      for (const ContactRow* row : options.methods) methods.push_back(row->make(registered_metric));
    }
    QuickOracle oracle;
    std::vector<std::unique_ptr<ContactMethod>> methods;
  };

  /// Whether a method is run on the bodies of a source.
  bool runs(std::size_t method, const CaseSource& source) const {
    return source.family == nullptr || source.family->largest_vertices <= largest_[method];
  }

  /// A line for each method and source that is left out.
  std::vector<std::string> not_run() const {
    std::vector<std::string> lines;
    for (std::size_t m = 0; m < largest_.size(); ++m) {
      for (const CaseSource& source : options_.sources) {
        if (runs(m, source)) continue;
        lines.push_back(options_.methods[m]->name + " on " + source.name + ": more than " +
                        std::to_string(largest_[m]) + " vertices");
      }
    }
    return lines;
  }

  /// Fills the row of each method that is run.
  void examine(const CheckBlock& block, Bench& bench, std::vector<CheckRow>& rows) const {
    const CaseSource& source = *block.source;
    std::vector<Case> cases;
    std::vector<TruthOnDemand> truths;
    for (std::uint64_t index = block.begin; index < block.end; ++index) {
      cases.push_back(source.make(options_.seed, index));
      const CaseScope scope(cases.back().id.c_str());
      truths.push_back(bench.oracle.solve(cases.back().pair(), false));
    }
    // The step after the last one of the block, on the same path.
    if (source.is_motion() && block.end < source.count && block.end % kMotionSteps != 0) {
      cases.push_back(source.make(options_.seed, block.end));
      truths.push_back(bench.oracle.solve(cases.back().pair(), false));
    }
    for (std::size_t m = 0; m < rows.size(); ++m) {
      if (runs(m, source)) examine(block, *bench.methods[m], cases, truths, rows[m]);
    }
  }

 private:
  void examine(const CheckBlock& block, const ContactMethod& method, const std::vector<Case>& cases,
               const std::vector<TruthOnDemand>& truths, CheckRow& found) const {
    const bool motion = block.source->is_motion();
    std::optional<ContactData> before;
    const auto workspace = method.make_workspace();
    const auto keep = [&](std::string_view condition, const ClaimFinding& finding, std::size_t k) {
      found.claim(condition).add(finding, cases[k].id);
    };
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const std::uint64_t index = block.begin + k;
      const Pair& pair = cases[k].pair();
      const CaseScope scope(cases[k].id.c_str());
      const auto A = method.prepare(*pair.A);
      const auto B = method.prepare(*pair.B);
      ContactData data;
      method.find(*A, pair.X_WA, *B, pair.X_WB, kNoLookAhead, *workspace, data);
      const ContactConditions conditions(pair, truths[k], options_.tolerance);
      if (motion && k > 0 && index % kMotionSteps != 0) {
        const ClaimFinding n2 = before && data.answered ? jump(cases[k - 1], truths[k - 1], *before,
                                                               cases[k], truths[k], data)
                                                        : ClaimFinding{};
        keep("N2", n2, k - 1);
      }
      before = data.answered ? std::optional(data) : std::nullopt;
      if (index >= block.end) break;
      if (!data.applicable) continue;
      ++found.cases;
      if (!data.answered) {
        if (found.unanswered++ == 0) found.first_unanswered = {cases[k].id, data.note};
        continue;
      }
      keep("N1", conditions.n1(data), k);
      keep("P1", conditions.p1(data), k);
      ClaimFinding p2 = conditions.p2(data, kNoLookAhead);
      const ManifoldVerdict verdict = judge_manifold(
          pair, truths[k], manifold_of(data),
          contact_policy(pair, std::numeric_limits<double>::infinity()), options_.tolerance);
      add_verdict(verdict, cases[k].id, found);
      if (p2.held) {
        const double reach = data.phi + kLookAheadPart * pair_size(pair);
        method.find(*A, pair.X_WA, *B, pair.X_WB, reach, *workspace, data);
        p2 = conditions.p2(data, reach);
      }
      keep("P2", p2, k);
    }
  }

  ClaimFinding jump(const Case& from, const TruthOnDemand& truth_from, const ContactData& before,
                    const Case& to, const TruthOnDemand& truth_to, const ContactData& after) const {
    const MotionStep step{&from.pair(), from.id, before.normal};
    const MotionStep next{&to.pair(), to.id, after.normal};
    if (!may_be_jump(step, next)) return ClaimFinding::of(true);
    const bool both_optimal =
        ContactConditions(from.pair(), truth_from, options_.tolerance).optimal(before.normal) &&
        ContactConditions(to.pair(), truth_to, options_.tolerance).optimal(after.normal);
    const auto directions = [](const Pair& pair, const TruthOnDemand& truth) {
      return optimal_directions(pair, truth.exact(), Quantity::euclidean);
    };
    const auto found = explain_jump(step, directions(from.pair(), truth_from), next,
                                    directions(to.pair(), truth_to), both_optimal);
    if (!found || found->cause != JumpCause::unexplained) return ClaimFinding::of(true);
    return {true, false, "jumps to " + to.id + ", " + found->features_after + " as before"};
  }

  const ContactCheckOptions& options_;
  std::vector<int> largest_;  ///< vertices that each method is run with by default
};

Check contacts_check(double tolerance) {
  Check check;
  check.name = "contacts";
  check.heading = "Conditions on contact data (docs/contacts.md)\n";
  check.subjects = "method";
  check.unanswered = "unan-\nswered";
  constexpr unsigned kColumns = kJudgedColumns | kNotApplicableColumn;
  check.claims = {
      {"N1", "a small step of A along the normal n raises the signed distance phi", kColumns},
      {"N2", "along a motion n jumps only where the nearest features change or tie (motions only)",
       kColumns},
      {"P1", "bodies that separate at every contact point separate", kColumns},
      {"P2", "every contact point is in both bodies once A has moved by -phi n", kColumns}};
  check.claims[1].need_not_be_seen = true;
  for (CheckClaim& claim : manifold_claims()) check.claims.push_back(std::move(claim));
  check.legend = "held, violated, not applicable, unanswered: numbers of cases; lengths to " +
                 short_text(tolerance) + " of the size of the bodies\n";
  check.must_be_seen = MustBeSeen::always;
  return check;
}

}  // namespace

CheckReport check_contacts(const ContactCheckOptions& options) {
  std::vector<CheckSubject> subjects;
  for (const ContactRow* method : options.methods) {
    const bool is_default = method->name == contact_registry().front().name;
    subjects.push_back(
        {method->name, method->known_bad, is_default || method->answers_all, method->answers_all});
  }
  const ContactExam exam(options);
  CheckReport report =
      empty_report(contacts_check(options.tolerance), subjects, options.sources, options.seed);
  report.tolerance = options.tolerance;
  report.not_run = exam.not_run();
  judge_blocks(
      report, options, kContactBlock, [&] { return ContactExam::Bench(options); },
      [&](ContactExam::Bench& bench, const CheckBlock& block, std::vector<CheckRow>& rows) {
        exam.examine(block, bench, rows);
      });
  return report;
}

std::unique_ptr<Metric> registered_metric(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

}  // namespace touchstone

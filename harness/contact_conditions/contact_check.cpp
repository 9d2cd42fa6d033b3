// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/contact_check.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "geometry/query_scope.hpp"
#include "geometry/single_precision.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/contact_conditions/manifold_claims.hpp"
#include "harness/contact_conditions/steadiness.hpp"
#include "harness/manifold/contact_manifold.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "harness/properties/motion_jumps.hpp"
#include "metrics/curved_bodies.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kContactBlock = 16;  ///< cases that one thread takes at once
constexpr std::string_view kSkipped = "skipped";

/// What is known of a method once it was made.
struct MadeMethod {
  int largest_vertices = 0;              ///< that all its metrics are run at by default
  std::optional<ManifoldPolicy> policy;  ///< a library's
  bool takes_radius = false;             ///< whether it is a library that does
};

MadeMethod make_once(const ContactRow& row) {
  MadeMethod once{std::numeric_limits<int>::max(), {}};
  const auto made = row.make([&](std::string_view name) {
    const MetricRow* metric = find_metric(name);
    if (metric != nullptr) {
      once.largest_vertices =
          std::min(once.largest_vertices, metric->traits.largest_default_vertices);
    }
    return registered_metric(name);
  });
  const auto* library = dynamic_cast<const ManifoldSource*>(made.get());
  if (library != nullptr) {
    once.policy = library->policy();
    once.takes_radius = takes_radius(library->traits());
  }
  if (!made) once.largest_vertices = 0;
  return once;
}

/// A pair as a method sees it, which is rounded in single precision, and its truth.
struct AskedAbout {
  Pair pair;
  TruthOnDemand truth;
  bool in_range = true;  ///< false: it cannot be rounded
};

class ContactExam {
 public:
  explicit ContactExam(const ContactCheckOptions& options) : options_(options) {
    for (const ContactRow* row : options.methods) {
      const MadeMethod made = make_once(*row);
      largest_.push_back(made.largest_vertices);
      policies_.push_back(made.policy);
      takes_radius_.push_back(made.takes_radius);
    }
    for (const CaseSource& source : options.sources) rounded_.push_back(has_rounded_bodies(source));
  }

  /// What one thread has to work with.
  struct Bench {
    explicit Bench(const ContactCheckOptions& options) {
      for (const ContactRow* row : options.methods) {
        methods.push_back(row->make(registered_metric));
        steady.push_back(row->make(registered_metric));
      }
    }
    QuickOracle oracle;
    std::vector<std::unique_ptr<ContactMethod>> methods;
    std::vector<std::unique_ptr<ContactMethod>> steady;  ///< what these remember disturbs no other
  };

  /// The policy of each method, in their order; empty for the methods of this program.
  const std::vector<std::optional<ManifoldPolicy>>& policies() const { return policies_; }

  /// Whether a method is run on the bodies of a source, by their places.
  bool runs(std::size_t method, std::size_t place) const {
    const CaseSource& source = options_.sources[place];
    if (rounded_[place] && !takes_radius_[method]) return false;
    return source.family == nullptr || source.family->largest_vertices <= largest_[method];
  }

  /// A line for each method and source that is left out.
  std::vector<std::string> not_run() const {
    std::vector<std::string> lines;
    for (std::size_t m = 0; m < largest_.size(); ++m) {
      for (std::size_t place = 0; place < options_.sources.size(); ++place) {
        if (runs(m, place)) continue;
        const bool radius = rounded_[place] && !takes_radius_[m];
        lines.push_back(options_.methods[m]->name + " on " + options_.sources[place].name + ": " +
                        (radius ? "bodies have a radius"
                                : "more than " + std::to_string(largest_[m]) + " vertices"));
      }
    }
    return lines;
  }

  /// Fills the row of each method that is run.
  void examine(const CheckBlock& block, Bench& bench, std::vector<CheckRow>& rows) const {
    const CaseSource& source = *block.source;
    // On a path the step after the last one of the block, too.
    const bool next = source.is_motion() && block.end < source.count && block.end % kMotionSteps;
    std::vector<Case> cases;
    std::vector<AskedAbout> exact;
    for (std::uint64_t index = block.begin; index < block.end + (next ? 1 : 0); ++index) {
      cases.push_back(source.make(options_.seed, index));
      const CaseScope scope(cases.back().id.c_str());
      exact.push_back({cases.back().pair(), bench.oracle.solve(cases.back().pair(), false)});
    }
    std::vector<AskedAbout> rounded;
    for (std::size_t m = 0; m < rows.size(); ++m) {
      if (!runs(m, block.place)) continue;
      auto* library = dynamic_cast<ManifoldSource*>(bench.methods[m].get());
      const bool single = library != nullptr && library->traits().scalar == Scalar::float32;
      for (std::size_t k = rounded.size(); single && k < cases.size(); ++k) {
        const CaseScope scope(cases[k].id.c_str());
        rounded.push_back(seen_in_single(exact[k], bench.oracle));
      }
      Asked asked{block, cases, single ? rounded : exact, options_.tolerance, library};
      if (single) asked.tolerance = std::max(asked.tolerance, library->traits().own_tolerance);
      examine(asked, *bench.methods[m], rows[m]);
      if (bench.steady[m]) look_at_steadiness(asked, *bench.steady[m], bench.oracle, rows[m]);
    }
  }

 private:
  /// What a method is asked in a block.
  struct Asked {
    const CheckBlock& block;
    const std::vector<Case>& cases;
    const std::vector<AskedAbout>& seen;  ///< what the truth is of, for each case
    double tolerance;                     ///< relative to size [1]
    ManifoldSource* library;              ///< the method, or nullptr if it is of this program

    /// Whether case k follows the one before it along a motion.
    bool is_on_path(std::size_t k) const {
      return block.source->is_motion() && k > 0 && (block.begin + k) % kMotionSteps != 0;
    }
    Scalar scalar() const {
      return library == nullptr ? Scalar::float64 : library->traits().scalar;
    }
  };

  static bool has_rounded_bodies(const CaseSource& source) {
    return source.group == "rounded" ||
           std::any_of(source.cases.begin(), source.cases.end(),
                       [](const Case& c) { return is_rounded(c.pair()); });
  }

  static AskedAbout seen_in_single(const AskedAbout& exact, QuickOracle& oracle) {
    const auto rounded = rounded_to_float(exact.pair);
    if (!rounded) return {exact.pair, exact.truth, false};
    return {rounded.value(), oracle.solve(rounded.value(), false)};
  }

  /// Whether the points that a library gives of a pair are held to the conditions on contact data.
  static bool has_conditions(const ManifoldSource& library, const Pair& pair) {
    return !departs(library.policy()) && !is_rounded(pair);
  }

  /// Puts a block's questions to the library in one batch.
  static void ask_ahead(const Asked& asked) {
    ManifoldSource& library = *asked.library;
    std::vector<ManifoldQuestion> questions;
    bool cold = false;
    for (std::size_t k = 0; k < asked.cases.size(); ++k) {
      cold = cold || !asked.is_on_path(k);
      if (!asked.seen[k].in_range) continue;
      const Pair& pair = asked.cases[k].pair();
      const bool is_judged = asked.block.begin + k < asked.block.end;
      const auto ask = [&](double reach) {
        questions.push_back({pair, reach, std::exchange(cold, false)});
      };
      if (is_judged) ask(library.policy().reach);
      if (!has_conditions(library, pair)) continue;
      ask(kNoLookAhead);
      if (is_judged) ask(reach_beyond(asked.seen[k].truth.phi().value, pair));
    }
    library.ask_ahead(std::move(questions));
  }

  /// Judges the manifold that a library gives of case k in its own terms. False where it gives no
  /// answer.
  static bool judge_own(const Asked& asked, std::size_t k, CheckRow& found) {
    ManifoldSource& library = *asked.library;
    const Case& c = asked.cases[k];
    const FoundManifold own = library.find_manifold(c.pair(), library.policy().reach);
    if (!own.applicable) {
      found.count(kSkipped).add(1);
      return false;
    }
    ++found.cases;
    if (!own.manifold.answered) {
      count_unanswered(c.id, own.manifold.note, found);
      return false;
    }
    const AskedAbout& seen = asked.seen[k];
    const ManifoldVerdict verdict = judge_manifold(
        seen.pair, seen.truth, own.manifold, library.policy(), asked.tolerance, asked.scalar());
    add_verdict(verdict, c.id, found);
    count_uses(verdict, found);
    return true;
  }

  void look_at_steadiness(const Asked& asked, ContactMethod& method, QuickOracle& oracle,
                          CheckRow& found) const {
    const AskedMethod steady = asked_method(method, options_.tolerance);
    for (std::size_t k = 0; asked.block.begin + k < asked.block.end; ++k) {
      const std::uint64_t index = asked.block.begin + k;
      if (index % kSteadinessStride != 0 || !asked.seen[k].in_range) continue;
      const std::string& id = asked.cases[k].id;
      const CaseScope scope(id.c_str());
      const auto& [pair, truth, in_range] = asked.seen[k];
      judge_views(pair, truth, steady, id, found);
      if (!asked.block.source->is_motion() || k + 1 == asked.cases.size()) continue;
      judge_steps(pair, truth, asked.cases[k + 1].pair(), steady, oracle, id, found);
    }
  }

  static void count_unanswered(const std::string& id, const std::string& note, CheckRow& found) {
    if (found.unanswered++ == 0) found.first_unanswered = {id, note};
  }

  void examine(const Asked& asked, ContactMethod& method, CheckRow& found) const {
    const auto& [block, cases, seen, tolerance, library] = asked;
    std::optional<ContactData> before;
    const auto workspace = method.make_workspace();
    if (library != nullptr) ask_ahead(asked);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const std::uint64_t index = block.begin + k;
      const Pair& pair = cases[k].pair();
      const CaseScope scope(cases[k].id.c_str());
      const bool on_path = asked.is_on_path(k);
      // What a library remembers must not depend on which thread has done what before.
      if (library != nullptr && !on_path) library->reset();
      if (!seen[k].in_range) {
        before.reset();
        continue;
      }
      const bool own = library != nullptr && index < block.end && judge_own(asked, k, found);
      if (library != nullptr && !has_conditions(*library, pair)) continue;
      const auto A = method.prepare(*pair.A);
      const auto B = method.prepare(*pair.B);
      ContactData data;
      method.find(*A, pair.X_WA, *B, pair.X_WB, kNoLookAhead, *workspace, data);
      if (on_path) {
        const ClaimFinding n2 =
            before && data.answered ? jump(asked, k, *before, data) : ClaimFinding{};
        found.claim("N2").add(n2, cases[k - 1].id);
      }
      before = data.answered ? std::optional(data) : std::nullopt;
      if (index >= block.end) break;
      if (!data.applicable) {
        if (library == nullptr) found.count(kSkipped).add(1);
        continue;
      }
      if (library == nullptr) ++found.cases;
      if (!data.answered) {
        // A case of a library is counted once.
        if (library == nullptr || own) count_unanswered(cases[k].id, data.note, found);
        continue;
      }
      const ContactConditions conditions(seen[k].pair, seen[k].truth, tolerance, asked.scalar());
      found.claim("N1").add(conditions.n1(data), cases[k].id);
      found.claim("P1").add(conditions.p1(data), cases[k].id);
      ClaimFinding p2 = conditions.p2(data, kNoLookAhead);
      if (library == nullptr) {
        add_verdict(judge_manifold(pair, seen[k].truth, manifold_of(data),
                                   contact_policy(pair, std::numeric_limits<double>::infinity()),
                                   tolerance),
                    cases[k].id, found);
      }
      if (p2.held) {
        // What is in a library's batch depends on no answer.
        const double phi = library == nullptr ? data.phi : seen[k].truth.phi().value;
        const double reach = reach_beyond(phi, pair);
        method.find(*A, pair.X_WA, *B, pair.X_WB, reach, *workspace, data);
        p2 = conditions.p2(data, reach);
      }
      found.claim("P2").add(p2, cases[k].id);
    }
  }

  /// Condition N2 on the step from case k - 1 to case k of a path.
  static ClaimFinding jump(const Asked& asked, std::size_t k, const ContactData& before,
                           const ContactData& after) {
    const AskedAbout& from = asked.seen[k - 1];
    const AskedAbout& to = asked.seen[k];
    const std::string& to_id = asked.cases[k].id;
    const MotionStep step{&from.pair, asked.cases[k - 1].id, before.normal};
    const MotionStep next{&to.pair, to_id, after.normal};
    if (!may_be_jump(step, next)) return ClaimFinding::of(true);
    const auto optimal = [&](const AskedAbout& at, const Vec3& n) {
      return ContactConditions(at.pair, at.truth, asked.tolerance, asked.scalar()).optimal(n);
    };
    const bool both_optimal = optimal(from, before.normal) && optimal(to, after.normal);
    const auto directions = [](const AskedAbout& at) {
      return optimal_directions(at.pair, at.truth.exact(), Quantity::euclidean);
    };
    const auto found = explain_jump(step, directions(from), next, directions(to), both_optimal);
    if (!found || found->cause != JumpCause::unexplained) return ClaimFinding::of(true);
    return {true, false, "jumps to " + to_id + ", " + found->features_after + " as before"};
  }

  const ContactCheckOptions& options_;
  std::vector<bool> rounded_;  ///< whether bodies of each source have a radius
  std::vector<int> largest_;   ///< vertices that each method is run with by default
  std::vector<std::optional<ManifoldPolicy>> policies_;
  std::vector<bool> takes_radius_;  ///< whether each is asked about bodies with a radius
};

Check contacts_check(double tolerance) {
  Check check;
  check.name = "contacts";
  check.heading = "Conditions on contact data (docs/contacts.md); lengths to " +
                  short_text(tolerance) + " of the size of the bodies\n";
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
  for (CheckClaim& claim : steadiness_claims()) check.claims.push_back(std::move(claim));
  check.counts = policy_counts();
  check.counts.push_back({kSkipped, "cases that a method does not take", "skipped"});
  check.legend =
      "skipped: cases that a method does not take, beside the others\n"
      "held, violated, not applicable, unanswered: numbers of cases\n";
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
  Check check = contacts_check(options.tolerance);
  std::vector<DeclaredPolicy> declared;
  for (std::size_t m = 0; m < subjects.size(); ++m) {
    const auto& policy = exam.policies()[m];
    // Points that depart on purpose are held to the words alone, and no points to nothing else.
    subjects[m].need_not_be_seen = policy.has_value();
    if (!policy) continue;
    check.heading += subjects[m].name + ": " + policy_text(*policy) + "\n";
    declared.push_back({subjects[m].name, *policy});
  }
  CheckReport report = empty_report(std::move(check), subjects, options);
  report.tolerance = options.tolerance;
  report.policies = std::move(declared);
  report.not_run = exam.not_run();
  judge_blocks(
      report, options, kContactBlock, [&] { return ContactExam::Bench(options); },
      [&](ContactExam::Bench& bench, const CheckBlock& block, std::vector<CheckRow>& rows) {
        exam.examine(block, bench, rows);
      });
  for (const CheckRow& all : summed_rows(report.rows)) {
    // Two methods of one name have their rows summed: nothing is said.
    const auto named = [&](const CheckSubject& one) { return one.name == all.subject.name; };
    const auto m = std::find_if(subjects.begin(), subjects.end(), named);
    if (std::count_if(subjects.begin(), subjects.end(), named) > 1) continue;
    const auto& policy = exam.policies()[static_cast<std::size_t>(m - subjects.begin())];
    if (policy && all.cases > all.unanswered) report.check.heading += never_seen(*policy, all);
  }
  return report;
}

std::unique_ptr<Metric> registered_metric(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

}  // namespace touchstone

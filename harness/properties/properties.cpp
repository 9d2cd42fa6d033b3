// SPDX-License-Identifier: GPL-3.0-or-later
// Threads take blocks of cases, or whole paths, from one list; what they find is added up in its
// order.
#include "harness/properties/properties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "harness/campaign/campaign_plan.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/check/check_record.hpp"
#include "harness/check/check_run.hpp"
#include "harness/judge/question.hpp"
#include "harness/properties/property_checks.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kBlock = 8;  ///< cases that one thread examines at once

/// A block of the cases of a source, or a path of a family of motions.
struct WorkItem {
  std::size_t source = 0;
  std::vector<std::uint64_t> indices;
  bool path = false;
};

/// What one thread has to work with.
struct Bench {
  QuickOracle oracle;
  VariantMaker maker;
  MetricRunners runners;
};

using PropertyFindings = std::array<Finding, kPropertyCount>;

/// What is found of one metric on some cases of a source.
struct Found {
  CheckRow row;
  std::vector<Jump> jumps;
};

Finding worse_of(const Finding& a, const Finding& b) {
  Finding worse = !b.checked || (a.checked && a.excess >= b.excess) ? a : b;
  worse.falling = a.falling || b.falling;
  return worse;
}

class Examination {
 public:
  Examination(const CampaignOptions& options, std::uint64_t cases)
      : options_(options), plan_(options) {
    std::vector<CheckSubject> subjects;
    for (const MetricRow* metric : options.metrics) {
      subjects.push_back({metric->name, {}, false, false, metric->traits.claims_exact});
    }
    CheckOptions cases_of_all;
    cases_of_all.sources = options.sources;
    cases_of_all.seed = options.seed;
    static_cast<CheckReport&>(report_) = empty_report(properties_check(), subjects, cases_of_all);
    report_.tolerance = options.tolerance;
    for (std::size_t s = 0; s < options.sources.size(); ++s) lay_out(s, cases);
  }

  PropertyReport run() {
    std::size_t ended = 0;
    run_items(
        {options_.jobs, options_.stop_requested, options_.progress}, work_.size(),
        [this] {
          return Bench{{}, {}, {options_.metrics, options_.runner}};
        },
        [this](Bench& bench, std::size_t k) { return examine(work_[k], bench); },
        [&](std::size_t k, const std::vector<Found>& found) {
          const auto& metrics = plan_.description().sources[work_[k].source].metrics;
          if (found.size() < metrics.size()) return;
          for (std::size_t i = 0; i < metrics.size(); ++i) {
            add(metrics[i], work_[k].source, found[i]);
          }
          ++ended;
        });
    report_.complete = ended == work_.size();
    std::stable_sort(report_.jumps.begin(), report_.jumps.end(),
                     [](const Jump& a, const Jump& b) { return a.cause > b.cause; });
    return std::move(report_);
  }

 private:
  void lay_out(std::size_t s, std::uint64_t cases) {
    const SourceEntry& source = plan_.description().sources[s];
    if (source.metrics.empty()) return;
    const std::uint64_t wanted = std::min(cases, source.cases);
    for (std::uint64_t k = 0; k < wanted; ++k) {
      if (k % kBlock == 0) work_.push_back({s, {}, false});
      // floor(k * source.cases / wanted), which would overflow.
      work_.back().indices.push_back(k * (source.cases / wanted) +
                                     k * (source.cases % wanted) / wanted);
    }
    if (!options_.sources[s].is_motion()) return;
    const std::uint64_t paths = std::min((cases + kMotionSteps - 1) / kMotionSteps,
                                         (source.cases + kMotionSteps - 1) / kMotionSteps);
    for (std::uint64_t p = 0; p < paths; ++p) {
      WorkItem path{s, {}, true};
      for (std::uint64_t step = 0; step < kMotionSteps; ++step) {
        const std::uint64_t index = p * kMotionSteps + step;
        if (index < source.cases) path.indices.push_back(index);
      }
      work_.push_back(std::move(path));
    }
  }

  /// What was found of each metric of the source; fewer rows if the run is to stop.
  std::vector<Found> examine(const WorkItem& work, Bench& bench) {
    std::vector<Case> cases;
    for (const std::uint64_t index : work.indices) cases.push_back(plan_.make(work.source, index));
    std::vector<Found> found;
    for (const std::size_t m : plan_.description().sources[work.source].metrics) {
      if (options_.stop_requested && options_.stop_requested()) break;
      found.push_back(work.path ? examine_path(work, cases, m, bench)
                                : examine_cases(work, cases, m, bench));
    }
    return found;
  }

  void add(std::size_t m, std::size_t s, const Found& found) {
    CheckRow& row = report_.rows[m * options_.sources.size() + s];
    row.add(found.row);
    for (const Jump& jump : found.jumps) {
      NamedCount& count = row.count(jump_cause_name(jump.cause));
      if (count.value < static_cast<double>(kListedJumps)) report_.jumps.push_back(jump);
      count.add(1);
    }
  }

  Found nothing_found() const {
    Found found{empty_row(report_.check), {}};
    found.row.shows_all = false;  // the report's own rows know what their cases must show
    return found;
  }

  void keep(Found& found, Property property, const Finding& finding, const MetricTraits& traits,
            const std::string& id) const {
    found.row.claims[static_cast<std::size_t>(property)].add(
        judged(property, finding, options_.tolerance, traits.own_tolerance), id);
  }

  /// The cases that the metric can be asked, each with what it is asked.
  struct Asked {
    std::size_t place = 0;
    Pair pair;
  };
  std::vector<Asked> questions(const WorkItem& work, const std::vector<Case>& cases,
                               std::size_t m) {
    std::vector<Asked> asked;
    for (std::size_t k = 0; k < cases.size(); ++k) {
      if (cases[k].curved() || !plan_.admits(work.source, m, cases[k])) continue;
      Question question(cases[k].pair());
      const auto pair = question.pair_for(options_.metrics[m]->traits);
      if (pair) asked.push_back({k, *pair.value()});
    }
    return asked;
  }

  static std::vector<AskedPair> pairs_of(const std::vector<Asked>& asked) {
    std::vector<AskedPair> pairs;
    for (const Asked& question : asked) pairs.push_back(&question.pair);
    return pairs;
  }

  Found examine_cases(const WorkItem& work, const std::vector<Case>& cases, std::size_t m,
                      Bench& bench) {
    const MetricTraits& traits = options_.metrics[m]->traits;
    Found found = nothing_found();
    const std::vector<Asked> asked = questions(work, cases, m);
    found.row.cases = asked.size();

    std::vector<std::vector<Variant>> variants(asked.size());
    std::vector<AskedPair> pairs = pairs_of(asked);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      variants[k] = bench.maker.variants(cases[asked[k].place].id, asked[k].pair, traits.scalar);
      for (const Variant& variant : variants[k]) pairs.push_back(&variant.pair);
    }
    const std::vector<RunOutcome> outcomes = bench.runners.ask(m, pairs);

    std::vector<PropertyCheck> checks;
    checks.reserve(asked.size());
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const Pair& pair = asked[k].pair;
      checks.emplace_back(pair, traits, outcomes[k], [&bench, &pair](double length) {
        return std::abs(bench.oracle.solve(pair, false).phi().value) <= length;
      });
      if (!checks.back().answered()) ++found.row.unanswered;
    }
    std::size_t next = asked.size();
    for (std::size_t k = 0; k < asked.size(); ++k) {
      for (const Variant& variant : variants[k]) {
        keep(found, variant.property, checks[k].compare(variant, outcomes[next++]), traits,
             cases[asked[k].place].id);
      }
    }

    std::vector<std::vector<Probe>> probes(asked.size());
    pairs.clear();
    for (std::size_t k = 0; k < asked.size(); ++k) {
      probes[k] = checks[k].probes();
      for (const Probe& probe : probes[k]) pairs.push_back(&probe.pair);
    }
    const std::vector<RunOutcome> replies = bench.runners.ask(m, pairs);
    next = 0;
    for (std::size_t k = 0; k < asked.size(); ++k) {
      PropertyFindings worst{};  // worst finding of each property over its probes
      for (const Probe& probe : probes[k]) {
        Finding& finding = worst.at(static_cast<std::size_t>(probe.property));
        finding = worse_of(finding, checks[k].compare(probe, replies[next++]));
      }
      for (const Property property : {Property::contact, Property::n1}) {
        keep(found, property, worst.at(static_cast<std::size_t>(property)), traits,
             cases[asked[k].place].id);
      }
    }
    return found;
  }

  Found examine_path(const WorkItem& work, const std::vector<Case>& cases, std::size_t m,
                     Bench& bench) {
    const MetricTraits& traits = options_.metrics[m]->traits;
    Found found = nothing_found();
    const std::vector<Asked> asked = questions(work, cases, m);
    const std::vector<RunOutcome> outcomes = bench.runners.ask(m, pairs_of(asked));

    for (std::size_t k = 0; k + 1 < asked.size(); ++k) {
      if (asked[k + 1].place != asked[k].place + 1) continue;
      const Finding finding = examine_step(work, cases, m, asked, outcomes, k, bench, found.jumps);
      keep(found, Property::n2, finding, traits, cases[asked[k].place].id);
    }
    return found;
  }

  /// The excess of a violation of N2 is the gap that the worse of the two normals falls short of.
  Finding examine_step(const WorkItem& work, const std::vector<Case>& cases, std::size_t m,
                       const std::vector<Asked>& asked, const std::vector<RunOutcome>& outcomes,
                       std::size_t k, Bench& bench, std::vector<Jump>& jumps) {
    const MetricTraits& traits = options_.metrics[m]->traits;
    const auto never = [](double /*length*/) { return false; };
    const PropertyCheck before(asked[k].pair, traits, outcomes[k], never);
    const PropertyCheck after(asked[k + 1].pair, traits, outcomes[k + 1], never);
    if (!before.valued() || !after.valued()) return {};
    const std::optional<Vec3>& n = outcomes[k].answer.normal;
    const std::optional<Vec3>& next_n = outcomes[k + 1].answer.normal;
    if (!n || !next_n || !n->allFinite() || !next_n->allFinite()) return {};

    Finding finding;
    finding.checked = true;
    const MotionStep step{&asked[k].pair, cases[asked[k].place].id, *n};
    const MotionStep next{&asked[k + 1].pair, cases[asked[k + 1].place].id, *next_n};
    if (!may_be_jump(step, next)) return finding;
    const auto truth_of = [&](const MotionStep& at) {
      const TruthOnDemand truth = bench.oracle.solve(*at.pair, true);
      return optimal_directions(*at.pair, truth.exact(), traits.quantity);
    };
    const double short_of = std::max(before.shortfall(*n), after.shortfall(*next_n));
    auto jump =
        explain_jump(step, truth_of(step), next, truth_of(next), short_of <= options_.tolerance);
    if (!jump) return finding;
    if (jump->cause == JumpCause::unexplained) finding.excess = short_of;
    jump->metric = options_.metrics[m]->name;
    jump->family = options_.sources[work.source].name;
    jumps.push_back(std::move(*jump));
    return finding;
  }

  const CampaignOptions& options_;
  const CampaignPlan plan_;
  std::vector<WorkItem> work_;
  PropertyReport report_;
};

RecordFields<Jump> jump_fields() {
  return RecordFields<Jump>()
      .add(field("metric", "name of the metric"), &Jump::metric)
      .add(field("family", "family of the motion"), &Jump::family)
      .add(field("cause", "why the metric's normal jumps"),
           [](const Jump& jump) { return jump_cause_name(jump.cause); })
      .add(field("before", "id of the case before the jump"), &Jump::before)
      .add(field("after", "id of the case after the jump"), &Jump::after)
      .add(
          field("angle", "angle between the metric's two normals", "rad").from(0, std::numbers::pi),
          &Jump::angle)
      .add(field("true_angle", "angle between the nearest exact normals before and after the jump",
                 "rad")
               .from(0, std::numbers::pi),
           &Jump::true_angle)
      .add(field("features_before",
                 "features of A and B that touch before the jump, such as vertex-face"),
           &Jump::features_before)
      .add(field("features_after",
                 "features of A and B that touch after the jump, such as vertex-face"),
           &Jump::features_after);
}

}  // namespace

RecordFields<PropertyReport> property_report_fields() {
  return RecordFields<PropertyReport>()
      .include([](const PropertyReport& report) -> const CheckReport& { return report; },
               check_record().fields.only(
                   {"tolerance", "as_expected", "unexpected", "claims", "counts", "results"}))
      .add(field("jumps", "the first jumps of each metric, family and cause"),
           &PropertyReport::jumps, jump_fields());
}

PropertyReport examine_properties(const CampaignOptions& options, std::uint64_t cases) {
  return Examination(options, cases).run();
}

}  // namespace touchstone

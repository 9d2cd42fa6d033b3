// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/contact_check.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/properties/motion_jumps.hpp"
#include "harness/runners/run_driver.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kBlock = 16;  ///< cases that one thread takes at once

struct Block {
  std::size_t source = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

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

class Check {
 public:
  explicit Check(const ContactCheckOptions& options) : options_(options) {
    report_.seed = options.seed;
    report_.tolerance = options.tolerance;
    for (std::size_t s = 0; s < options.sources.size(); ++s) {
      for (std::uint64_t begin = 0; begin < options.sources[s].count; begin += kBlock) {
        blocks_.push_back({s, begin, std::min(begin + kBlock, options.sources[s].count)});
      }
    }
    for (const ContactRow* method : options.methods) {
      const int largest = largest_vertices(*method);
      for (const CaseSource& source : options.sources) {
        ContactCheckRow row;
        row.method = method->name;
        row.known_bad = method->known_bad;
        row.answers_all = method->answers_all;
        row.family = source.name;
        row.group = source.group;
        report_.rows.push_back(std::move(row));
        runs_.push_back(source.family == nullptr || source.family->largest_vertices <= largest);
        if (runs_.back()) continue;
        report_.not_run.push_back(method->name + " on " + source.name + ": more than " +
                                  std::to_string(largest) + " vertices");
      }
    }
  }

  ContactReport run() {
    run_items(
        {options_.jobs, options_.stop_requested, options_.progress}, blocks_.size(),
        [this] { return Bench(options_); },
        [this](Bench& bench, std::size_t k) { return examine(blocks_[k], bench); },
        [this](std::size_t k, const std::vector<ContactCheckRow>& found) {
          for (std::size_t m = 0; m < found.size(); ++m) {
            report_.rows[place(m, blocks_[k].source)].add(found[m]);
          }
        });
    return std::move(report_);
  }

 private:
  /// What one thread has to work with.
  struct Bench {
    explicit Bench(const ContactCheckOptions& options) {
      for (const ContactRow* row : options.methods) methods.push_back(row->make(registered_metric));
    }
    QuickOracle oracle;
    std::vector<std::unique_ptr<ContactMethod>> methods;
  };

  std::size_t place(std::size_t method, std::size_t source) const {
    return method * options_.sources.size() + source;
  }

  /// A row for each method, without a case where the method is not run.
  std::vector<ContactCheckRow> examine(const Block& block, Bench& bench) const {
    const CaseSource& source = options_.sources[block.source];
    std::vector<Case> cases;
    std::vector<TruthOnDemand> truths;
    for (std::uint64_t index = block.begin; index < block.end; ++index) {
      cases.push_back(source.make(options_.seed, index));
      const CaseScope scope(cases.back().id.c_str());
      truths.push_back(bench.oracle.solve(cases.back().pair, false));
    }
    // The step after the last one of the block, on the same path.
    if (source.is_motion() && block.end < source.count && block.end % kMotionSteps != 0) {
      cases.push_back(source.make(options_.seed, block.end));
      truths.push_back(bench.oracle.solve(cases.back().pair, false));
    }
    std::vector<ContactCheckRow> found(options_.methods.size());
    for (std::size_t m = 0; m < found.size(); ++m) {
      if (runs_[place(m, block.source)]) {
        examine(block, *bench.methods[m], cases, truths, found[m]);
      }
    }
    return found;
  }

  void examine(const Block& block, const ContactMethod& method, const std::vector<Case>& cases,
               const std::vector<TruthOnDemand>& truths, ContactCheckRow& found) const {
    const bool motion = options_.sources[block.source].is_motion();
    std::optional<ContactData> before;
    const auto workspace = method.make_workspace();
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const std::uint64_t index = block.begin + k;
      const Pair& pair = cases[k].pair;
      const CaseScope scope(cases[k].id.c_str());
      const auto A = method.prepare(*pair.A);
      const auto B = method.prepare(*pair.B);
      ContactData data;
      method.find(*A, pair.X_WA, *B, pair.X_WB, kNoLookAhead, *workspace, data);
      const ContactConditions conditions(pair, truths[k], options_.tolerance);
      if (motion && k > 0 && index % kMotionSteps != 0) {
        const ConditionResult n2 =
            before && data.answered
                ? jump(cases[k - 1], truths[k - 1], *before, cases[k], truths[k], data)
                : ConditionResult{};
        found.tallies.at(static_cast<std::size_t>(ContactCondition::n2))
            .add(n2, index - 1, cases[k - 1].id);
      }
      before = data.answered ? std::optional(data) : std::nullopt;
      if (index >= block.end) break;
      if (!data.applicable) continue;
      ++found.cases;
      if (!data.answered) {
        if (found.unanswered++ == 0) found.first_unanswered = {index, cases[k].id, data.note};
        continue;
      }
      const auto keep = [&](ContactCondition condition, const ConditionResult& result) {
        found.tallies.at(static_cast<std::size_t>(condition)).add(result, index, cases[k].id);
      };
      keep(ContactCondition::n1, conditions.n1(data));
      keep(ContactCondition::p1, conditions.p1(data));
      ConditionResult p2 = conditions.p2(data, kNoLookAhead);
      if (p2.held) {
        const double reach = data.phi + kLookAheadPart * pair_size(pair);
        method.find(*A, pair.X_WA, *B, pair.X_WB, reach, *workspace, data);
        p2 = conditions.p2(data, reach);
      }
      keep(ContactCondition::p2, p2);
    }
  }

  ConditionResult jump(const Case& from, const TruthOnDemand& truth_from, const ContactData& before,
                       const Case& to, const TruthOnDemand& truth_to,
                       const ContactData& after) const {
    const MotionStep step{&from.pair, from.id, before.normal};
    const MotionStep next{&to.pair, to.id, after.normal};
    if (!may_be_jump(step, next)) return {true, true, {}};
    const bool both_optimal =
        ContactConditions(from.pair, truth_from, options_.tolerance).optimal(before.normal) &&
        ContactConditions(to.pair, truth_to, options_.tolerance).optimal(after.normal);
    const auto directions = [](const Pair& pair, const TruthOnDemand& truth) {
      return optimal_directions(pair, truth.exact(), Quantity::euclidean);
    };
    const auto found = explain_jump(step, directions(from.pair, truth_from), next,
                                    directions(to.pair, truth_to), both_optimal);
    if (!found || found->cause != JumpCause::unexplained) return {true, true, {}};
    return {true, false, "jumps to " + to.id + ", " + found->features_after + " as before"};
  }

  const ContactCheckOptions& options_;
  std::vector<Block> blocks_;
  std::vector<bool> runs_;  ///< whether each row is run
  ContactReport report_;
};

/// One row for each method: the sum of its rows over all families.
std::vector<ContactCheckRow> methods_of(const std::vector<ContactCheckRow>& rows) {
  std::vector<ContactCheckRow> methods;
  for (const ContactCheckRow& row : rows) {
    if (methods.empty() || methods.back().method != row.method) {
      methods.push_back(row);
    } else {
      methods.back().add(row);
    }
  }
  return methods;
}

std::string tally_json(const ConditionTally& tally) {
  const auto violation_json = [](const ContactViolation& v) {
    return JsonObject().add("id", json_string(v.id)).add("why", json_string(v.why)).row();
  };
  return JsonObject()
      .add("held", std::to_string(tally.held))
      .add("violated", std::to_string(tally.violated))
      .add("not_applicable", std::to_string(tally.not_applicable))
      .add("first", json_row(json_items(tally.first, violation_json)))
      .row();
}

}  // namespace

void ConditionTally::add(const ConditionResult& result, std::uint64_t index,
                         const std::string& id) {
  if (!result.checked) {
    ++not_applicable;
  } else if (result.held) {
    ++held;
  } else {
    ++violated;
    if (first.size() < kListedContactViolations) first.push_back({index, id, result.why});
  }
}

void ConditionTally::merge(const ConditionTally& other) {
  held += other.held;
  violated += other.violated;
  not_applicable += other.not_applicable;
  first.insert(first.end(), other.first.begin(), other.first.end());
  std::sort(first.begin(), first.end(),
            [](const auto& a, const auto& b) { return a.index < b.index; });
  if (first.size() > kListedContactViolations) first.resize(kListedContactViolations);
}

void ContactCheckRow::add(const ContactCheckRow& other) {
  cases += other.cases;
  const bool before = unanswered == 0 || other.first_unanswered.index < first_unanswered.index;
  if (other.unanswered > 0 && before) first_unanswered = other.first_unanswered;
  unanswered += other.unanswered;
  for (std::size_t c = 0; c < kContactConditions; ++c) tallies.at(c).merge(other.tallies.at(c));
}

std::vector<std::string> ContactReport::unexpected() const {
  std::vector<std::string> reasons;
  for (const ContactCheckRow& method : methods_of(rows)) {
    if (method.cases == 0 && method.answers_all) {
      reasons.push_back(method.method + " takes none of these cases");
    }
    if (method.cases == 0 && method.known_bad.empty()) continue;
    for (std::size_t c = 0; c < kContactConditions; ++c) {
      const ConditionTally& tally = method.tallies.at(c);
      const std::string name(condition_name(static_cast<ContactCondition>(c)));
      const bool asked = static_cast<ContactCondition>(c) != ContactCondition::n2 ||
                         tally.violated + tally.not_applicable > 0;
      if (method.known_bad == name && tally.violated == 0) {
        reasons.push_back(method.method + " is known to violate " + name + ", and did not");
      }
      if (!method.known_bad.empty()) continue;
      if (tally.violated > 0) {
        reasons.push_back(method.method + " violates " + name + " in " +
                          std::to_string(tally.violated));
      }
      if (tally.held == 0 && asked) {
        reasons.push_back(method.method + " was not seen to meet " + name + " in any case (" +
                          std::to_string(method.unanswered) + " of " +
                          std::to_string(method.cases) + " unanswered)");
      }
    }
    const bool is_default = method.method == contact_registry().front().name;
    if ((is_default || method.answers_all) && method.unanswered > 0) {
      const ContactViolation& first = method.first_unanswered;
      reasons.push_back(method.method + " leaves " + std::to_string(method.unanswered) + " of " +
                        std::to_string(method.cases) + " cases unanswered" +
                        (first.id.empty() ? "" : ", first " + first.id + ": " + first.why));
    }
  }
  return reasons;
}

ContactReport check_contacts(const ContactCheckOptions& options) { return Check(options).run(); }

std::unique_ptr<Metric> registered_metric(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

std::string contacts_json(const ContactReport& report) {
  std::vector<std::string> rows;
  for (const ContactCheckRow& row : report.rows) {
    if (row.cases == 0) continue;
    JsonObject object;
    object.add("method", json_string(row.method))
        .add("known_bad", json_string_or_null(row.known_bad))
        .add("family", json_string(row.family))
        .add("group", json_string(row.group))
        .add("cases", std::to_string(row.cases))
        .add("unanswered", std::to_string(row.unanswered));
    for (std::size_t c = 0; c < kContactConditions; ++c) {
      object.add(condition_name(static_cast<ContactCondition>(c)), tally_json(row.tallies.at(c)));
    }
    rows.push_back(object.row());
  }
  const auto unexpected = json_items(report.unexpected(), json_string);
  return JsonObject()
      .add("schema", json_string("touchstone.contact-check/1"))
      .add("seed", std::to_string(report.seed))
      .add("tolerance", json_number(report.tolerance))
      .add("as_expected", unexpected.empty() ? "true" : "false")
      .add("unexpected", json_list(unexpected))
      .add("results", json_list(rows))
      .add("not_run", json_list(json_items(report.not_run, json_string)))
      .document();
}

}  // namespace touchstone

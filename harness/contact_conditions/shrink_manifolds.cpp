// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/shrink_manifolds.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "harness/contact_conditions/steadiness.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "harness/shrink/shrunk_record.hpp"

namespace touchstone {
namespace {

/// A method whose manifolds are judged pair by pair.
class Judged {
 public:
  Judged(const ContactRow& row, double tolerance) : method_(row.make(registered_metric)) {
    auto* library = dynamic_cast<ManifoldSource*>(method_.get());
    if (library != nullptr) traits_ = library->traits();
    asked_ = asked_method(*method_, tolerance);
  }

  const MetricTraits& traits() const { return traits_; }
  double tolerance() const { return asked_.tolerance; }

  std::string said(const Pair& pair, const TruthOnDemand& truth) const {
    asked_.reset();
    const std::optional<Manifold> manifold = asked_.find(pair);
    if (!manifold || !manifold->answered) return {};
    return judge_manifold(pair, truth, *manifold, asked_.policy(pair), asked_.tolerance,
                          asked_.scalar)
        .said();
  }

 private:
  std::unique_ptr<ContactMethod> method_;
  MetricTraits traits_;
  AskedMethod asked_;
};

/// The first case of each word, in the order of the words.
std::vector<std::string> first_ids(const std::vector<CheckRow>& rows, const std::string& subject) {
  std::vector<std::string> ids;
  for (const std::string_view word : kManifoldWords) {
    for (const CheckRow& row : rows) {
      if (row.subject.name != subject || row.claim(word).first.empty()) continue;
      const std::string& id = row.claim(word).first.front().id;
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
      break;
    }
  }
  return ids;
}

std::optional<Case> case_of(const ContactCheckOptions& options, const std::string& id) {
  for (const CaseSource& source : options.sources) {
    for (const Case& one : source.cases) {
      if (one.id == id) return one;
    }
  }
  auto made = make_case(id);
  return made.ok() ? std::optional(std::move(made).value()) : std::nullopt;
}

ShrunkCase shrunk_of(const std::string& subject, const Judged& judged, const Case& c) {
  ShrunkCase made{subject, c.id, "", "", ""};
  const Ask nothing([](const Pair&) { return RunOutcome{}; });
  const Suspect suspect{
      judged.traits(), judged.tolerance(), nothing, nothing,
      [&](const Pair& pair, const TruthOnDemand& truth) { return judged.said(pair, truth); }};
  const Result<ShrunkFailure> shrunk = shrink(c.bodies, suspect);
  if (!shrunk) {
    made.why_not = shrunk.reason();
    return made;
  }
  made.kind = kind_text(shrunk.value().kind());
  made.case_file = shrunk_case_text(shrunk.value(), subject, c.id);
  return made;
}

}  // namespace

std::vector<ShrunkCase> shrink_manifolds(const ContactCheckOptions& options,
                                         const CheckReport& report) {
  std::vector<std::pair<const ContactRow*, std::string>> tasks;
  for (const ContactRow* row : options.methods) {
    for (std::string& id : first_ids(report.rows, row->name)) {
      tasks.emplace_back(row, std::move(id));
    }
  }
  std::vector<ShrunkCase> all;
  run_items(
      options, tasks.size(), [] { return NoBench(); },
      [&](NoBench&, std::size_t k) {
        const auto& [row, id] = tasks[k];
        const std::optional<Case> c = case_of(options, id);
        if (!c) return ShrunkCase{row->name, id, "", "", "the case is not known by its id"};
        const CaseScope scope(c->id.c_str());
        return shrunk_of(row->name, Judged(*row, options.tolerance), *c);
      },
      [&](std::size_t, ShrunkCase one) { all.push_back(std::move(one)); });
  return all;
}

}  // namespace touchstone

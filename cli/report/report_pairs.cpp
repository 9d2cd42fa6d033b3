// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report/report_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cli/report/report_shrunk.hpp"
#include "geometry/query_scope.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_file.hpp"
#include "import/import.hpp"
#include "reference/oracle.hpp"
#include "reports/html/pair_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Case files of pairs in all [byte]: they compress to a third, and their facets come to as much.
constexpr std::size_t kMaxPairText = std::size_t{400} << 10U;
/// Programs to paste are written of smaller pairs, while their case files are together no more than
/// this [byte]: a pair's programs take five times its own room.
/// Larger ones come after all others: five hulls of 1,024 vertices would take most of the room.
constexpr std::size_t kMaxFirstPair = std::size_t{6} << 10U;
constexpr std::size_t kMaxSnippetPair = std::size_t{4} << 10U;
constexpr std::size_t kMaxSnippetText = std::size_t{40} << 10U;

/// Makes cases again, of families and of files, if they are still those of the record.
class CaseMaker {
 public:
  explicit CaseMaker(const VerifyRecord& record) : record_(record) {
    for (const CampaignRow& row : record.result.rows) {
      if (!row.path.empty()) paths_[row.family] = row.path;
    }
  }

  std::optional<Case> make(const ListedFailure& failure) {
    const CaseSource& source = source_of(failure.family);
    if (source.family != nullptr) {
      auto made = make_case(failure.id);
      if (made) return std::move(made).value();
    }
    for (const Case& c : source.cases) {
      if (c.id == failure.id) return c;
    }
    return std::nullopt;
  }

 private:
  /// Has neither a family nor cases if these are gone or have changed since the record was made.
  const CaseSource& source_of(const std::string& name) {
    const auto [place, added] = sources_.try_emplace(name);
    CaseSource& source = place->second;
    if (!added) return source;
    source.name = name;
    const auto path = paths_.find(name);
    if (path == paths_.end()) {
      source.family = find_family(name);
      source.count = 1;
    } else if (auto read = import_cases(path->second, {}, CurvedCases::taken)) {
      source.path = path->second;
      for (ImportedCase& one : std::move(read).value()) source.cases.push_back(std::move(one.c));
      source.count = source.cases.size();
    }
    const auto expected = record_.fingerprints.find(name);
    const bool there = source.family != nullptr || !source.cases.empty();
    if (there && expected != record_.fingerprints.end() &&
        fingerprint_of(source) != expected->second) {
      source.family = nullptr;
      source.cases.clear();
    }
    return source;
  }

  std::string fingerprint_of(const CaseSource& source) const {
    CampaignOptions options;
    options.seed = record_.result.seed;
    options.sources = {source};
    return CampaignPlan(options).with_fingerprints().sources.front().fingerprint;
  }

  const VerifyRecord& record_;
  std::map<std::string, std::string> paths_;  ///< by family
  std::map<std::string, CaseSource> sources_;
};

/// Takes pairs while there is room.
class PairCollector {
 public:
  explicit PairCollector(const VerifyRecord& record)
      : record_(record), maker_(record), shrinker_(record) {}

  /// Leaves out, and returns false for, a pair of more text than `most`.
  bool take(std::size_t failure, std::size_t most) {
    const ListedFailure& listed = record_.failures.failures[failure];
    const std::string& id = listed.id;
    const std::optional<Case> c = maker_.make(listed);
    if (!c) {
      lost_.insert(listed.family);
      return true;
    }
    if (c->curved()) {
      curved_.insert(listed.family);
      return true;
    }
    const auto place = places_.find(id);
    if (place != places_.end()) {
      made_.shown.push_back({failure, place->second, shrinker_.shrunk(listed, *c)});
      return true;
    }
    const std::size_t size = write_case(*c).size();
    if (size > std::min(most, room_)) return false;
    room_ -= size;
    add(*c, size);
    places_[id] = made_.pairs.size() - 1;
    shrinker_.pair_was_made();
    made_.shown.push_back({failure, made_.pairs.size() - 1, shrinker_.shrunk(listed, *c)});
    return true;
  }

  ReportPairs finish(std::size_t left_out) {
    if (left_out > 0) {
      made_.notes.push_back(std::to_string(left_out) +
                            " wrong answers that would be shown with their pairs are listed only: "
                            "the page has room for " +
                            std::to_string(made_.pairs.size()) + " pairs of this size");
    }
    const std::string curved = joined(curved_);
    if (!curved.empty()) made_.notes.push_back(curved + ": pairs with curved cores are not shown");
    for (const std::string& family : lost_) {
      made_.notes.push_back(
          family +
          ": its pairs are not shown: what they are made of is not here, or has changed since");
    }
    return std::move(made_);
  }

 private:
  void add(const Case& c, std::size_t size) {
    const bool with_snippets = size <= std::min(kMaxSnippetPair, snippet_room_);
    if (with_snippets) snippet_room_ -= size;
    const CaseScope scope(c.id.c_str());
    const Truth truth = oracle_.solve(c.pair());
    made_.pairs.push_back({pair_fields().row({c, truth, record_.result.tolerance, with_snippets})});
  }

  const VerifyRecord& record_;
  CaseMaker maker_;
  ReportShrinker shrinker_;
  Oracle oracle_;
  ReportPairs made_;
  std::map<std::string, std::size_t> places_;  ///< by id: metrics share pairs
  std::set<std::string> curved_, lost_;        ///< families
  std::size_t room_ = kMaxPairText;
  std::size_t snippet_room_ = kMaxSnippetText;
};

}  // namespace

ReportPairs make_report_pairs(const VerifyRecord& record, const std::function<bool()>& stop,
                              const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  PairCollector collector(record);
  std::vector<std::size_t> waiting = failures_to_show(record.failures);
  const std::size_t all = waiting.size();
  for (const std::size_t most : {kMaxFirstPair, kMaxPairText}) {
    std::vector<std::size_t> left;
    for (const std::size_t failure : waiting) {
      const bool taken = !stop() && collector.take(failure, most);
      if (!taken) left.push_back(failure);
      progress(all - std::min(all, left.size()), all);
    }
    waiting = std::move(left);
  }
  return collector.finish(waiting.size());
}

}  // namespace touchstone

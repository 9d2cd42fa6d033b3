// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "cli/case_input.hpp"
#include "harness/cases/families/family.hpp"
#include "reference/oracle.hpp"
#include "reports/html/pair_json.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// Case files of pairs in all [byte]: they compress to a third, and their facets come to as much.
constexpr std::size_t kMaxPairText = std::size_t{400} << 10U;
/// Programs to paste are written of smaller pairs, while their case files are together no more than
/// this [byte]: a pair's programs take five times its own room.
constexpr std::size_t kMaxSnippetPair = std::size_t{4} << 10U;
constexpr std::size_t kMaxSnippetText = std::size_t{40} << 10U;

/// Makes cases again, of families and of files.
class CaseMaker {
 public:
  explicit CaseMaker(const CampaignResult& result) {
    for (const CampaignRow& row : result.rows) {
      if (!row.path.empty()) paths_[row.family] = row.path;
    }
  }

  std::optional<Case> make(const ListedFailure& failure) {
    const auto path = paths_.find(failure.family);
    if (path == paths_.end()) {
      auto made = make_case(failure.id);
      if (!made) return std::nullopt;
      return std::move(made).value();
    }
    for (const Case& c : cases_of(path->second)) {
      if (c.id == failure.id) return c;
    }
    return std::nullopt;
  }

 private:
  const std::vector<Case>& cases_of(const std::string& path) {
    const auto [place, added] = files_.try_emplace(path);
    if (added) {
      if (auto read = read_case_file(path)) place->second = std::move(read).value();
    }
    return place->second;
  }

  std::map<std::string, std::string> paths_;  ///< by family
  std::map<std::string, std::vector<Case>> files_;
};

}  // namespace

ReportPairs make_report_pairs(const VerifyRecord& record, const std::function<bool()>& stop,
                              const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  ReportPairs made;
  CaseMaker maker(record.result);
  Oracle oracle;
  std::map<std::string, std::size_t> places;  // by id: metrics share pairs
  std::set<std::string> lost;
  std::size_t room = kMaxPairText;
  std::size_t snippet_room = kMaxSnippetText;
  const std::vector<std::size_t> chosen = failures_to_show(record.failures);
  std::size_t done = 0;
  std::size_t left_out = 0;
  for (const std::size_t k : chosen) {
    if (stop()) break;
    progress(++done, chosen.size());
    const ListedFailure& failure = record.failures.failures[k];
    const auto place = places.find(failure.id);
    if (place != places.end()) {
      made.shown.push_back({k, place->second});
      continue;
    }
    if (room == 0) {
      ++left_out;
      continue;
    }
    const std::optional<Case> c = maker.make(failure);
    if (!c) {
      lost.insert(failure.family);
      continue;
    }
    const Truth truth = oracle.solve(c->pair);
    const std::size_t size = write_case(*c).size();
    const bool with_snippets = size <= std::min(kMaxSnippetPair, snippet_room);
    if (with_snippets) snippet_room -= size;
    room -= std::min(room, size);
    const PairPage page{*c, truth, record.result.tolerance, with_snippets};
    places[failure.id] = made.pairs.size();
    made.shown.push_back({k, made.pairs.size()});
    made.pairs.push_back(pair_json(page));
  }
  if (left_out > 0) {
    made.notes.push_back(std::to_string(left_out) +
                         " wrong answers that would be shown with their pairs are listed only: "
                         "the page has room for " +
                         std::to_string(made.pairs.size()) + " pairs of this size");
  }
  for (const std::string& family : lost) {
    made.notes.push_back(family + ": its pairs are not shown: what they are made of is not here");
  }
  return made;
}

}  // namespace touchstone

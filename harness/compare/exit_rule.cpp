// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/exit_rule.hpp"

#include <algorithm>
#include <utility>

#include "harness/campaign/row_fields.hpp"
#include "harness/compare/compare.hpp"
#include "schema/nearest_name.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr const char* kThisCampaign = "this campaign";

void append(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

std::string names_of(const std::vector<Word>& words) {
  std::string names;
  for (const Word word : words) append(names, std::string(word_name(word)));
  return names;
}

std::uint64_t ended_badly(const CampaignRow& row) { return row.crashed + row.timed_out; }

/// "a crashed in 2 cases, b inaccurate in 1 case"
std::string words_sentence(const CampaignResult& result, const std::vector<Word>& words) {
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> metrics;
  for (const CampaignRow& row : result.rows) {
    if (metrics.empty() || metrics.back().first != row.metric) {
      metrics.emplace_back(row.metric, std::vector<std::uint64_t>(words.size()));
    }
    for (std::size_t k = 0; k < words.size(); ++k) {
      metrics.back().second[k] += count_of(row, words[k]);
    }
  }
  std::string text;
  for (const auto& [metric, counts] : metrics) {
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (counts[k] == 0) continue;
      append(text, metric + " " + std::string(word_name(words[k])) + " in " +
                       how_many(counts[k], "case"));
    }
  }
  return text;
}

}  // namespace

bool RuleCheck::failed() const {
  return std::any_of(rows.begin(), rows.end(),
                     [](const std::optional<RowFailure>& row) { return row.has_value(); });
}

std::uint64_t count_of(const CampaignRow& row, Word word) {
  return titled_count(row, word_title(word));
}

std::vector<std::string> wrong_word_names() {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < kWrongWords; ++k) names.emplace_back(kWordTexts.at(k).name);
  return names;
}

Result<std::vector<Word>> words_of_names(const std::vector<std::string>& names,
                                         const std::string& command) {
  const std::vector<std::string> known = wrong_word_names();
  std::vector<Word> words;
  for (const std::string& name : names) {
    const auto place = std::find(known.begin(), known.end(), name);
    if (place == known.end()) {
      return Error{unknown_name("verdict", name, known, command + " --help")};
    }
    const auto word = static_cast<Word>(place - known.begin());
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

RuleCheck check_words(const CampaignResult& result, const std::vector<Word>& words) {
  RuleCheck check;
  for (const CampaignRow& row : result.rows) {
    RowFailure failure;
    for (const Word word : words) {
      const std::uint64_t count = count_of(row, word);
      if (count == 0) continue;
      append(failure.message, std::to_string(count) + " " + std::string(word_name(word)));
      failure.ended_badly = failure.ended_badly || word == Word::crashed || word == Word::timed_out;
    }
    check.rows.emplace_back();
    if (!failure.message.empty()) check.rows.back() = std::move(failure);
  }
  check.sentence = check.failed() ? "--fail-on: " + words_sentence(result, words)
                                  : "none of the words of --fail-on occurred: " + names_of(words);
  return check;
}

Result<RuleCheck> check_baseline(const CampaignResult& result, const VerdictRecord& baseline) {
  VerdictRecord here;
  here.name = kThisCampaign;
  here.result = result;
  const auto compared = compare_records(baseline, here);
  if (!compared) return compared.error();
  const Comparison& comparison = compared.value();
  RuleCheck check;
  std::string first;
  auto next = comparison.cells.begin();  // those of the campaign come first, in its order
  for (const CampaignRow& row : result.rows) {
    check.rows.emplace_back();
    // A baseline that is partial leaves some out.
    if (next == comparison.cells.end() || next->metric != row.metric ||
        next->family != row.family) {
      continue;
    }
    const CellChange& cell = *next++;
    if (cell.change != Change::worse && cell.change != Change::mixed) continue;
    check.rows.back() = {std::string(kChangeNames.at(static_cast<std::size_t>(cell.change))) +
                             ": " + difference_text(*cell.before, *cell.after),
                         ended_badly(*cell.after) > ended_badly(*cell.before)};
    if (first.empty()) first = cell.metric + " on " + cell.family;
  }
  const std::uint64_t shared =
      comparison.cells.size() - comparison.count(Change::fresh) - comparison.count(Change::gone);
  const std::uint64_t worse = comparison.count(Change::worse) + comparison.count(Change::mixed);
  const std::string cells = how_many(shared, "cell") + " in both, " +
                            std::to_string(comparison.count(Change::better)) + " better";
  check.sentence = worse > 0 ? std::to_string(worse) + " of " + cells + "; worse than in " +
                                   baseline.name + ": " + first + (worse > 1 ? " and others" : "")
                             : "nothing is worse than in " + baseline.name + ": " + cells;
  for (const std::string& sentence : comparison.partial) check.sentence += "; " + sentence;
  return check;
}

std::optional<Error> why_not_a_baseline(const VerdictRecord& baseline,
                                        const CampaignOptions& options) {
  const auto& rows = baseline.result.rows;
  const bool any_finished =
      std::any_of(rows.begin(), rows.end(), [](const CampaignRow& row) { return row.left == 0; });
  if (!baseline.result.complete && !any_finished) {
    return Error{partial_sentence(baseline.name, baseline.result) +
                 ", and no metric came to the end of a family"};
  }
  VerdictRecord planned;
  planned.name = kThisCampaign;
  planned.result.seed = options.seed;
  planned.result.tolerance = options.tolerance;
  planned.result.shard = options.shard;
  // A shard, and a metric that is too slow for some bodies of a file, has fewer cases.
  for (const CaseSource& source : options.sources) {
    if (source.family == nullptr || options.shard.count > 1) continue;
    CampaignRow row;
    row.family = source.name;
    row.cases = source.count;
    planned.result.rows.push_back(std::move(row));
  }
  return why_incomparable(baseline, planned);
}

}  // namespace touchstone

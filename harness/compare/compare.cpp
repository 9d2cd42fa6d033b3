// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "harness/campaign/row_fields.hpp"
#include "harness/store/store_schema.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Which ways a comparison has gone so far.
struct Ways {
  bool better = false;
  bool worse = false;

  /// Records a change of a number of which less is better.
  void add(double before, double after) {
    better = better || after < before;
    worse = worse || after > before;
  }
};

/// Cases that are not right by their word, most serious first.
std::array<std::uint64_t, kWrongWords + 2> words_of(const CampaignRow& row) {
  std::array<std::uint64_t, kWrongWords + 2> counts{};
  for (std::size_t k = 0; k < kWrongWords; ++k) counts[k] = cases_with(row, static_cast<Word>(k));
  counts[kWrongWords] = row.undecided;
  counts.back() = row.not_applicable;
  return counts;
}

/// A worst error as a number; none is less than any error.
double rank_of(const std::optional<double>& error) { return error.value_or(-1); }

bool same_counts(const CampaignRow& before, const CampaignRow& after) {
  return std::all_of(kRowFields.begin(), kRowFields.end(), [&](const RowField& field) {
    return field.read(before) == field.read(after);
  });
}

std::string error_text(const std::optional<double>& error) {
  if (!error) return "none";
  return std::isinf(*error) ? "overflow" : short_text(*error);
}

/// The listed cases of `a` up to `last` that `b` does not list.
std::vector<std::string> only_in(const ListedCases& a, const ListedCases& b, std::uint64_t last) {
  std::vector<std::string> others = b.ids;
  std::sort(others.begin(), others.end());
  std::vector<std::string> ids;
  for (std::size_t k = 0; k < a.ids.size(); ++k) {
    if (!a.indices.empty() && a.indices[k] > last) break;
    if (!std::binary_search(others.begin(), others.end(), a.ids[k])) ids.push_back(a.ids[k]);
  }
  return ids;
}

const ListedCases* find_listed(const VerdictRecord& record, const CellName& name) {
  const auto found = record.listed.find(name);
  return found == record.listed.end() ? nullptr : &found->second;
}

/// Fills in which cases became wrong and right, where both records list enough to know.
void compare_ids(const VerdictRecord& before, const VerdictRecord& after, CellChange& cell) {
  const CellName name{cell.metric, cell.family};
  const ListedCases* a = find_listed(before, name);
  const ListedCases* b = find_listed(after, name);
  if (a == nullptr || b == nullptr) return;
  // Up to which case each lists every wrong one.
  const auto horizon = [](const ListedCases& listed) -> std::optional<std::uint64_t> {
    if (listed.complete) return std::numeric_limits<std::uint64_t>::max();
    if (listed.indices.empty()) return std::nullopt;
    return listed.indices.back();
  };
  const auto end_a = horizon(*a);
  const auto end_b = horizon(*b);
  if (!end_a || !end_b) return;
  const std::uint64_t last = std::min(*end_a, *end_b);
  // Without indices it is unknown which of the ids are before the last one.
  const auto indexed = [](const ListedCases& l) { return l.ids.size() == l.indices.size(); };
  if (last != std::numeric_limits<std::uint64_t>::max() && !(indexed(*a) && indexed(*b))) return;
  cell.became_right = only_in(*a, *b, last);
  cell.became_wrong = only_in(*b, *a, last);
}

/// The cells that one of the runs, which was interrupted, did not finish.
std::set<CellName> unfinished_cells(const VerdictRecord& before, const VerdictRecord& after) {
  std::set<CellName> cells;
  for (const VerdictRecord* record : {&before, &after}) {
    for (const CampaignRow& row : record->result.rows) {
      if (row.left > 0) cells.insert({row.metric, row.family});
    }
  }
  return cells;
}

}  // namespace

std::string partial_sentence(const std::string& name, const CampaignResult& result) {
  if (result.complete) return "";
  return name + " is partial: its run was interrupted after " + std::to_string(result.done) +
         " of " + std::to_string(result.total) + " answers";
}

bool same_error(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  if (*a == *b) return true;  // infinities too
  return std::abs(*a - *b) <= kSameError * std::max(*a, *b) && std::isfinite(*a + *b);
}

Change change_of(const CampaignRow& before, const CampaignRow& after) {
  const auto a = words_of(before);
  const auto b = words_of(after);
  Ways ways;
  double sum_a = 0;
  double sum_b = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    ways.add(sum_a += static_cast<double>(a[k]), sum_b += static_cast<double>(b[k]));
  }
  if (a == b) {
    const auto add = [&ways](std::uint64_t x, std::uint64_t y) {
      ways.add(static_cast<double>(x), static_cast<double>(y));
    };
    add(before.normal.invalid, after.normal.invalid);
    add(before.witness.invalid, after.witness.invalid);
    add(before.normal.absent, after.normal.absent);
    add(before.witness.absent, after.witness.absent);
    add(before.sign_only, after.sign_only);
    // An accuracy table has only counts.
    const bool other_claim = before.own_tolerance != after.own_tolerance &&
                             before.own_tolerance > 0 && after.own_tolerance > 0;
    if (!other_claim) add(after.right_at_own, before.right_at_own);
  }
  const auto error_a = worst_error(before);
  const auto error_b = worst_error(after);
  const bool errors_same = same_error(error_a, error_b);
  if (!errors_same) ways.add(rank_of(error_a), rank_of(error_b));
  if (ways.better != ways.worse) return ways.better ? Change::better : Change::worse;
  return !ways.better && errors_same && same_counts(before, after) ? Change::same : Change::mixed;
}

std::string difference_text(const CampaignRow& before, const CampaignRow& after) {
  std::string text;
  const auto add = [&text](const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) text += (text.empty() ? "" : ", ") + what + " " + a + " -> " + b;
  };
  const auto add_count = [&add](const std::string& what, std::uint64_t a, std::uint64_t b) {
    add(what, std::to_string(a), std::to_string(b));
  };
  const auto add_word = [&](Word word) {
    const std::string_view title = word_title(word);
    add_count(std::string(title), titled_count(before, title), titled_count(after, title));
  };
  add_word(Word::right);
  for (std::size_t k = 0; k < kWrongWords; ++k) add_word(static_cast<Word>(k));
  add_word(Word::undecided);
  add_word(Word::not_applicable);
  if (!same_error(worst_error(before), worst_error(after))) {
    add("worst error", error_text(worst_error(before)), error_text(worst_error(after)));
  }
  if (!text.empty()) return text;
  for (const RowField& field : kRowFields) {
    std::string name(field.column);
    std::replace(name.begin(), name.end(), '_', ' ');
    add_count(name, field.read(before), field.read(after));
  }
  return text;
}

std::uint64_t Comparison::count(Change change) const {
  return static_cast<std::uint64_t>(
      std::count_if(cells.begin(), cells.end(),
                    [change](const CellChange& cell) { return cell.change == change; }));
}

std::optional<Error> why_incomparable(const VerdictRecord& before, const VerdictRecord& after) {
  const CampaignResult& a = before.result;
  const CampaignResult& b = after.result;
  const auto refuse = [&](const std::string& here, const std::string& there) {
    return Error{after.name + ": has " + here + ", " + before.name + " has " + there +
                 ": not comparable"};
  };
  if (a.seed != b.seed) {
    return refuse("seed " + std::to_string(b.seed), "seed " + std::to_string(a.seed));
  }
  if (a.tolerance != b.tolerance) {
    return refuse("tolerance " + json_number(b.tolerance), "tolerance " + json_number(a.tolerance));
  }
  if (a.shard.index != b.shard.index || a.shard.count != b.shard.count) {
    return refuse("shard " + shard_text(b.shard), "shard " + shard_text(a.shard));
  }
  std::map<std::string, std::uint64_t> cases;
  for (const CampaignRow& row : a.rows) {
    if (row.left == 0) cases[row.family] = row.cases;
  }
  for (const CampaignRow& row : b.rows) {
    const auto known = cases.find(row.family);
    if (row.left > 0 || known == cases.end() || known->second == row.cases) continue;
    return refuse(std::to_string(row.cases) + " cases of " + row.family,
                  std::to_string(known->second));
  }
  for (const auto& [family, fingerprint] : before.fingerprints) {
    const auto other = after.fingerprints.find(family);
    if (other == after.fingerprints.end() || other->second == fingerprint) continue;
    return refuse("cases of " + family + " with the fingerprint " + other->second, fingerprint);
  }
  return std::nullopt;
}

Result<Comparison> compare_records(const VerdictRecord& before, const VerdictRecord& after) {
  if (auto error = why_incomparable(before, after)) return *error;
  Comparison comparison;
  comparison.before = before.name;
  comparison.after = after.name;
  comparison.seed = after.result.seed;
  comparison.tolerance = after.result.tolerance;
  const std::set<CellName> unfinished = unfinished_cells(before, after);
  for (const VerdictRecord* record : {&before, &after}) {
    std::string sentence = partial_sentence(record->name, record->result);
    const bool is_said = !comparison.partial.empty() && comparison.partial.back() == sentence;
    if (!sentence.empty() && !is_said) comparison.partial.push_back(std::move(sentence));
  }
  if (!unfinished.empty() && !comparison.partial.empty()) {
    comparison.partial.back() += "; " + how_many(unfinished.size(), "cell") + " not compared";
  }
  std::map<CellName, const CampaignRow*> old;
  for (const CampaignRow& row : before.result.rows) {
    if (!unfinished.contains({row.metric, row.family})) old[{row.metric, row.family}] = &row;
  }
  for (const CampaignRow& row : after.result.rows) {
    if (unfinished.contains({row.metric, row.family})) continue;
    CellChange cell{Change::fresh, row.metric, row.family, std::nullopt, row, {}, {}};
    if (const auto known = old.find({row.metric, row.family}); known != old.end()) {
      cell.before = *known->second;
      cell.change = change_of(*known->second, row);
      compare_ids(before, after, cell);
      old.erase(known);
    }
    comparison.cells.push_back(std::move(cell));
  }
  if (comparison.count(Change::fresh) == comparison.cells.size()) {
    std::string reason = after.name + ": has no metric and family in common with " + before.name;
    if (!unfinished.empty()) reason += " whose run came to its end";
    for (const std::string& sentence : comparison.partial) reason += "; " + sentence;
    return Error{std::move(reason)};
  }
  for (const CampaignRow& row : before.result.rows) {
    if (old.count({row.metric, row.family}) == 0) continue;
    comparison.cells.push_back({Change::gone, row.metric, row.family, row, std::nullopt, {}, {}});
  }
  return comparison;
}

}  // namespace touchstone

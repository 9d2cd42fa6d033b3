// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/check/check.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

template <class Named, class Name>
auto& find_named(Named& all, Name Named::value_type::*name, std::string_view wanted) {
  for (auto& one : all) {
    if (one.*name == wanted) return one;
  }
  throw std::logic_error("no claim and no count is called " + std::string(wanted));
}

std::string of_all(std::uint64_t part, std::uint64_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole);
}

std::vector<NamedCount> nothing_counted(const std::vector<CountText>& texts) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::vector<NamedCount> counts;
  for (const CountText& text : texts) {
    counts.push_back({text.name, text.least, text.least ? kNone : 0});
  }
  return counts;
}

void add_counts(std::vector<NamedCount>& counts, const std::vector<NamedCount>& later) {
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k].add(later[k].value);
}

/// Keeps the violations of the greatest ranks, of equal ones the first.
void keep_violation(std::vector<ClaimViolation>& kept, const ClaimViolation& violation) {
  const auto place = std::upper_bound(
      kept.begin(), kept.end(), violation,
      [](const ClaimViolation& a, const ClaimViolation& b) { return a.rank > b.rank; });
  kept.insert(place, violation);
  if (kept.size() > kFirstViolations) kept.pop_back();
}

bool need_not_be_seen(const CheckClaim& claim, const CheckRow& row) {
  return claim.need_not_be_seen || row.subject.need_not_be_seen;
}

/// Appends what is not as it should be of one claim and one subject.
void add_unexpected(const Check& check, const CheckRow& all, std::size_t k,
                    std::vector<std::string>& lines) {
  const CheckClaim& claim = check.claims[k];
  const ClaimCounts& counts = all.claims[k];
  const std::string& who = all.subject.name;
  const std::string name(claim.name);
  if (!claim.judged) return;
  if (!all.subject.known_bad.empty()) {
    // Nobody has said that the cases that the user chose show it.
    if (all.subject.known_bad == name && counts.violated == 0 && all.shows_all) {
      lines.push_back(who + " is known to violate " + name + ", and did not");
    }
    return;
  }
  const bool must_be_seen =
      all.shows_all ? check.must_be_seen != MustBeSeen::no
                    : check.must_be_seen == MustBeSeen::always && counts.not_applicable == 0;
  const bool asked = !need_not_be_seen(claim, all) || counts.not_applicable > 0;
  if (counts.violated > 0) {
    lines.push_back((who.empty() ? name + " is violated in " : who + " violates " + name + " in ") +
                    of_all(counts.violated, counts.checked()));
  } else if (counts.held == 0 && must_be_seen && asked) {
    lines.push_back(who.empty() ? name + " was not seen to hold in any case"
                                : who + " was not seen to meet " + name + " in any case (" +
                                      of_all(all.unanswered, all.cases) + " unanswered)");
  }
}

/// Where no claim alone must be seen, one of them must: whether none was.
bool judges_nothing(const Check& check, const CheckRow& all) {
  if (check.must_be_seen != MustBeSeen::always) return false;
  for (std::size_t k = 0; k < check.claims.size(); ++k) {
    const CheckClaim& claim = check.claims[k];
    if (!claim.judged) continue;
    if (!need_not_be_seen(claim, all) || all.claims[k].checked() > 0) return false;
  }
  return true;
}

}  // namespace

void ClaimCounts::add(const ClaimFinding& finding, const std::string& id) {
  if (!finding.checked) {
    ++not_applicable;
    return;
  }
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k].add(finding.counted >> k & 1U);
  if (finding.error > largest && std::isfinite(finding.error)) {
    largest = finding.error;
    largest_id = id;
  }
  ++(finding.held ? held : violated);
  if (!finding.held) keep_violation(first, {id, finding.why, finding.rank});
}

void ClaimCounts::add(const ClaimCounts& later) {
  held += later.held;
  violated += later.violated;
  not_applicable += later.not_applicable;
  add_counts(counts, later.counts);
  if (later.largest > largest) {
    largest = later.largest;
    largest_id = later.largest_id;
  }
  for (const ClaimViolation& violation : later.first) keep_violation(first, violation);
}

const NamedCount& ClaimCounts::count(std::string_view name) const {
  return find_named(counts, &NamedCount::name, name);
}

ClaimCounts& CheckRow::claim(std::string_view name) {
  return find_named(claims, &ClaimCounts::claim, name);
}
const ClaimCounts& CheckRow::claim(std::string_view name) const {
  return find_named(claims, &ClaimCounts::claim, name);
}
NamedCount& CheckRow::count(std::string_view name) {
  return find_named(counts, &NamedCount::name, name);
}
const NamedCount& CheckRow::count(std::string_view name) const {
  return find_named(counts, &NamedCount::name, name);
}

std::uint64_t CheckRow::violated() const {
  std::uint64_t all = 0;
  for (const ClaimCounts& one : claims) all += one.violated;
  return all;
}

bool CheckRow::empty() const {
  return cases == 0 && std::all_of(counts.begin(), counts.end(), [](const NamedCount& count) {
           return count.least || count.value == 0;
         });
}

void CheckRow::add(const CheckRow& later) {
  shows_all = shows_all || later.shows_all;
  cases += later.cases;
  if (unanswered == 0) first_unanswered = later.first_unanswered;
  unanswered += later.unanswered;
  for (std::size_t k = 0; k < claims.size(); ++k) claims[k].add(later.claims[k]);
  add_counts(counts, later.counts);
}

CheckRow empty_row(const Check& check, const CheckSubject& subject) {
  CheckRow row;
  row.subject = subject;
  for (const CheckClaim& claim : check.claims) {
    ClaimCounts& counts = row.claims.emplace_back();
    counts.claim = claim.name;
    counts.counts = nothing_counted(claim.counts);
  }
  row.counts = nothing_counted(check.counts);
  return row;
}

std::vector<CheckRow> summed_rows(const std::vector<CheckRow>& rows, bool by_group) {
  std::vector<CheckRow> sums;
  for (const CheckRow& row : rows) {
    const bool same = !sums.empty() && sums.back().subject.name == row.subject.name &&
                      (!by_group || sums.back().group == row.group);
    if (same) {
      sums.back().add(row);
    } else {
      sums.push_back(row);
    }
  }
  return sums;
}

std::vector<std::string> CheckReport::unexpected() const {
  std::vector<std::string> lines;
  for (const CheckRow& all : summed_rows(rows)) {
    const CheckSubject& subject = all.subject;
    if (!subject.judged) continue;
    if (all.cases == 0 && subject.takes_some) {
      lines.push_back(subject.name + " takes none of these cases");
    }
    if (all.cases == 0 && subject.known_bad.empty()) continue;
    for (std::size_t k = 0; k < check.claims.size(); ++k) add_unexpected(check, all, k, lines);
    const ClaimViolation& first = all.first_unanswered;
    const std::string unanswered =
        std::to_string(all.unanswered) + " of " + how_many(all.cases, "case") + " unanswered" +
        (first.id.empty() ? "" : ", first " + first.id + ": " + first.why);
    if (subject.answers_all && all.unanswered > 0) {
      lines.push_back(subject.name + " leaves " + unanswered);
    } else if (judges_nothing(check, all)) {
      lines.push_back(subject.name + ": nothing was judged (" + unanswered + ")");
    }
  }
  return lines;
}

std::vector<std::string> CheckReport::not_compared() const {
  std::vector<std::string> names;
  for (const CheckRow& all : summed_rows(rows)) {
    if (check.must_be_seen == MustBeSeen::no || all.shows_all || !all.subject.judged) continue;
    // A method that answers no case is not as expected: nothing else is said of it.
    const bool always = check.must_be_seen == MustBeSeen::always;
    for (std::size_t k = 0; k < check.claims.size(); ++k) {
      const CheckClaim& claim = check.claims[k];
      const ClaimCounts& counts = all.claims[k];
      if (!claim.judged || need_not_be_seen(claim, all) || counts.checked() > 0) continue;
      if (always && counts.not_applicable == 0) continue;
      const std::string& who = all.subject.name;
      names.push_back((who.empty() ? "" : who + ", ") + std::string(claim.name));
    }
  }
  return names;
}

}  // namespace touchstone

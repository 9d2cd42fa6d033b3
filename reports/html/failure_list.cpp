// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/failure_list.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "harness/judge/judge.hpp"

namespace touchstone {
namespace {

std::size_t gravity(const std::string& word) {
  for (std::size_t k = 0; k < kWords; ++k) {
    if (word_name(static_cast<Word>(k)) == word) return k;
  }
  return kWords;
}

bool same_cell(const ListedFailure& a, const ListedFailure& b) {
  return a.metric == b.metric && a.family == b.family;
}

/// Calls `visit(begin, end)` with the positions of each metric and family.
template <class Visit>
void each_cell(const std::vector<ListedFailure>& failures, const Visit& visit) {
  for (std::size_t begin = 0; begin < failures.size();) {
    std::size_t end = begin + 1;
    while (end < failures.size() && same_cell(failures[begin], failures[end])) ++end;
    visit(begin, end);
    begin = end;
  }
}

/// The cell's failures in the order in which they are shown.
std::vector<std::size_t> order_of_cell(const std::vector<ListedFailure>& failures,
                                       std::size_t begin, std::size_t end) {
  std::vector<std::size_t> first;
  std::vector<std::size_t> others;
  std::set<std::string> words;
  for (std::size_t k = begin; k < end; ++k) {
    (words.insert(failures[k].word).second ? first : others).push_back(k);
  }
  first.insert(first.end(), others.begin(), others.end());
  first.resize(std::min(first.size(), kMaxShownOfCell));
  return first;
}

}  // namespace

void sort_by_gravity(FailureList& list) {
  const auto key = [](const ListedFailure& failure) {
    return std::tuple(gravity(failure.word), -failure.error.value_or(-1));
  };
  each_cell(list.failures, [&](std::size_t begin, std::size_t end) {
    const auto first = list.failures.begin();
    std::stable_sort(first + static_cast<std::ptrdiff_t>(begin),
                     first + static_cast<std::ptrdiff_t>(end),
                     [&](const auto& a, const auto& b) { return key(a) < key(b); });
  });
}

std::vector<std::size_t> failures_to_show(const FailureList& list) {
  std::vector<std::vector<std::size_t>> cells;
  each_cell(list.failures, [&](std::size_t begin, std::size_t end) {
    cells.push_back(order_of_cell(list.failures, begin, end));
  });
  std::vector<std::size_t> shown;
  for (std::size_t round = 0; round < kMaxShownOfCell; ++round) {
    for (const auto& cell : cells) {
      if (round < cell.size() && shown.size() < kMaxShown) shown.push_back(cell[round]);
    }
  }
  return shown;
}

}  // namespace touchstone

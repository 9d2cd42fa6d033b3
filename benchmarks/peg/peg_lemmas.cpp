// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_lemmas.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace touchstone {
namespace {

constexpr int kLargest = 2;  ///< largest value of a and b

/// 0 <= x perp y >= 0
bool complementary(int x, int y) { return x >= 0 && y >= 0 && x * y == 0; }

/// The slack variables of (20), (21): c_k is max(psi_k+1 - max(psi_1 .. psi_k), 0), by Lemma 1.2.
/// Returns the sum psi_1 + c_1 + c_2 + ...
int chained_sum(const std::vector<int>& psi, const std::vector<std::size_t>& order) {
  int sum = psi[order.front()];
  for (std::size_t k = 1; k < order.size(); ++k) {
    const int rest = psi[order[k]] - sum;
    // The only c with 0 <= c perp c - rest >= 0 among the whole numbers that could be one.
    for (int c = 0; c <= std::abs(rest); ++c) {
      if (!complementary(c, c - rest)) continue;
      sum += c;
      break;
    }
  }
  return sum;
}

/// Contact i first, the others in their order.
std::vector<std::size_t> first_is(std::size_t i, std::size_t count) {
  std::vector<std::size_t> order = {i};
  for (std::size_t k = 0; k < count; ++k) {
    if (k != i) order.push_back(k);
  }
  return order;
}

int largest_of(const std::vector<int>& psi) { return *std::max_element(psi.begin(), psi.end()); }

/// Contact i touches, and no other one is apart: where the paper permits its force.
bool touches_alone(const std::vector<int>& psi, std::size_t i) {
  return psi[i] == 0 && largest_of(psi) == 0;
}

std::string text_of(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

/// Calls with all lists of n gaps from -n to n.
template <class Use>
void for_each_gaps(int n, const Use& use) {
  std::vector<int> psi(static_cast<std::size_t>(n), -n);
  for (;;) {
    use(psi);
    std::size_t i = 0;
    while (i < psi.size() && ++psi[i] > n) psi[i++] = -n;
    if (i == psi.size()) return;
  }
}

void enumerate_lemmas(const std::vector<PegLemma>& lemmas, CheckRow& row) {
  for (int a = -kLargest; a <= kLargest; ++a) {
    for (int b = -kLargest; b <= kLargest; ++b) {
      ++row.cases;
      for (const PegLemma& lemma : lemmas) {
        row.claim(lemma.name)
            .add(ClaimFinding::of(lemma.left(a, b) == lemma.right(a, b)), "a,b=" + text_of({a, b}));
      }
    }
  }
}

/// What the forms make of one list of gaps.
void judge_gaps(const std::vector<int>& psi, const InterForm& form, CheckRow& row) {
  ++row.cases;
  const std::string id = "psi=" + text_of(psi);
  row.claim("open").add(ClaimFinding::of(form.open(psi) == (largest_of(psi) >= 0)), id);
  if (!form.open(psi)) return;
  bool right = true;
  int pushing = 0;
  for (std::size_t i = 0; i < psi.size(); ++i) {
    const bool pushes = form.may_push(psi, i);
    pushing += pushes ? 1 : 0;
    right = right && (!pushes || touches_alone(psi, i));
  }
  row.claim("touching").add(ClaimFinding::of(right), id);
  row.claim("one_force").add(ClaimFinding::of(pushing <= 1), id);
}

CheckRow gaps_row(const Check& check, const CheckSubject& subject, const InterForm& form) {
  CheckRow row = empty_row(check, subject);
  row.family = "gaps";
  for (int n = 2; n <= kMostGaps; ++n) {
    for_each_gaps(n, [&](const std::vector<int>& psi) { judge_gaps(psi, form, row); });
  }
  return row;
}

}  // namespace

std::vector<PegLemma> peg_lemmas() {
  const auto least = [](int a) { return std::abs(std::min(a, 0)); };
  return {
      {"lemma_1_1", "max(a, b) = a + max(b - a, 0)",
       [](int a, int b) { return a + std::max(b - a, 0) == std::max(a, b); },
       [](int, int) { return true; }},
      {"lemma_1_2", "b = max(a, 0) exactly where 0 <= b perp b - a >= 0",
       [](int a, int b) { return b == std::max(a, 0); },
       [](int a, int b) { return complementary(b, b - a); }},
      {"lemma_1_3", "b = |min(a, 0)| exactly where 0 <= b perp a + b >= 0",
       [least](int a, int b) { return b == least(a); },
       [](int a, int b) { return complementary(b, a + b); }},
      {"lemma_1_4", "a = 0 and b <= 0 exactly where max(a, b) >= 0 and max(a, b) + |min(a, 0)| = 0",
       [](int a, int b) { return a == 0 && b <= 0; },
       [least](int a, int b) { return std::max(a, b) >= 0 && std::max(a, b) + least(a) == 0; }},
      {"bisector", "the slack of a, b is 0 where a >= b, else b - a (Figure 4)",
       [](int a, int b) {
         return chained_sum({a, b}, {0, 1}) - a == (a >= b ? 0 : b - a);
       },
       [](int, int) { return true; }}};
}

InterForm inter_of_several() {
  const auto sum = [](const std::vector<int>& psi, std::size_t i) {
    return chained_sum(psi, first_is(i, psi.size()));
  };
  return {[sum](const std::vector<int>& psi) { return sum(psi, 0) >= 0; },
          // (23): 0 <= lambda_i perp max psi + |min(psi_i, 0)| >= 0, by Lemmas 1.3 and 1.4.
          [sum](const std::vector<int>& psi, std::size_t i) {
            return sum(psi, i) + std::abs(std::min(psi[i], 0)) == 0;
          }};
}

InterForm inter_of_one() {
  InterForm form = inter_of_several();
  form.may_push = [](const std::vector<int>& psi, std::size_t i) {
    return i == 0 && chained_sum(psi, first_is(0, psi.size())) == 0;
  };
  return form;
}

Check peg_lemma_check(const std::vector<PegLemma>& lemmas) {
  Check check;
  check.name = "peg-lemmas";
  check.heading = "Lemmas 1.1 to 1.4, and what intercontact constraints permit: every case\n";
  check.subjects = "statements";
  check.sources = "of";
  for (const PegLemma& lemma : lemmas) {
    check.claims.push_back({.name = lemma.name, .meaning = lemma.meaning});
  }
  check.claims.push_back(
      {.name = "open", .meaning = "(20), (21) can be fulfilled exactly where a gap is >= 0"});
  check.claims.push_back(
      {.name = "touching",
       .meaning = "a force acts only where its gap is 0 and all other gaps are <= 0"});
  check.claims.push_back({.name = "one_force", .meaning = "at most one force may be positive"});
  check.shown = 3;
  check.legend =
      "at most one force: of (22), (23), two gaps of 0 permit two. one primary: (24) in their "
      "place.\n";
  return check;
}

CheckReport check_peg_lemmas(const std::vector<PegLemma>& lemmas, const InterForm& several,
                             const InterForm& one) {
  CheckReport report{peg_lemma_check(lemmas), 0, {}, {}};
  const Check& check = report.check;
  CheckRow proven = gaps_row(check, {.name = "proven"}, several);
  // What the paper says of (22) and (23) besides; where two gaps are 0 it is not so.
  CheckRow forces = empty_row(check, {.name = "at most one force", .known_bad = "one_force"});
  forces.family = "gaps";
  forces.cases = proven.cases;
  std::swap(forces.claim("one_force"), proven.claim("one_force"));
  enumerate_lemmas(lemmas, proven);
  proven.family = "signs";
  report.rows.push_back(std::move(proven));
  report.rows.push_back(std::move(forces));
  report.rows.push_back(
      gaps_row(check, {.name = "one primary (24)", .known_bad = "touching"}, one));
  return report;
}

CheckReport check_peg_lemmas(const ClaimOptions& /*options*/) {
  return check_peg_lemmas(peg_lemmas(), inter_of_several(), inter_of_one());
}

}  // namespace touchstone

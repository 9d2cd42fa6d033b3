// SPDX-License-Identifier: GPL-3.0-or-later
// Batches have the bits of questions one by one, on cases of every family of small polytopes.
// TOUCHSTONE_AGREEMENT_CASES=100000 makes a campaign of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "metrics/batch.hpp"
#include "metrics/registry.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 44;
constexpr int kMaxVertices = 64;
constexpr std::uint64_t kAtOnce = 4096;  ///< cases that are kept at a time

/// Cases of one family, each with shapes of its own: none begins at the last answer.
class AskedCases {
 public:
  AskedCases(const Metric& metric, const Family& family, std::uint64_t begin, std::uint64_t end)
      : metric_(metric) {
    cases_.reserve(end - begin);
    for (std::uint64_t k = begin; k < end; ++k) {
      const Pair& pair = cases_.emplace_back(make_case(family, kSeed, k)).pair();
      shapes_.push_back(metric.prepare(*pair.A));
      const Shape* A = shapes_.back().get();
      shapes_.push_back(metric.prepare(*pair.B));
      queries_.push_back({A, &pair.X_WA, shapes_.back().get(), &pair.X_WB});
    }
  }

  std::vector<BatchAnswer> in_batches(std::size_t size) const {
    std::vector<BatchAnswer> answers(queries_.size());
    const auto workspace = metric_.make_workspace();
    for (std::size_t from = 0; from < queries_.size(); from += size) {
      const std::size_t count = std::min(size, queries_.size() - from);
      evaluate_batch(metric_, std::span(queries_).subspan(from, count), *workspace,
                     answers.data() + from);
    }
    return answers;
  }

  const std::string& id(std::size_t k) const { return cases_[k].id; }

 private:
  const Metric& metric_;
  std::vector<Case> cases_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::vector<BatchQuery> queries_;
};

using Bits = std::array<std::uint64_t, sizeof(BatchAnswer) / sizeof(std::uint64_t)>;
static_assert(sizeof(Bits) == sizeof(BatchAnswer));

/// How many are answered.
std::uint64_t expect_bits_of_one_by_one(const AskedCases& asked) {
  const std::vector<BatchAnswer> alone = asked.in_batches(1);
  std::uint64_t answered = 0;
  for (const BatchAnswer& answer : alone) {
    answered += answer.status == AnswerStatus::no_answer ? 0 : 1;
  }
  for (const std::size_t size : {std::size_t{7}, alone.size()}) {
    const std::vector<BatchAnswer> together = asked.in_batches(size);
    for (std::size_t k = 0; k < alone.size(); ++k) {
      EXPECT_EQ(std::bit_cast<Bits>(together[k]), std::bit_cast<Bits>(alone[k]))
          << asked.id(k) << ", batches of " << size;
    }
  }
  return answered;
}

class BatchesOfFamilies : public testing::TestWithParam<const char*> {};

TEST_P(BatchesOfFamilies, HaveTheBitsOfOneByOne) {
  const auto count = static_cast<std::uint64_t>(agreement_cases(16));
  const auto metric = find_metric(GetParam())->make();
  std::uint64_t cases = 0;
  std::uint64_t answered = 0;
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > kMaxVertices || !is_of_polytopes(family)) continue;
    const std::uint64_t end =
        family.finite_cases > 0 ? std::min(count, family.finite_cases) : count;
    for (std::uint64_t k = 0; k < end && !HasFailure(); k += kAtOnce) {
      answered += expect_bits_of_one_by_one({*metric, family, k, std::min(end, k + kAtOnce)});
    }
    cases += end;
  }
  std::cout << GetParam() << ": " << cases << " cases, " << answered << " answered\n";
  // A quarter or so are boxes.
  EXPECT_GT(answered, cases / 20);
}

INSTANTIATE_TEST_SUITE_P(Metrics, BatchesOfFamilies, testing::Values("certified", "box15"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace touchstone

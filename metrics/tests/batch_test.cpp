// SPDX-License-Identifier: GPL-3.0-or-later
// What every row of the registry answers to a batch: the bits of its questions one by one, whatever
// the size of the batch, its order, and the other questions in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "geometry/tests/test_name.hpp"
#include "metrics/batch.hpp"
#include "metrics/box15/box15.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/common/box_group.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kBatchSeed = 20261129;

PolytopePtr some_box(Random& random) {
  Vec3 half;
  for (int i = 0; i < 3; ++i) half[i] = random.uniform(0.3, 1);
  if (random.below(8) == 0) half[static_cast<int>(random.below(3))] *= 1e-3;
  return make_box(half);
}

/// Boxes from far apart to deep within each other.
Pair tame_boxes(Random& random) {
  Pair pair{some_box(random), {random.rotation(), random_vector(random, 1)}, some_box(random), {}};
  pair.X_WB = {random.rotation(), pair.X_WA.t + random.uniform(0.2, 3) * random.unit_vector()};
  return pair;
}

/// What lanes leave to queries of one pair: planes that tie, contact, boxes off their origins, sizes
/// and poses that are refused, and bodies that are no boxes.
Pair hostile_pair(Random& random, std::uint64_t kind) {
  Pair pair = tame_boxes(random);
  switch (kind) {
    case 0:
      pair.X_WB.R = pair.X_WA.R;
      break;
    case 1:
      pair = boxes_apart(Vec3(2, random.uniform(-1, 1), 0));
      break;
    case 2: {
      std::vector<Vec3> corners;
      for (const Vec3& v : pair.A->vertices()) corners.emplace_back(v + Vec3(3, -1, 2));
      pair.A = hull_of(corners);
      break;
    }
    case 3:
      pair.A = make_box(Vec3(1e-60, 2e-60, 1e-60));
      break;
    case 4:
      pair.X_WB.R(0, 1) += 0.5;
      break;
    case 5:
      pair.B = make_random_sphere_hull(random, 8);
      break;
    case 6:
      // Turned about the diagonal, along which their centres are apart: three axes tie.
      pair = boxes_apart(Vec3::Constant(random.uniform(0.1, 0.5)));
      pair.X_WB.R = Eigen::AngleAxisd(random.uniform(0.2, 0.9), Vec3::Constant(1).normalized())
                        .toRotationMatrix();
      break;
    case 7:
      pair.X_WB.t[0] = 1e80;
      break;
    default:
      pair.X_WB.R.col(0) *= -1;
      break;
  }
  return pair;
}

/// Kinds that every metric may be asked, and with mirrors those that metrics of boxes may.
constexpr std::uint64_t kHostile = 8;
constexpr std::uint64_t kMirrors = 9;

/// Every fifth pair is hostile, of one of the first `kinds`, and none if that is 0.
std::vector<Pair> sample_of(std::size_t count, std::uint64_t kinds) {
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < count; ++k) {
    Random random(kBatchSeed, 1, k);
    pairs.push_back(kinds > 0 && k % 5 == 0 ? hostile_pair(random, k / 5 % kinds)
                                            : tame_boxes(random));
  }
  return pairs;
}

using Bits = std::array<std::uint64_t, sizeof(BatchAnswer) / sizeof(std::uint64_t)>;
static_assert(sizeof(Bits) == sizeof(BatchAnswer));

/// Pairs as one metric sees them, each with shapes of its own, so that none begins at the last
/// answer.
class Asked {
 public:
  Asked(const Metric& metric, const std::vector<Pair>& pairs) : metric_(metric), pairs_(pairs) {
    for (const Pair& pair : pairs) {
      shapes_.push_back(metric.prepare(*pair.A));
      shapes_.push_back(metric.prepare(*pair.B));
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const BatchQuery query = query_of(k);
      const auto workspace = metric.make_workspace();
      alone_.push_back(
          plain_answer(metric.evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, *workspace)));
    }
  }

  const std::vector<BatchAnswer>& alone() const { return alone_; }

  /// Asks in this order, `size` at a time.
  void expect_bits_of_one_by_one(const std::vector<std::size_t>& order, std::size_t size) const {
    std::vector<BatchQuery> queries;
    for (const std::size_t k : order) queries.push_back(query_of(k));
    std::vector<BatchAnswer> answers(order.size());
    const auto workspace = metric_.make_workspace();
    for (std::size_t begin = 0; begin < order.size(); begin += size) {
      const std::size_t count = std::min(size, order.size() - begin);
      evaluate_batch(metric_, std::span(queries).subspan(begin, count), *workspace,
                     answers.data() + begin);
    }
    int differing = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (std::bit_cast<Bits>(answers[i]) == std::bit_cast<Bits>(alone_[order[i]])) continue;
      if (++differing == 1) {
        ADD_FAILURE() << "seed " << kBatchSeed << " index " << order[i] << ", batches of " << size;
      }
    }
    EXPECT_EQ(differing, 0);
  }

  void expect_bits_of_one_by_one(std::initializer_list<std::size_t> sizes) const {
    std::vector<std::size_t> order(pairs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const std::size_t size : sizes) expect_bits_of_one_by_one(order, size);
    Random random(kBatchSeed, 2, 0);
    for (std::size_t k = order.size(); k > 1; --k) {
      std::swap(order[k - 1], order[static_cast<std::size_t>(random.below(k))]);
    }
    for (const std::size_t size : sizes) expect_bits_of_one_by_one(order, size);
  }

 private:
  BatchQuery query_of(std::size_t k) const {
    return {shapes_[2 * k].get(), &pairs_[k].X_WA, shapes_[2 * k + 1].get(), &pairs_[k].X_WB};
  }

  const Metric& metric_;
  const std::vector<Pair>& pairs_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::vector<BatchAnswer> alone_;
};

class BatchContract : public testing::TestWithParam<std::string> {};

TEST_P(BatchContract, HasTheBitsOfQuestionsOneByOne) {
  // What may crash or loop is not asked what it does not take.
  const MetricRow& row = *find_metric(GetParam());
  const std::vector<Pair> pairs = sample_of(48, row.traits.isolated ? 0 : kHostile);
  const auto metric = row.make();
  Asked(*metric, pairs).expect_bits_of_one_by_one({1, 7, 64});
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_registry()) names.push_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryRow, BatchContract, testing::ValuesIn(all_names()),
                         [](const auto& row) { return test_name(row.param); });

/// `narrow` is compiled for the registers that every machine has.
void expect_bits_of_many_boxes(const Metric& narrow, const Metric& metric) {
  const std::vector<Pair> pairs = sample_of(4500, kMirrors);
  const Asked in_narrow(narrow, pairs);
  const Asked asked(metric, pairs);
  int apart = 0;
  int overlapping = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const BatchAnswer& answer = asked.alone()[k];
    apart += static_cast<int>(answer.sign > 0 || answer.value > 0);
    overlapping += static_cast<int>(answer.status == AnswerStatus::answered && answer.value < 0);
    EXPECT_EQ(std::bit_cast<Bits>(in_narrow.alone()[k]), std::bit_cast<Bits>(answer))
        << "seed " << kBatchSeed << " index " << k;
  }
  EXPECT_GE(apart, 500);
  EXPECT_GE(overlapping, 500);
  in_narrow.expect_bits_of_one_by_one({2, 7, 64, 4096});
  asked.expect_bits_of_one_by_one({2, 7, 64, 4096});
}

TEST(Batches, OfBoxesHaveTheirBitsInBox15ByEveryRegister) {
  expect_bits_of_many_boxes(*make_box15(Registers::narrow), *make_box15());
}

TEST(Batches, OfBoxesHaveTheirBitsInCertifiedByEveryRegister) {
  expect_bits_of_many_boxes(*make_certified(Registers::narrow), *make_certified());
}

TEST(Batches, PauseLongerWhereTheKernelDecidesLittleAndNotAfterAGoodGroup) {
  GroupPause pause;
  const auto skipped = [&] {
    int n = 0;
    while (pause.skips()) ++n;
    return n;
  };
  EXPECT_EQ(skipped(), 0);
  for (const int expected : {1, 3, 7, 15, 15}) {
    pause.learn(15, 64);
    EXPECT_EQ(skipped(), expected);
  }
  pause.learn(16, 64);
  EXPECT_EQ(skipped(), 0);
  pause.learn(0, 64);
  EXPECT_EQ(skipped(), 1);
}

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to pairs whose truths are committed below, so that this program needs neither the oracle
// nor CGAL and runs under valgrind, which does not honour the rounding modes that CGAL asks for.
// The answers' bits are committed, too: they are the same whichever compiler made them.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "geometry/index.hpp"
#include "metrics/box15/box15.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/gjk/gjk.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/sat_gauss/sat_gauss.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/vclip/vclip.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261206;

struct CommittedTruth {
  double phi;  ///< [m]
  double rho;  ///< [1]
};

/// Correctly rounded, of pair_of(0), pair_of(1), ..., from the exact oracle.
constexpr CommittedTruth kTruths[] = {
#include "metrics/tests/committed_truths.inc"
};

/// Boxes for even indices, hulls of points on a sphere for odd ones.
Pair pair_of(int index) {
  Random random(kSeed, 6, static_cast<std::uint64_t>(index));
  const auto body = [&] {
    if (index % 2 != 0) return make_random_sphere_hull(random, 8 + index);
    Vec3 half;
    for (double& entry : half) entry = random.uniform(0.5, 1);
    return make_box(half);
  };
  const PolytopePtr A = body();
  const PolytopePtr B = body();
  return placed_about_origin(kSeed, index, A, B, 0.1, 3);
}

/// FNV-1a over the bits of everything that an answer says.
class Digest {
 public:
  void add(const Answer& answer) {
    add(static_cast<double>(answer.status));
    add(answer.status == AnswerStatus::sign_only ? answer.sign : answer.value);
    if (answer.normal) add(*answer.normal);
    if (answer.witnesses) {
      add(answer.witnesses->p_WA);
      add(answer.witnesses->p_WB);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  void add(const Vec3& v) {
    for (const double entry : v) add(entry);
  }
  void add(double x) {
    // 0 has one sign here.
    value_ = (value_ ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x100000001b3U;
  }
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

struct Committed {
  std::string name;
  std::function<std::unique_ptr<Metric>()> make;
  bool ratio = false;
  bool boxes_only = false;
  bool to_an_ulp = false;
  std::uint64_t digest = 0;
};

void PrintTo(const Committed& row, std::ostream* out) { *out << row.name; }

class CommittedAnswers : public testing::TestWithParam<Committed> {};

TEST_P(CommittedAnswers, AreRightToTheLastCommittedBit) {
  const Committed& row = GetParam();
  const auto metric = row.make();
  Digest digest;
  int valued = 0;
  for (int i = 0; i < static_cast<int>(std::size(kTruths)); ++i) {
    if (row.boxes_only && i % 2 != 0) continue;
    SCOPED_TRACE(testing::Message() << "index " << i);
    const CommittedTruth& truth = kTruths[at(i)];
    const Answer answer = ask(*metric, pair_of(i));
    digest.add(answer);
    ASSERT_NE(answer.status, AnswerStatus::no_answer) << answer.note;
    if (answer.status == AnswerStatus::sign_only) {
      EXPECT_EQ(answer.sign > 0, truth.phi > 0);
      continue;
    }
    ++valued;
    const double expected = row.ratio ? truth.rho : truth.phi;
    EXPECT_NEAR(answer.value, expected, 1e-12);
    if (!row.to_an_ulp) continue;
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_GE(answer.value, std::nextafter(expected, -infinity));
    EXPECT_LE(answer.value, std::nextafter(expected, infinity));
  }
  EXPECT_GE(valued, 10);
  EXPECT_EQ(digest.value(), row.digest) << std::hex << digest.value();
}

INSTANTIATE_TEST_SUITE_P(
    Fast, CommittedAnswers,
    testing::Values(
        Committed{"certified", [] { return make_certified(); }, false, false, true,
                  0x2fc000d77584d665},
        Committed{"gjk", [] { return make_gjk(); }, false, false, false, 0xcef83ddcdfad57b9},
        Committed{"sat_gauss", make_sat_gauss, false, false, false, 0xf6a708f760f77483},
        Committed{"box15", [] { return make_box15(); }, false, true, false, 0x88728373d5d47c31},
        Committed{"vclip", make_vclip, false, false, false, 0xce283384448a5a5e},
        Committed{"ratio_ray", [] { return make_ratio_ray(); }, true, false, true,
                  0xae9196af1b0ad033}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// What every metric promises, checked on every row of the registry: swapping the bodies negates the
// normal and keeps the value; rigid motions and changes of unit keep the answer; moving by phi
// along n (the ratio metric: by (1/r - 1) d) ends in contact; value, sign, normal and witnesses are
// the truth. All to the row's own tolerance, on a fixed sample. And threads that share prepared
// shapes, each with a workspace of its own, are told what one thread is told, bit for bit.
//
// A row known to break its promise has the number of cases in which it does pinned below, as a
// range with the reason, so that a repair is noticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <latch>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "geometry/single_precision.hpp"
#include "geometry/tests/test_name.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260723;
constexpr int kBoxPairs = 60;
constexpr int kHullPairs = 24;

/// Added to a row's own tolerance where a transformed pair is asked: its poses are rounded again.
constexpr double kPoseRounding = 2e-15;

struct Known {
  std::string_view metric;
  std::string_view contract;
  int least;
  int most;
  std::string_view reason;
};

constexpr Known kNothingKnown{"", "", 0, 0, ""};

constexpr std::string_view kEpa = "libccd's EPA may end on a facet that is not the nearest";
constexpr std::string_view kEpaScale =
    "libccd's EPA compares squared and plain lengths with one absolute tolerance";
constexpr std::string_view kMpr = "MPR's depth is an upper bound, not the minimum";
constexpr std::string_view kMprSwap = "MPR's portal, and so its bound, depends on the order";

/// Cases, of the sample of 84, in which a row breaks a contract.
constexpr std::array kKnown = {
    Known{"gjk_epa", "value", 1, 3, kEpa},
    Known{"gjk_epa", "normal", 1, 4, kEpa},
    Known{"gjk_epa", "swap", 1, 4, kEpa},
    Known{"gjk_epa", "motion", 2, 6, kEpa},
    Known{"gjk_epa", "scale", 4, 12, kEpaScale},
    Known{"gjk_epa", "contact", 1, 4, kEpa},
    Known{"gjk_epa_1e-8", "value", 1, 3, kEpa},
    Known{"gjk_epa_1e-8", "normal", 1, 3, kEpa},
    Known{"gjk_epa_1e-8", "swap", 1, 3, kEpa},
    Known{"gjk_epa_1e-8", "motion", 1, 4, kEpa},
    Known{"gjk_epa_1e-8", "scale", 1, 5, kEpaScale},
    Known{"gjk_epa_1e-8", "contact", 1, 3, kEpa},
    Known{"mpr", "value", 9, 13, kMpr},
    Known{"mpr", "normal", 11, 15, kMpr},
    Known{"mpr", "swap", 1, 2, kMprSwap},
    Known{"mpr_1e-8", "value", 11, 15, kMpr},
    Known{"mpr_1e-8", "normal", 11, 15, kMpr},
    Known{"mpr_1e-8", "swap", 1, 2, kMprSwap},
};

const Known& known(std::string_view metric, std::string_view contract) {
  for (const Known& entry : kKnown) {
    if (entry.metric == metric && entry.contract == contract) return entry;
  }
  return kNothingKnown;
}

Pair random_hulls(int index) {
  Random random(kSeed, 2, static_cast<std::uint64_t>(index));
  const int points = 6 + index % 11;
  Pair pair;
  pair.A = make_random_sphere_hull(random, points);
  pair.B = make_random_ball_hull(random, points);
  pair.X_WA = Pose{random.rotation(), random_vector(random, 0.5)};
  const double distance = random.uniform(0.2, 2);
  pair.X_WB = Pose{random.rotation(), pair.X_WA.t + distance * random.unit_vector()};
  return pair;
}

struct Sample {
  std::vector<Pair> pairs;
  std::vector<Truth> truths;
};

Sample make_sample(Scalar scalar) {
  Sample made;
  const auto add = [&](const Pair& pair) {
    made.pairs.push_back(scalar == Scalar::float32 ? rounded_to_float(pair).value() : pair);
  };
  for (int i = 0; i < kBoxPairs; ++i) add(random_boxes(kSeed, i));
  for (int i = 0; i < kHullPairs; ++i) add(random_hulls(i));
  Oracle oracle;
  for (const Pair& pair : made.pairs) made.truths.push_back(oracle.solve(pair));
  return made;
}

/// A metric in single precision is judged on the pairs that it can be asked.
const Sample& sample(Scalar scalar) {
  static const Sample exact = make_sample(Scalar::float64);
  static const Sample rounded = make_sample(Scalar::float32);
  return scalar == Scalar::float32 ? rounded : exact;
}

PolytopePtr scaled(const Polytope& body, double factor) {
  PolytopeInput input;
  for (const Vec3& v : body.vertices()) input.vertices.emplace_back(factor * v);
  input.interior_point = factor * body.interior_point();
  return make_polytope(input).value();
}

Pose moved(const Pose& M, const Pose& X) { return Pose{M.R * X.R, M.R * X.t + M.t}; }

Vec3 between_interior_points(const Pair& pair) {
  return (pair.X_WA.R * pair.A->interior_point() - pair.X_WB.R * pair.B->interior_point()) +
         (pair.X_WA.t - pair.X_WB.t);
}

class MetricContract : public testing::TestWithParam<std::string> {
 protected:
  MetricContract()
      : row_(*find_metric(GetParam())),
        metric_(row_.make()),
        workspace_(metric_->make_workspace()) {}

  Answer ask(const Pair& pair) {
    const auto A = metric_->prepare(*pair.A);
    const auto B = metric_->prepare(*pair.B);
    return metric_->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace_);
  }

  bool is_ratio() const { return row_.traits.quantity == Quantity::ratio; }

  /// The row's own tolerance for `value`, which is a length, or rho.
  double tolerance(const Pair& pair, double value) const {
    const double unit = is_ratio() ? std::max(1.0, std::abs(value)) : pair_size(pair);
    return (row_.traits.own_tolerance + kPoseRounding) * unit;
  }

  /// Same status, sign and value; the second value, and its tolerance, may be in another unit of
  /// length.
  bool same_value(const Pair& pair, const Answer& first, const Answer& second,
                  double unit = 1) const {
    if (first.status != second.status) return false;
    if (first.status == AnswerStatus::no_answer) return true;
    if (first.status == AnswerStatus::sign_only) return first.sign == second.sign;
    return std::abs(first.value - second.value / unit) <= tolerance(pair, first.value);
  }

  /// Normals are compared by the gap that they reach: near a tie two may differ and both be right.
  bool normal_is_true(const Pair& pair, const Truth& truth, const Vec3& normal) const {
    if (std::abs(normal.norm() - 1) > 1e-6) return false;
    if (!is_ratio()) return gap_reaches(pair, normal, truth, tolerance(pair, truth.phi));
    const Rational along = exact_along_d(pair, normal);
    if (along <= 0) return false;
    const Rational ratio = exact_gap(pair, normal) / along;
    return ratio >= truth.ratio->rho - Rational(tolerance(pair, truth.ratio->rho_rounded));
  }

  /// Counts the pairs for which `holds(pair, truth, answer)` is false and compares with what is
  /// known of this row.
  template <class Holds>
  void expect_of_every_pair(std::string_view contract, Holds holds) {
    int broken = 0;
    std::string which;
    const Sample& all = sample(row_.traits.scalar);
    for (std::size_t i = 0; i < all.pairs.size(); ++i) {
      if (row_.traits.boxes_only && i >= kBoxPairs) break;
      const Pair& pair = all.pairs[i];
      if (holds(pair, all.truths[i], ask(pair))) continue;
      ++broken;
      which += " " + std::to_string(i);
    }
    const Known& entry = known(row_.name, contract);
    EXPECT_GE(broken, entry.least) << "fewer than pinned (" << entry.reason << "): repaired?";
    EXPECT_LE(broken, entry.most) << "of " << all.pairs.size() << " pairs, seed " << kSeed
                                  << ", index" << which;
  }

  const MetricRow& row_;
  std::unique_ptr<Metric> metric_;
  std::unique_ptr<Workspace> workspace_;
};

TEST(MetricContractSample, HoldsSeparatedAndPenetratingPairsOfBothKinds) {
  for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
    const std::vector<Truth>& truths = sample(scalar).truths;
    const auto boxes_end = truths.begin() + kBoxPairs;
    const auto separated = [](const Truth& truth) { return truth.sign > 0; };
    const auto boxes = std::count_if(truths.begin(), boxes_end, separated);
    const auto hulls = std::count_if(boxes_end, truths.end(), separated);
    EXPECT_GE(boxes, kBoxPairs / 3);
    EXPECT_LE(boxes, 2 * kBoxPairs / 3);
    EXPECT_GE(hulls, kHullPairs / 4);
    EXPECT_LE(hulls, 3 * kHullPairs / 4);
  }
}

TEST_P(MetricContract, SaysAsMuchAsItsTraitsPromise) {
  expect_of_every_pair("promise", [&](const Pair&, const Truth& truth, const Answer& answer) {
    const Gives& gives = row_.traits.gives.at(truth.sign);
    if (answer.status == AnswerStatus::no_answer) return false;
    if (answer.status == AnswerStatus::sign_only) return !gives.value;
    return answer.normal.has_value() == gives.normal &&
           answer.witnesses.has_value() == gives.witnesses &&
           answer.ratio.has_value() == is_ratio();
  });
}

TEST_P(MetricContract, ValueAndSignAreTheTruth) {
  expect_of_every_pair("value", [&](const Pair& pair, const Truth& truth, const Answer& answer) {
    if (answer.status == AnswerStatus::no_answer) return false;
    if (answer.status == AnswerStatus::sign_only) return answer.sign == truth.sign;
    if (!is_ratio()) return error_of(answer.value, truth) <= tolerance(pair, truth.phi);
    const double rho = truth.ratio->rho_rounded;
    return std::abs(answer.value - rho) <= tolerance(pair, rho);
  });
}

TEST_P(MetricContract, NormalReachesTheTruth) {
  expect_of_every_pair("normal", [&](const Pair& pair, const Truth& truth, const Answer& answer) {
    return !answer.normal || normal_is_true(pair, truth, *answer.normal);
  });
}

TEST_P(MetricContract, WitnessesLieOnTheBodiesAndTieValueToNormal) {
  expect_of_every_pair("witnesses", [&](const Pair& pair, const Truth&, const Answer& answer) {
    if (!answer.witnesses) return true;
    const auto& [p_A, p_B] = *answer.witnesses;
    const double limit = 4 * tolerance(pair, answer.value);
    const Vec3 step = answer.value * (is_ratio() ? between_interior_points(pair) : *answer.normal);
    return point_within(pair, WhichBody::A, p_A, limit) &&
           point_within(pair, WhichBody::B, p_B, limit) && (p_A - p_B - step).norm() <= limit;
  });
}

TEST_P(MetricContract, SwappingTheBodiesKeepsTheValueAndNegatesTheNormal) {
  expect_of_every_pair("swap", [&](const Pair& pair, const Truth&, const Answer& answer) {
    const Answer swapped = ask(Pair{pair.B, pair.X_WB, pair.A, pair.X_WA});
    if (!same_value(pair, answer, swapped)) return false;
    // The angle between true normals is not bounded by the error of the value; a degree tells a
    // sign or a wrong feature.
    return !answer.normal || answer.normal->dot(*swapped.normal) <= -0.9998;
  });
}

TEST_P(MetricContract, RigidMotionTurnsTheNormalAndKeepsTheValue) {
  expect_of_every_pair("motion", [&](const Pair& pair, const Truth&, const Answer& answer) {
    const Pair* const first = sample(row_.traits.scalar).pairs.data();
    Random random(kSeed, 3, static_cast<std::uint64_t>(&pair - first));
    const Pose M{random.rotation(), random_vector(random, 2)};
    const Answer there = ask(Pair{pair.A, moved(M, pair.X_WA), pair.B, moved(M, pair.X_WB)});
    if (!same_value(pair, answer, there)) return false;
    return !answer.normal || (M.R * *answer.normal).dot(*there.normal) >= 0.9998;
  });
}

TEST_P(MetricContract, AnotherUnitOfLengthScalesTheValue) {
  expect_of_every_pair("scale", [&](const Pair& pair, const Truth&, const Answer& answer) {
    return std::ranges::all_of(std::array{0.25, 8.0}, [&](double factor) {
      Pair other{scaled(*pair.A, factor), pair.X_WA, scaled(*pair.B, factor), pair.X_WB};
      other.X_WA.t *= factor;
      other.X_WB.t *= factor;
      return same_value(pair, answer, ask(other), is_ratio() ? 1 : factor);
    });
  });
}

TEST_P(MetricContract, MovingByTheAnswerEndsInContact) {
  Oracle oracle;
  expect_of_every_pair("contact", [&](const Pair& pair, const Truth&, const Answer& answer) {
    if (answer.status != AnswerStatus::answered) return true;
    Pair there = pair;
    if (is_ratio()) {
      there.X_WA.t += (1 / answer.ratio->r - 1) * between_interior_points(pair);
      return std::abs(oracle.solve(there).ratio->rho_rounded) <= 4 * tolerance(pair, answer.value);
    }
    there.X_WA.t -= answer.value * *answer.normal;
    return std::abs(oracle.solve(there, false).phi) <= 2 * tolerance(pair, answer.value);
  });
}

/// Everything that an answer says but its note.
std::vector<std::uint64_t> bits_of(const Answer& answer) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  const auto add_vector = [&](const Vec3& v) { std::for_each(v.begin(), v.end(), add); };
  add(static_cast<double>(answer.status));
  add(answer.value);
  add(answer.sign);
  if (answer.normal) add_vector(*answer.normal);
  if (answer.witnesses) {
    add_vector(answer.witnesses->p_WA);
    add_vector(answer.witnesses->p_WB);
  }
  for (const int count : {answer.work.supports, answer.work.iterations, answer.work.exact}) {
    add(count);
  }
  if (!answer.ratio) return bits;
  const RatioDetail& detail = *answer.ratio;
  add(detail.r);
  add_vector(detail.x_W);
  add(detail.active_count);
  for (std::size_t k = 0; k < detail.active_facet.size(); ++k) {
    add(detail.active_facet[k]);
    add(detail.active_on_A[k] ? 1 : 0);
    add(detail.active_multiplier[k]);
  }
  add(detail.portal_count);
  for (const PortalPair& pair : detail.portal) {
    add(pair.vertex_A);
    add(pair.vertex_B);
    add(pair.weight);
  }
  return bits;
}

TEST_P(MetricContract, ThreadsThatShareShapesAreToldTheSameBits) {
  constexpr int kPoses = 40;
  Random random(kSeed, 4, 0);
  const PolytopePtr hull = make_random_sphere_hull(random, 16);
  const PolytopePtr box = make_box(Vec3(1, 0.5, 0.75));
  std::vector<Pair> pairs;
  for (int i = 0; i < kPoses; ++i) {
    // Every third stands beside the one before, so that warm starts are made as well.
    Pair pair = placed_apart(random, hull, box, 0.3, 2.5);
    if (i % 3 == 2) {
      pair = pairs.back();
      pair.X_WB.t += Vec3(1e-3, -2e-3, 1e-3);
    }
    if (row_.traits.scalar == Scalar::float32) pair = rounded_to_float(pair).value();
    pairs.push_back(pair);
  }
  // Rounded bodies of the same vertices are the same question.
  const auto A = metric_->prepare(*pairs.front().A);
  const auto B = metric_->prepare(*pairs.front().B);
  const auto told = [&] {
    const auto workspace = metric_->make_workspace();
    std::vector<std::vector<std::uint64_t>> answers;
    for (const Pair& pair : pairs) {
      answers.push_back(bits_of(metric_->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace)));
    }
    return answers;
  };
  std::array<std::vector<std::vector<std::uint64_t>>, 2> shared;
  {
    std::latch together(static_cast<std::ptrdiff_t>(shared.size()));
    std::array<std::jthread, 2> threads;
    for (std::size_t k = 0; k < threads.size(); ++k) {
      threads.at(k) = std::jthread([&, k] {
        together.arrive_and_wait();
        shared.at(k) = told();
      });
    }
  }
  const auto alone = told();
  for (const auto& answers : shared) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(answers[i], alone[i]) << row_.name << ", seed " << kSeed << ", index " << i;
    }
  }
}

std::vector<std::string> row_names() {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_registry()) names.push_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryRow, MetricContract, testing::ValuesIn(row_names()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone

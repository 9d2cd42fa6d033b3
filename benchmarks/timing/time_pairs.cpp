// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "geometry/hash.hpp"
#include "geometry/loop_bound.hpp"
#include "harness/asking/run_outcome.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxBodies = 48;           ///< on each side
constexpr std::uint64_t kVerticesOfBodies = 6000;  ///< all random bodies of a side together, about
/// How far gap(n) may be from what the regime says, relative to size: some roundings of s [1].
constexpr double kPlacingError = 1e-10;
/// Streams of random numbers.
constexpr std::uint64_t kBodiesOfA = 1, kBodiesOfB = 2, kCold = 3, kWarm = 4;

std::uint64_t key_of(std::string_view text, TimeSize size) {
  return hash_word(hash_word(hash_text(text), size.a), size.b);
}

std::vector<PolytopePtr> make_bodies(const TimeFamily& family, std::uint64_t vertices,
                                     std::uint64_t key, std::uint64_t stream) {
  const std::uint64_t count =
      family.random ? std::clamp<std::uint64_t>(kVerticesOfBodies / vertices, 1, kMaxBodies) : 1;
  std::vector<PolytopePtr> bodies;
  for (std::uint64_t k = 0; k < count; ++k) {
    Random random(key, stream, k);
    bodies.push_back(family.make(random, vertices));
  }
  return bodies;
}

/// Hamilton's product.
std::array<double, 4> product(const std::array<double, 4>& p, const std::array<double, 4>& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

/// B so that x_A - x_B = d, A at the origin.
Pair pair_at(const PolytopePtr& A, const PolytopePtr& B, const Mat3& R_WB, const Vec3& d) {
  Pair pair{A, Pose{}, B, Pose{}};
  pair.X_WB.R = R_WB;
  pair.X_WB.t = A->interior_point() - R_WB * B->interior_point() - d;
  return pair;
}

/// The fastest ratio metric that is always right.
const MetricRow& shooting_metric() {
  for (const char* name : {"ratio_ray", "ratio_seidel"}) {
    if (const MetricRow* row = find_metric(name)) return *row;
  }
  throw HarnessError("there is no ratio metric to place pairs with");
}

}  // namespace

/// A ratio metric with the bodies prepared.
struct TimePairs::Shooter {
  std::unique_ptr<Metric> metric = shooting_metric().make();
  std::unique_ptr<Workspace> workspace = metric->make_workspace();
  std::vector<std::unique_ptr<Shape>> A;
  std::vector<std::unique_ptr<Shape>> B;

  Shooter(const std::vector<PolytopePtr>& bodies_A, const std::vector<PolytopePtr>& bodies_B) {
    for (const PolytopePtr& body : bodies_A) A.push_back(metric->prepare(*body));
    for (const PolytopePtr& body : bodies_B) B.push_back(metric->prepare(*body));
  }
};

TimePairs::TimePairs(const TimeFamily& family, TimeSize size, std::uint64_t seed)
    : name_(family.name),
      key_(key_of(family.name, size)),
      seed_(seed),
      bodies_A_(make_bodies(family, size.a, key_ ^ seed, kBodiesOfA)),
      bodies_B_(family.random || size.a != size.b
                    ? make_bodies(family, size.b, key_ ^ seed, kBodiesOfB)
                    : bodies_A_),
      shooter_(std::make_unique<Shooter>(bodies_A_, bodies_B_)) {}

TimePairs::~TimePairs() = default;

TimePairs::Shot TimePairs::shoot_cold(std::uint64_t index) {
  Random random(key_ ^ seed_, kCold, index);
  Shot shot;
  shot.a = random.below(bodies_A_.size());
  shot.b = random.below(bodies_B_.size());
  shot.R_WB = random.rotation();
  shot.u = random.unit_vector();
  shot.share = random.uniform();
  return shot;
}

TimePairs::Shot TimePairs::shoot_warm(std::uint64_t index) {
  Random random(key_ ^ seed_, kWarm, index / kTimeMotionSteps);
  Shot shot;
  shot.a = random.below(bodies_A_.size());
  shot.b = random.below(bodies_B_.size());
  std::array<double, 4> q_wxyz{};
  double norm2 = 0;
  LoopBound bound = bound_of_draws("time: draws of a quaternion");
  do {
    bound.step();
    norm2 = 0;
    for (double& entry : q_wxyz) {
      entry = random.uniform(-1, 1);
      norm2 += entry * entry;
    }
  } while (norm2 > 1 || norm2 < 0.01);
  const Vec3 axis = kTimeMotionAngle / 2 * random.unit_vector();
  const std::array<double, 4> step{1, axis.x(), axis.y(), axis.z()};
  for (std::uint64_t k = 0; k < index % kTimeMotionSteps; ++k) q_wxyz = product(step, q_wxyz);
  shot.R_WB = make_pose(q_wxyz, Vec3::Zero()).value().R;
  shot.u = random.unit_vector();
  shot.share = random.uniform();
  return shot;
}

const TimePairs::Shot& TimePairs::shot(TimeStart start, std::uint64_t index) {
  std::vector<Shot>& shots = start == TimeStart::cold ? cold_ : warm_;
  while (shots.size() <= index) {
    Shot next = start == TimeStart::cold ? shoot_cold(shots.size()) : shoot_warm(shots.size());
    const PolytopePtr& A = bodies_A_[next.a];
    const PolytopePtr& B = bodies_B_[next.b];
    const double reach = A->bounding_radius() + B->bounding_radius();
    const Pair pair = pair_at(A, B, next.R_WB, reach * next.u);
    const Answer answer = shooter_->metric->evaluate(
        *shooter_->A[next.a], pair.X_WA, *shooter_->B[next.b], pair.X_WB, *shooter_->workspace);
    if (answer.status != AnswerStatus::answered || !answer.normal || !(answer.value < 1)) {
      throw HarnessError("time: a pair of " + name_ + " cannot be placed: " + answer.note);
    }
    // rho = 1 - 1/r, and the ray leaves K at 1/r of d.
    next.s = reach * (1 - answer.value);
    next.n = *answer.normal;
    shots.push_back(next);
  }
  return shots[index];
}

TimedPair TimePairs::placed(const Shot& shot, TimeRegime regime) const {
  const PolytopePtr& A = bodies_A_[shot.a];
  const PolytopePtr& B = bodies_B_[shot.b];
  TimedPair timed{shot.a, shot.b, {A, Pose{}, B, Pose{}}, shot.n};
  const double size = pair_size(timed.pair);
  const double un = shot.u.dot(shot.n);
  const Vec3 exit = shot.s * shot.u;
  Vec3 d = exit;
  double gap = 0;  // gap(n) of that d
  switch (regime) {
    case TimeRegime::separated: {
      const double g = (0.5 + 0.5 * shot.share) * size;
      d = (shot.s + g) * shot.u;
      gap = g * un;
      break;
    }
    case TimeRegime::near:
      gap = kTimeNearGap * size;
      d = exit + gap * shot.n;
      break;
    case TimeRegime::kissing:
      break;
    case TimeRegime::shallow: {
      const double thickness = std::min(size, A->inradius() + B->inradius());
      gap = -(2e-3 + 8e-3 * shot.share) * thickness;
      d = exit + gap / un * shot.u;
      break;
    }
    case TimeRegime::deep: {
      const double f = 0.1 + 0.4 * shot.share;
      d = f * exit;
      gap = (f - 1) * shot.s * un;
      break;
    }
  }
  timed.pair = pair_at(A, B, shot.R_WB, d);
  if (regime == TimeRegime::kissing) {
    // What the metric's s and the sums above have rounded.
    timed.pair.X_WB.t += gap_in_doubles(timed.pair, shot.n) * shot.n;
  }
  const double off = std::abs(gap_in_doubles(timed.pair, shot.n) - gap);
  if (!(off <= kPlacingError * size)) {
    throw HarnessError("time: a pair of " + name_ +
                       " does not lie as it should: gap(n) is off by " +
                       std::to_string(off / size) + " sizes");
  }
  return timed;
}

std::vector<TimedPair> TimePairs::first(TimeRegime regime, TimeStart start, std::uint64_t count) {
  return range(regime, start, 0, count);
}

std::vector<TimedPair> TimePairs::range(TimeRegime regime, TimeStart start, std::uint64_t begin,
                                        std::uint64_t count) {
  std::vector<TimedPair> pairs;
  pairs.reserve(count);
  for (std::uint64_t index = begin; index < begin + count; ++index) {
    pairs.push_back(placed(shot(start, index), regime));
  }
  return pairs;
}

double gap_in_doubles(const Pair& pair, const Vec3& n_W) {
  const Vec3 n_A = pair.X_WA.R.transpose() * n_W;
  const Vec3 n_B = pair.X_WB.R.transpose() * n_W;
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const Vec3& v : pair.A->vertices()) least = std::min(least, n_A.dot(v));
  for (const Vec3& v : pair.B->vertices()) most = std::max(most, n_B.dot(v));
  return (least - most) + n_W.dot(pair.X_WA.t - pair.X_WB.t);
}

double coordinate_bound(const Pair& pair) {
  const auto reach = [](const Polytope& body, const Pose& X) {
    return body.interior_point().norm() + body.bounding_radius() + X.t.norm();
  };
  return std::max(reach(*pair.A, pair.X_WA), reach(*pair.B, pair.X_WB));
}

}  // namespace touchstone

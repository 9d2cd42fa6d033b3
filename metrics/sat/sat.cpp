// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/sat.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/common/pose_refusal.hpp"
#include "metrics/sat/find_mtld.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// What double-doubles may leave in doubt, in parts of the smaller body [1].
constexpr double kMaxDoubt = 1e-14;
/// More than the rounding of two lengths to doubles [1].
constexpr double kRoundings = 0x1p-51;
/// Sizes that single precision serves. A rounding of the larger body is less than a hundredth of
/// `own_tolerance` of the smaller; below the least size products lose digits to the least float,
/// above the largest sums of four arms overflow.
constexpr SizeRange kSizesOfFloats{.min = 1e-36, .max = 5e37, .max_ratio = 16};

bool less(DoubleDouble a, DoubleDouble b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/// The least overlap of all axes.
struct LeastOverlap {
  double depth = 0;  ///< negative where the axis separates [m]
  Vec3 n = Vec3::Zero();
  bool indeterminate = false;  ///< Answer::indeterminate
};

bool differ(const Vec3& n, const Vec3& other) { return (n - other).norm() > kOneNormal; }

/// The least of the candidates' overlaps. Sorts them.
LeastOverlap least_in_integers(std::vector<SatCandidate<double>>& candidates, const ExactAxes& A,
                               const Pose& X_WA, const ExactAxes& B, const Pose& X_WB) {
  const auto by_least = [](const auto& a, const auto& b) { return a.least < b.least; };
  std::sort(candidates.begin(), candidates.end(), by_least);
  ExactSet difference(A.body(), X_WA, B.body(), X_WB);
  ExactOverlap best;
  bool tied = false;
  for (const SatCandidate<double>& c : candidates) {
    // c.least and best.depth are rounded.
    if (c.least - kRoundings * std::abs(c.least) > best.depth) break;
    ExactOverlap found = exact_overlap(difference, A, B, c.source);
    if (found.is_less_than(best)) {
      best = std::move(found);
      tied = best.both_ways;
    } else if (!best.is_less_than(found)) {
      tied = tied || differ(found.n, best.n);
    }
  }
  return {best.depth, best.n, tied};
}

/// The least of the candidates' overlaps: in double-double, and those that this leaves in doubt in
/// integers. Negative if one of them separates.
LeastOverlap least_exactly(std::vector<SatCandidate<double>>& candidates, const ExactAxes& A,
                           const Pose& X_WA, const ExactAxes& B, const Pose& X_WB) {
  const auto by_least = [](const auto& a, const auto& b) { return a.least < b.least; };
  std::sort(candidates.begin(), candidates.end(), by_least);
  const double allowed = kMaxDoubt * std::min(A.map.longest(), B.map.longest());
  PreciseOverlap best;
  std::size_t count = 0;
  bool tied = false;
  for (SatCandidate<double>& c : candidates) {
    if (c.least > best.most().high) break;
    const PreciseOverlap found = precise_overlap(A, X_WA, B, X_WB, c.source);
    if (std::isfinite(found.depth.high)) {
      const DoubleDouble least = found.depth - DoubleDouble{found.doubt, 0};
      c.least = least.high;
      c.tail = least.low;
    } else if (found.doubt <= allowed) {
      c.least = found.depth.high;
    }
    ++count;
    // An axis whose own direction is rounding ties with none.
    const bool as_near = found.doubt <= allowed &&
                         std::abs((found.depth - best.depth).high) <= found.doubt + best.doubt;
    const bool is_least = less(found.most(), best.most());
    if (as_near) {
      tied = tied || found.both_ways || differ(found.n, best.n);
    } else if (is_least) {
      tied = found.both_ways;
    }
    if (is_least) best = found;
  }
  candidates.resize(count);
  const DoubleDouble enough = best.depth - DoubleDouble{allowed, 0};
  const bool separates = best.most().high < 0;
  const bool certain = best.doubt <= allowed && enough.high > 0 &&
                       std::none_of(candidates.begin(), candidates.end(), [&](const auto& c) {
                         return less(DoubleDouble{c.least, c.tail}, enough);
                       });
  if (separates || certain) return {best.depth.high, best.n, tied};
  return least_in_integers(candidates, A, X_WA, B, X_WB);
}

/// x_A - x_B in world axes: a pair far away, or far from its bodies' own origins, cancels what it
/// has in common once, in twice the digits.
Vec3 between_centers(const SatBody<double>& A, const Pose& X_WA, const SatBody<double>& B,
                     const Pose& X_WB) {
  return rounded(difference(X_WA.t, X_WB.t) +
                 (rotate(X_WA.R, A.center) - rotate(X_WB.R, B.center)));
}
SatVec<float> between_centers(const SatBody<float>& A, const Pose& X_WA, const SatBody<float>& B,
                              const Pose& X_WB) {
  const Vec3 x_WA = X_WA.R * A.center.cast<double>();
  const Vec3 x_WB = X_WB.R * B.center.cast<double>();
  return ((X_WA.t - X_WB.t) + (x_WA - x_WB)).cast<float>();
}

SatProject<double> project_for(double /*scalar*/, Registers registers) {
  return compiled_for(registers, narrow::project_doubles, wide::project_doubles);
}
SatProject<float> project_for(float /*scalar*/, Registers registers) {
  return compiled_for(registers, narrow::project_floats, wide::project_floats);
}

template <class T>
class Sat final : public TypedMetric<SatBody<T>, SatWorkspace<T>> {
  Answer ask(const SatBody<T>& A, const Pose& X_WA, const SatBody<T>& B, const Pose& X_WB,
             SatWorkspace<T>& scratch) const override {
    if (!A.solid || !B.solid) return refused("flat body");
    if constexpr (std::is_same_v<T, float>) {
      const char* why = kSizesOfFloats.refusal(A.radius, B.radius);
      if (why != nullptr) return refused(why);
    }
    if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) return refused(why);
    Answer answer;
    const SatVec<T> d = between_centers(A, X_WA, B, X_WB);
    // So far apart that numbers might leave their range.
    if (!d.allFinite() || d.template lpNorm<Eigen::Infinity>() > 16 * (A.longest + B.longest)) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return answer;
    }
    scratch.A.place(A, X_WA.R);
    scratch.B.place(B, X_WB.R);
    const T doubt = SatScalar<T>::kRounding * (d.template lpNorm<1>() + A.longest + B.longest);
    FindMtld<T> find(scratch, d, doubt, project_);
    bool overlap = find.run();
    T least = find.min_overlap();
    Vec3 normal = find.min_axis().template cast<double>();
    if constexpr (std::is_same_v<T, double>) {
      if (overlap) {
        const LeastOverlap exact =
            least_exactly(scratch.candidates, *A.exact, X_WA, *B.exact, X_WB);
        overlap = !(exact.depth < 0);
        least = exact.depth;
        normal = exact.n;
        if (overlap) answer.indeterminate = exact.indeterminate;
      }
    }
    answer.work.iterations = find.axes();
    if (!overlap) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return answer;
    }
    answer.status = AnswerStatus::answered;
    answer.value = 0 - least;  // not -x: touching is 0, not -0
    answer.normal = normal;
    return answer;
  }

  SatProject<T> project_ = project_for(T(), machine_registers());
};

}  // namespace

std::unique_ptr<Metric> make_sat() { return std::make_unique<Sat<double>>(); }

std::unique_ptr<Metric> make_sat_float32() { return std::make_unique<Sat<float>>(); }

MetricRow sat_row() {
  MetricTraits traits;
  traits.gives = value_when_penetrating({.witnesses = false});
  // 1.2e-11 was the most in 2,000 cases of aspect-1e8 when the axis of two nearly parallel edges
  // was taken to be as certain as any other.
  traits.own_tolerance = 1e-10;
  traits.value_claim = ValueClaim::one_ulp;  // a depth may be many sizes of the smaller body
  traits.largest_default_vertices = 128;     // O(n^3): 7 ms at 64 vertices, 50 ms at 128
  return {.name = "sat",
          .summary =
              "separating axis test, Algorithms 1 and 2 of Yi & Drumwright; sign only when "
              "disjoint",
          .traits = traits,
          .make = make_sat};
}

MetricRow sat_float32_row() {
  MetricRow row = sat_row();
  row.name = "sat_float32";
  row.summary = "as sat, in single precision but for the place of one body from the other";
  row.traits.scalar = Scalar::float32;
  // Some hundred roundings of 6e-8 are 1e-5. Where long edges cross at 1e-5 rad and faces beside
  // them are nearly flat, rounding turns their axis out of what separates the faces: 5.7e-5 was the
  // most in 20,000 cases of roofs.
  row.traits.own_tolerance = 2e-4;
  row.traits.sizes = kSizesOfFloats;
  row.make = make_sat_float32;
  return row;
}

}  // namespace touchstone

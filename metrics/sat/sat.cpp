// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/sat.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "metrics/arithmetic/registers.hpp"
#include "metrics/sat/find_mtld.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// The least of the candidates' overlaps in double-double.
ExactOverlap least_exactly(std::vector<SatCandidate<double>>& candidates, const SatBody<double>& A,
                           const Pose& X_WA, const SatBody<double>& B, const Pose& X_WB) {
  std::sort(candidates.begin(), candidates.end(),
            [](const auto& a, const auto& b) { return a.least < b.least; });
  ExactOverlap best{{std::numeric_limits<double>::infinity(), 0}, Vec3::Zero()};
  for (const SatCandidate<double>& c : candidates) {
    if (c.least > best.depth.high) break;
    const ExactOverlap found = exact_overlap(A.exact, X_WA, B.exact, X_WB, c.source, c.axis);
    if ((found.depth - best.depth).high < 0 || best.n.isZero(0)) best = found;
  }
  return best;
}

/// x_A - x_B in world axes.
template <class T>
SatVec<T> between_centers(const SatBody<T>& A, const Pose& X_WA, const SatBody<T>& B,
                          const Pose& X_WB) {
  using Real = typename SatScalar<T>::Centers;
  using Real3 = SatVec<Real>;
  const Real3 x_WA = X_WA.R.cast<Real>() * A.center.template cast<Real>();
  const Real3 x_WB = X_WB.R.cast<Real>() * B.center.template cast<Real>();
  const Real3 t = X_WA.t.cast<Real>() - X_WB.t.cast<Real>();
  return (t + (x_WA - x_WB)).template cast<T>();
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
    Answer answer;
    if (!A.solid || !B.solid) {
      answer.note = "flat body";
      return answer;
    }
    scratch.A.place(A, X_WA.R);
    scratch.B.place(B, X_WB.R);
    const SatVec<T> d = between_centers(A, X_WA, B, X_WB);
    const T doubt = SatScalar<T>::kRounding * (d.template lpNorm<1>() + A.longest + B.longest);
    FindMtld<T> find(scratch, d, doubt, project_);
    bool overlap = find.run();
    T least = find.min_overlap();
    Vec3 normal = find.min_axis().template cast<double>();
    if constexpr (std::is_same_v<T, double>) {
      if (overlap) {
        const ExactOverlap exact = least_exactly(scratch.candidates, A, X_WA, B, X_WB);
        overlap = !(exact.depth.high < 0);
        least = exact.depth.high;
        normal = exact.n;
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
  row.summary = "as sat, in single precision from end to end";
  row.traits.scalar = Scalar::float32;
  row.traits.own_tolerance = 1e-5;  // some hundred roundings of 6e-8
  row.make = make_sat_float32;
  return row;
}

}  // namespace touchstone

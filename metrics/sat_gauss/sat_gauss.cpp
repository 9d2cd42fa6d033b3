// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat_gauss/sat_gauss.hpp"

#include <algorithm>

#include "metrics/common/pose_refusal.hpp"
#include "metrics/sat_gauss/gauss_query.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// Size ratio beyond which doubles do not tell where arcs bend [1].
constexpr double kUnequal = 64;
/// The precise query tells vertices of the larger body apart to 2^-92 of its length and its normals
/// to 2^-90: beyond this ratio that is a tenth of `own_tolerance` of the smaller body [1].
constexpr SizeRange kSizes{.max_ratio = 1e16};

struct SatGaussWorkspace final : Workspace {
  GaussWorkspace doubles;
  PreciseGaussWorkspace precise;
};

class SatGauss final : public TypedMetric<GaussBody, SatGaussWorkspace> {
  Answer ask(const GaussBody& A, const Pose& X_WA, const GaussBody& B, const Pose& X_WB,
             SatGaussWorkspace& scratch) const override {
    if (!A.solid || !B.solid) return refused("flat body");
    if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) return refused(why);
    const char* why = kSizes.refusal(A.radius, B.radius);
    if (why != nullptr) return refused(why);
    Answer answer;
    // Arcs cost more than the other body's facets.
    const bool arcs_of_A = A.arcs.size() <= B.arcs.size();
    const Dd3 d =
        difference(X_WA.t, X_WB.t) + (rotate(X_WA.R, A.center) - rotate(X_WB.R, B.center));
    const Dd3 s = arcs_of_A ? d : -d;
    const GaussBody& P = arcs_of_A ? A : B;
    const GaussBody& Q = arcs_of_A ? B : A;
    const Pose& X_WP = arcs_of_A ? X_WA : X_WB;
    const Pose& X_WQ = arcs_of_A ? X_WB : X_WA;
    const double small = std::min(A.map.longest(), B.map.longest());
    if (std::max(A.map.longest(), B.map.longest()) > kUnequal * small) {
      fill(answer, PreciseGaussQuery(P, X_WP, Q, X_WQ, s, scratch.precise), arcs_of_A);
    } else {
      fill(answer, GaussQuery(P, X_WP, Q, X_WQ, s, scratch.doubles), arcs_of_A);
    }
    return answer;
  }

  template <class Query>
  static void fill(Answer& answer, Query query, bool arcs_of_A) {
    const bool overlap = query.run();
    answer.work.supports = query.supports();
    if (!overlap) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return;
    }
    answer.status = AnswerStatus::answered;
    answer.value = 0 - query.overlap();  // not -x: touching is 0, not -0
    answer.normal = arcs_of_A ? Vec3(-query.n()) : query.n();
  }
};

}  // namespace

std::unique_ptr<Metric> make_sat_gauss() { return std::make_unique<SatGauss>(); }

MetricRow sat_gauss_row() {
  MetricTraits traits;
  traits.gives = value_when_penetrating({.witnesses = false});
  // Beyond a size ratio of 64 all is in double-double. Otherwise the bends of arcs are found in
  // doubles, which counts on thin bodies: 6.4e-12 was the most in 10,000 cases of aspect-1e8.
  traits.own_tolerance = 1e-10;
  traits.value_claim = ValueClaim::one_ulp;  // a depth may be many sizes of the smaller body
  traits.largest_default_vertices = 8192;
  traits.sizes = kSizes;
  return {.name = "sat_gauss",
          .summary =
              "separating axis test, edge pairs by following arcs of the Gauss map; sign "
              "only when disjoint",
          .traits = traits,
          .make = make_sat_gauss};
}

}  // namespace touchstone

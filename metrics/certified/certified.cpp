// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/certified.hpp"

#include "metrics/certified/distance_query.hpp"
#include "metrics/common/pose_refusal.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

class Certified final : public TypedMetric<DifferenceBody, CertifiedWorkspace> {
  Answer ask(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B, const Pose& X_WB,
             CertifiedWorkspace& scratch) const override {
    Answer answer;
    DistanceQuery query(A, X_WA, B, X_WB, scratch, answer);
    const char* refusal = query.surely_posed() ? nullptr : pose_refusal(X_WA, X_WB);
    if (refusal == nullptr) {
      query.run();
    } else {
      answer.note = refusal;
    }
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> make_certified() { return std::make_unique<Certified>(); }

MetricRow certified_row() {
  MetricTraits traits;
  // Of sizes. The value is within an ulp; a coordinate of a witness point within a quarter of its
  // ulp, or 2^-56 sizes, and an entry of the normal within 2^-55, before each is rounded once.
  traits.own_tolerance = 1e-15;
  traits.value_claim = ValueClaim::one_ulp;
  traits.gives_features = true;
  traits.gives_certificate = true;
  traits.claims_exact = true;
  traits.flat = true;
  traits.largest_default_vertices = 1 << 17;
  return {.name = "certified",
          .summary =
              "GJK and the expanding polytope in doubles, proven in double-double or "
              "solved in integers; to an ulp",
          .traits = traits,
          .make = make_certified};
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/certified.hpp"

#include "metrics/certified/box/box_distance.hpp"
#include "metrics/certified/distance_query.hpp"
#include "metrics/common/pose_refusal.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

struct Body {
  explicit Body(const Polytope& polytope) : box(BoxShape::of(polytope)), difference(polytope) {}
  std::unique_ptr<const BoxShape> box;  ///< or nullptr
  DifferenceBody difference;
};

class Certified final : public TypedMetric<Body, CertifiedWorkspace>, public BatchMetric {
 public:
  explicit Certified(Registers registers)
      : registers_(registers),
        box_distance_(compiled_for(registers, narrow::find_box_distance, wide::find_box_distance)),
        box_distances_(
            compiled_for(registers, narrow::find_box_distances, wide::find_box_distances)) {}

  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    answer_in_groups<BoxShape>(
        queries, answers, box_distances_,
        [&](const Shape& shape) -> const BoxShape* {
          const BoxShape* box = static_cast<const ShapeOf<Body>&>(shape).body.box.get();
          return box != nullptr && box->body.centered && !workspace.wants_proof ? box : nullptr;
        },
        [](const BoxShape& /*A*/, const BoxShape& /*B*/) { return true; },
        [&](const BatchQuery& query) {
          return evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, workspace);
        });
  }

 private:
  Answer ask(const Body& A, const Pose& X_WA, const Body& B, const Pose& X_WB,
             CertifiedWorkspace& scratch) const override {
    Answer answer;
    // A proof names vertices, of several triangles where bodies overlap: the search has them.
    if (A.box && B.box && !scratch.wants_proof &&
        box_distance_(*A.box, X_WA, *B.box, X_WB, answer)) {
      return answer;
    }
    DistanceQuery query(A.difference, X_WA, B.difference, X_WB, registers_, scratch, answer);
    const char* why = query.surely_posed() ? nullptr : pose_refusal(X_WA, X_WB);
    if (why == nullptr) {
      query.try_rungs();
    } else {
      answer.note = why;
    }
    return answer;
  }

  Registers registers_;
  BoxDistance* box_distance_;
  BoxKernel<BoxShape>* box_distances_;
};

}  // namespace

std::unique_ptr<Metric> make_certified() { return make_certified(machine_registers()); }
std::unique_ptr<Metric> make_certified(Registers registers) {
  return std::make_unique<Certified>(registers);
}

MetricRow certified_row() {
  MetricTraits traits;
  // The value is within an ulp; a coordinate of a witness point is within a quarter of its ulp, or
  // 2^-56 sizes, and an entry of the normal within 2^-55, before each is rounded once.
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
          .make = [] { return make_certified(); }};
}

}  // namespace touchstone

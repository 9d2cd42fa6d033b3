// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/certified.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "metrics/certified/box/box_distance.hpp"
#include "metrics/certified/distance_query.hpp"
#include "metrics/common/pose_refusal.hpp"
#include "metrics/finite_answer.hpp"

namespace touchstone {
namespace {

/// Two boxes are mostly answered from their BoxShapes. The first query that needs the DifferenceBody
/// makes it, once for all threads.
class Box final : public CertifiedBody {
 public:
  /// The polytope outlives the body.
  Box(BoxShape box, const Polytope& polytope)
      : CertifiedBody(true), shape(std::move(box)), polytope_(polytope) {}
  ~Box() override { delete made_.load(); }

  const DifferenceBody& difference() const {
    const DifferenceBody* made = made_.load(std::memory_order_acquire);
    if (made != nullptr) return *made;
    std::call_once(once_, [this] { made_ = DifferenceBody::of(polytope_).release(); });
    return *made_;
  }

  const BoxShape shape;

 private:
  const Polytope& polytope_;
  mutable std::once_flag once_;
  mutable std::atomic<const DifferenceBody*> made_ = nullptr;
};

/// The box that a body is, or nullptr.
const BoxShape* box_of(const Shape& body) {
  return static_cast<const CertifiedBody&>(body).is_box ? &static_cast<const Box&>(body).shape
                                                        : nullptr;
}

const DifferenceBody& difference_of(const Shape& body) {
  return static_cast<const CertifiedBody&>(body).is_box ? static_cast<const Box&>(body).difference()
                                                        : static_cast<const DifferenceBody&>(body);
}

class Certified final : public Metric, public BatchMetric {
 public:
  explicit Certified(Registers registers)
      : registers_(registers),
        box_distance_(compiled_for(registers, narrow::find_box_distance, wide::find_box_distance)),
        box_distances_(
            compiled_for(registers, narrow::find_box_distances, wide::find_box_distances)) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    std::optional<BoxShape> box = BoxShape::of(polytope);
    if (box) return std::make_unique<Box>(*std::move(box), polytope);
    return DifferenceBody::of(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<CertifiedWorkspace>();
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = ask(A, X_WA, B, X_WB, static_cast<CertifiedWorkspace&>(workspace));
    keep_finite(answer);
    return answer;
  }

  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    answer_in_groups<BoxShape>(
        queries, answers, box_distances_,
        [&](const Shape& shape) -> const BoxShape* {
          const BoxShape* box = box_of(shape);
          return box != nullptr && box->body.centered && !workspace.wants_proof ? box : nullptr;
        },
        [](const BoxShape& /*A*/, const BoxShape& /*B*/) { return true; },
        [&](const BatchQuery& query) {
          return evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, workspace);
        });
  }

 private:
  Answer ask(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
             CertifiedWorkspace& scratch) const {
    Answer answer;
    const BoxShape* box_A = box_of(A);
    const BoxShape* box_B = box_of(B);
    // A proof names vertices, of several triangles where bodies overlap: the search has them.
    if (box_A != nullptr && box_B != nullptr && !scratch.wants_proof &&
        box_distance_(*box_A, X_WA, *box_B, X_WB, answer)) {
      return answer;
    }
    DistanceQuery query(difference_of(A), X_WA, difference_of(B), X_WB, registers_, scratch,
                        answer);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/box15/box15.hpp"

#include "metrics/box15/box_points.hpp"
#include "metrics/box15/box_query.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// A gap is good to 2^-98 of the larger box (box_query_kernel.hpp): up to this ratio that is a
/// third of `own_tolerance` of the smaller [1].
constexpr SizeRange kSizes{.max_ratio = 1e14};

class Box15 final : public TypedMetric<BoxBody>, public BatchMetric {
 public:
  explicit Box15(Registers registers)
      : query_(compiled_for(registers, narrow::ask_boxes, wide::ask_boxes)),
        groups_(compiled_for(registers, narrow::ask_box_groups, wide::ask_box_groups)) {}

  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    answer_in_groups<BoxBody>(
        queries, answers, groups_,
        [](const Shape& shape) -> const BoxBody* {
          const BoxBody& body = static_cast<const ShapeOf<BoxBody>&>(shape).body;
          const bool fits = body.refusal == nullptr && body.centered;
          return fits ? &body : nullptr;
        },
        [&](const BoxBody& A, const BoxBody& B) {
          // Lanes find no witness points.
          return !workspace.wants_proof && kSizes.refusal(A.radius, B.radius) == nullptr;
        },
        [&](const BatchQuery& query) {
          return evaluate(*query.A, *query.X_WA, *query.B, *query.X_WB, workspace);
        });
  }

 private:
  Answer ask(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB,
             Workspace& scratch) const override {
    const char* why = A.refusal != nullptr ? A.refusal : B.refusal;
    if (why == nullptr) why = kSizes.refusal(A.radius, B.radius);
    if (why != nullptr) return refused(why);
    std::size_t place = 0;
    // An answer is large: it is made where the caller wants it, and not copied.
    if (!scratch.wants_proof) return query_(A, X_WA, B, X_WB, place);
    Answer answer = query_(A, X_WA, B, X_WB, place);
    if (answer.normal) {
      answer.witnesses = points_of_boxes(A, X_WA, B, X_WB, kAxis[place], *answer.normal);
    }
    return answer;
  }

  BoxQuery* query_;
  BoxKernel<BoxBody>* groups_;
};

}  // namespace

std::unique_ptr<Metric> make_box15() { return make_box15(machine_registers()); }
std::unique_ptr<Metric> make_box15(Registers registers) {
  return std::make_unique<Box15>(registers);
}

MetricRow box15_row() {
  MetricTraits traits;
  traits.gives = value_when_penetrating({.witnesses = false});
  traits.own_tolerance = 1e-15;
  traits.value_claim = ValueClaim::one_ulp;  // a depth may be many sizes of the smaller box
  traits.claims_exact = true;
  traits.boxes_only = true;
  traits.sizes = kSizes;
  return {.name = "box15",
          .summary =
              "two boxes by fifteen axes, the best in double-double; sign only when "
              "disjoint",
          .traits = traits,
          .make = [] { return make_box15(); }};
}

}  // namespace touchstone

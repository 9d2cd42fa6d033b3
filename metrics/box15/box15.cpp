// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/box15/box15.hpp"

#include "metrics/box15/box_query.hpp"

namespace touchstone {
namespace {

class Box15 final : public Metric {
 public:
  explicit Box15(Registers registers) : registers_(registers) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<BoxShape>(polytope);
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const auto& A = static_cast<const BoxShape&>(shape_A);
    const auto& B = static_cast<const BoxShape&>(shape_B);
    if (A.refusal != nullptr || B.refusal != nullptr) {
      Answer answer;
      answer.note = A.refusal != nullptr ? A.refusal : B.refusal;
      return answer;
    }
    return ask_boxes(registers_, A, X_WA, B, X_WB);
  }

 private:
  Registers registers_;
};

}  // namespace

std::unique_ptr<Metric> make_box15() { return make_box15(machine_registers()); }
std::unique_ptr<Metric> make_box15(Registers registers) {
  return std::make_unique<Box15>(registers);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ratio_ray.hpp"

#include "metrics/ratio_ray/ray_query.hpp"

namespace touchstone {
namespace {

class RatioRay final : public Metric {
 public:
  explicit RatioRay(Registers registers) : registers_(registers) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<RayShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<RayWorkspace>();
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const RayBody& A = static_cast<const RayShape&>(shape_A).body;
    const RayBody& B = static_cast<const RayShape&>(shape_B).body;
    return ask_ray(registers_, A, X_WA, B, X_WB, static_cast<RayWorkspace&>(workspace));
  }

 private:
  Registers registers_;
};

}  // namespace

std::unique_ptr<Metric> make_ratio_ray() { return make_ratio_ray(machine_registers()); }

std::unique_ptr<Metric> make_ratio_ray(Registers registers) {
  return std::make_unique<RatioRay>(registers);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/gjk.hpp"

#include "metrics/gjk/gjk_body.hpp"
#include "metrics/gjk/precise_search.hpp"
#include "metrics/gjk/search.hpp"

namespace touchstone {
namespace {

class GjkShape final : public Shape {
 public:
  explicit GjkShape(const Polytope& polytope) : body(polytope) {}
  GjkBody body;
};

class Gjk final : public Metric {
 public:
  explicit Gjk(Registers registers) : registers_(registers) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<GjkShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<GjkWorkspace>();
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const GjkBody& A = static_cast<const GjkShape&>(shape_A).body;
    const GjkBody& B = static_cast<const GjkShape&>(shape_B).body;
    auto& last = static_cast<GjkWorkspace&>(workspace);
    Answer answer;
    GjkSimplex simplex;
    if (!search_in_doubles(registers_, A, X_WA, B, X_WB, last, answer, simplex)) {
      search_in_double_doubles(A, X_WA, B, X_WB, simplex, last, answer);
    }
    return answer;
  }

 private:
  Registers registers_;
};

}  // namespace

std::unique_ptr<Metric> make_gjk() { return make_gjk(machine_registers()); }
std::unique_ptr<Metric> make_gjk(Registers registers) { return std::make_unique<Gjk>(registers); }

}  // namespace touchstone

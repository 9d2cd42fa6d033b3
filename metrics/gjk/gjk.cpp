// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/gjk.hpp"

#include "metrics/gjk/precise_search.hpp"
#include "metrics/gjk/search.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

class Gjk final : public TypedMetric<GjkBody, GjkWorkspace> {
 public:
  explicit Gjk(Registers registers)
      : search_(compiled_for(registers, narrow::search_in_doubles, wide::search_in_doubles)) {}

 private:
  Answer ask(const GjkBody& A, const Pose& X_WA, const GjkBody& B, const Pose& X_WB,
             GjkWorkspace& last) const override {
    Answer answer;
    if (!search_(A, X_WA, B, X_WB, last, answer)) {
      search_in_double_doubles(A, X_WA, B, X_WB, last.open, last, answer);
    }
    return answer;
  }

  GjkSearch* search_;
};

}  // namespace

std::unique_ptr<Metric> make_gjk() { return make_gjk(machine_registers()); }
std::unique_ptr<Metric> make_gjk(Registers registers) { return std::make_unique<Gjk>(registers); }

MetricRow gjk_row() {
  MetricTraits traits;
  traits.gives = value_when_separated();
  // Values are right to 1e-12. Rounding turns a normal by 1e-16, which costs 1e-10 of gap where one
  // body is a million times the other. Where it would cost more, the normal is the right one except
  // for its last bits.
  traits.own_tolerance = 1e-9;
  traits.value_claim = ValueClaim::one_ulp;
  traits.flat = true;
  traits.largest_default_vertices = 1 << 20;
  return {.name = "gjk",
          .summary =
              "GJK in doubles, directions of near bodies sharpened; of bodies that "
              "overlap it says that they do, and no depth",
          .traits = traits,
          .make = [] { return make_gjk(); }};
}

}  // namespace touchstone

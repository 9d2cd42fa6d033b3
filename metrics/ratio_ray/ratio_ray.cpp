// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ratio_ray.hpp"

#include <optional>

#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_ray/ratio_ray_fixed.hpp"
#include "metrics/ratio_ray/ray_query.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

RayQuery* query_for(Registers registers) {
  return compiled_for(registers, narrow::ask_ray, wide::ask_ray);
}

class RatioRay final : public TypedMetric<RayBody, RayWorkspace> {
 public:
  explicit RatioRay(Registers registers) : query_(query_for(registers)) {}

 private:
  Answer ask(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
             RayWorkspace& last) const override {
    return query_(A, X_WA, B, X_WB, last);
  }

  RayQuery* query_;
};

}  // namespace

std::unique_ptr<Metric> make_ratio_ray() { return make_ratio_ray(machine_registers()); }

std::unique_ptr<Metric> make_ratio_ray(Registers registers) {
  return std::make_unique<RatioRay>(registers);
}

MetricRow ratio_ray_row() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  // An ulp, as a part of max(1, |rho|). Normal and witness points are the exact ones, rounded once.
  traits.own_tolerance = 1e-15;
  traits.value_claim = ValueClaim::one_ulp;
  traits.gives_certificate = true;
  traits.claims_exact = true;
  traits.largest_default_vertices = 1 << 20;
  return {.name = "ratio_ray",
          .summary =
              "ratio metric by the ray through the Minkowski sum, support queries only; "
              "to an ulp",
          .traits = traits,
          .make = [] { return make_ratio_ray(); },
          .make_ratio =
              [](const RatioOptions& options) {
                return in_form(options.fixed_B ? make_ratio_ray_fixed() : make_ratio_ray(),
                               options.form);
              }};
}

RayBodyOnDemand::RayBodyOnDemand(const Polytope& polytope) : polytope_(polytope) {}
RayBodyOnDemand::~RayBodyOnDemand() = default;

const RayBody& RayBodyOnDemand::get() const {
  std::call_once(made_, [this] { body_ = std::make_unique<const RayBody>(polytope_); });
  return *body_;
}

Answer ask_ratio_ray(const RayBodyOnDemand& A, const Pose& X_WA, const RayBodyOnDemand& B,
                     const Pose& X_WB, bool fixed_B) {
  if (fixed_B) {
    std::optional<FixedBasis> from_the_start;
    return grow_towards_fixed(A.get(), X_WA, B.get(), X_WB, from_the_start);
  }
  RayWorkspace from_the_start;
  return query_for(machine_registers())(A.get(), X_WA, B.get(), X_WB, from_the_start);
}

}  // namespace touchstone

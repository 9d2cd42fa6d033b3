// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/runner.hpp"

#include <algorithm>
#include <utility>

#include "geometry/aligned_box.hpp"
#include "geometry/loop_bound.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/runners/engine.hpp"
#include "harness/runners/isolated_runner.hpp"
#include "harness/runners/moved_metrics.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

class InProcessRunner : public Runner {
 public:
  InProcessRunner(const MetricRow& row, bool wants_proof) : traits_(row.traits), engine_(row) {
    engine_.want_proofs(wants_proof);
  }

  std::vector<RunOutcome> run(std::span<const Pair* const> batch) override {
    engine_.begin_batch();
    std::vector<RunOutcome> outcomes;
    outcomes.reserve(batch.size());
    for (const Pair* pair : batch) {
      if (std::string reason = why_not_applicable(traits_, *pair); !reason.empty()) {
        outcomes.push_back({RunStatus::not_applicable, {}, std::move(reason)});
        continue;
      }
      outcomes.push_back(ask(*pair));
    }
    return outcomes;
  }

 private:
  RunOutcome ask(const Pair& pair) {
    try {
      Answer answer = engine_.evaluate(pair);
      std::string detail = answer.note;
      return {RunStatus::completed, std::move(answer), std::move(detail)};
    } catch (const EndlessLoop& endless) {
      return {RunStatus::timed_out, {}, endless.what()};
    }
  }

  MetricTraits traits_;
  Engine engine_;
};

}  // namespace

std::string why_not_applicable(const MetricTraits& traits, const Pair& pair) {
  const bool ratio = traits.quantity == Quantity::ratio;
  if (!traits.flat || ratio) {
    if (pair.A->dimension() < 3) return "body A is flat";
    if (pair.B->dimension() < 3) return "body B is flat";
  }
  if (traits.boxes_only) {
    if (!as_aligned_box(*pair.A)) return "body A is not a box along its axes";
    if (!as_aligned_box(*pair.B)) return "body B is not a box along its axes";
  }
  if (const char* why = traits.sizes.refusal(pair.A->bounding_radius(), pair.B->bounding_radius());
      why != nullptr) {
    return why;
  }
  if (ratio) {
    if (!pair.A->interior_point_strictly_inside())
      return "the interior point of A is not strictly inside";
    if (!pair.B->interior_point_strictly_inside())
      return "the interior point of B is not strictly inside";
    const bool plain = traits.fixed == FixedBody::none && traits.form == RatioForm::rho;
    if (plain && interior_points_coincide(pair)) return "the interior points coincide";
  }
  return {};
}

std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options) {
  if (row.plugin.kind != PluginSource::Kind::none && !options.worker_command.empty()) {
    return make_plugin_runner(row, options);
  }
  if (runs_in_workers(row) && !options.worker_command.empty()) {
    RunnerOptions own = options;
    if (is_moved(row)) own.query_limit_s = std::max(own.query_limit_s, in_process_limit_s());
    return make_isolated_runner(row, own);
  }
  return std::make_unique<InProcessRunner>(row, options.wants_proof);
}

}  // namespace touchstone

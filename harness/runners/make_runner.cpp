// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/make_runner.hpp"

#include <algorithm>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "harness/asking/engine.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/runners/moved_metrics.hpp"

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

std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options) {
  const bool is_plugin = row.plugin.kind != PluginSource::Kind::none;
  if ((is_plugin || runs_in_workers(row)) && !options.worker_command.empty()) {
    RunnerOptions own = options;
    if (is_moved(row)) own.query_limit_s = std::max(own.query_limit_s, in_process_limit_s());
    return make_worker_runner(row, own);
  }
  return std::make_unique<InProcessRunner>(row, options.wants_proof);
}

}  // namespace touchstone

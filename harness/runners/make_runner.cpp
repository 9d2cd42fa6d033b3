// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/make_runner.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "harness/asking/engine.hpp"
#include "harness/plugins/curved_questions.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/runners/rounded_bodies.hpp"

namespace touchstone {
namespace {

std::vector<std::string>& moved() {
  static std::vector<std::string> names;
  return names;
}

class InProcessRunner : public Runner {
 public:
  InProcessRunner(const MetricRow& row, bool wants_proof) : row_(row), engine_(row) {
    engine_.want_proofs(wants_proof);
  }

  std::vector<RunOutcome> run(std::span<const AskedPair> batch) override {
    engine_.begin_batch();
    std::vector<RunOutcome> outcomes;
    outcomes.reserve(batch.size());
    for (const AskedPair& pair : batch) outcomes.push_back(ask(pair));
    return outcomes;
  }

 private:
  RunOutcome ask(const AskedPair& asked) {
    std::string reason = why_not_applicable(row_, asked);
    if (!reason.empty()) return {RunStatus::not_applicable, {}, std::move(reason)};
    try {
      Answer answer =
          std::visit([this](const auto* pair) { return engine_.evaluate(*pair); }, asked);
      std::string detail = answer.note;
      return {RunStatus::completed, std::move(answer), std::move(detail)};
    } catch (const EndlessLoop& endless) {
      return {RunStatus::timed_out, {}, endless.what()};
    } catch (const AlgorithmCrash& crash) {
      return {RunStatus::crashed, {}, crash.what()};
    }
  }

  MetricRow row_;
  Engine engine_;
};

std::unique_ptr<Runner> make_runner_of_cores(const MetricRow& row, const RunnerOptions& options) {
  const bool is_plugin = row.plugin.kind != PluginSource::Kind::none;
  if ((is_plugin || runs_in_workers(row)) && !options.worker_command.empty()) {
    RunnerOptions own = options;
    if (is_moved(row)) own.query_limit_s = std::max(own.query_limit_s, in_process_limit_s());
    return make_worker_runner(row, own);
  }
  return std::make_unique<InProcessRunner>(row, options.wants_proof);
}

}  // namespace

double in_process_limit_s() {
#ifdef TOUCHSTONE_PLANTS_LOOPS
  const char* said = std::getenv("TOUCHSTONE_PLANT_LIMIT");
  if (said != nullptr) return std::atof(said);
#endif
  return 60;
}

void move_to_workers(std::string name) { moved().push_back(std::move(name)); }

bool is_moved(const MetricRow& row) {
  return std::find(moved().begin(), moved().end(), row.name) != moved().end();
}

bool runs_in_workers(const MetricRow& row) { return row.traits.isolated || is_moved(row); }

std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options) {
  return std::make_unique<RoundedBodiesRunner>(row, make_runner_of_cores(row, options));
}

MetricRunners::MetricRunners(const std::vector<const MetricRow*>& metrics,
                             const RunnerOptions& options)
    : metrics_(metrics), options_(options), runners_(metrics.size()) {
  rlimit limit{};
  memory_is_short_ = options.memory_limit_bytes > 0 && getrlimit(RLIMIT_AS, &limit) == 0 &&
                     limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < options.memory_limit_bytes;
}

std::vector<RunOutcome> MetricRunners::ask(std::size_t metric, std::span<const AskedPair> pairs) {
  const MetricRow& row = *metrics_[metric];
  auto& runner = runners_[metric];
  if (!runner) runner = make_runner(row, options_);
  auto outcomes = runner->run(pairs);
  // SIGKILL means that the machine ran out of memory. That says nothing about the metric unless it
  // happens again: retry once.
  const bool killed = std::any_of(outcomes.begin(), outcomes.end(), [](const RunOutcome& o) {
    return o.status == RunStatus::crashed && o.detail == "SIGKILL";
  });
  if (killed) outcomes = runner->run(pairs);
  if (runs_in_workers(row)) {
    for (const RunOutcome& outcome : outcomes) blame_memory(row, outcome);
  }
  return outcomes;
}

/// With less memory than a worker is promised, its death says nothing about its metric.
void MetricRunners::blame_memory(const MetricRow& metric, const RunOutcome& outcome) const {
  if (!memory_is_short_) return;
  const bool died = outcome.status == RunStatus::crashed;
  const bool gave_up = outcome.status == RunStatus::completed &&
                       outcome.answer.note.find("bad_alloc") != std::string::npos;
  if (!died && !gave_up) return;
  throw HarnessError("a worker for " + metric.name + " ended (" + outcome.detail +
                     ") under a memory limit below the " +
                     std::to_string(options_.memory_limit_bytes >> 20U) +
                     " MB that it is promised: raise the limit (ulimit -v)");
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that asks a metric of this program, through the engine that the host asks it through as
// well: a metric cannot tell where it runs.
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry/loop_bound.hpp"
#include "harness/asking/engine.hpp"
#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/metric_answer.hpp"
#include "harness/plugins/shape_polytope.hpp"

namespace touchstone {
namespace {

class MetricWorker : public BatchWorker {
 public:
  MetricWorker(const MetricRow& row, int socket) : BatchWorker(socket) {
    std::string hello = "{}";
    try {
      engine_ = std::make_unique<Engine>(row);
    } catch (const std::exception& exception) {
      hello = std::string("!cannot make its metric: ") + exception.what();
    }
    say_hello(std::move(hello));
  }

 private:
  void answer_batch(const Questions& asked, Answers& replies) override {
    rebuild_bodies(asked);
    engine_->begin_batch();
    for (std::size_t k = 0; k < asked.count; ++k) {
      const plugin_channel::QueryRecord& query = asked.queries[k];
      const Pair pair = {bodies_.at(query.A), pose_of(query.X_WA), bodies_.at(query.B),
                         pose_of(query.X_WB)};
      begin(replies, k);
      PluginFault fault = PluginFault::none;
      Answer answer;
      try {
        answer = engine_->evaluate(pair);
      } catch (const EndlessLoop& endless) {
        answer.note = endless.what();
        fault = PluginFault::endless_loop;
      }
      write_answer(answer, replies.metric_answers[k]);
      finish(replies.records[k], fault);
    }
  }

  /// Before the first question begins: the hulls are the harness's work, and cost no question time.
  void rebuild_bodies(const Questions& asked) {
    if (asked.forget != 0) bodies_.clear();
    while (bodies_.size() < asked.shape_count) {
      const std::byte* block = asked.arena.data() + asked.shape_begin[bodies_.size()];
      const touchstone_shape shape = read_shape(block);
      PolytopePtr body = polytope_of(shape);
      if (body == nullptr) throw std::runtime_error("a body that was sent is rejected");
      if (!has_content(*body, shape)) {
        throw std::runtime_error("a polytope comes out different from the one that was sent");
      }
      bodies_.push_back(std::move(body));
    }
  }

  std::unique_ptr<Engine> engine_;
  std::vector<PolytopePtr> bodies_;  ///< by the numbers that questions have for them
};

}  // namespace

void run_metric_worker(const MetricRow& row, int socket, std::uint64_t memory_limit_bytes) {
  run_worker(memory_limit_bytes, [&] { MetricWorker(row, socket).serve(); });
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that asks a metric of this program, through the engine that the host asks it through as
// well: a metric cannot tell where it runs.
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/loop_bound.hpp"
#include "harness/asking/engine.hpp"
#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/metric_answer.hpp"
#include "harness/plugins/shape_arrays.hpp"
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
  /// A polytope, sharp as metrics have them, and its radius; or a body with a curved core.
  struct Sent {
    PolytopePtr polytope;
    double radius = 0;
    std::optional<ConvexBody> curved;
  };

  void answer_batch(const Questions& asked, Answers& replies) override {
    rebuild_bodies(asked);
    engine_->begin_batch();
    for (std::size_t k = 0; k < asked.count; ++k) {
      const plugin_channel::QueryRecord& query = asked.queries[k];
      const Sent& A = bodies_.at(query.A);
      const Sent& B = bodies_.at(query.B);
      const Pose X_WA = pose_of(query.X_WA);
      const Pose X_WB = pose_of(query.X_WB);
      std::optional<ConvexPair> curved;
      if (A.curved || B.curved) curved = ConvexPair{whole(A), X_WA, whole(B), X_WB};
      begin(replies, k);
      PluginFault fault = PluginFault::none;
      Answer answer;
      try {
        answer = curved ? engine_->evaluate(*curved)
                        : engine_->evaluate(Pair{A.polytope, X_WA, B.polytope, X_WB});
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
      const touchstone_body body = read_body(block, shape);
      Sent sent;
      sent.radius = body.radius;
      if (body.core != TOUCHSTONE_CORE_POLYTOPE) {
        sent.curved = make_body(curved_core(body), body.radius).value();
        bodies_.push_back(std::move(sent));
        continue;
      }
      sent.polytope = polytope_of(shape);
      if (sent.polytope == nullptr) throw std::runtime_error("a body that was sent is rejected");
      if (!has_content(*sent.polytope, shape)) {
        throw std::runtime_error("a polytope comes out different from the one that was sent");
      }
      bodies_.push_back(std::move(sent));
    }
  }

  static Core curved_core(const touchstone_body& body) {
    const Vec3 lengths = vector_at(body.lengths);
    if (body.core == TOUCHSTONE_CORE_CYLINDER) return Cylinder{lengths[0], lengths[1]};
    if (body.core == TOUCHSTONE_CORE_CONE) return Cone{lengths[0], lengths[1]};
    return Ellipsoid{lengths};
  }

  static ConvexBody whole(const Sent& sent) {
    if (sent.curved) return *sent.curved;
    return make_body(make_rounded(sent.polytope, sent.radius).value()).value();
  }

  std::unique_ptr<Engine> engine_;
  std::vector<Sent> bodies_;  ///< by the numbers that questions have for them
};

}  // namespace

void run_metric_worker(const MetricRow& row, int socket, std::uint64_t memory_limit_bytes) {
  run_worker(memory_limit_bytes, [&] { MetricWorker(row, socket).serve(); });
}

}  // namespace touchstone

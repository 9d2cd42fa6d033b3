// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that loads a plug-in's library and asks it.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "harness/plugins/allocation_count.hpp"
#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "harness/plugins/shape_arrays.hpp"

namespace touchstone {
namespace {

class LibraryWorker : public BatchWorker {
 public:
  LibraryWorker(const std::string& library, int socket) : BatchWorker(socket) {
    std::string hello;
    try {
      auto loaded = library.starts_with(kOwnMetric)
                        ? own_algorithm(library.substr(kOwnMetric.size()))
                        : PluginLibrary::load(library);
      if (loaded.ok()) {
        library_ = loaded.value();
        hello = claims_json(*library_);
        instance_ = std::make_unique<PluginInstance>(library_);
        faults().watch(instance_.get());
      } else {
        hello = "!" + loaded.reason();
      }
    } catch (const NoInstance& exception) {
      hello = "!" + library + ": " + exception.what();
    } catch (...) {
      hello = "!" + library + ": " + WorkerFaults::describe_exception();
    }
    say_hello(std::move(hello));
  }

 private:
  struct Prepared {
    explicit Prepared(const std::byte* block)
        : shape(read_shape(block)), body(read_body(block, shape)) {}
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;

    touchstone_shape shape;
    touchstone_body body;
    void* handle = nullptr;
  };

  void answer_batch(const Questions& asked, Answers& replies) override {
    if (asked.forget != 0) forget();
    const auto count = static_cast<std::size_t>(asked.count);
    if (count == 0 && asked.shape_count > 0) {
      handle_of(asked, asked.shape_count - 1);
    } else if (asked.threads > 1) {
      answer_on_threads(asked, count / asked.threads, replies);
    } else if (asked.at_once != 0) {
      answer_at_once(asked, count, replies);
    } else {
      for (std::size_t k = 0; k < count; ++k) answer_one(asked, k, replies);
      if (!instance_->kept_to_answers()) {
        faults().say("wrote outside the buffer of its answer");
        std::_Exit(EXIT_FAILURE);  // which question it was, the host finds out
      }
    }
    replies.counts_allocations = counts_allocations() ? 1 : 0;
    replies.allocations = std::exchange(allocations_, 0);
    if (PluginInstance::take_floating_point_changed()) replies.changed_floating_point = 1;
  }

  void end_in_order() override {
    forget();
    faults().watch(nullptr);
    instance_.reset();
    library_.reset();
    PluginLibrary::end_all();
  }

  void answer_one(const Questions& asked, std::size_t k, Answers& replies) {
    start(asked, k, replies);
    const touchstone_query query = query_of(asked, asked.queries[k]);
    touchstone_answer answer;
    const std::uint64_t before = allocations_so_far();
    PluginFault fault = put(asked, k, query, answer, replies);
    allocations_ += allocations_so_far() - before;
    replies.records[k].answer = answer;
    const bool may_prove = asked.wanted == plugin_channel::Wanted::distance_and_proof &&
                           fault == PluginFault::none && answer.status == TOUCHSTONE_ANSWERED &&
                           library_->proof() != nullptr;
    if (may_prove) fault = instance_->prove(query, replies.proofs[k]);
    finish(replies.records[k], fault);
  }

  /// Asks what is wanted of the pair.
  PluginFault put(const Questions& asked, std::size_t k, const touchstone_query& query,
                  touchstone_answer& answer, Answers& replies) {
    if (asked.wanted == plugin_channel::Wanted::manifold) {
      plugin_channel::ContactRecord& found = replies.contacts[k];
      return instance_->find_manifold(query, asked.queries[k].reach, answer, found.points,
                                      found.point_count);
    }
    if (asked.wanted == plugin_channel::Wanted::gradient) {
      plugin_channel::ContactRecord& found = replies.contacts[k];
      bool there = false;
      const PluginFault fault = instance_->differentiate(query, answer, found.gradient, there);
      found.has_gradient = there ? 1 : 0;
      return fault;
    }
    return instance_->evaluate(query, answer);
  }

  /// The k-th question begins.
  void start(const Questions& asked, std::size_t k, Answers& replies) {
    if (asked.queries[k].cold != 0) instance_->reset();
    begin(replies, k);
  }

  /// Questions about shapes that the plug-in does not take are left out.
  void answer_at_once(const Questions& asked, std::size_t count, Answers& replies) {
    start(asked, 0, replies);
    queries_.clear();
    positions_.clear();
    for (std::size_t k = 0; k < count; ++k) {
      const touchstone_query query = query_of(asked, asked.queries[k]);
      if (query.A == nullptr || query.B == nullptr) {
        replies.records[k] = {};
        settle(replies.records[k], PluginFault::not_prepared);
        continue;
      }
      queries_.push_back(query);
      positions_.push_back(k);
    }
    if (queries_.empty()) return;
    answered_.resize(queries_.size());
    const std::uint64_t before = allocations_so_far();
    const PluginFault fault = instance_->evaluate(queries_, answered_.data());
    allocations_ += allocations_so_far() - before;
    for (std::size_t k = 1; k < positions_.size(); ++k) {
      replies.records[positions_[k]].answer = answered_[k];
      replies.records[positions_[k]].printed = 0;
      settle(replies.records[positions_[k]], fault, positions_.size());
    }
    // What all of them printed is told of the first.
    replies.records[positions_.front()].answer = answered_.front();
    finish(replies.records[positions_.front()], fault, positions_.size());
  }

  void answer_on_threads(const Questions& asked, std::size_t part, Answers& replies) {
    begin(replies, 0);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < asked.threads; ++k) {
      threads.emplace_back([&, k] { answer_part(asked, k, part, replies); });
    }
    for (std::thread& thread : threads) thread.join();
  }

  /// Puts the `part` questions of this thread to an instance of its own: each thread begins at
  /// another one, so that they are not all at the same question.
  void answer_part(const Questions& asked, std::size_t thread, std::size_t part,
                   Answers& replies) const {
    PluginInstance instance(library_);
    std::vector<std::unique_ptr<Prepared>> shapes;
    for (std::size_t k = 0; k < asked.shape_count; ++k) {
      shapes.push_back(std::make_unique<Prepared>(asked.arena.data() + asked.shape_begin[k]));
      shapes.back()->handle = instance.prepare(&shapes.back()->body);
    }
    for (std::size_t step = 0; step < part; ++step) {
      const std::size_t k = thread * part + (thread * part / asked.threads + step) % part;
      const plugin_channel::QueryRecord& record = asked.queries[k];
      const touchstone_query query = {shapes[record.A]->handle, shapes[record.B]->handle,
                                      record.X_WA, record.X_WB};
      plugin_channel::AnswerRecord& reply = replies.records[k];
      reply.printed = 0;
      const PluginFault fault = instance.evaluate(query, reply.answer);
      std::atomic_ref(reply.fault).store(static_cast<std::uint32_t>(fault));
    }
    for (const auto& shape : shapes) instance.release(shape->handle);
  }

  touchstone_query query_of(const Questions& asked, const plugin_channel::QueryRecord& record) {
    return {handle_of(asked, record.A), handle_of(asked, record.B), record.X_WA, record.X_WB};
  }

  void* handle_of(const Questions& asked, std::uint32_t shape) {
    while (prepared_.size() <= shape) {
      const std::byte* block = asked.arena.data() + asked.shape_begin[prepared_.size()];
      prepared_.push_back(std::make_unique<Prepared>(block));
      prepared_.back()->handle = instance_->prepare(&prepared_.back()->body);
    }
    return prepared_[shape]->handle;
  }

  void forget() {
    for (const auto& prepared : prepared_) instance_->release(prepared->handle);
    prepared_.clear();
  }

  std::shared_ptr<const PluginLibrary> library_;
  std::unique_ptr<PluginInstance> instance_;
  std::vector<std::unique_ptr<Prepared>> prepared_;
  std::vector<touchstone_query> queries_;
  std::vector<std::size_t> positions_;
  std::vector<touchstone_answer> answered_;
  std::uint64_t allocations_ = 0;  ///< in this batch
};

}  // namespace

void run_library_worker(const std::string& library, int socket, std::uint64_t memory_limit_bytes) {
  run_worker(memory_limit_bytes, [&] { LibraryWorker(library, socket).serve(); });
}

}  // namespace touchstone

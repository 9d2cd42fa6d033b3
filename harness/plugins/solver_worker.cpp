// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that loads a solver of contact steps and puts one problem after another to it.
#include <memory>
#include <string>
#include <utility>

#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/solver_claims.hpp"
#include "harness/plugins/solver_instance.hpp"
#include "harness/plugins/step_block.hpp"

namespace touchstone {
namespace {

class SolverWorker : public BatchWorker {
 public:
  SolverWorker(const std::string& path, std::size_t number, int socket) : BatchWorker(socket) {
    std::string hello;
    try {
      const auto loaded = PluginLibrary::load_solvers(path);
      if (loaded.ok() && number >= loaded.value().size()) {
        hello = "!" + path + ": is a collection of no solvers";
      } else if (loaded.ok()) {
        solver_ = loaded.value()[number];
        hello = solver_claims_json(solver_->solver(), loaded.value().size());
        instance_ = std::make_unique<SolverInstance>(solver_);
        faults().watch(instance_.get());
      } else {
        hello = "!" + loaded.reason();
      }
    } catch (const NoInstance& exception) {
      hello = "!" + path + ": " + exception.what();
    } catch (...) {
      hello = "!" + path + ": " + WorkerFaults::describe_exception();
    }
    say_hello(std::move(hello));
  }

 private:
  void answer_batch(const Questions& asked, Answers& replies) override {
    begin(replies, 0);
    instance_->reset();
    const StepInArena asked_step(asked);
    finish(replies.records[0],
           instance_->solve(asked_step.step(), replies.step, replies.step_values));
  }

  void end_in_order() override {
    faults().watch(nullptr);
    instance_.reset();
    solver_.reset();
    PluginLibrary::end_all();
  }

  std::shared_ptr<const PluginLibrary> solver_;
  std::unique_ptr<SolverInstance> instance_;
};

}  // namespace

void run_solver_worker(const std::string& library, std::size_t number, int socket,
                       std::uint64_t memory_limit_bytes) {
  run_worker(memory_limit_bytes, [&] { SolverWorker(library, number, socket).serve(); });
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_metric.hpp"

#include <algorithm>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/plugins/empty_plugin.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/registry_plugin.hpp"
#include "harness/plugins/shape_arrays.hpp"
#include "metrics/batch.hpp"

namespace touchstone {
namespace {

class PluginShape : public Shape {
 public:
  PluginShape(std::shared_ptr<PluginInstance> instance, const Polytope& polytope, std::uint64_t id)
      : block_(new (std::align_val_t{kShapeAlignment}) std::byte[shape_bytes(polytope)]),
        instance_(std::move(instance)) {
    write_shape(polytope, id, block_.get());
    shape_ = read_shape(block_.get());
    body_ = read_body(block_.get(), shape_);
    handle_ = instance_->prepare(&body_);
  }
  ~PluginShape() override { instance_->release(handle_); }
  PluginShape(const PluginShape&) = delete;
  PluginShape& operator=(const PluginShape&) = delete;

  void* handle() const { return handle_; }

 private:
  struct Free {
    void operator()(std::byte* block) const {
      ::operator delete[](block, std::align_val_t{kShapeAlignment});
    }
  };
  std::unique_ptr<std::byte[], Free> block_;
  std::shared_ptr<PluginInstance> instance_;
  touchstone_shape shape_{};
  touchstone_body body_{};
  void* handle_ = nullptr;
};

Answer answer_with_note(const touchstone_answer& given, PluginFault fault) {
  RunOutcome outcome = plugin_outcome(given, fault);
  if (outcome.status != RunStatus::completed) outcome.answer.note = outcome.detail;
  return std::move(outcome.answer);
}

/// What a library wrote. An answer without a note is taken as it is: a detour by texts costs more
/// than a quick query.
Answer answer_of(const touchstone_answer& given, PluginFault fault) {
  const bool answered = given.status == TOUCHSTONE_ANSWERED;
  const bool usual = (answered || given.status == TOUCHSTONE_SIGN_ONLY) && given.note[0] == 0;
  if (usual && fault == PluginFault::none) {
    Answer answer;
    answer.status = answered ? AnswerStatus::answered : AnswerStatus::sign_only;
    if (answered) answer.value = given.value;
    if (!answered) answer.sign = (given.sign > 0 ? 1 : 0) - (given.sign < 0 ? 1 : 0);
    if ((given.given & TOUCHSTONE_HAS_NORMAL) != 0) answer.normal = Vec3(given.normal);
    if ((given.given & TOUCHSTONE_HAS_WITNESSES) != 0) {
      answer.witnesses = WitnessPoints{Vec3(given.witness_A), Vec3(given.witness_B)};
    }
    if (meaningless_part(answer) == nullptr) return answer;
  }
  return answer_with_note(given, fault);
}

class PluginMetric : public Metric {
 public:
  PluginMetric(std::shared_ptr<const PluginLibrary> library, bool trusted)
      : instance_(std::make_shared<PluginInstance>(std::move(library))), trusted_(trusted) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<PluginShape>(instance_, polytope, next_id_++);
  }

  std::unique_ptr<Workspace> make_workspace() const override {
    instance_->reset();
    return std::make_unique<Workspace>();
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const touchstone_query query = query_of({&A, &X_WA, &B, &X_WB});
    if (trusted_) {
      touchstone_answer given{};
      if (query.A != nullptr && query.B != nullptr) instance_->evaluate_unguarded(query, given);
      return answer_of(given, PluginFault::none);
    }
    touchstone_answer given;
    const PluginFault fault = instance_->evaluate(query, given);
    return answer_of(given, fault);
  }

 protected:
  static touchstone_query query_of(const BatchQuery& query) {
    return {static_cast<const PluginShape&>(*query.A).handle(),
            static_cast<const PluginShape&>(*query.B).handle(), plugin_pose(*query.X_WA),
            plugin_pose(*query.X_WB)};
  }
  PluginInstance& instance() const { return *instance_; }
  bool is_trusted() const { return trusted_; }

 private:
  std::shared_ptr<PluginInstance> instance_;
  bool trusted_;
  mutable std::uint64_t next_id_ = 1;
};

/// A library with batch().
class PluginInBatches final : public PluginMetric, public BatchMetric {
 public:
  using PluginMetric::PluginMetric;

  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    for (std::size_t begin = 0; begin < queries.size(); begin += TOUCHSTONE_MAX_BATCH) {
      const std::size_t count = std::min<std::size_t>(queries.size() - begin, TOUCHSTONE_MAX_BATCH);
      answer_at_once(queries.subspan(begin, count), workspace, answers + begin);
    }
  }

 private:
  void answer_at_once(std::span<const BatchQuery> queries, Workspace& workspace,
                      BatchAnswer* answers) const {
    asked_.clear();
    for (const BatchQuery& query : queries) asked_.push_back(query_of(query));
    // Bodies that it did not prepare are no part of a batch.
    const bool prepared = std::all_of(asked_.begin(), asked_.end(), [](const auto& query) {
      return query.A != nullptr && query.B != nullptr;
    });
    if (!prepared) {
      for (std::size_t k = 0; k < queries.size(); ++k) {
        const BatchQuery& q = queries[k];
        answers[k] = plain_answer(evaluate(*q.A, *q.X_WA, *q.B, *q.X_WB, workspace));
      }
      return;
    }
    given_.assign(queries.size(), {});
    PluginFault fault = PluginFault::none;
    if (is_trusted()) {
      instance().evaluate_unguarded(asked_, given_.data());
    } else {
      fault = instance().evaluate(asked_, given_.data());
    }
    for (std::size_t k = 0; k < queries.size(); ++k) {
      answers[k] = plain_answer(answer_of(given_[k], fault));
    }
  }

  mutable std::vector<touchstone_query> asked_;
  mutable std::vector<touchstone_answer> given_;
};

std::unique_ptr<Metric> plugin_metric(std::shared_ptr<const PluginLibrary> library, bool trusted) {
  if (library->batch() == nullptr) {
    return std::make_unique<PluginMetric>(std::move(library), trusted);
  }
  return std::make_unique<PluginInBatches>(std::move(library), trusted);
}

using Library = std::shared_ptr<const PluginLibrary>;

std::function<std::unique_ptr<Metric>()> maker(const Library& library) {
  return [library] { return make_trusted_metric(library); };
}

/// The algorithms that this program offers as a plug-in.
const std::vector<Library>& own_algorithms() {
  static const std::vector<Library> kAlgorithms =
      PluginLibrary::algorithms_of(touchstone_plugin_entry, "this program").value();
  return kAlgorithms;
}

}  // namespace

std::unique_ptr<Metric> make_plugin_metric(const std::string& library) {
  auto loaded = PluginLibrary::load(library);
  if (!loaded.ok()) throw std::runtime_error(loaded.reason());
  return plugin_metric(loaded.value(), false);
}

std::unique_ptr<Metric> make_trusted_metric(std::shared_ptr<const PluginLibrary> library) {
  return plugin_metric(std::move(library), true);
}

Result<std::vector<MetricRow>> collection_rows(const std::string& path) {
  const auto algorithms = PluginLibrary::load_all(path);
  if (!algorithms) return algorithms.error();
  std::vector<MetricRow> rows;
  for (const Library& algorithm : algorithms.value()) {
    auto row = read_claims(claims_json(*algorithm), path);
    if (!row) return row.error();
    rows.push_back(std::move(row).value());
    rows.back().traits.isolated = false;
    rows.back().make = maker(algorithm);
  }
  return rows;
}

Result<std::shared_ptr<const PluginLibrary>> own_algorithm(const std::string& name) {
  for (const Library& algorithm : own_algorithms()) {
    if (algorithm->descriptor().name == name) return algorithm;
  }
  return Error{name + ": is no metric of this program"};
}

MetricRow behind_interface(const MetricRow& row) {
  const auto algorithm = own_algorithm(row.name);
  MetricRow behind = row;
  if (algorithm) behind.make = maker(algorithm.value());
  return behind;
}

MetricRow empty_metric(bool guarded) {
  static const Library kEmpty =
      PluginLibrary::algorithms_of(empty_plugin(), "the empty plug-in").value().front();
  MetricRow row;
  row.name = kEmpty->descriptor().name;
  row.summary = kEmpty->descriptor().summary;
  row.make = [guarded] { return std::make_unique<PluginMetric>(kEmpty, !guarded); };
  return row;
}

std::function<std::unique_ptr<Metric>()> trusted_maker(const std::string& path) {
  return [path, library = Library()]() mutable {
    if (library == nullptr) {
      auto loaded = PluginLibrary::load(path);
      if (!loaded) throw std::runtime_error(loaded.reason());
      library = loaded.value();
    }
    return make_trusted_metric(library);
  };
}

}  // namespace touchstone

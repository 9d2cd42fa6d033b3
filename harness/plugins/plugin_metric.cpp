// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_metric.hpp"

#include <new>
#include <stdexcept>
#include <utility>

#include "harness/plugins/empty_plugin.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/registry_plugin.hpp"
#include "harness/plugins/shape_arrays.hpp"

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

/// What PluginInstance asks, without its guards.
Answer ask_trusted(const PluginInstance& instance, const touchstone_query& query) {
  touchstone_answer given{};
  if (query.A != nullptr && query.B != nullptr) instance.evaluate_unguarded(query, given);
  Answer answer;
  if (given.status == TOUCHSTONE_SIGN_ONLY && given.note[0] == 0) {
    answer.status = AnswerStatus::sign_only;
    answer.sign = given.sign;
    return answer;
  }
  if (given.status == TOUCHSTONE_ANSWERED && given.note[0] == 0) {
    answer.status = AnswerStatus::answered;
    answer.value = given.value;
    if ((given.given & TOUCHSTONE_HAS_NORMAL) != 0) answer.normal = Vec3(given.normal);
    if ((given.given & TOUCHSTONE_HAS_WITNESSES) != 0) {
      answer.witnesses = WitnessPoints{Vec3(given.witness_A), Vec3(given.witness_B)};
    }
    if (meaningless_part(answer) == nullptr) return answer;
  }
  RunOutcome outcome = plugin_outcome(given, PluginFault::none);
  if (outcome.status != RunStatus::completed) outcome.answer.note = outcome.detail;
  return std::move(outcome.answer);
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
    const touchstone_query query{static_cast<const PluginShape&>(A).handle(),
                                 static_cast<const PluginShape&>(B).handle(), plugin_pose(X_WA),
                                 plugin_pose(X_WB)};
    if (trusted_) return ask_trusted(*instance_, query);
    touchstone_answer given;
    const PluginFault fault = instance_->evaluate(query, given);
    RunOutcome outcome = plugin_outcome(given, fault);
    if (outcome.status != RunStatus::completed) outcome.answer.note = outcome.detail;
    return std::move(outcome.answer);
  }

 private:
  std::shared_ptr<PluginInstance> instance_;
  bool trusted_;
  mutable std::uint64_t next_id_ = 1;
};

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
  return std::make_unique<PluginMetric>(loaded.value(), false);
}

std::unique_ptr<Metric> make_trusted_metric(std::shared_ptr<const PluginLibrary> library) {
  return std::make_unique<PluginMetric>(std::move(library), true);
}

Result<std::vector<MetricRow>> collection_rows(const std::string& path) {
  const auto algorithms = PluginLibrary::load_all(path);
  if (!algorithms) return algorithms.error();
  std::vector<MetricRow> rows;
  for (const Library& algorithm : algorithms.value()) {
    auto row = read_claims(claims_json(*algorithm), path);
    if (!row) return row.error();
    if (algorithm->evaluate() == nullptr) {
      return Error{path + ": " + row.value().name + " takes batches alone, which are not timed"};
    }
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

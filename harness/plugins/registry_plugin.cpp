// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/registry_plugin.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/polytope.hpp"
#include "harness/plugins/shape_polytope.hpp"
#include "metrics/registry.hpp"
#ifndef TOUCHSTONE_WITHOUT_BATCHES
#include "metrics/batch.hpp"
#endif

namespace touchstone {
namespace {

/// The functions of an instance are made for so many metrics.
constexpr std::size_t kRoom = 64;

struct Instance {
  std::unique_ptr<Metric> metric;
  std::unique_ptr<Workspace> workspace;
#ifndef TOUCHSTONE_WITHOUT_BATCHES
  // Room for a batch, which keeps its size.
  std::vector<Pose> poses;
  std::vector<BatchQuery> queries;
  std::vector<BatchAnswer> answers;
#endif
};

struct Prepared {
  PolytopePtr polytope;
  std::unique_ptr<Shape> shape;
};

void write(const Vec3& from, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

template <std::size_t K>
void* create() {
  try {
    auto instance = std::make_unique<Instance>();
    instance->metric = metric_registry()[K].make();
    instance->workspace = instance->metric->make_workspace();
    return instance.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void destroy(void* instance) { delete static_cast<Instance*>(instance); }

void reset(void* instance) {
  auto& own = *static_cast<Instance*>(instance);
  own.workspace = own.metric->make_workspace();
}

void* prepare(void* instance, const touchstone_shape* shape) {
  try {
    auto prepared = std::make_unique<Prepared>();
    prepared->polytope = polytope_of(*shape);
    if (prepared->polytope == nullptr) return nullptr;
    prepared->shape = static_cast<Instance*>(instance)->metric->prepare(*prepared->polytope);
    return prepared.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void release(void* /*instance*/, void* prepared) { delete static_cast<Prepared*>(prepared); }

void note(touchstone_answer& out, const char* text) {
  std::snprintf(out.note, sizeof out.note, "%s", text);
}

/// Status and value or sign of an Answer or a BatchAnswer. False where there is no answer.
template <typename AnyAnswer>
bool give_value(const AnyAnswer& answer, touchstone_answer& out) {
  switch (answer.status) {
    case AnswerStatus::answered:
      out.status = TOUCHSTONE_ANSWERED;
      out.value = answer.value;
      return true;
    case AnswerStatus::sign_only:
      out.status = TOUCHSTONE_SIGN_ONLY;
      out.sign = answer.sign;
      return true;
    case AnswerStatus::no_answer:
      break;
  }
  return false;
}

void give(const Answer& answer, touchstone_answer& out) {
  if (!give_value(answer, out)) {
    note(out, answer.note.c_str());
    return;
  }
  if (answer.normal) {
    out.given |= TOUCHSTONE_HAS_NORMAL;
    write(*answer.normal, out.normal);
  }
  if (answer.witnesses) {
    out.given |= TOUCHSTONE_HAS_WITNESSES;
    write(answer.witnesses->p_WA, out.witness_A);
    write(answer.witnesses->p_WB, out.witness_B);
  }
}

void evaluate(void* instance, const touchstone_query* query, touchstone_answer* out) {
  const auto& own = *static_cast<Instance*>(instance);
  try {
    give(own.metric->evaluate(*static_cast<const Prepared*>(query->A)->shape, pose_of(query->X_WA),
                              *static_cast<const Prepared*>(query->B)->shape, pose_of(query->X_WB),
                              *own.workspace),
         *out);
  } catch (const std::exception& e) {
    note(*out, e.what());
  }
}

#ifdef TOUCHSTONE_WITHOUT_BATCHES
const void* batches_of(std::size_t /*k*/) { return nullptr; }
#else
void give(const BatchAnswer& answer, touchstone_answer& out) {
  if (!give_value(answer, out)) return;  // a plain record does not say why
  if ((answer.given & BatchAnswer::kNormal) != 0) {
    out.given |= TOUCHSTONE_HAS_NORMAL;
    std::copy(answer.normal.begin(), answer.normal.end(), out.normal);
  }
  if ((answer.given & BatchAnswer::kWitnesses) != 0) {
    out.given |= TOUCHSTONE_HAS_WITNESSES;
    std::copy(answer.p_WA.begin(), answer.p_WA.end(), out.witness_A);
    std::copy(answer.p_WB.begin(), answer.p_WB.end(), out.witness_B);
  }
}

/// False where the metric throws.
bool answer_at_once(Instance& own, const touchstone_query* asked, std::size_t count) {
  try {
    own.poses.resize(2 * count);
    own.queries.resize(count);
    own.answers.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      own.poses[2 * k] = pose_of(asked[k].X_WA);
      own.poses[2 * k + 1] = pose_of(asked[k].X_WB);
      own.queries[k] = {static_cast<const Prepared*>(asked[k].A)->shape.get(), &own.poses[2 * k],
                        static_cast<const Prepared*>(asked[k].B)->shape.get(),
                        &own.poses[2 * k + 1]};
    }
    evaluate_batch(*own.metric, own.queries, *own.workspace, own.answers.data());
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void evaluate_at_once(void* instance, const touchstone_query* asked, std::size_t count,
                      touchstone_answer* out) {
  auto& own = *static_cast<Instance*>(instance);
  if (count > 1 && answer_at_once(own, asked, count)) {
    for (std::size_t k = 0; k < count; ++k) give(own.answers[k], out[k]);
    return;
  }
  // After a throw the questions before it must not begin at its warm start.
  if (count > 1) reset(instance);
  for (std::size_t k = 0; k < count; ++k) evaluate(instance, asked + k, out + k);
}

/// What the metric `k` has under TOUCHSTONE_DISTANCE_BATCH_1: nothing where a loop would answer.
const void* batches_of(std::size_t k) {
  static constexpr touchstone_batch_1 kBatch = {evaluate_at_once};
  const std::unique_ptr<Metric> metric = metric_registry()[k].make();
  return dynamic_cast<const BatchMetric*>(metric.get()) != nullptr ? &kBatch : nullptr;
}
#endif

std::uint32_t capability_bits(const Gives& gives) {
  if (gives.nothing) return TOUCHSTONE_SKIPS;
  std::uint32_t bits = 0;
  if (gives.value) bits |= TOUCHSTONE_GIVES_VALUE;
  if (gives.normal) bits |= TOUCHSTONE_GIVES_NORMAL;
  if (gives.witnesses) bits |= TOUCHSTONE_GIVES_WITNESSES;
  return bits;
}

touchstone_descriptor descriptor_of(const MetricRow& row) {
  touchstone_descriptor descriptor{};
  const MetricTraits& traits = row.traits;
  descriptor.name = row.name.c_str();
  descriptor.version = "";
  descriptor.build = "";
  descriptor.summary = row.summary.c_str();
  descriptor.scalar = traits.scalar == Scalar::float32 ? TOUCHSTONE_FLOAT32 : TOUCHSTONE_FLOAT64;
  descriptor.takes_flat = traits.flat ? 1 : 0;
  descriptor.boxes_only = traits.boxes_only ? 1 : 0;
  descriptor.max_vertices = static_cast<std::uint32_t>(traits.largest_default_vertices);
  descriptor.own_tolerance = traits.own_tolerance;
  descriptor.when_separated = capability_bits(traits.gives.separated);
  descriptor.when_touching = capability_bits(traits.gives.touching);
  descriptor.when_penetrating = capability_bits(traits.gives.penetrating);
  return descriptor;
}

template <std::size_t... K>
constexpr std::array<touchstone_instance_1, sizeof...(K)> instance_functions(
    std::index_sequence<K...> /*metrics*/) {
  return {touchstone_instance_1{create<K>, destroy, reset, prepare, release}...};
}
constexpr auto kInstances = instance_functions(std::make_index_sequence<kRoom>());
constexpr touchstone_evaluate_1 kEvaluate = {evaluate};

const void* interface_of(std::size_t k, const char* id) {
  static const std::vector<touchstone_descriptor> kDescriptors = [] {
    std::vector<touchstone_descriptor> descriptors;
    for (const MetricRow& row : metric_registry()) descriptors.push_back(descriptor_of(row));
    return descriptors;
  }();
  const std::string_view name = id;
  const bool is_ratio = metric_registry()[k].traits.quantity == Quantity::ratio;
  if (name == TOUCHSTONE_DESCRIPTOR_1) return &kDescriptors[k];
  if (name == TOUCHSTONE_INSTANCE_1) return &kInstances.at(k);
  if (name == TOUCHSTONE_DISTANCE_BATCH_1 && !is_ratio) return batches_of(k);
  if (name == (is_ratio ? TOUCHSTONE_RATIO_1 : TOUCHSTONE_DISTANCE_1)) return &kEvaluate;
  return nullptr;
}

const void* interface_of_all(const char* id) {
  static const touchstone_collection_1 kCollection = {std::min(metric_registry().size(), kRoom),
                                                      interface_of};
  return std::string_view(id) == TOUCHSTONE_COLLECTION_1 ? &kCollection : nullptr;
}

}  // namespace
}  // namespace touchstone

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, nullptr, nullptr, touchstone::interface_of_all};

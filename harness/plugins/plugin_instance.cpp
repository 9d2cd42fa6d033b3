// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_instance.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "geometry/arithmetic/floating_point.hpp"

namespace touchstone {
namespace {

/// Plug-ins of this process have changed it.
std::atomic<bool> floating_point_changed = false;

template <class T, std::size_t N>
T* clear_for(GuardedBuffer& buffer, const std::array<T, N>& /*written*/) {
  return reinterpret_cast<T*>(buffer.clear(N * sizeof(T)));
}

}  // namespace

PluginInstance::PluginInstance(std::shared_ptr<const PluginLibrary> library)
    : library_(std::move(library)),
      functions_(library_->instances()),
      instance_(functions_.create()) {
  returned();
  if (instance_ == nullptr) throw NoInstance();
}

PluginInstance::~PluginInstance() {
  functions_.destroy(instance_);
  returned();
}

/// What the plug-in has done to the rounding of its thread would reach its later answers.
void PluginInstance::returned() const {
  process_.end_children();
  if (set_default_floating_point()) floating_point_changed = true;
}

bool PluginInstance::take_floating_point_changed() {
  return floating_point_changed.exchange(false);
}

void PluginInstance::reset() {
  functions_.reset(instance_);
  returned();
}

void* PluginInstance::prepare(const touchstone_body* body) {
  const touchstone_instance_2* bodies = library_->bodies();
  // A library of the first version is asked about no such body, and has no way to be given one.
  if (bodies == nullptr && body->shape == nullptr) return nullptr;
  void* prepared = bodies != nullptr ? bodies->prepare(instance_, body)
                                     : functions_.prepare(instance_, body->shape);
  returned();
  return prepared;
}

void PluginInstance::release(void* prepared) {
  if (prepared == nullptr) return;
  functions_.release(instance_, prepared);
  returned();
}

touchstone_answer* PluginInstance::clear_answers(std::size_t count) {
  return reinterpret_cast<touchstone_answer*>(answers_.clear(count * sizeof(touchstone_answer)));
}

PluginFault PluginInstance::evaluate(const touchstone_query& query, touchstone_answer& answer) {
  answer = {};
  if (query.A == nullptr || query.B == nullptr) return PluginFault::not_prepared;
  if (library_->batch() != nullptr) return evaluate({&query, 1}, &answer);
  touchstone_answer* room = clear_answers(1);
  library_->evaluate()->evaluate(instance_, &query, room);
  returned();
  answer = *room;
  return answers_.is_intact_nearby() ? PluginFault::none : PluginFault::wrote_outside_answer;
}

void PluginInstance::evaluate_unguarded(const touchstone_query& query,
                                        touchstone_answer& answer) const {
  const touchstone_evaluate_1* single = library_->evaluate();
  const bool alone = library_->batch() == nullptr || library_->in_collection();
  if (single != nullptr && alone) {
    single->evaluate(instance_, &query, &answer);
  } else {
    evaluate_unguarded({&query, 1}, &answer);
  }
}

PluginFault PluginInstance::evaluate(std::span<const touchstone_query> queries,
                                     touchstone_answer* answers) {
  touchstone_answer* room = clear_answers(queries.size());
  library_->batch()->evaluate(instance_, queries.data(), queries.size(), room);
  returned();
  std::copy_n(room, queries.size(), answers);
  return answers_.is_intact() ? PluginFault::none : PluginFault::wrote_outside_answer;
}

PluginFault PluginInstance::find_manifold(const touchstone_query& query, double reach,
                                          touchstone_answer& answer,
                                          std::span<touchstone_manifold_point> points,
                                          std::uint64_t& count) {
  answer = {};
  count = 0;
  if (query.A == nullptr || query.B == nullptr) return PluginFault::not_prepared;
  if (!points_) points_.emplace(points.size_bytes());
  touchstone_answer* room = clear_answers(1);
  auto* found = reinterpret_cast<touchstone_manifold_point*>(points_->clear(points.size_bytes()));
  count = library_->manifolds()->find(instance_, &query, reach, room, found, points.size());
  returned();
  answer = *room;
  std::copy_n(found, std::min<std::uint64_t>(count, points.size()), points.data());
  // Evaluate both: is_intact() also restores its guard bytes.
  const bool answers_intact = answers_.is_intact();
  const bool points_intact = points_->is_intact();
  return answers_intact && points_intact ? PluginFault::none : PluginFault::wrote_outside_answer;
}

PluginFault PluginInstance::differentiate(const touchstone_query& query, touchstone_answer& answer,
                                          touchstone_gradient& gradient, bool& there) {
  answer = {};
  there = false;
  if (query.A == nullptr || query.B == nullptr) return PluginFault::not_prepared;
  if (!gradient_) gradient_.emplace(sizeof(touchstone_gradient));
  touchstone_answer* room = clear_answers(1);
  auto* found = reinterpret_cast<touchstone_gradient*>(gradient_->clear(sizeof gradient));
  there = library_->gradients()->differentiate(instance_, &query, room, found) == 0;
  returned();
  answer = *room;
  gradient = *found;
  const bool answers_intact = answers_.is_intact();
  const bool gradient_intact = gradient_->is_intact();
  return answers_intact && gradient_intact ? PluginFault::none : PluginFault::wrote_outside_answer;
}

PluginFault PluginInstance::prove(const touchstone_query& query,
                                  plugin_channel::ProofRecord& proof) {
  if (!proof_) proof_ = std::make_unique<ProofBuffers>();
  ProofBuffers& rooms = *proof_;
  touchstone_vertex_pair* nearest = clear_for(rooms.nearest, proof.nearest);
  touchstone_vertex_pair* support = clear_for(rooms.support, proof.support);
  touchstone_vertex_pair* cycle = clear_for(rooms.cycle, proof.cycle);
  std::array<std::uint32_t*, 3> counts{};
  for (std::size_t k = 0; k < counts.size(); ++k) {
    // At the end of its bytes: what is written past it hits the guard.
    counts.at(k) = reinterpret_cast<std::uint32_t*>(rooms.counts.at(k).clear(8)) + 1;
  }
  const int code =
      library_->proof()->prove(instance_, &query, nearest, counts[0], support, counts[1], cycle,
                               plugin_channel::kMaxProofTriangles, counts[2]);
  returned();
  std::copy_n(nearest, proof.nearest.size(), proof.nearest.data());
  std::copy_n(support, proof.support.size(), proof.support.data());
  std::copy_n(cycle, proof.cycle.size(), proof.cycle.data());
  proof.nearest_count = *counts[0];
  proof.support_count = *counts[1];
  proof.cycle_count = *counts[2];
  proof.there = code == 0 ? 1 : 0;
  bool intact = true;
  for (GuardedBuffer* buffer : rooms.all()) intact &= buffer->is_intact();
  for (const std::uint32_t* count : counts) intact &= count[-1] == 0;
  return intact ? PluginFault::none : PluginFault::wrote_outside_answer;
}

std::array<GuardedBuffer*, 6> PluginInstance::ProofBuffers::all() {
  return {&nearest, &support, &cycle, &counts[0], &counts[1], &counts[2]};
}

bool PluginInstance::guards(const void* address) const {
  bool guarded = answers_.guards(address) || (points_ && points_->guards(address)) ||
                 (gradient_ && gradient_->guards(address));
  if (proof_ == nullptr) return guarded;
  for (const GuardedBuffer* buffer : proof_->all()) guarded |= buffer->guards(address);
  return guarded;
}

touchstone_pose plugin_pose(const Pose& pose) {
  touchstone_pose plain;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) plain.R[3 * i + j] = pose.R(i, j);
    plain.t[i] = pose.t[i];
  }
  return plain;
}

}  // namespace touchstone

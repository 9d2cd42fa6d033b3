// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_instance.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace touchstone {
namespace {

/// Bytes before and after the answers that a plug-in must leave as they are.
constexpr std::size_t kGuardBytes = 256;
constexpr std::byte kGuardByte{0xA5};
using Guard = std::array<std::byte, kGuardBytes>;

constexpr Guard intact_guard() {
  Guard guard{};
  for (std::byte& byte : guard) byte = kGuardByte;
  return guard;
}
constexpr Guard kIntact = intact_guard();

bool is_intact(const void* guard) { return std::memcmp(guard, kIntact.data(), kGuardBytes) == 0; }

}  // namespace

struct PluginInstance::Buffer {
  Guard before = kIntact;
  touchstone_answer answer{};
  Guard after = kIntact;
};

PluginInstance::PluginInstance(std::shared_ptr<const PluginLibrary> library)
    : library_(std::move(library)),
      functions_(library_->instances()),
      instance_(functions_.create()),
      single_(std::make_unique<Buffer>()) {
  process_.end_children();
  if (instance_ == nullptr) throw std::runtime_error("the plug-in's create returned NULL");
}

PluginInstance::~PluginInstance() {
  functions_.destroy(instance_);
  process_.end_children();
}

void PluginInstance::reset() {
  functions_.reset(instance_);
  process_.end_children();
}

void* PluginInstance::prepare(const touchstone_shape* shape) {
  void* prepared = functions_.prepare(instance_, shape);
  process_.end_children();
  return prepared;
}

void PluginInstance::release(void* prepared) {
  if (prepared == nullptr) return;
  functions_.release(instance_, prepared);
  process_.end_children();
}

PluginFault PluginInstance::evaluate(const touchstone_query& query, touchstone_answer& answer) {
  answer = {};
  if (query.A == nullptr || query.B == nullptr) return PluginFault::not_prepared;
  if (library_->evaluate() == nullptr) return evaluate({&query, 1}, &answer);
  Buffer& buffer = *single_;
  std::memset(&buffer.answer, 0, sizeof buffer.answer);
  library_->evaluate()->evaluate(instance_, &query, &buffer.answer);
  process_.end_children();
  answer = buffer.answer;
  if (is_intact(&buffer.before) && is_intact(&buffer.after)) return PluginFault::none;
  buffer.before = kIntact;
  buffer.after = kIntact;
  return PluginFault::wrote_past_answer;
}

PluginFault PluginInstance::evaluate(std::span<const touchstone_query> queries,
                                     touchstone_answer* answers) {
  const std::size_t bytes = queries.size() * sizeof(touchstone_answer);
  std::byte* begin = guarded_room(bytes);
  library_->batch()->evaluate(instance_, queries.data(), queries.size(),
                              reinterpret_cast<touchstone_answer*>(begin));
  process_.end_children();
  std::memcpy(answers, begin, bytes);
  return guards_of_room(bytes);
}

PluginFault PluginInstance::find_contacts(const touchstone_query& query, double reach,
                                          touchstone_answer& answer,
                                          std::span<touchstone_contact_point> points,
                                          std::uint64_t& count) {
  answer = {};
  count = 0;
  if (query.A == nullptr || query.B == nullptr) return PluginFault::not_prepared;
  Buffer& buffer = *single_;
  std::memset(&buffer.answer, 0, sizeof buffer.answer);
  std::byte* begin = guarded_room(points.size_bytes());
  count =
      library_->contacts()->find(instance_, &query, reach, &buffer.answer,
                                 reinterpret_cast<touchstone_contact_point*>(begin), points.size());
  process_.end_children();
  answer = buffer.answer;
  std::memcpy(points.data(), begin, points.size_bytes());
  const bool intact = is_intact(&buffer.before) && is_intact(&buffer.after);
  return intact ? guards_of_room(points.size_bytes()) : PluginFault::wrote_past_answer;
}

PluginFault PluginInstance::prove(const touchstone_query& query,
                                  plugin_channel::ProofRecord& proof) {
  const std::size_t bytes = sizeof(plugin_channel::ProofRecord);
  auto& room = *reinterpret_cast<plugin_channel::ProofRecord*>(guarded_room(bytes));
  const int code =
      library_->proof()->prove(instance_, &query, room.nearest.data(), &room.nearest_count,
                               room.support.data(), &room.support_count, room.cycle.data(),
                               plugin_channel::kMaxProofTriangles, &room.cycle_count);
  process_.end_children();
  room.there = code == 0 ? 1 : 0;
  std::memcpy(&proof, &room, bytes);
  return guards_of_room(bytes);
}

std::byte* PluginInstance::guarded_room(std::size_t bytes) {
  room_.assign(bytes + 2 * kGuardBytes, std::byte{0});
  std::byte* begin = room_.data() + kGuardBytes;
  std::copy(kIntact.begin(), kIntact.end(), room_.begin());
  std::copy(kIntact.begin(), kIntact.end(), begin + bytes);
  return begin;
}

PluginFault PluginInstance::guards_of_room(std::size_t bytes) const {
  const bool intact = is_intact(room_.data()) && is_intact(room_.data() + kGuardBytes + bytes);
  return intact ? PluginFault::none : PluginFault::wrote_past_answer;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/step_block.hpp"

#include <cstddef>
#include <cstring>
#include <span>

namespace touchstone {
namespace {

/// How the block in the arena begins. Its arrays of doubles follow, then those of indices.
struct StepHead {
  std::uint32_t contacts = 0, dimension = 0, cone = 0, directions = 0;
  std::uint64_t block_count = 0;
  double time_limit_s = 0;
};

/// Where the next array of the block lies.
class StepCursor {
 public:
  explicit StepCursor(const std::byte* at) : at_(at) {}
  template <class T>
  const T* take(std::size_t count) {
    const auto* array = reinterpret_cast<const T*>(at_);
    at_ += count * sizeof(T);
    return array;
  }

 private:
  const std::byte* at_;
};

class StepWriter {
 public:
  explicit StepWriter(std::byte* at) : at_(at) {}
  template <class T>
  void put(std::span<const T> array) {
    if (!array.empty()) std::memcpy(at_, array.data(), array.size_bytes());
    at_ += array.size_bytes();
  }
  void put_indices(const std::vector<int>& indices) {
    for (const int index : indices) {
      const auto unsigned_index = static_cast<std::uint32_t>(index);
      put(std::span(&unsigned_index, 1));
    }
  }

 private:
  std::byte* at_;
};

}  // namespace

std::uint32_t cone_bit(StepCone cone) {
  if (cone == StepCone::round) return TOUCHSTONE_CONE_ROUND;
  return cone == StepCone::box ? TOUCHSTONE_CONE_BOX : TOUCHSTONE_CONE_POLYGON;
}

bool write_step(const LocalStep& step, double time_limit_s, plugin_channel::Questions& questions) {
  const std::size_t doubles = step.W.value.size() + step.q.size() + step.mu.size();
  const std::size_t indices = step.W.begin.size() + step.W.column.size();
  const std::size_t bytes =
      sizeof(StepHead) + doubles * sizeof(double) + indices * sizeof(std::uint32_t);
  if (bytes > plugin_channel::kArenaBytes) return false;
  StepHead head;
  head.contacts = static_cast<std::uint32_t>(step.mu.size());
  head.dimension = static_cast<std::uint32_t>(step.dimension);
  head.cone = cone_bit(step.cone);
  head.directions = static_cast<std::uint32_t>(step.directions);
  head.block_count = step.W.column.size();
  head.time_limit_s = time_limit_s;
  StepWriter writer(questions.arena.data());
  writer.put(std::span<const StepHead>(&head, 1));
  writer.put(std::span<const double>(step.W.value));
  writer.put(std::span<const double>(step.q));
  writer.put(std::span<const double>(step.mu));
  writer.put_indices(step.W.begin);
  writer.put_indices(step.W.column);
  questions.count = 1;
  questions.forget = questions.at_once = questions.shape_count = 0;
  questions.reset = 1;
  return true;
}

touchstone_step read_step(const plugin_channel::Questions& questions) {
  StepCursor cursor(questions.arena.data());
  const StepHead& head = *cursor.take<StepHead>(1);
  const std::size_t rows = std::size_t{head.contacts} * head.dimension;
  touchstone_step step{};
  step.contact_count = head.contacts;
  step.dimension = head.dimension;
  step.cone = head.cone;
  step.directions = head.directions;
  step.time_limit_s = head.time_limit_s;
  step.blocks = cursor.take<double>(head.block_count * head.dimension * head.dimension);
  step.q = cursor.take<double>(rows);
  step.mu = cursor.take<double>(head.contacts);
  step.block_begin = cursor.take<std::uint32_t>(std::size_t{head.contacts} + 1);
  step.block_column = cursor.take<std::uint32_t>(head.block_count);
  return step;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/step_block.hpp"

#include <cstddef>
#include <cstring>
#include <span>

namespace touchstone {
namespace {

/// How the block in the arena begins. Its arrays of doubles follow, then those of indices.
struct StepHead {
  std::uint32_t contacts = 0, dimension = 0, cone = 0, directions = 0, joints = 0;
  std::uint32_t has_bodies = 0, bodies = 0;
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

 private:
  std::byte* at_;
};

/// The arrays of a step in their order in the arena.
struct StepArrays {
  std::vector<const std::vector<double>*> doubles;
  std::vector<const std::vector<int>*> indices;
};

StepArrays arrays_of(const LocalStep& step) {
  const LocalJoints& joints = step.joints;
  StepArrays arrays{{&step.W.value, &step.q, &step.mu, &joints.V, &joints.R, &joints.s},
                    {&step.W.begin, &step.W.column}};
  if (step.bodies == nullptr) return arrays;
  const StepBodies& bodies = *step.bodies;
  for (const auto* of_bodies : {&bodies.masses, &bodies.free, &bodies.contact_rows, &bodies.bound,
                                &bodies.joint_rows, &bodies.joint_bound}) {
    arrays.doubles.push_back(of_bodies);
  }
  arrays.indices.push_back(&bodies.contact_body);
  arrays.indices.push_back(&bodies.joint_body);
  return arrays;
}

}  // namespace

std::uint32_t cone_bit(StepCone cone) {
  if (cone == StepCone::round) return TOUCHSTONE_CONE_ROUND;
  return cone == StepCone::box ? TOUCHSTONE_CONE_BOX : TOUCHSTONE_CONE_POLYGON;
}

bool write_step(const LocalStep& step, double time_limit_s, plugin_channel::Questions& questions) {
  const StepArrays arrays = arrays_of(step);
  std::size_t bytes = sizeof(StepHead);
  for (const auto* array : arrays.doubles) bytes += array->size() * sizeof(double);
  for (const auto* array : arrays.indices) bytes += array->size() * sizeof(int);
  if (bytes > plugin_channel::kArenaBytes ||
      step.joints.s.size() > plugin_channel::kMaxStepJoints) {
    return false;
  }
  StepHead head;
  head.contacts = static_cast<std::uint32_t>(step.mu.size());
  head.dimension = static_cast<std::uint32_t>(step.dimension);
  head.cone = cone_bit(step.cone);
  head.directions = static_cast<std::uint32_t>(step.directions);
  head.joints = static_cast<std::uint32_t>(step.joints.s.size());
  if (step.bodies != nullptr) {
    head.has_bodies = 1;
    head.bodies = static_cast<std::uint32_t>(step.bodies->free.size() / 6);
  }
  head.block_count = step.W.column.size();
  head.time_limit_s = time_limit_s;
  StepWriter writer(questions.arena.data());
  writer.put(std::span<const StepHead>(&head, 1));
  for (const auto* array : arrays.doubles) writer.put(std::span<const double>(*array));
  for (const auto* array : arrays.indices) writer.put(std::span<const int>(*array));
  questions.count = 1;
  questions.forget = questions.at_once = questions.shape_count = 0;
  return true;
}

StepInArena::StepInArena(const plugin_channel::Questions& questions) {
  StepCursor cursor(questions.arena.data());
  const StepHead& head = *cursor.take<StepHead>(1);
  const std::size_t contacts = head.contacts;
  const std::size_t rows = contacts * head.dimension;
  const std::size_t joints = head.joints;
  step_.contact_count = head.contacts;
  step_.dimension = head.dimension;
  step_.cone = head.cone;
  step_.directions = head.directions;
  step_.joint_count = head.joints;
  step_.time_limit_s = head.time_limit_s;
  step_.blocks = cursor.take<double>(head.block_count * head.dimension * head.dimension);
  step_.q = cursor.take<double>(rows);
  step_.mu = cursor.take<double>(contacts);
  const auto* V = cursor.take<double>(rows * joints);
  const auto* R = cursor.take<double>(joints * joints);
  const auto* s = cursor.take<double>(joints);
  if (joints > 0) {
    step_.joint_columns = V;
    step_.joint_matrix = R;
    step_.joint_rest = s;
  }
  if (head.has_bodies != 0) {
    constexpr std::size_t kVelocities = 6;
    bodies_.body_count = head.bodies;
    bodies_.joint_rows = head.joints;
    bodies_.masses = cursor.take<double>(head.bodies * kVelocities * kVelocities);
    bodies_.free = cursor.take<double>(head.bodies * kVelocities);
    bodies_.contact_rows = cursor.take<double>(rows * 2 * kVelocities);
    bodies_.bound = cursor.take<double>(contacts);
    bodies_.joint_row = cursor.take<double>(joints * 2 * kVelocities);
    bodies_.joint_bound = cursor.take<double>(joints);
    step_.bodies = &bodies_;
  }
  step_.block_begin = cursor.take<std::uint32_t>(contacts + 1);
  step_.block_column = cursor.take<std::uint32_t>(head.block_count);
  if (head.has_bodies != 0) {
    bodies_.contact_body = cursor.take<std::int32_t>(2 * contacts);
    bodies_.joint_body = cursor.take<std::int32_t>(2 * joints);
  }
}

}  // namespace touchstone

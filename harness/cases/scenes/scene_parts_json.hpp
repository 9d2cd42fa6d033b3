// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a scene file (docs/scene-file.md) that other files have too, or that say how its
// time passes, what its frame does and what is chosen of its contact method.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "dynamics/scene.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

/// Refuses what is not a list of 3 numbers.
Vec3 vector_of(const JsonNode& node);
/// The number under a key, or `otherwise` where there is none.
double number_or(const JsonNode& node, const char* key, double otherwise);
/// A whole number; one above 1000 is 1000, which no rule of a scene takes.
int small_count_of(const JsonNode& node);

/// "dt": a number, or a list of lengths that are repeated. Refuses what is not above 0.
void read_steps(const JsonNode& node, Scene& scene);
std::string steps_json(const Scene& scene);

/// "planar": "x", "y" or "z".
Axis axis_of(const JsonNode& node);
Shake shake_of(const JsonNode& node);
/// Adds "planar" and "shake" where the scene has them.
void add_planar_and_shake(const Scene& scene, JsonObject& object);

/// "events". Refuses unknown keys and words. Whether the numbers are sound is event_fault's to say.
EventOptions event_options_of(const JsonNode& node);
/// Only what differs from the default.
std::string event_options_json(const EventOptions& options);

/// "peg". Refuses unknown keys. Whether the numbers are sound is peg_fault's to say.
PegOptions peg_options_of(const JsonNode& node);
/// Only what differs from the default.
std::string peg_options_json(const PegOptions& options);

/// The state of a body as files of runs have it: position, quaternion (w first), velocity, spin.
inline constexpr std::size_t kBodyStateNumbers = 13;
std::array<double, kBodyStateNumbers> body_state_numbers(const BodyState& state);
/// On one line.
std::string body_state_json(const BodyState& state);
/// Refuses a list of another length. The quaternion is as it stands.
BodyState body_state_of(const JsonNode& node);

// "repeat" of a body: the body many times, on a grid.

/// Most bodies of a scene file.
inline constexpr std::uint64_t kMaxFileBodies = 100'000;

struct Repeat {
  std::array<std::uint64_t, 3> count = {1, 1, 1};
  Vec3 spacing = Vec3::Zero();        ///< along the world's axes [m]
  std::optional<std::uint64_t> seed;  ///< of turns at random; nothing: none is turned

  std::uint64_t bodies() const { return count[0] * count[1] * count[2]; }
};

/// Refuses what `before` bodies and these would be too many with.
Repeat repeat_of(const JsonNode& node, std::uint64_t before);

/// Adds the bodies NAME[0], NAME[1], ...: along x first, then y, then z.
void add_repeated(const Repeat& repeat, const Body& body, const BodyState& start, Scene& scene);

}  // namespace touchstone

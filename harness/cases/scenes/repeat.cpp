// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/repeat.hpp"

#include <string>

#include "geometry/random.hpp"
#include "harness/cases/scenes/scene_record.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;  // where none is given
/// Keeps the turns apart from other draws of the same seed.
constexpr std::uint64_t kTurns = 0x7475726e;

}  // namespace

Repeat repeat_of(const JsonNode& node, std::uint64_t before) {
  check_keys(node, repeat_fields().shapes());
  Repeat repeat;
  const JsonNode counts = node.at("count");
  const JsonNode spacings = node.at("spacing");
  const auto count = counts.items();
  const auto spacing = spacings.items();
  if (count.size() != 3) counts.refuse("must be a list of 3 whole numbers");
  if (spacing.size() != 3) spacings.refuse("must be a list of 3 numbers");
  for (std::size_t k = 0; k < 3; ++k) {
    repeat.count[k] = count[k].whole();
    if (repeat.count[k] < 1 || repeat.count[k] > kMaxFileBodies) {
      count[k].refuse("must be 1 to " + std::to_string(kMaxFileBodies));
    }
    const auto axis = static_cast<Eigen::Index>(k);
    repeat.spacing[axis] = spacing[k].number();
    if (repeat.count[k] > 1 && repeat.spacing[axis] == 0) {
      spacing[k].refuse("must not be 0 where there is more than one body");
    }
  }
  if (before + repeat.bodies() > kMaxFileBodies) {
    counts.refuse("makes " + std::to_string(before + repeat.bodies()) +
                  " bodies, and a scene has at most " + std::to_string(kMaxFileBodies));
  }
  const std::string turn = node.has("turn") ? node.at("turn").text() : "none";
  if (turn != "none" && turn != "random") {
    node.at("turn").refuse(R"(must be "none" or "random")");
  }
  if (turn == "random") repeat.seed = node.has("seed") ? node.at("seed").whole() : kSeed;
  if (node.has("seed") && turn != "random") {
    node.at("seed").refuse(R"(goes with "turn": "random")");
  }
  return repeat;
}

void add_repeated(const Repeat& repeat, const Body& body, const BodyState& start, Scene& scene) {
  Random random(repeat.seed.value_or(0), kTurns);
  for (std::uint64_t i = 0; i < repeat.bodies(); ++i) {
    const std::uint64_t x = i % repeat.count[0];
    const std::uint64_t y = i / repeat.count[0] % repeat.count[1];
    const std::uint64_t z = i / repeat.count[0] / repeat.count[1];
    Body one = body;
    one.name += "[" + std::to_string(i) + "]";
    BodyState at = start;
    at.p_W += repeat.spacing.cwiseProduct(
        Vec3(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)));
    if (repeat.seed) {
      at.q_WB = (Eigen::Quaterniond(random.rotation()).normalized() * start.q_WB).normalized();
    }
    scene.bodies.push_back(std::move(one));
    scene.start.push_back(at);
  }
}

}  // namespace touchstone

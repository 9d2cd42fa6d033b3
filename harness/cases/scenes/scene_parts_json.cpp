// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_parts_json.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

template <class Words, class Choice>
void take_word(const JsonNode& node, const char* key, const Words& words, Choice& choice) {
  if (!node.has(key)) return;
  const std::string known = take_event_word(words, node.at(key).text(), choice);
  if (!known.empty()) node.at(key).refuse("must be " + known);
}

void take_number(const JsonNode& node, const char* key, std::optional<double>& number) {
  if (node.has(key)) number = node.at(key).number();
}

constexpr std::uint64_t kSeed = 42;  // where none is given
/// Keeps the turns apart from other draws of the same seed.
constexpr std::uint64_t kTurns = 0x7475726e;

}  // namespace

Vec3 vector_of(const JsonNode& node) {
  const auto items = node.items();
  if (items.size() != 3) node.refuse("must be a list of 3 numbers");
  return {items[0].number(), items[1].number(), items[2].number()};
}

double number_or(const JsonNode& node, const char* key, double otherwise) {
  return node.has(key) ? node.at(key).number() : otherwise;
}

int small_count_of(const JsonNode& node) {
  return static_cast<int>(std::min<std::uint64_t>(node.whole(), 1000));
}

void read_steps(const JsonNode& node, Scene& scene) {
  if (!node.is_list()) {
    scene.dt = node.number();
    return;
  }
  std::vector<double> lengths;
  for (const JsonNode& item : node.items()) {
    lengths.push_back(item.number());
    if (!(lengths.back() > 0)) item.refuse("must be above 0");
  }
  if (lengths.empty()) node.refuse("must have a length of a step");
  set_steps(scene, std::move(lengths));
}

std::string steps_json(const Scene& scene) {
  if (scene.steps.empty()) return json_number(scene.dt);
  return json_row(json_items(scene.steps, json_number));
}

Axis axis_of(const JsonNode& node) {
  const std::string axis = node.text();
  if (axis == "x") return Axis::x;
  if (axis == "y") return Axis::y;
  if (axis == "z") return Axis::z;
  node.refuse(R"(must be "x", "y" or "z")");
}

Shake shake_of(const JsonNode& node) {
  node.allow_only({"acceleration", "frequency", "start", "shakes"});
  Shake shake;
  shake.acceleration_W = vector_of(node.at("acceleration"));
  shake.frequency = node.at("frequency").number();
  shake.start = number_or(node, "start", shake.start);
  if (node.has("shakes")) shake.shakes = node.at("shakes").count();
  return shake;
}

void add_planar_and_shake(const Scene& scene, JsonObject& object) {
  if (scene.planar) {
    object.add("planar", json_string(std::string(1, "xyz"[static_cast<int>(*scene.planar)])));
  }
  if (!scene.shake) return;
  const Shake& shake = *scene.shake;
  object.add("shake", JsonObject()
                          .add("acceleration", json_vector(shake.acceleration_W))
                          .add("frequency", json_number(shake.frequency))
                          .add("start", json_number(shake.start))
                          .add("shakes", std::to_string(shake.shakes))
                          .row());
}

EventOptions event_options_of(const JsonNode& node) {
  node.allow_only(
      {"window", "rows", "bounds", "eps_x", "eps_t", "eps_0", "eps_plane", "thesis", "delta_max"});
  EventOptions options;
  take_word(node, "window", kEventWindows, options.window);
  take_word(node, "rows", kEventRows, options.rows);
  take_word(node, "bounds", kEventBounds, options.bounds);
  take_number(node, "eps_x", options.eps_x);
  take_number(node, "eps_t", options.eps_t);
  take_number(node, "eps_plane", options.eps_plane);
  options.eps_0 = number_or(node, "eps_0", options.eps_0);
  if (node.has("thesis")) options.thesis = node.at("thesis").truth();
  if (node.has("delta_max") && !options.thesis) node.at("delta_max").refuse("goes with thesis");
  options.delta_max = number_or(node, "delta_max", options.delta_max);
  return options;
}

std::string event_options_json(const EventOptions& options) {
  const EventOptions usual;
  JsonObject object;
  const auto add_word = [&object](const char* key, const auto& words, auto choice, auto otherwise) {
    if (choice != otherwise) object.add(key, json_string(event_word(words, choice)));
  };
  add_word("window", kEventWindows, options.window, usual.window);
  add_word("rows", kEventRows, options.rows, usual.rows);
  add_word("bounds", kEventBounds, options.bounds, usual.bounds);
  if (options.eps_x) object.add("eps_x", json_number(*options.eps_x));
  if (options.eps_t) object.add("eps_t", json_number(*options.eps_t));
  if (options.eps_plane) object.add("eps_plane", json_number(*options.eps_plane));
  if (options.eps_0 != usual.eps_0) object.add("eps_0", json_number(options.eps_0));
  if (options.thesis) object.add("thesis", "true");
  if (options.delta_max != usual.delta_max) {
    object.add("delta_max", json_number(options.delta_max));
  }
  return object.row();
}

PegOptions peg_options_of(const JsonNode& node) {
  node.allow_only({"eps_theta", "delta", "corrections", "several_primaries"});
  PegOptions options;
  options.eps_theta = number_or(node, "eps_theta", options.eps_theta);
  take_number(node, "delta", options.delta);
  if (node.has("corrections")) options.corrections = small_count_of(node.at("corrections"));
  if (node.has("several_primaries")) {
    options.several_primaries = node.at("several_primaries").truth();
  }
  return options;
}

std::string peg_options_json(const PegOptions& options) {
  const PegOptions usual;
  JsonObject object;
  if (options.eps_theta != usual.eps_theta) {
    object.add("eps_theta", json_number(options.eps_theta));
  }
  if (options.delta) object.add("delta", json_number(*options.delta));
  if (options.corrections != usual.corrections) {
    object.add("corrections", std::to_string(options.corrections));
  }
  if (options.several_primaries) object.add("several_primaries", "true");
  return object.row();
}

std::array<double, kBodyStateNumbers> body_state_numbers(const BodyState& s) {
  return {s.p_W.x(), s.p_W.y(), s.p_W.z(), s.q_WB.w(), s.q_WB.x(), s.q_WB.y(), s.q_WB.z(),
          s.v_W.x(), s.v_W.y(), s.v_W.z(), s.w_W.x(),  s.w_W.y(),  s.w_W.z()};
}

std::string body_state_json(const BodyState& state) {
  return json_row(json_items(body_state_numbers(state), json_number));
}

BodyState body_state_of(const JsonNode& node) {
  const auto items = node.items();
  if (items.size() != kBodyStateNumbers) {
    node.refuse("must be a list of " + std::to_string(kBodyStateNumbers) + " numbers");
  }
  const auto x = [&items](std::size_t i) { return items[i].number(); };
  BodyState state;
  state.p_W = Vec3(x(0), x(1), x(2));
  state.q_WB = Eigen::Quaterniond(x(3), x(4), x(5), x(6));
  state.v_W = Vec3(x(7), x(8), x(9));
  state.w_W = Vec3(x(10), x(11), x(12));
  return state;
}

Repeat repeat_of(const JsonNode& node, std::uint64_t before) {
  node.allow_only({"count", "spacing", "turn", "seed"});
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

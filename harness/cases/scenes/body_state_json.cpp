// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/body_state_json.hpp"

namespace touchstone {

std::array<double, kBodyStateNumbers> body_state_numbers(const BodyState& s) {
  return {s.p_W.x(), s.p_W.y(), s.p_W.z(), s.q_WB.w(), s.q_WB.x(), s.q_WB.y(), s.q_WB.z(),
          s.v_W.x(), s.v_W.y(), s.v_W.z(), s.w_W.x(),  s.w_W.y(),  s.w_W.z()};
}

StateNumbers state_numbers(const std::vector<std::vector<BodyState>>& states) {
  StateNumbers numbers;
  for (const std::vector<BodyState>& bodies : states) {
    auto& row = numbers.emplace_back();
    for (const BodyState& body : bodies) row.push_back(body_state_numbers(body));
  }
  return numbers;
}

FieldText states_field(std::string_view when) { return field("states", when).with_lines(); }

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

}  // namespace touchstone

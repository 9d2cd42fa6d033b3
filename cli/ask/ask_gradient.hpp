// SPDX-License-Identifier: GPL-3.0-or-later
// The exact gradients of phi and rho, as `ask --gradient` shows them (docs/gradients.md).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "geometry/pair.hpp"
#include "metrics/gradient.hpp"
#include "reference/truth.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct GradientOfValue {
  std::vector<Gradient> pieces = {};  ///< each number correctly rounded
  std::size_t directions = 0;         ///< optimal directions that they come from
  std::string note = {};              ///< why there are none

  bool is_two_sided() const { return pieces.size() == 1; }
};

struct GradientReply {
  GradientOfValue phi;
  GradientOfValue rho;
};

GradientReply find_gradient(const Pair& pair, const Truth& truth);

/// Lines, indented by two; at most eight pieces of each value.
std::string gradient_text(const GradientReply& reply);
/// A cell of a table: "4 pieces".
std::string gradient_cell(const GradientOfValue& gradient);
/// What records tell of it.
RecordFields<GradientReply> gradient_fields();

}  // namespace touchstone

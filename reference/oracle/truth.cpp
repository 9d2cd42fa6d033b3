// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/truth.hpp"

#include <cassert>

namespace touchstone {
namespace {

std::string name_of(int dimension) {
  static const std::array<const char*, 3> names{"vertex", "edge", "face"};
  assert(dimension >= 0 && dimension < 3);
  return names.at(static_cast<std::size_t>(dimension));
}

}  // namespace

std::string feature_name(const ExactFeatures& features) {
  return name_of(features.dimension_A) + "-" + name_of(features.dimension_B);
}

}  // namespace touchstone

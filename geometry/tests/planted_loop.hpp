// SPDX-License-Identifier: GPL-3.0-or-later
// Makes one bounded loop endless.
#pragma once

#include <string>
#include <string_view>

#include "geometry/loop_bound.hpp"

namespace touchstone {

/// What EndlessLoop says that `run` throws while the loop of this name exceeds its bound; "" if it
/// throws none.
template <class Run>
std::string end_of_planted(std::string_view loop, const Run& run) {
  static std::string_view planted;
  planted = loop;
  loop_plant = [](const char* name) { return name == planted; };
  std::string end;
  try {
    run();
  } catch (const EndlessLoop& endless) {
    end = endless.what();
  }
  loop_plant = nullptr;
  return end;
}

}  // namespace touchstone

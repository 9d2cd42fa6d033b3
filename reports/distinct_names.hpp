// SPDX-License-Identifier: GPL-3.0-or-later
// The names that label the rows or columns of a table.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace touchstone {

/// What `name` makes of each item, once, in the order in which the names first occur.
template <class Items, class Name>
std::vector<std::string> distinct_names(const Items& items, Name name) {
  std::vector<std::string> names;
  for (const auto& item : items) {
    std::string one = name(item);
    if (std::find(names.begin(), names.end(), one) == names.end()) names.push_back(std::move(one));
  }
  return names;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign whose store takes some megabytes: at this tolerance nearly every answer is wrong.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

inline std::vector<std::string> voluminous(int cases, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"verify",
                                    "--metric",
                                    "sat_float32,gjk_epa",
                                    "--family",
                                    "random-boxes",
                                    "--cases",
                                    std::to_string(cases),
                                    "--tolerance",
                                    "1e-18",
                                    "--json",
                                    "-"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace touchstone

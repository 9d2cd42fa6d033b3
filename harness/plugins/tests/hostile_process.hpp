// SPDX-License-Identifier: GPL-3.0-or-later
// hostile_process.py as a command, and which of its faults a question has.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>
#include <string>

#include "geometry/pair.hpp"

namespace touchstone {

inline std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  pclose(pipe);
  return text;
}

/// Path of the Python program itself, in quotes: the command may be a script that starts slowly.
inline const std::string& python() {
  static const std::string kPython = [] {
    const std::string path =
        output_of("'" TOUCHSTONE_PYTHON "' -c 'import sys; print(sys.executable)'");
    return "'" + path.substr(0, path.find('\n')) + "'";
  }();
  return kPython;
}

inline std::string hostile(const std::string& faults) {
  return python() + " '" TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/hostile_process.py' " +
         faults;
}

/// The chance of a pair, from which hostile_process.py chooses a fault.
inline unsigned process_chance(const Pair& pair) {
  std::array<std::uint64_t, 3> bits{};
  std::memcpy(bits.data(), pair.X_WB.t.data(), sizeof bits);
  const std::uint64_t mixed = (bits[0] ^ (bits[1] << 1U) ^ (bits[2] << 2U)) * 0x9E3779B97F4A7C15U;
  return static_cast<unsigned>((mixed >> 40U) % 10000);
}

struct ChanceRange {
  unsigned begin = 0;
  unsigned end = 0;
};

/// The range of chances for each fault.
inline const std::map<std::string, ChanceRange>& process_faults() {
  static const std::map<std::string, ChanceRange> kRanges = [] {
    std::map<std::string, ChanceRange> made;
    std::istringstream lines(output_of(hostile("--faults")));
    std::string name;
    for (ChanceRange range; lines >> name >> range.begin >> range.end;) made[name] = range;
    return made;
  }();
  return kRanges;
}

/// The fault that a question has, or an empty text.
inline std::string process_fault_of(const Pair& pair) {
  const unsigned chance = process_chance(pair);
  for (const auto& [name, range] : process_faults()) {
    if (chance >= range.begin && chance < range.end) return name;
  }
  return "";
}

}  // namespace touchstone

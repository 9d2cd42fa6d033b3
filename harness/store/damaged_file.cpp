// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/damaged_file.hpp"

namespace touchstone {
namespace {

/// It may quote the file: no more than a line of it, and nothing that a terminal obeys.
std::string shortened(std::string what) {
  constexpr std::size_t kMax = 200;
  if (what.size() > kMax) what = what.substr(0, kMax) + "...";
  for (char& letter : what) {
    if (letter < 0x20 || letter > 0x7e) letter = '?';
  }
  return what;
}

}  // namespace

DamagedFile::DamagedFile(const std::string& path, const std::string& what)
    : std::runtime_error(path + ": is damaged: " + shortened(what)) {}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/moved_metrics.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

std::vector<std::string>& moved() {
  static std::vector<std::string> names;
  return names;
}

}  // namespace

double in_process_limit_s() {
#ifdef TOUCHSTONE_PLANTS_LOOPS
  const char* said = std::getenv("TOUCHSTONE_PLANT_LIMIT");
  if (said != nullptr) return std::atof(said);
#endif
  return 60;
}

void move_to_workers(std::string name) { moved().push_back(std::move(name)); }

bool is_moved(const MetricRow& row) {
  return std::find(moved().begin(), moved().end(), row.name) != moved().end();
}

bool runs_in_workers(const MetricRow& row) { return row.traits.isolated || is_moved(row); }

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// Plants each cause in five sound metrics or groups of families, and prints what is named:
//
//   touchstone_plant_causes [CASES]
//
// CASES of each family, 40 by default. Exit code 1 where fewer than 79 of the 85 are named, or one
// that is not planted is.
#include <cstdlib>
#include <iostream>

#include "harness/causes/tests/planted_causes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

struct Ground {
  const char* metric;
  std::vector<std::string> families;
  std::uint64_t times = 1;  ///< cases of each, in units of CASES
};

std::string named(const Ground& ground, std::string_view planted, std::uint64_t cases) {
  const MetricRow metric = plant(*find_metric(ground.metric), planted);
  const FoundCauses causes =
      causes_in(planted_campaign(metric, ground.families, ground.times * cases));
  return causes.empty() ? "" : causes.at(0).cause.name;
}

int run(std::uint64_t cases) {
  const std::vector<Ground> grounds = {
      {"certified", {"boxes"}},
      {"certified", {"hulls"}},
      {"certified", {"motion-boxes", "motion-hulls"}, 20},  // steps: bodies meet late
      {"certified", {"boxes", "field", "hard"}},
      {"minkowski", {"random-hulls-16-shallow"}}};
  int right = 0;
  int invented = 0;
  for (const Ground& ground : grounds) {
    const std::string where = std::string(ground.metric) + " on " + ground.families.back() + ": ";
    for (const std::string_view cause : kPlantedCauses) {
      const std::string found = named(ground, cause, cases);
      right += found == cause ? 1 : 0;
      std::cout << where << cause << (found == cause ? "" : " is named '" + found + "'")
                << std::endl;
    }
    invented += named(ground, "", cases).empty() ? 0 : 1;
  }
  for (const char* faulty : {"gjk_epa", "mpr"}) {
    for (const char* group : {"boxes", "hulls", "kissing", "motion", "hard"}) {
      const std::string found = named({faulty, {group}}, "", cases);
      if (found.empty()) continue;
      ++invented;
      std::cout << faulty << " on " << group << " is named '" << found << "'" << std::endl;
    }
  }
  std::cout << right << " of " << grounds.size() * kPlantedCauses.size() << " named, " << invented
            << " invented\n";
  return right >= 79 && invented == 0 ? 0 : 1;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  return touchstone::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 40);
}

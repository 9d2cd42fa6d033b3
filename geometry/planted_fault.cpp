// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/planted_fault.hpp"

#ifdef TOUCHSTONE_PLANTS_LOOPS

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

struct Plant {
  std::string name;
  std::string fault;
  std::string which;

  Plant() {
    const char* said = std::getenv("TOUCHSTONE_PLANT");
    if (said != nullptr) std::istringstream(said) >> name >> fault >> which;
  }
};

std::atomic<long> queries = 0;

bool is_meant(const Plant& plant, double t_x) {
  const char* const number = plant.which.c_str() + 1;
  if (plant.which.front() == '#') return ++queries >= std::atol(number);
  if (plant.which.front() == '/') return std::hash<double>{}(t_x) % std::stoul(number) == 0;
  return t_x == std::atof(plant.which.c_str());
}

// The call must not become a jump.
[[gnu::noinline]] int overflow(volatile int* depth) {
  if (*depth < 0) return 0;     // never
  volatile int room[256] = {};  // NOLINT(*-avoid-c-arrays)
  room[0] = *depth;
  *depth = *depth + 1;
  return overflow(depth) + room[0];
}

void leave_mark() {
  const char* const file = std::getenv("TOUCHSTONE_PLANT_MARK");
  if (file != nullptr) std::ofstream(file) << "looping\n";
}

}  // namespace

void plant_fault(const char* name, double t_x) {
  static const Plant kPlant;
  if (kPlant.which.empty() || kPlant.name != name || !is_meant(kPlant, t_x)) return;
  if (kPlant.fault == "segv") *static_cast<volatile int*>(nullptr) = 0;
  if (kPlant.fault == "abort") std::abort();
  if (kPlant.fault == "bound") throw_endless_loop("planted", 1);
  volatile int depth = 0;
  if (kPlant.fault == "overflow") overflow(&depth);
  if (kPlant.fault == "loop") leave_mark();
  while (kPlant.fault == "loop") depth = 1;
}

}  // namespace touchstone

#endif

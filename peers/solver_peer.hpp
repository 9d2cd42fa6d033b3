// SPDX-License-Identifier: MIT
// What the adapters of contact solvers share: the functions of touchstone/solver.h around one
// function for each solver,
//   void solve(const touchstone_step&, touchstone_step_answer&);
// and a collection of them. An adapter ends with TOUCHSTONE_SOLVER_PEERS(kSolvers), an array of what
// peer::step_solver<solve>() makes. What `solve` throws becomes "gave up" with its text.
#pragma once

#include <touchstone/solver.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>

namespace peer {

using SolveStep = void (*)(const touchstone_step&, touchstone_step_answer&);

template <SolveStep kSolve>
void solve_step(void* /*instance*/, const touchstone_step* step, touchstone_step_answer* answer) {
  try {
    kSolve(*step, *answer);
  } catch (const std::exception& e) {
    answer->status = TOUCHSTONE_STEP_GAVE_UP;
    std::snprintf(answer->note, sizeof answer->note, "%s", e.what());
  }
}

/// A solver of problems in space that keeps nothing between them.
template <SolveStep kSolve>
touchstone_solver_1 step_solver(const char* name, const char* summary, std::uint32_t cones,
                                std::uint32_t max_contacts, double tolerance = 0) {
  static int nothing = 0;
  touchstone_solver_1 solver{};
  solver.name = name;
  solver.version = PEER_VERSION;
  solver.build = PEER_BUILD;
  solver.summary = summary;
  solver.cones = cones;
  solver.max_contacts = max_contacts;
  solver.tolerance = tolerance;
  solver.create = []() -> void* { return &nothing; };
  solver.destroy = [](void* /*instance*/) {};
  solver.reset = [](void* /*instance*/) {};
  solver.solve = solve_step<kSolve>;
  return solver;
}

/// Calls `use(row, column, entry)` for each entry of W that is there.
template <class Use>
void for_entries(const touchstone_step& step, Use use) {
  const std::size_t d = step.dimension;
  for (std::size_t i = 0; i < step.contact_count; ++i) {
    for (std::size_t k = step.block_begin[i]; k < step.block_begin[i + 1]; ++k) {
      const double* block = step.blocks + k * d * d;
      for (std::size_t e = 0; e < d * d; ++e) {
        use(i * d + e / d, step.block_column[k] * d + e % d, block[e]);
      }
    }
  }
}

}  // namespace peer

/// The entry of the plug-in.
#define TOUCHSTONE_SOLVER_PEERS(SOLVERS)                                                      \
  static const void* solver_interface(std::size_t index, const char* id) {                    \
    return std::strcmp(id, TOUCHSTONE_SOLVER_1) == 0 ? &(SOLVERS)[index] : nullptr;           \
  }                                                                                           \
  static const void* collection_interface(const char* id) {                                   \
    static const touchstone_collection_1 collection = {std::size(SOLVERS), solver_interface}; \
    return std::strcmp(id, TOUCHSTONE_COLLECTION_1) == 0 ? &collection : nullptr;             \
  }                                                                                           \
  TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {                       \
      TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, nullptr, nullptr, collection_interface};

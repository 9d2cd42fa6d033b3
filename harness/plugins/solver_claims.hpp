// SPDX-License-Identifier: GPL-3.0-or-later
// What a solver of contact steps says of itself, as JSON text on its way from the worker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "include/touchstone/solver.h"
#include "schema/json_node.hpp"

namespace touchstone {

struct SolverTraits {
  std::string name;
  std::string version = {};
  std::string summary = {};
  std::uint32_t cones = 0;         ///< bits TOUCHSTONE_CONE_...
  std::uint32_t abilities = 0;     ///< bits TOUCHSTONE_SOLVER_...
  std::uint64_t max_contacts = 0;  ///< 0: any number
  double tolerance = 0;            ///< r up to which its "solved" is meant; 0: the judge's [1]
  std::uint64_t in_library = 1;    ///< solvers of its library
};

/// The names of the cones of these bits: "round".
std::vector<std::string> cone_names(std::uint32_t bits);

/// A tolerance that a solver may declare; refuses others.
double claimed_solver_tolerance(const JsonNode& node);

/// `in_library`: how many its library has.
std::string solver_claims_json(const touchstone_solver_1& solver, std::size_t in_library);

/// Rejects, in one line that begins with `where`, claims that make no sense.
Result<SolverTraits> read_solver_claims(std::string_view json, const std::string& where);

}  // namespace touchstone

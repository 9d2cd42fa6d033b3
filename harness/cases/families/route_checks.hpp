// SPDX-License-Identifier: GPL-3.0-or-later
// The two routes to the truth, compared on the cases of families.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "harness/cases/case.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// phi and, where it is defined, rho are the same fractions on both routes.
inline void expect_routes_agree(Oracle& oracle, const Case& c) {
  const Truth truth = oracle.solve(c.pair());
  const Truth slow = solve_explicit(c.pair());
  EXPECT_EQ(truth.sign, slow.sign) << c.id;
  EXPECT_EQ(truth.phi_squared, slow.phi_squared) << c.id;
  if (truth.ratio) {
    const std::optional<Rational> program = solve_ratio_program(c.pair());
    ASSERT_TRUE(program.has_value()) << c.id;
    EXPECT_EQ(truth.ratio->rho, *program) << c.id;
  }
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/within.hpp"

#include <cmath>

#include "reference/bracket.hpp"
#include "reference/oracle.hpp"
#include "reference/unions.hpp"

namespace touchstone {
namespace {

bool are_within(const UnionPair& unions, double distance) {
  const UnionTruth truth = solve_unions(unions, 1);  // no depth is asked for
  if (!truth.has_squares) return truth.lower <= distance;
  const Rational reach = distance;
  return truth.sign != 1 || truth.squared <= reach * reach;
}

}  // namespace

bool are_within(const Case& c, double distance) {
  if (c.unions()) return are_within(*c.unions(), distance);
  if (c.curved()) return find_bracket(*c.curved()).lower <= distance;
  Oracle oracle;
  const auto rounded = oracle.settle(c.pair(), false);
  const double off = rounded ? std::abs(rounded->phi.value - distance) : 0;
  if (rounded && off > 2 * (std::abs(rounded->phi.tail) + rounded->phi.doubt)) {
    return rounded->phi.value <= distance;
  }
  const Truth truth = oracle.solve(c.pair(), false);
  const Rational reach = truth.radius + Rational(distance);
  return truth.sign <= 0 || truth.phi_squared <= reach * reach;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/case.hpp"

#include "harness/asking/run_outcome.hpp"

namespace touchstone {

const Pair& Case::pair() const {
  if (const auto* pair = std::get_if<Pair>(&bodies)) return *pair;
  throw HarnessError(id + ": " + why_refused(bodies, CurvedCases::refused));
}

ConvexPair convex_pair(const Case& c) {
  if (const ConvexPair* curved = c.curved()) return *curved;
  const Pair& pair = c.pair();
  return {make_body(pair.A).value(), pair.X_WA, make_body(pair.B).value(), pair.X_WB};
}

std::string why_refused(const CaseBodies& bodies, CurvedCases taken) {
  if (bodies.index() <= static_cast<std::size_t>(taken)) return "";
  return std::string("a body ") + (std::holds_alternative<UnionPair>(bodies)
                                       ? std::string(kUnionTakers)
                                       : std::string("is curved") + kCurvedTakers);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a polytope nearest to the origin, exactly: Wolfe 1976, "Finding the nearest point in
// a polytope", in rationals. Finite, because the norm falls strictly from one corral to the next.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

#include "geometry/arithmetic/rational.hpp"

namespace touchstone {

/// A vertex of the polytope in N dimensions, named by two numbers of the caller: in space by the
/// pair of vertices whose difference it is.
template <std::size_t N>
struct WolfePointIn {
  int i = 0;
  int j = 0;
  std::array<Rational, N> x;
};
using WolfePoint = WolfePointIn<3>;

template <std::size_t N>
struct WolfeResultIn {
  std::vector<WolfePointIn<N>> corral;  ///< affinely independent
  std::vector<Rational> weights;        ///< positive, their sum is 1
  std::array<Rational, N> x;            ///< the nearest point
};
using WolfeResult = WolfeResultIn<3>;

template <std::size_t N>
using WolfeSupport = std::function<WolfePointIn<N>(const std::array<Rational, N>&)>;

/// `support(x)` is a vertex p with x.p least. N is 3 or 12.
template <std::size_t N>
WolfeResultIn<N> nearest_to_origin(const WolfePointIn<N>& start,
                                   const std::type_identity_t<WolfeSupport<N>>& support);

}  // namespace touchstone

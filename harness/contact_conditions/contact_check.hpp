// SPDX-License-Identifier: GPL-3.0-or-later
// Holds contact methods to the conditions on contact data, over families of cases and all cores.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "contact/registry.hpp"
#include "geometry/pair.hpp"
#include "harness/check/check_run.hpp"
#include "harness/contact_conditions/conditions.hpp"

namespace touchstone {

/// Cases of each family where no number is given, and no more than it has by default.
inline constexpr std::uint64_t kDefaultContactCases = 300;
/// The gap up to which points are asked for besides the manifold's: 0.05 of the size beyond phi, or
/// more where phi is rounded by more [m].
inline double reach_beyond(double phi, const Pair& pair) {
  return phi + std::max(0.05 * pair_size(pair), 1e-15 * std::abs(phi));
}

struct ContactCheckOptions : CheckOptions {
  std::vector<const ContactRow*> methods;
  /// What shrinking asks in place of each method, as it gives less time; empty: the method itself.
  std::vector<const ContactRow*> hurried;
  double tolerance = kDefaultTolerance;
};

/// A row for each method and source. Each condition must have held in at least one case, N2 only if
/// there are motions; libraries are excepted, as the words judge their manifolds. The default method
/// and libraries must answer every case.
CheckReport check_contacts(const ContactCheckOptions& options);

/// The registered metrics.
std::unique_ptr<Metric> registered_metric(std::string_view name);

}  // namespace touchstone

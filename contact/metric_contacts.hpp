// SPDX-License-Identifier: GPL-3.0-or-later
// Contact data by a metric (yi_drumwright, section IV): its normal and signed distance, then the
// manifold (contact/manifold.hpp).
//
// Metrics are handed in: one that is asked first, and one that is asked where the first has no
// value, as V-Clip has none of bodies that overlap. A ratio metric's normal is taken, and the gap
// along it for phi.
#pragma once

#include <memory>

#include "contact/contact.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Both own. `when_not` may be null where `when_disjoint` answers always.
std::unique_ptr<ContactMethod> make_metric_contacts(std::unique_ptr<Metric> when_disjoint,
                                                    std::unique_ptr<Metric> when_not = nullptr);

}  // namespace touchstone

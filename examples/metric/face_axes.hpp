// SPDX-License-Identifier: MIT
// The separating axis test over face normals alone: an example of a metric, to be copied.
//
// phi = max over unit u of gap(u), where gap(u) = min of u.a - max of u.b. The maximum over the
// normals of all facets is right where a facet takes part in the contact, and too low where two
// edges do. It is a lower bound of phi in any case.
#pragma once

#include <memory>

#include "metrics/registry.hpp"

namespace touchstone {

std::unique_ptr<Metric> make_face_axes();

/// Its row of the registry, with what it claims. Every trait is here; those that have their default
/// value may be left out.
MetricRow face_axes_row();

}  // namespace touchstone

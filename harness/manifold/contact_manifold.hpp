// SPDX-License-Identifier: GPL-3.0-or-later
// Contact data of our own methods as a manifold, and their policy.
#pragma once

#include "contact/contact.hpp"
#include "geometry/pair.hpp"
#include "harness/manifold/manifold.hpp"

namespace touchstone {

/// The points half way between both bodies, each with its gap; `data` is answered.
Manifold manifold_of(const ContactData& data);

/// The policy of methods by contact/manifold.hpp: all points, each with its gap; nearer ones than
/// 1e-6 m, or 1e-6 of the size of a small pair, are merged. `reach` is what was asked for [m].
ManifoldPolicy contact_policy(const Pair& pair, double reach);

}  // namespace touchstone

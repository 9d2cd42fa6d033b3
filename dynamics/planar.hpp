// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes in the plane: bodies are prisms along one world axis, and what counts of them is their
// cross-section. A body has three velocities, two along the plane and the spin about the axis.
//
// The mass of a body is its density times its area, its moment of inertia the density times the
// area's polar moment about the axis; so energies and impulses are per metre of the axis. Contacts
// are found between prisms whose height is chosen here, so that a file's heights change nothing;
// the contacts at their two ends are merged into one. The friction cone has the two directions in
// the plane: the row along the axis is zero.
#pragma once

#include <memory>
#include <string>

#include "contact/contact.hpp"
#include "dynamics/scene.hpp"

namespace touchstone {

/// The first rule of planar scenes that a planar scene breaks, in one line; empty if it breaks none
/// or is not planar.
std::string planar_fault(const Scene& scene);

/// Sets the masses and moments of inertia of a planar scene without fault from density and area.
void settle_planar(Scene& scene);

/// Bounding radius of a body about its origin; of its cross-section in a planar scene [m].
double scene_reach(const Scene& scene, const Body& body);

/// Contacts in the plane of a planar scene. Asks `method`, which outlives the result, about prisms
/// of the same cross-sections, so high that the least overlap is never along the axis.
std::unique_ptr<ContactMethod> make_planar_contacts(const Scene& scene,
                                                    const ContactMethod& method);

}  // namespace touchstone

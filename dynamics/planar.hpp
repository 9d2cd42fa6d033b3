// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes in the plane: bodies are prisms along one world axis, and what counts of them is their
// cross-section. A body has three velocities, two along the plane and the spin about the axis.
//
// The mass of a body is its density times its area, its moment that of the area about the axis; so
// energies and impulses are those of one metre of the axis. Contacts are found between prisms of a
// height of our own, so that a file's heights change nothing; the contacts at their two ends are
// one. The friction cone has the two directions along the plane: a row across it is zero.
#pragma once

#include <memory>
#include <string>

#include "contact/contact.hpp"
#include "dynamics/scene.hpp"

namespace touchstone {

/// Of a scene that is planar, the first rule of such scenes that is broken, in one line; otherwise
/// empty.
std::string planar_fault(const Scene& scene);

/// Sets masses and moments of a planar scene without fault, each from its density and its area.
void settle_planar(Scene& scene);

/// Area of a body's cross-section [m^2]; of a prism along `axis`.
double cross_section_area(const Polytope& polytope, Axis axis);

/// How far a body reaches from its origin: in a planar scene within the plane [m].
double scene_reach(const Scene& scene, const Body& body);

/// `method` for the prisms of a planar scene, which it outlives: in place of each a prism of the
/// same cross-section that no in-plane depth is deeper than, then the contacts in the plane.
std::unique_ptr<ContactMethod> make_planar_contacts(const Scene& scene,
                                                    const ContactMethod& method);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// A contact model of Williams, Lu & Trinkle as a contact method: the points of a pair are potential
// contacts, each with its own normal, and its constraints name them by their places. The pair's
// normal and plane are those of the first contact that separates the bodies, and 0 without one.
#pragma once

#include <memory>
#include <optional>

#include "contact/contact.hpp"
#include "contact/peg/peg_options.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

/// `planar`: bodies are prisms along that axis, and contacts are those of their cross-sections.
std::unique_ptr<ContactMethod> make_peg_contacts(PegModel model, const PegOptions& options,
                                                 std::optional<Axis> planar);

}  // namespace touchstone

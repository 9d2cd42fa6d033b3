// SPDX-License-Identifier: GPL-3.0-or-later
// SDF, Gazebo's models and worlds: collisions of links, where their poses put them.
#pragma once

#include "import/options.hpp"
#include "import/scene.hpp"
#include "import/xml_files.hpp"

namespace touchstone {

/// The collisions of all links of all models in the world, at joint positions 0 unless said
/// otherwise.
ImportedScene read_sdf(XmlFiles& files, const ImportOptions& options);

}  // namespace touchstone

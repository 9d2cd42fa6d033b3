// SPDX-License-Identifier: GPL-3.0-or-later
// MJCF, MuJoCo's models: geoms in nested bodies, at a keyframe or at positions of joints.
#pragma once

#include "import/options.hpp"
#include "import/scene.hpp"
#include "import/xml_files.hpp"

namespace touchstone {

/// The geoms of a model, in MuJoCo's order. Elements that are not read stand in `left_out`.
ImportedScene read_mjcf(XmlFiles& files, const ImportOptions& options);

}  // namespace touchstone

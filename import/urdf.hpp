// SPDX-License-Identifier: GPL-3.0-or-later
// URDF, ROS's robots: collisions of links, which joints hold together.
#pragma once

#include "import/options.hpp"
#include "import/scene.hpp"
#include "import/xml_files.hpp"

namespace touchstone {

/// The collisions of all links in the root link's frame, at joint positions 0 unless said
/// otherwise.
ImportedScene read_urdf(XmlFiles& files, const ImportOptions& options);

/// A mesh's path: of package://NAME/REST the folder of --package, or the first folder NAME beside
/// the file or above it; of file:// and model:// likewise a path.
std::string resource_path(const XmlFiles& files, const std::string& uri,
                          const ImportOptions& options);

/// Remarks in `read_as` on the first rpy of URDF or pose of SDF whose radians are beyond a turn.
void doubt_radians(const XmlFiles& files, std::vector<std::string>& read_as);

}  // namespace touchstone

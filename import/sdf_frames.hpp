// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of an SDF file: models, links, frames and joints, which name each other. Poses stand where
// joints are at 0; a joint then moves its child link, and what hangs on it. Serves sdf.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "import/options.hpp"
#include "import/xml_files.hpp"

namespace touchstone {

class SdfFrames {
 public:
  /// Finds them all. Rejects positions of joints that do not move. The files and `read_as`, which
  /// notes conversions, outlive it.
  SdfFrames(XmlFiles& files, const ImportOptions& options, std::vector<std::string>& read_as);

  /// Where a collision of a link stands in the world.
  Frame collision(const XmlElement& collision, const XmlElement& link);
  /// "model::link".
  const std::string& full_name(const XmlElement& element) const {
    return nodes_.at(&element).full_name;
  }

 private:
  struct Node {
    const XmlElement* model = nullptr;  ///< that it stands in; nullptr: the world
    std::string full_name;
  };

  void find(const XmlElement& element, const Node& above, std::vector<const XmlElement*>& joints);
  void read_child(const XmlElement& joint);
  /// What a name in `user` means, which stands in `model`; nullptr: the world.
  const XmlElement* named(const std::string& name, const XmlElement& user,
                          const XmlElement* model) const;
  /// What the "parent" or the "child" of a joint names.
  const XmlElement* end_of(const XmlElement& joint, const char* end) const;
  /// The link that a frame moves with; nullptr: none.
  const XmlElement* link_of(const XmlElement* element, int depth) const;
  /// What an element's pose is in, where it does not say it: `otherwise`, of joints their child.
  const XmlElement* base_of(const XmlElement& element, const XmlElement* model,
                            const XmlElement* otherwise) const;
  Frame own_pose(const XmlElement& element) const;
  /// X_WE, joints being at 0.
  Frame at_zero(const XmlElement* element, int depth);
  /// How joints move a link in the world.
  Frame moved(const XmlElement* link, int depth);
  /// How a joint moves its child in the world.
  Frame motion(const XmlElement& joint);
  /// The direction of an axis in the joint's frame.
  Vec3 axis_of(const XmlElement& joint, const Frame& X_JW);
  void check_depth(const XmlElement& element, int depth) const;

  XmlFiles& files_;
  std::vector<std::string>& read_as_;
  bool axes_of_models_ = false;  ///< versions before 1.5: axes are in the model's frame
  std::map<const XmlElement*, Node> nodes_;
  std::map<std::string, std::vector<const XmlElement*>> by_name_;       ///< by full names
  std::map<const XmlElement*, std::vector<const XmlElement*>> links_;   ///< by their model
  std::map<const XmlElement*, std::vector<const XmlElement*>> models_;  ///< by the one around
  std::map<const XmlElement*, std::string> positions_;                  ///< texts, by a joint
  std::map<const XmlElement*, const XmlElement*> joint_above_;          ///< by a link
  std::map<const XmlElement*, Frame> at_zero_, moved_;
};

/// The text of a child element; empty if there is none.
std::string child_text(const XmlElement& element, const char* child);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of MJCF that a walk through the bodies looks up: compiler, defaults, meshes, and the
// orientation of an element. Serves mjcf.cpp.
#pragma once

#include <map>
#include <string>

#include "import/scene.hpp"
#include "import/xml_files.hpp"

namespace touchstone {

class MjcfValues {
 public:
  /// Reads what stands outside of worldbody.
  explicit MjcfValues(XmlFiles& files);

  /// An element's attributes, with the defaults of its class or else of `childclass`.
  XmlAttributes attributes(const XmlElement& element, const std::string& childclass) const;
  /// Position and orientation: pos, and one of quat, axisangle, euler, xyaxes and zaxis.
  Frame frame(const XmlAttributes& attributes) const;
  Frame quaternion(const XmlAttributes& attributes, const char* key) const;
  /// The geom's shape with what fromto makes of its size and frame.
  void set_shape(const XmlAttributes& geom, ImportedBody& body) const;
  bool in_degrees() const { return in_degrees_; }
  /// Whether a frame so far has angles in degrees.
  bool used_degrees() const { return used_degrees_; }
  /// Whether MuJoCo drops or moves geoms, so that its indices are others.
  bool removes_geoms() const { return removes_geoms_; }

 private:
  using Class = std::map<std::string, XmlAttributes::Defaults>;  // by the element's name

  void read_compiler(const XmlElement& element);
  void read_defaults(const XmlElement& element, const Class& parent, bool top);
  void read_asset(const XmlElement& asset);
  Frame orientation(const XmlAttributes& attributes) const;
  ImportedShape mesh(const XmlAttributes& geom) const;
  std::function<ImportedShape()> shape(const XmlAttributes& geom, const std::string& type,
                                       const std::vector<double>& size) const;

  XmlFiles* files_;
  bool in_degrees_ = true;
  mutable bool used_degrees_ = false;
  std::string euler_sequence_ = "xyz";
  std::string mesh_folder_;
  bool strips_path_ = false;
  bool removes_geoms_ = false;
  std::map<std::string, Class> classes_;
  std::map<std::string, const XmlElement*> meshes_;
};

}  // namespace touchstone

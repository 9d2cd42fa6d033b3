// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/urdf.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <utility>

#include "import/rejection.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

class UrdfRobot {
 public:
  UrdfRobot(XmlFiles& files, const ImportOptions& options)
      : files_(files), options_(options), joints_(options) {}

  ImportedScene read() {
    for (const XmlElement* element : files_.children(files_.root())) {
      const std::string kind = element->Name();
      if (kind.starts_with("xacro:")) files_.reject_at(*element, kExpand);
      if (kind == "link") add_link(*element);
      if (kind == "joint") read_joint(*element);
    }
    remark_roots();
    for (const auto& [name, link] : links_) read_link(name, *link);
    joints_.check_all_used();
    return std::move(scene_);
  }

 private:
  struct Joint {
    const XmlElement* element;
    std::string name;
    std::string type;
    std::string parent;
    Frame X_PJ;
    Vec3 axis;
  };
  static constexpr const char* kExpand =
      "is xacro, which is not read: xacro FILE > robot.urdf expands it";

  std::string name_of(const XmlElement& element) const {
    return XmlAttributes(files_, element).text_or("name", "");
  }

  void add_link(const XmlElement& element) {
    const std::string name = name_of(element);
    if (!link_names_.insert(name).second) {
      files_.reject_at(element, "a second link is called '" + name + "'");
    }
    links_.emplace_back(name, &element);
  }

  /// Links with no joint above them are all at the origin.
  void remark_roots() {
    std::vector<std::string> roots;
    for (const auto& [name, link] : links_) {
      if (!parents_.contains(name)) roots.push_back(name);
    }
    if (roots.size() < 2) return;
    scene_.read_as.push_back("the links '" + roots[0] + "' and '" + roots[1] + "'" +
                             (roots.size() > 2 ? " and more" : "") +
                             " have no joint above them: they are at the origin");
  }

  const XmlElement& child(const XmlElement& element, const char* name) const {
    const XmlElement* found = element.FirstChildElement(name);
    if (found == nullptr) files_.reject_at(element, std::string("has no ") + name);
    return *found;
  }

  Frame origin(const XmlElement& element) const {
    const XmlElement* found = element.FirstChildElement("origin");
    if (found == nullptr) return {};
    const XmlAttributes at(files_, *found);
    const Vec3 rpy = at.vector("rpy").value_or(Vec3::Zero());
    return translation(at.vector("xyz").value_or(Vec3::Zero())) *
           roll_pitch_yaw({Angle{rpy.x()}, Angle{rpy.y()}, Angle{rpy.z()}});
  }

  void read_joint(const XmlElement& element) {
    Joint joint;
    joint.element = &element;
    joint.name = name_of(element);
    joint.type = XmlAttributes(files_, element).text_or("type", "");
    joint.parent = XmlAttributes(files_, child(element, "parent")).text_or("link", "");
    joint.X_PJ = origin(element);
    joint.axis = Vec3::UnitX();
    if (const XmlElement* axis = element.FirstChildElement("axis")) {
      joint.axis = XmlAttributes(files_, *axis).vector("xyz").value_or(joint.axis);
    }
    const std::string of = XmlAttributes(files_, child(element, "child")).text_or("link", "");
    joint_names_[joint.name] = &element;
    if (!parents_.emplace(of, std::move(joint)).second) {
      files_.reject_at(element, "the link '" + of + "' has two parents");
    }
  }

  /// The position of a joint, or of the one that it mimics, times its multiplier plus its offset.
  /// Degrees become radians where metres or radians are put to them.
  Angle position(const XmlElement& element, int depth) {
    if (const XmlElement* mimic = element.FirstChildElement("mimic")) {
      constexpr int kMaxDepth = 100;
      const XmlAttributes of(files_, *mimic);
      const auto found = joint_names_.find(of.text_or("joint", ""));
      if (found == joint_names_.end() || depth > kMaxDepth) {
        files_.reject_at(*mimic, "mimics a joint that is not there");
      }
      Angle other = position(*found->second, depth + 1);
      const double offset = of.number_or("offset", 0);
      if (other.in_degrees && (offset != 0 || slides(element))) {
        other = {other.value * (std::numbers::pi / 180), false};
      }
      return {other.value * of.number_or("multiplier", 1) + offset, other.in_degrees};
    }
    const std::string name = name_of(element);
    const std::string* const typed = joints_.text(name);
    if (typed == nullptr) return {};
    return slides(element) ? Angle{length_text(*typed, name)}
                           : angle_text(*typed, name, scene_.read_as);
  }

  bool slides(const XmlElement& joint) const {
    return XmlAttributes(files_, joint).text_or("type", "") == "prismatic";
  }

  Frame motion(const Joint& joint) {
    if (joint.type == "fixed" || joint.type == "floating" || joint.type == "planar") return {};
    if (joint.type != "revolute" && joint.type != "continuous" && joint.type != "prismatic") {
      files_.reject_at(*joint.element, "there is no joint of the type '" + joint.type + "'");
    }
    const Angle q = position(*joint.element, 0);
    if (q.value == 0) return {};
    if (joint.type != "prismatic") return rotation_about(joint.axis, q);
    return slide_along(joint.axis, q.value);
  }

  const Frame& frame_of(const std::string& link, int depth) {
    const auto known = frames_.find(link);
    if (known != frames_.end()) return known->second;
    Frame X_W;
    if (const auto joint = parents_.find(link); joint != parents_.end()) {
      constexpr int kMaxDepth = 500;  // walks recurse
      if (depth > kMaxDepth) {
        files_.reject_at(*joint->second.element,
                         "the joints make a loop, or more than 500 a chain");
      }
      X_W = frame_of(joint->second.parent, depth + 1) * joint->second.X_PJ * motion(joint->second);
    }
    return frames_[link] = X_W;
  }

  void read_link(const std::string& name, const XmlElement& link) {
    const Frame& X_WL = frame_of(name, 0);
    ++owners_;
    for (const XmlElement* collision = link.FirstChildElement("collision"); collision != nullptr;
         collision = collision->NextSiblingElement("collision")) {
      ImportedBody body;
      body.name = name_of(*collision);
      body.owner = name;
      body.owner_number = owners_;
      body.place = files_.place(*collision);
      body.X_W = X_WL * origin(*collision);
      set_shape(child(*collision, "geometry"), body);
      scene_.bodies.push_back(std::move(body));
    }
  }

  static std::string missing_attribute(const XmlAttributes& shape, const std::string& kind) {
    const bool is_long = kind == "cylinder" || kind == "capsule";
    if ((is_long || kind == "sphere") && !shape.text("radius")) return "radius";
    if (is_long && !shape.text("length")) return "length";
    return kind == "box" && !shape.text("size") ? "size" : "";
  }

  void set_shape(const XmlElement& geometry, ImportedBody& body) {
    const XmlElement* const shape = geometry.FirstChildElement();
    if (shape == nullptr) files_.reject_at(geometry, "holds no shape");
    const XmlAttributes of(files_, *shape);
    const std::string kind = shape->Name();
    const double r = of.number_or("radius", 0), half = of.number_or("length", 0) / 2;
    if (const std::string missing = missing_attribute(of, kind); !missing.empty()) {
      body.make = [=]() -> ConvexBody { reject("<" + kind + "> has no attribute " + missing); };
    } else if (kind == "sphere") {
      body.make = [=] { return sphere_body(r); };
    } else if (kind == "cylinder") {
      body.make = [=] { return cylinder_body(r, half); };
    } else if (kind == "capsule") {
      body.make = [=] { return capsule_body(r, half); };
    } else if (kind == "box") {
      const Vec3 h = of.vector("size").value_or(Vec3::Zero()) / 2;
      body.make = [=] { return box_body(h); };
    } else if (kind == "mesh") {
      const std::string uri = of.text_or("filename", "");
      const auto scale = of.numbers("scale", 1, 3);
      if (scale.size() == 2) files_.reject_at(*shape, "scale has 2 numbers, not 3");
      const Vec3 factors = scale.empty()       ? Vec3(1, 1, 1)
                           : scale.size() == 1 ? Vec3(scale[0], scale[0], scale[0])
                                               : Vec3(scale[0], scale[1], scale[2]);
      body.make = [this_files = &files_, this_options = options_, uri, factors] {
        return mesh_shape(resource_path(*this_files, uri, this_options), factors,
                          this_options.meshes);
      };
    } else {
      files_.reject_at(*shape, "there is no shape '" + kind + "'");
    }
    if (half != 0 || kind == "box") body.read_as.push_back(body.place + ": full lengths, halved");
  }

  XmlFiles& files_;
  const ImportOptions& options_;
  JointValues joints_;
  ImportedScene scene_;
  std::size_t owners_ = 0;
  std::vector<std::pair<std::string, const XmlElement*>> links_;
  std::set<std::string> link_names_;
  std::map<std::string, Joint> parents_;  ///< the joint above each link
  std::map<std::string, const XmlElement*> joint_names_;
  std::map<std::string, Frame> frames_;
};

/// Whether the last three of six numbers have one that is more than a turn.
bool turns_beyond(const std::vector<double>& v) {
  return v.size() == 6 && std::any_of(v.begin() + 3, v.end(), is_beyond_turn);
}

/// Looks where the places of collisions are made. Other elements may hold anything.
const XmlElement* first_beyond_turn(const XmlFiles& files, const XmlElement& element) {
  constexpr std::array kElements = {"sdf",  "world",     "model", "robot", "link",
                                    "pose", "collision", "joint", "frame", "origin"};
  if (std::find(kElements.begin(), kElements.end(), std::string_view(element.Name())) ==
      kElements.end()) {
    return nullptr;
  }
  const XmlAttributes attributes(files, element);
  const bool is_pose = element.Name() == std::string("pose") && element.GetText() != nullptr &&
                       !attributes.is_true("degrees");
  if (is_pose && turns_beyond(numbers_of(element.GetText(), files.place(element) + ": pose"))) {
    return &element;
  }
  std::vector<double> rpy = attributes.numbers("rpy", 0, SIZE_MAX);
  rpy.insert(rpy.begin(), 3, 0.0);
  if (turns_beyond(rpy)) return &element;
  for (const XmlElement* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (const XmlElement* found = first_beyond_turn(files, *child)) return found;
  }
  return nullptr;
}

}  // namespace

std::string resource_path(const XmlFiles& files, const std::string& uri,
                          const ImportOptions& options) {
  const std::size_t scheme = uri.find("://");
  if (scheme == std::string::npos) return files.path_from(uri);
  const bool rooted = uri.compare(scheme, 4, ":///") == 0 && !uri.starts_with("file://");
  const std::string rest = uri.substr(scheme + (rooted ? 4 : 3));
  if (uri.starts_with("file://")) return files.path_from(rest);
  const std::size_t slash = rest.find('/');
  const std::string package = rest.substr(0, slash);
  const std::string path = slash == std::string::npos ? "" : rest.substr(slash + 1);
  namespace fs = std::filesystem;
  for (const auto& [name, folder] : options.packages) {
    if (name == package) return (fs::path(folder) / path).string();
  }
  std::error_code error;
  for (fs::path above = fs::absolute(files.path_from("."), error).lexically_normal();;
       above = above.parent_path()) {
    for (const fs::path& folder : {above / package, above}) {
      const bool is_package = folder.filename() == package;
      if (is_package && fs::exists(folder / path, error)) return (folder / path).string();
    }
    if (above == above.parent_path()) break;
  }
  reject("the package '" + package + "' is not beside the file nor above it: --package " + package +
         "=DIR says where it is");
}

ImportedScene read_urdf(XmlFiles& files, const ImportOptions& options) {
  return UrdfRobot(files, options).read();
}

void doubt_radians(const XmlFiles& files, std::vector<std::string>& read_as) {
  const XmlElement* const found = first_beyond_turn(files, files.root());
  if (found == nullptr) return;
  read_as.push_back(files.place(*found) +
                    ": angles are read in radians, and one is beyond a turn: is it in degrees?");
}

}  // namespace touchstone

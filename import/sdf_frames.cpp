// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/sdf_frames.hpp"

#include <array>
#include <string_view>

#include "import/rejection.hpp"

namespace touchstone {
namespace {

bool is(const XmlElement& element, const char* kind) {
  return std::string_view(element.Name()) == kind;
}

std::string attribute(const XmlElement& element, const char* key) {
  const char* const text = element.Attribute(key);
  return text == nullptr ? "" : text;
}

}  // namespace

std::string child_text(const XmlElement& element, const char* child) {
  const XmlElement* const found = element.FirstChildElement(child);
  const char* const text = found == nullptr ? nullptr : found->GetText();
  if (text == nullptr) return "";
  const std::string_view all(text);
  const std::size_t first = all.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "";
  return std::string(all.substr(first, all.find_last_not_of(" \t\r\n") + 1 - first));
}

SdfFrames::SdfFrames(XmlFiles& files, const ImportOptions& options,
                     std::vector<std::string>& read_as)
    : files_(files), read_as_(read_as) {
  const std::string version = attribute(files.root(), "version");
  for (const char* old : {"1.0", "1.2", "1.3", "1.4"}) axes_of_models_ |= version == old;
  std::vector<const XmlElement*> joints;
  find(files.root(), {}, joints);
  std::map<std::string, int> called;
  for (const XmlElement* joint : joints) ++called[attribute(*joint, "name")];
  JointValues given(options);
  for (const XmlElement* joint : joints) {
    const std::string name = attribute(*joint, "name");
    const std::string* text = given.text(full_name(*joint));
    if (text == nullptr && called[name] == 1) text = given.text(name);
    if (text != nullptr) positions_[joint] = *text;
  }
  given.check_all_used();
  for (const XmlElement* joint : joints) {
    if (!positions_.empty()) read_child(*joint);
  }
}

void SdfFrames::find(const XmlElement& element, const Node& above,
                     std::vector<const XmlElement*>& joints) {
  for (const XmlElement* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (is(*child, "world")) find(*child, {}, joints);
    const bool is_model = is(*child, "model"), is_joint = is(*child, "joint");
    if (!is_model && !is_joint && !is(*child, "link") && !is(*child, "frame")) continue;
    const std::string scope = above.full_name.empty() ? "" : above.full_name + "::";
    const Node& node = nodes_[child] = {above.model, scope + attribute(*child, "name")};
    by_name_[node.full_name].push_back(child);
    if (is(*child, "link")) links_[above.model].push_back(child);
    if (is_joint) joints.push_back(child);
    if (!is_model) continue;
    find(*child, {child, node.full_name}, joints);
    models_[above.model].push_back(child);
  }
}

void SdfFrames::read_child(const XmlElement& joint) {
  if (const XmlElement* axis = joint.FirstChildElement("axis")) {
    if (const XmlElement* mimic = axis->FirstChildElement("mimic")) {
      files_.reject_at(*mimic, "mimic is not read where --joint moves joints");
    }
  }
  const XmlElement* const link = link_of(end_of(joint, "child"), 0);
  if (link == nullptr) files_.reject_at(joint, "its child is no link");
  if (!joint_above_.emplace(link, &joint).second) {
    files_.reject_at(joint, "the link '" + full_name(*link) + "' is the child of two joints");
  }
}

const XmlElement* SdfFrames::named(const std::string& name, const XmlElement& user,
                                   const XmlElement* model) const {
  if (name == "__model__" && model != nullptr) return model;
  if (name == "world" || name == "__root__") return nullptr;
  const auto found = by_name_.find(model == nullptr ? name : full_name(*model) + "::" + name);
  if (found == by_name_.end()) files_.reject_at(user, "there is no frame '" + name + "'");
  if (found->second.size() > 1) {
    files_.reject_at(user, "several frames are called '" + name + "'");
  }
  return found->second.front();
}

const XmlElement* SdfFrames::end_of(const XmlElement& joint, const char* end) const {
  const std::string name = child_text(joint, end);
  if (name.empty()) files_.reject_at(joint, std::string("has no ") + end);
  return named(name, joint, nodes_.at(&joint).model);
}

const XmlElement* SdfFrames::link_of(const XmlElement* element, int depth) const {
  if (element == nullptr || is(*element, "link")) return element;
  check_depth(*element, depth);
  const XmlElement* const model = nodes_.at(element).model;
  if (is(*element, "joint")) return link_of(end_of(*element, "child"), depth + 1);
  if (const std::string to = attribute(*element, "attached_to"); !to.empty()) {
    return link_of(named(to, *element, model), depth + 1);
  }
  const XmlElement* const whole = is(*element, "model") ? element : model;
  if (whole == nullptr) return nullptr;
  if (const std::string first = attribute(*whole, "canonical_link"); !first.empty()) {
    return link_of(named(first, *whole, whole), depth + 1);
  }
  if (const auto links = links_.find(whole); links != links_.end()) return links->second.front();
  const auto nested = models_.find(whole);
  if (nested == models_.end()) return nullptr;
  for (const XmlElement* inner : nested->second) {
    if (const XmlElement* link = link_of(inner, depth + 1)) return link;
  }
  return nullptr;
}

const XmlElement* SdfFrames::base_of(const XmlElement& element, const XmlElement* model,
                                     const XmlElement* otherwise) const {
  if (const XmlElement* pose = element.FirstChildElement("pose")) {
    for (const char* key : {"relative_to", "frame"}) {  // "frame" in versions 1.5 and 1.6
      const std::string name = attribute(*pose, key);
      if (!name.empty()) return named(name, *pose, model);
    }
  }
  if (is(element, "joint")) return end_of(element, "child");
  const std::string to = is(element, "frame") ? attribute(element, "attached_to") : "";
  return to.empty() ? otherwise : named(to, element, model);
}

Frame SdfFrames::own_pose(const XmlElement& element) const {
  const XmlElement* const found = element.FirstChildElement("pose");
  if (found == nullptr || found->GetText() == nullptr) return {};
  const XmlAttributes attributes(files_, *found);
  const std::vector<double> v = numbers_of(found->GetText(), files_.place(*found) + ": pose");
  const Frame X = v.size() < 3 ? Frame() : translation({v[0], v[1], v[2]});
  if (attributes.text_or("rotation_format", "") == "quat_xyzw" && v.size() == 7) {
    return X * rotation(std::array{v[6], v[3], v[4], v[5]});
  }
  if (v.size() != 6) files_.reject_at(*found, "a pose has 6 numbers, or 7 with quat_xyzw");
  const bool in_degrees = attributes.is_true("degrees");
  return X * roll_pitch_yaw(
                 {Angle{v[3], in_degrees}, Angle{v[4], in_degrees}, Angle{v[5], in_degrees}});
}

Frame SdfFrames::at_zero(const XmlElement* element, int depth) {
  if (element == nullptr) return {};
  if (const auto known = at_zero_.find(element); known != at_zero_.end()) return known->second;
  check_depth(*element, depth);
  const XmlElement* const model = nodes_.at(element).model;
  const Frame X_WP = at_zero(base_of(*element, model, model), depth + 1);
  return at_zero_[element] = X_WP * own_pose(*element);
}

Frame SdfFrames::collision(const XmlElement& collision, const XmlElement& link) {
  const XmlElement* const base = base_of(collision, nodes_.at(&link).model, &link);
  return moved(&link, 0) * (at_zero(base, 0) * own_pose(collision));
}

Frame SdfFrames::moved(const XmlElement* link, int depth) {
  if (link == nullptr) return {};
  if (const auto known = moved_.find(link); known != moved_.end()) return known->second;
  const auto joint = joint_above_.find(link);
  if (joint == joint_above_.end()) return {};
  check_depth(*joint->second, depth);
  const Frame above = moved(link_of(end_of(*joint->second, "parent"), 0), depth + 1);
  return moved_[link] = above * motion(*joint->second);
}

Frame SdfFrames::motion(const XmlElement& joint) {
  const auto position = positions_.find(&joint);
  if (position == positions_.end()) return {};
  const std::string type = attribute(joint, "type"), name = full_name(joint);
  const bool slides = type == "prismatic";
  if (!slides && type != "revolute" && type != "continuous") {
    files_.reject_at(joint, "--joint moves no joint of the type '" + type + "'");
  }
  // Rounded: exact ones and their inverses grow with every frame above, and joints multiply them.
  Frame X_WJ = at_zero(&joint, 0);
  for (Rational& entry : X_WJ.R) entry = round_to_double(entry);
  for (Rational& entry : X_WJ.t) entry = round_to_double(entry);
  const Frame X_JW = inverse(X_WJ);
  const Vec3 axis = axis_of(joint, X_JW);
  const Frame turn = slides ? slide_along(axis, length_text(position->second, name))
                            : rotation_about(axis, angle_text(position->second, name, read_as_));
  return X_WJ * turn * X_JW;
}

Vec3 SdfFrames::axis_of(const XmlElement& joint, const Frame& X_JW) {
  const XmlElement* const axis = joint.FirstChildElement("axis");
  if (axis == nullptr) files_.reject_at(joint, "has no axis");
  const std::string text = child_text(*axis, "xyz");
  const std::vector<double> v =
      numbers_of(text.empty() ? "0 0 1" : text, files_.place(*axis) + ": xyz");
  if (v.size() != 3) files_.reject_at(*axis, "xyz has 3 numbers");
  const XmlElement* const model = nodes_.at(&joint).model;
  const XmlElement* const xyz = axis->FirstChildElement("xyz");
  const std::string in = xyz == nullptr ? "" : attribute(*xyz, "expressed_in");
  const std::string of_model = child_text(*axis, "use_parent_model_frame");
  Frame X_JE;
  if (!in.empty()) {
    X_JE = X_JW * at_zero(named(in, *xyz, model), 0);
  } else if (axes_of_models_ || says_true(of_model)) {
    X_JE = X_JW * at_zero(model, 0);
  }
  X_JE.t = {};
  const Frame end = X_JE * translation({v[0], v[1], v[2]});
  return {round_to_double(end.t[0]), round_to_double(end.t[1]), round_to_double(end.t[2])};
}

void SdfFrames::check_depth(const XmlElement& element, int depth) const {
  constexpr int kMaxDepth = 500;  // walks recurse
  if (depth > kMaxDepth) files_.reject_at(element, "more than 500 frames in a row, or a loop");
}

}  // namespace touchstone

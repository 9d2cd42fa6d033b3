// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/mjcf.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "import/mjcf_values.hpp"
#include "import/rejection.hpp"

namespace touchstone {
namespace {

/// Elements of a body that hold geoms in a way that is not read.
bool is_unread(const std::string& element) {
  static const std::set<std::string> kUnread = {"replicate", "attach", "composite", "flexcomp"};
  return kUnread.contains(element);
}

class MjcfWalk {
 public:
  MjcfWalk(XmlFiles& files, const ImportOptions& options)
      : files_(files),
        values_(std::make_shared<MjcfValues>(files)),
        joints_(options),
        qpos_(keyframe(options.keyframe)),
        has_qpos_(!qpos_.empty()) {}

  ImportedScene read() {
    std::vector<Inner> inner;
    for (const XmlElement* section : files_.children(files_.root())) {
      const std::string name = section->Name();
      if (name == "worldbody") geoms_of(*section, "world", "", {}, inner);
      if (name == "deformable") leave_out(*section);
    }
    bodies_in(inner);
    if (values_->removes_geoms()) scene_.counted = 0;
    joints_.check_all_used();
    if (has_qpos_ && used_qpos_ != qpos_.size()) {
      reject("--keyframe: has " + std::to_string(qpos_.size()) +
             " positions, and the joints take " + std::to_string(used_qpos_));
    }
    if (values_->used_degrees()) {
      scene_.read_as.emplace_back("euler and axisangle are read in degrees (compiler angle)");
    }
    // Shapes are made later, of these values.
    for (ImportedBody& body : scene_.bodies) {
      body.make = [values = values_, make = body.make] { return make(); };
    }
    return std::move(scene_);
  }

 private:
  void leave_out(const XmlElement& element) {
    scene_.left_out.push_back(files_.place(element) + ": " + element.Name());
  }

  std::vector<double> keyframe(const std::string& wanted) {
    if (wanted.empty()) return {};
    std::size_t index = 0;
    std::string names;
    for (const XmlElement* section : files_.children(files_.root())) {
      if (section->Name() != std::string("keyframe")) continue;
      for (const XmlElement* key : files_.children(*section)) {
        const XmlAttributes attributes(files_, *key);
        if (attributes.text_or("name", "") == wanted || std::to_string(index) == wanted) {
          if (attributes.text("mpos") || attributes.text("mquat")) {
            scene_.read_as.push_back(files_.place(*key) + ": mpos and mquat are left out");
          }
          return attributes.numbers("qpos", 1, SIZE_MAX);
        }
        constexpr std::size_t kShown = 10;
        const std::string name = attributes.text_or("name", std::to_string(index));
        if (index <= kShown) names += index == 0 ? ": " : ", ";
        if (index <= kShown) names += index == kShown ? "..." : name;
        ++index;
      }
    }
    reject("--keyframe: there is no keyframe '" + wanted + "' (the model has " +
           std::to_string(index) + names + ")");
  }

  /// So many positions of the keyframe, or none without one.
  std::vector<double> take_qpos(const XmlElement& joint, std::size_t count) {
    if (!has_qpos_) return {};
    if (qpos_.size() - used_qpos_ < count) files_.reject_at(joint, "the keyframe has no position");
    const auto begin = qpos_.begin() + static_cast<std::ptrdiff_t>(used_qpos_);
    used_qpos_ += count;
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  /// A body inside another, or inside a frame F of it.
  struct Inner {
    const XmlElement* element;
    std::string childclass;
    Frame X_WF;
  };

  /// What stands in a body: joints, geoms and frames, then bodies, as MuJoCo counts them: all
  /// geoms of the world, whatever files they are from, go first.
  void body_content(const XmlElement& body, const std::string& name, const std::string& childclass,
                    Frame X_WB) {
    move_by_joints(body, childclass, X_WB);
    std::vector<Inner> inner;
    ++owners_;
    geoms_of(body, name, childclass, X_WB, inner);
    bodies_in(inner);
  }

  void bodies_in(const std::vector<Inner>& inner) {
    for (const Inner& child : inner) {
      const XmlAttributes attributes(files_, *child.element);
      body_content(*child.element, attributes.text_or("name", ""),
                   attributes.text_or("childclass", child.childclass),
                   child.X_WF * values_->frame(attributes));
    }
  }

  void geoms_of(const XmlElement& body, const std::string& name, const std::string& childclass,
                const Frame& X_WF, std::vector<Inner>& inner) {
    for (const XmlElement* child : files_.children(body)) {
      const std::string kind = child->Name();
      if (kind == "geom") geom(*child, name, childclass, X_WF);
      if (kind == "body") inner.push_back({child, childclass, X_WF});
      if (is_unread(kind)) {
        leave_out(*child);
        // What stands before keeps its index; flexcomp makes no geoms.
        if (kind != "flexcomp") scene_.counted = std::min(scene_.counted, scene_.bodies.size());
      }
      if (kind == "frame") {
        const XmlAttributes attributes(files_, *child);
        geoms_of(*child, name, attributes.text_or("childclass", childclass),
                 X_WF * values_->frame(attributes), inner);
      }
    }
  }

  void geom(const XmlElement& element, const std::string& owner, const std::string& childclass,
            const Frame& X_WF) {
    const XmlAttributes geom = values_->attributes(element, childclass);
    ImportedBody body;
    body.name = geom.text_or("name", "");
    if (!body.name.empty() && !names_.insert(body.name).second) {
      files_.reject_at(element, "two geoms are called '" + body.name + "', which MuJoCo rejects");
    }
    body.owner = owner;
    body.owner_number = owners_;
    body.place = files_.place(element);
    body.X_W = X_WF;
    body.collides = geom.text_or("contype", "1") != "0" || geom.text_or("conaffinity", "1") != "0";
    values_->set_shape(geom, body);
    if (geom.number_or("margin", 0) != 0) {
      body.read_as.push_back(body.place + ": the margin is left out: MuJoCo's distances know none");
    }
    scene_.bodies.push_back(std::move(body));
  }

  void move_by_joints(const XmlElement& body, const std::string& childclass, Frame& X_WB) {
    for (const XmlElement* child : files_.children(body)) {
      const std::string kind = child->Name();
      if (kind == "freejoint") free_joint(*child, X_WB);
      if (kind == "joint") joint(values_->attributes(*child, childclass), X_WB);
    }
  }

  void free_joint(const XmlElement& element, Frame& X_WB) {
    for (const auto* named : {&element, element.Parent()->ToElement()}) {
      if (const char* name = named->Attribute("name")) joints_.note_free(name);
    }
    const auto q = take_qpos(element, 7);
    if (q.empty()) return;
    X_WB = translation({q[0], q[1], q[2]}) * rotation(std::array{q[3], q[4], q[5], q[6]});
  }

  void joint(const XmlAttributes& joint, Frame& X_WB) {
    const std::string type = joint.text_or("type", "hinge");
    if (type == "free") return free_joint(joint.element(), X_WB);
    const Vec3 pos = joint.vector("pos").value_or(Vec3::Zero());
    const Vec3 axis = joint.vector("axis").value_or(Vec3::UnitZ());
    if (type == "ball") {
      const auto q = take_qpos(joint.element(), 4);
      if (q.empty()) return;
      X_WB = X_WB * translation(pos) * rotation(std::array{q[0], q[1], q[2], q[3]}) *
             translation(-pos);
      return;
    }
    if (type != "hinge" && type != "slide") {
      files_.reject_at(joint.element(), "there is no joint of the type '" + type + "'");
    }
    const auto q = take_qpos(joint.element(), 1);
    const std::string name = joint.text_or("name", "");
    const std::string* const typed = joints_.text(name);
    if (q.empty() && typed == nullptr) return;
    const double ref = joint.number_or("ref", 0);
    if (type == "slide") {
      const double value = typed != nullptr ? length_text(*typed, name) : q[0];
      X_WB = X_WB * translation(axis.stableNormalized() * (value - ref));
      return;
    }
    const Angle angle =
        typed != nullptr ? angle_text(*typed, name, scene_.read_as) : Angle{q[0], false};
    X_WB = X_WB * translation(pos) * rotation_about(axis, angle) *
           rotation_about(axis, {-ref, values_->in_degrees()}) * translation(-pos);
  }

  ImportedScene scene_;
  std::set<std::string> names_;  ///< geoms have them
  std::size_t owners_ = 1;       ///< the world, and bodies so far
  XmlFiles& files_;
  std::shared_ptr<MjcfValues> values_;
  JointValues joints_;
  std::vector<double> qpos_;
  bool has_qpos_;
  std::size_t used_qpos_ = 0;
};

}  // namespace

ImportedScene read_mjcf(XmlFiles& files, const ImportOptions& options) {
  return MjcfWalk(files, options).read();
}

}  // namespace touchstone

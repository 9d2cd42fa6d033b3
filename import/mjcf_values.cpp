// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/mjcf_values.hpp"

#include <array>
#include <cstring>
#include <filesystem>
#include <utility>

#include "geometry/mesh/mesh_file.hpp"
#include "import/rejection.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr const char* kMain = "main";
constexpr std::array kOrientations = {"quat", "axisangle", "euler", "xyaxes", "zaxis"};

}  // namespace

MjcfValues::MjcfValues(XmlFiles& files) : files_(&files) {
  classes_[kMain];
  const auto sections = files.children(files.root());
  for (const XmlElement* section : sections) {
    const std::string name = section->Name();
    if (name == "compiler") read_compiler(*section);
    if (name == "default") read_defaults(*section, classes_[kMain], true);
  }
  for (const XmlElement* section : sections) {
    if (section->Name() == std::string("asset")) read_asset(*section);
  }
}

void MjcfValues::read_compiler(const XmlElement& element) {
  const XmlAttributes compiler(*files_, element);
  const std::string angle = compiler.text_or("angle", in_degrees_ ? "degree" : "radian");
  if (angle != "degree" && angle != "radian") {
    files_->reject_at(element, "angle must be degree or radian");
  }
  in_degrees_ = angle == "degree";
  euler_sequence_ = compiler.text_or("eulerseq", euler_sequence_);
  mesh_folder_ = compiler.text_or("meshdir", compiler.text_or("assetdir", mesh_folder_));
  strips_path_ = compiler.text_or("strippath", strips_path_ ? "true" : "false") == "true";
  for (const char* key : {"discardvisual", "fusestatic"}) {
    removes_geoms_ = removes_geoms_ || compiler.text_or(key, "false") == "true";
  }
  if (compiler.text_or("coordinate", "local") != "local") {
    files_->reject_at(element, "global coordinates are not read, nor by MuJoCo since 2.3.4");
  }
}

void MjcfValues::read_defaults(const XmlElement& element, const Class& parent, bool top) {
  const char* const named = element.Attribute("class");
  if (named == nullptr && !top) files_->reject_at(element, "a default has no class");
  Class values = parent;
  const auto children = files_->children(element);
  for (const XmlElement* child : children) {
    if (std::strcmp(child->Name(), "default") == 0) continue;
    XmlAttributes::Defaults& defaults = values[child->Name()];
    for (const char* key : kOrientations) {
      if (child->Attribute(key) == nullptr) continue;
      for (const char* other : kOrientations) defaults.erase(other);
    }
    for (const auto* a = child->FirstAttribute(); a != nullptr; a = a->Next()) {
      defaults[a->Name()] = a->Value();
    }
  }
  classes_[top ? kMain : named] = values;
  if (top && named != nullptr) classes_[named] = values;
  for (const XmlElement* child : children) {
    if (std::strcmp(child->Name(), "default") == 0) read_defaults(*child, values, false);
  }
}

void MjcfValues::read_asset(const XmlElement& asset) {
  for (const XmlElement* element : files_->children(asset)) {
    if (std::strcmp(element->Name(), "mesh") != 0) continue;
    const char* const name = element->Attribute("name");
    const char* const file = element->Attribute("file");
    if (name == nullptr && file == nullptr) continue;
    meshes_[name != nullptr ? name : std::filesystem::path(file).stem().string()] = element;
  }
}

XmlAttributes MjcfValues::attributes(const XmlElement& element,
                                     const std::string& childclass) const {
  const char* const own = element.Attribute("class");
  const std::string name = own != nullptr ? own : childclass.empty() ? kMain : childclass;
  const auto found = classes_.find(name);
  if (found == classes_.end()) files_->reject_at(element, "there is no class '" + name + "'");
  const auto defaults = found->second.find(element.Name());
  return {*files_, element, defaults == found->second.end() ? nullptr : &defaults->second};
}

Frame MjcfValues::quaternion(const XmlAttributes& attributes, const char* key) const {
  const auto q = attributes.numbers(key, 4, 4);
  return q.empty() ? Frame() : rotation(std::array{q[0], q[1], q[2], q[3]});
}

Frame MjcfValues::orientation(const XmlAttributes& attributes) const {
  const char* given = nullptr;
  for (const char* key : kOrientations) {
    if (!attributes.has_own(key)) continue;
    if (given != nullptr) {
      files_->reject_at(attributes.element(), std::string("has both ") + given + " and " + key);
    }
    given = key;
  }
  for (const char* key : kOrientations) {
    if (given == nullptr && attributes.text(key)) given = key;
  }
  const std::string key = given == nullptr ? "" : given;
  if (key.empty()) return {};
  if (key == "quat") return quaternion(attributes, given);
  const std::size_t count = key == "axisangle" ? 4 : key == "xyaxes" ? 6 : 3;
  const std::vector<double> v = attributes.numbers(given, count, count);
  used_degrees_ = used_degrees_ || (in_degrees_ && (key == "axisangle" || key == "euler"));
  if (key == "axisangle") return rotation_about({v[0], v[1], v[2]}, {v[3], in_degrees_});
  if (key == "zaxis") return z_axis_to({v[0], v[1], v[2]});
  if (key == "xyaxes") return axes_rotation({v[0], v[1], v[2]}, {v[3], v[4], v[5]});
  const auto angle = [&](std::size_t k) { return Angle{v[k], in_degrees_}; };
  return euler_rotation({angle(0), angle(1), angle(2)}, euler_sequence_);
}

Frame MjcfValues::frame(const XmlAttributes& attributes) const {
  try {
    const Vec3 pos = attributes.vector("pos").value_or(Vec3::Zero());
    return translation(pos) * orientation(attributes);
  } catch (const Rejection& rejection) {
    const std::string place = files_->place(attributes.element());
    if (rejection.reason.starts_with(place)) throw;
    reject(place + ": " + rejection.reason);
  }
}

ImportedShape MjcfValues::mesh(const XmlAttributes& geom) const {
  const std::string name = geom.text_or("mesh", "");
  const auto found = meshes_.find(name);
  if (found == meshes_.end()) {
    std::vector<std::string> names;
    for (const auto& [known, element] : meshes_) names.push_back(known);
    reject(unknown_word("mesh", name, names));
  }
  const XmlAttributes asset = attributes(*found->second, "");
  const Vec3 scale = asset.vector("scale").value_or(Vec3::Ones());
  ImportedShape shape;
  std::vector<Vec3> points;
  if (const auto file = asset.text("file")) {
    const std::filesystem::path path(*file);
    const std::filesystem::path plain = strips_path_ ? path.filename() : path;
    const std::string full =
        files_->path_from((std::filesystem::path(mesh_folder_) / plain).string());
    // MuJoCo takes the one hull of all that is in the file.
    const bool moved = asset.text("refpos") || asset.text("refquat");
    shape = mesh_shape(full, moved ? Vec3(Vec3::Ones()) : scale, MeshObjects::one);
    if (!moved) return shape;
    points = std::get<PolytopePtr>(shape.body.pieces.front().body.core())->vertices();
  } else {
    if (asset.text("builtin")) {
      files_->reject_at(*found->second, "builtin meshes of MuJoCo are not read");
    }
    const auto numbers = asset.numbers("vertex", 3, SIZE_MAX);
    if (numbers.empty() || numbers.size() % 3 != 0) {
      files_->reject_at(*found->second, "a mesh has neither a file nor whole vertices");
    }
    points = points_of(numbers);
  }
  // MuJoCo moves by refpos and turns back by refquat, and then scales.
  const auto R = rounded_pose(quaternion(asset, "refquat"));
  const Vec3 origin = asset.vector("refpos").value_or(Vec3::Zero());
  for (Vec3& p : points) p = (R.value().R.transpose() * (p - origin)).cwiseProduct(scale);
  shape.body.pieces = {{"", hull_body(points), {}}};
  return shape;
}

std::function<ImportedShape()> MjcfValues::shape(const XmlAttributes& geom, const std::string& type,
                                                 const std::vector<double>& size) const {
  const std::size_t wanted = type == "sphere" ? 1 : type == "capsule" || type == "cylinder" ? 2 : 3;
  if (type == "mesh") return [this, geom] { return mesh(geom); };
  if (type == "hfield" || type == "sdf") {
    return [type]() -> ConvexBody { reject(type + " geoms are not read"); };
  }
  if (geom.text("mesh")) {
    return [type]() -> ConvexBody { reject("a " + type + " fitted to a mesh is not read"); };
  }
  if (size.size() < wanted) {
    return [type, wanted]() -> ConvexBody {
      reject("a " + type + " has " + std::to_string(wanted) + " sizes");
    };
  }
  const double x = size[0], y = wanted > 1 ? size[1] : 0, z = wanted > 2 ? size[2] : 0;
  if (type == "sphere") return [=] { return sphere_body(x); };
  if (type == "capsule") return [=] { return capsule_body(x, y); };
  if (type == "cylinder") return [=] { return cylinder_body(x, y); };
  if (type == "ellipsoid") return [=] { return ellipsoid_body({x, y, z}); };
  if (type == "box") return [=] { return box_body({x, y, z}); };
  files_->reject_at(geom.element(), "there is no geom of the type '" + type + "'");
}

void MjcfValues::set_shape(const XmlAttributes& geom, ImportedBody& body) const {
  const std::string type = geom.text_or("type", "sphere");
  body.is_plane = type == "plane";
  if (body.is_plane) {
    body.X_W = body.X_W * frame(geom);
    return;
  }
  std::vector<double> size = geom.numbers("size", 1, 3);
  const auto ends = geom.numbers("fromto", 6, 6);
  if (!ends.empty()) {
    if (size.empty()) files_->reject_at(geom.element(), "fromto needs a size");
    const Vec3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
    const double half = (from - to).stableNorm() / 2;
    const bool round = type == "capsule" || type == "cylinder";
    size = round ? std::vector{size[0], half} : std::vector{size[0], size[0], half};
    if (!(half > 0)) files_->reject_at(geom.element(), "fromto has two equal points");
    body.X_W = body.X_W * translation(from / 2 + to / 2) * z_axis_to(from - to);
    body.read_as.push_back(body.place + ": fromto as a position and an axis, rounded");
  } else {
    body.X_W = body.X_W * frame(geom);
  }
  body.make = shape(geom, type, size);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/sdf.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "import/rejection.hpp"
#include "import/sdf_frames.hpp"
#include "import/urdf.hpp"

namespace touchstone {
namespace {

class SdfWalk {
 public:
  SdfWalk(XmlFiles& files, const ImportOptions& options)
      : files_(files), options_(options), frames_(files, options, scene_.read_as) {}

  ImportedScene read() {
    walk(files_.root());
    return std::move(scene_);
  }

 private:
  /// Elements are told by their names: models may stand in worlds and in models.
  void walk(const XmlElement& element) {
    for (const XmlElement* child = element.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      const std::string kind = child->Name();
      if (child->Attribute("placement_frame") != nullptr) {
        files_.reject_at(*child, "placement_frame is not read");
      }
      if (kind == "world" || kind == "model") walk(*child);
      if (kind == "link") read_link(*child);
      if (kind == "include") {
        scene_.left_out.push_back(files_.place(*child) + ": include");
        scene_.counted = std::min(scene_.counted, scene_.bodies.size());
      }
    }
  }

  void read_link(const XmlElement& link) {
    ++owners_;
    for (const XmlElement* found = link.FirstChildElement("collision"); found != nullptr;
         found = found->NextSiblingElement("collision")) {
      collision(*found, link);
    }
  }

  void collision(const XmlElement& element, const XmlElement& link) {
    ImportedBody body;
    body.name = XmlAttributes(files_, element).text_or("name", "");
    body.owner = frames_.full_name(link);
    body.owner_number = owners_;
    body.place = files_.place(element);
    body.X_W = frames_.collision(element, link);
    const XmlElement* const geometry = element.FirstChildElement("geometry");
    const XmlElement* const shape = geometry == nullptr ? nullptr : geometry->FirstChildElement();
    if (shape == nullptr) files_.reject_at(element, "has no shape");
    set_shape(*shape, body);
    scene_.bodies.push_back(std::move(body));
  }

  /// So many numbers of a child element of a shape.
  std::vector<double> numbers(const XmlElement& shape, const char* name, std::size_t count) const {
    const XmlElement* const found = shape.FirstChildElement(name);
    if (found == nullptr || found->GetText() == nullptr) {
      files_.reject_at(shape, std::string("has no ") + name);
    }
    auto v = numbers_of(found->GetText(), files_.place(*found) + ": " + name);
    if (v.size() != count) {
      files_.reject_at(*found, std::string(name) + " has " + std::to_string(count) + " numbers");
    }
    return v;
  }
  Vec3 vector(const XmlElement& shape, const char* name) const {
    const auto v = numbers(shape, name, 3);
    return {v[0], v[1], v[2]};
  }

  void set_shape(const XmlElement& shape, ImportedBody& body) {
    const std::string kind = shape.Name();
    const auto number = [&](const char* name) { return numbers(shape, name, 1).front(); };
    if (kind == "sphere") {
      body.make = [r = number("radius")] { return sphere_body(r); };
    } else if (kind == "ellipsoid") {
      body.make = [radii = vector(shape, "radii")] { return ellipsoid_body(radii); };
    } else if (kind == "box") {
      body.make = [h = Vec3(vector(shape, "size") / 2)] { return box_body(h); };
    } else if (kind == "cylinder" || kind == "capsule" || kind == "cone") {
      body.make = [kind, r = number("radius"), half = number("length") / 2] {
        if (kind == "cone") return cone_body(r, half);
        return kind == "capsule" ? capsule_body(r, half) : cylinder_body(r, half);
      };
    } else if (kind == "plane") {
      body.is_plane = true;
      if (shape.FirstChildElement("normal") != nullptr) {
        body.X_W = body.X_W * z_axis_to(vector(shape, "normal"));
      }
    } else if (kind == "mesh") {
      set_mesh(shape, body);
    } else {
      body.make = [kind]() -> ConvexBody { reject(kind + " is not read"); };
    }
    if (kind == "box" || kind == "cylinder" || kind == "capsule" || kind == "cone") {
      body.read_as.push_back(body.place + ": full lengths, halved");
    }
  }

  void set_mesh(const XmlElement& shape, ImportedBody& body) {
    const XmlElement* const uri = shape.FirstChildElement("uri");
    if (uri == nullptr || uri->GetText() == nullptr) files_.reject_at(shape, "has no uri");
    const bool scaled = shape.FirstChildElement("scale") != nullptr;
    const Vec3 scale = scaled ? vector(shape, "scale") : Vec3(1, 1, 1);
    body.make = [files = &files_, options = options_, path = std::string(uri->GetText()), scale] {
      return mesh_shape(resource_path(*files, path, options), scale, options.meshes);
    };
  }

  XmlFiles& files_;
  const ImportOptions& options_;
  ImportedScene scene_;
  SdfFrames frames_;
  std::size_t owners_ = 0;
};

}  // namespace

ImportedScene read_sdf(XmlFiles& files, const ImportOptions& options) {
  return SdfWalk(files, options).read();
}

}  // namespace touchstone

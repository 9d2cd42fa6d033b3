// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/model_file.hpp"

#include <sstream>
#include <string_view>
#include <utility>

#include <tinyxml2.h>

#include "geometry/mesh/obj_file.hpp"
#include "schema/foreign_file.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// The unit and the axis that is up: of COLLADA as its last asset says, metres and y if it does not.
std::string unit_and_axis(const std::string& text, const std::string& ending) {
  if (ending != ".dae") return "glTF's unit is 1 m, y is up; axes are the file's";
  tinyxml2::XMLDocument document;
  document.Parse(text.data(), text.size());
  if (document.Error() || document.RootElement() == nullptr) {
    return "COLLADA in metres, as assimp reads its unit; axes are the file's";
  }
  double unit = 1;
  std::string up = "Y_UP";
  const tinyxml2::XMLElement* root = document.RootElement();
  for (const auto* asset = root->FirstChildElement("asset"); asset != nullptr;
       asset = asset->NextSiblingElement("asset")) {
    const auto* of_unit = asset->FirstChildElement("unit");
    const auto* of_axis = asset->FirstChildElement("up_axis");
    if (of_unit != nullptr) of_unit->QueryDoubleAttribute("meter", &unit);
    const char* axis = of_axis == nullptr ? nullptr : of_axis->GetText();
    for (const char* known : {"X_UP", "Y_UP", "Z_UP"}) {
      if (axis != nullptr && std::string_view(axis).find(known) != std::string_view::npos)
        up = known;
    }
  }
  return "COLLADA's unit is " + exact_text(unit) + " m, into metres; up is " + up +
         ", axes are the file's";
}

}  // namespace

bool is_model_name(const std::string& name) {
  const std::string ending = ending_of(name);
  return ending == ".dae" || ending == ".gltf" || ending == ".glb";
}

Result<MeshFile> read_model_file(const std::string& path, MeshObjects objects,
                                 std::vector<std::string>& read_as) {
  const auto rejected = [&path](const std::string& why) { return Error{path + ": " + why}; };
  auto bytes = read_mesh_bytes(path);
  if (!bytes) return rejected(bytes.reason());
  auto text = read_in_worker(
      {"assimp", kMaxMeshFile, [&](int descriptor) { write_model_as_obj(path, descriptor); }});
  if (!text) return rejected(text.reason());
  std::istringstream lines(std::move(text).value());
  auto data = read_obj(lines);
  if (!data) return rejected(data.reason());
  auto file = make_pieces(std::move(data).value(), objects);
  if (!file) return rejected(file.reason());
  read_as.push_back(path + ": " + unit_and_axis(bytes.value(), ending_of(path)));
  return file;
}

}  // namespace touchstone

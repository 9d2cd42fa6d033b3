// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/conventions.hpp"

#include <array>
#include <cstddef>

#include "import/rejection.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct Library {
  const char* name;
  Conventions conventions;
};

const std::array<Library, 10>& table() {
  static const std::array<Library, 10> kLibraries = {{
      {"bullet", {"half", "full", "xyzw", "rows", "y", "radius", ""}},
      {"coal", {"full", "full", "wxyz", "rows", "z", "radius", ""}},
      {"eigen", {"", "", "wxyz", "rows", "", "", ""}},
      {"fcl", {"full", "full", "wxyz", "rows", "z", "radius", ""}},
      {"jolt", {"half", "half", "xyzw", "columns", "y", "length", ""}},
      {"mujoco", {"half", "half", "wxyz", "rows", "z", "radius", "xyz xyzdeg"}},
      {"ode", {"full", "full", "wxyz", "rows", "z", "radius", ""}},
      {"parry", {"half", "half", "wxyz", "rows", "y", "length", "rotvec"}},
      {"ros", {"full", "full", "xyzw", "rows", "z", "radius", "XYZ"}},
      {"scipy", {"", "", "xyzw", "rows", "", "", ""}},
  }};
  return kLibraries;
}

}  // namespace

std::vector<std::string> libraries() {
  std::vector<std::string> names;
  for (const Library& library : table()) names.emplace_back(library.name);
  return names;
}

Conventions conventions_of(std::string_view library) {
  for (const Library& known : table()) {
    if (known.name == library) return known.conventions;
  }
  reject("--from: " + unknown_choice("library", library, libraries()));
}

std::string library_named_in(std::string_view text) {
  struct Sign {
    const char* text;
    const char* library;
  };
  constexpr std::array<Sign, 15> kSigns = {{{"btBox", "bullet"},
                                            {"btSphere", "bullet"},
                                            {"btCapsule", "bullet"},
                                            {"btCylinder", "bullet"},
                                            {"btQuaternion", "bullet"},
                                            {"fcl::", "fcl"},
                                            {"Box<double", "fcl"},
                                            {"Box<float", "fcl"},
                                            {"Box<S>", "fcl"},
                                            {"Cylinder<", "fcl"},
                                            {"Capsule<", "fcl"},
                                            {"coal::", "coal"},
                                            {"JPH::", "jolt"},
                                            {"Cuboid::", "parry"},
                                            {"Cuboid {", "parry"}}};
  if (text.find("hpp::fcl") != text.npos || text.find("hppfcl") != text.npos) return "coal";
  for (const Sign& sign : kSigns) {
    if (text.find(sign.text) != text.npos) return sign.library;
  }
  // Python's fcl.Box, but not the end of a sentence.
  for (std::size_t at = 0; (at = text.find("fcl.", at)) != text.npos; ++at) {
    if (at + 4 < text.size() && text[at + 4] >= 'A' && text[at + 4] <= 'Z') return "fcl";
  }
  return "";
}

}  // namespace touchstone

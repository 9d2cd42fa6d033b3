// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/shape_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "import/literal_words.hpp"
#include "import/rejection.hpp"
#include "schema/json_node.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct ShapeWord {
  const char* word;  ///< in lower case, whole or within an identifier
  const char* shape;
};
constexpr std::array<ShapeWord, 16> kShapeWords = {{{"cuboid", "box"},
                                                    {"cube", "cube"},
                                                    {"box", "box"},
                                                    {"square", "box"},
                                                    {"sphere", "sphere"},
                                                    {"ball", "sphere"},
                                                    {"circle", "sphere"},
                                                    {"capsule", "capsule"},
                                                    {"cylinder", "cylinder"},
                                                    {"cone", "cone"},
                                                    {"ellipsoid", "ellipsoid"},
                                                    {"convex", "hull"},
                                                    {"hull", "hull"},
                                                    {"polytope", "hull"},
                                                    {"polygon", "hull"},
                                                    {"vertices", "hull"}}};

/// Where a name ends: behind its digits, unless they begin a number such as that of "Box0.5".
std::size_t end_of_name(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    if (is_letter(text[end])) {
      ++end;
      continue;
    }
    const std::size_t digits = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end == digits) break;
    if (end < text.size() && text[end] == '.') return digits;
  }
  return end;
}

/// Whether "Box" before `at` is Rust's pointer: "Box::new(..)", "Box<dyn Shape>".
bool is_pointer(const std::string& text, std::size_t at) {
  return text.compare(at, 2, "::") == 0 || text.compare(at, 4, "<dyn") == 0;
}

std::optional<ShapeAt> first_shape(const std::string& text, std::size_t from) {
  for (std::size_t k = from; k < text.size(); ++k) {
    const bool begins =
        is_letter(text[k]) && (k == 0 || !(is_letter(text[k - 1]) || is_digit(text[k - 1])));
    if (!begins) continue;
    const std::size_t end = end_of_name(text, k);
    const std::string word = lower_case(std::string_view(text).substr(k, end - k));
    k = end - 1;
    if (word == "box" && is_pointer(text, end)) continue;
    for (const ShapeWord& known : kShapeWords) {
      if (word.find(known.word) == std::string::npos) continue;
      return ShapeAt{known.shape, end - word.size(), end};
    }
  }
  return std::nullopt;
}

/// Whether a word, in lower case, is made of words for points, or for types of lists of them, and
/// of digits: "hull_vertices", "vector3d", "float64array".
bool means_points(std::string_view word) {
  constexpr std::array<std::string_view, 75> kWords = {
      "_",       "vertices", "vertex",    "verts",    "vert",   "points",     "point",
      "pts",     "meshes",   "mesh",      "corners",  "corner", "polyhedron", "polyhedra",
      "vectors", "vector",   "vec",       "arrays",   "array",  "lists",      "list",
      "floats",  "float",    "doubles",   "double",   "matrix", "tensor",     "tri",
      "hull",    "set",      "cloud",     "std",      "np",     "numpy",      "torch",
      "jnp",     "eigen",    "fcl",       "coal",     "hpp",    "jph",        "glm",
      "glam",    "nalgebra", "na",        "parry3d",  "new",    "const",      "auto",
      "let",     "mut",      "var",       "static",   "int",    "real",       "tuple",
      "dtype",   "span",     "constexpr", "btscalar", "meters", "metres",     "f32",
      "f64",     "bt",       "x",         "y",        "z",      "w",          "m",
      "d",       "f",        "i",         "n",        "s"};
  std::vector<bool> reached(word.size() + 1);  // by words from the beginning
  reached[0] = true;
  for (std::size_t k = 0; k < word.size(); ++k) {
    if (!reached[k]) continue;
    if (is_digit(word[k])) reached[k + 1] = true;
    for (const std::string_view known : kWords) {
      if (word.substr(k).starts_with(known)) reached[k + known.size()] = true;
    }
  }
  return reached.back();
}

/// The first word of a text that is of no number and that does not mean points; else empty.
std::string_view first_other_word(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t begin = k;
    const bool is_number = is_digit(text[k]);
    while (k < text.size() && (is_letter(text[k]) || is_digit(text[k]))) ++k;
    const std::string_view word = text.substr(begin, k - begin);
    if (word.empty()) {
      ++k;
    } else if (!is_number && !means_points(lower_case(word)) && word != "_") {
      return word;
    }
  }
  return {};
}

}  // namespace

std::optional<ShapeAt> next_shape(const std::string& text, std::size_t from) {
  auto found = first_shape(text, from);
  if (!found) return found;
  const std::size_t sign = text.find_first_of("=:\n,;([{", found->end);
  if (sign == std::string::npos || (text[sign] != '=' && text[sign] != ':')) return found;
  const auto maker = first_shape(text, sign);
  if (!maker || text.find_first_of("\n,;0123456789", sign) < maker->begin) return found;
  // Behind a colon only what is called is a maker: "Capsule: cylinder height 1" is a capsule.
  const std::size_t behind = std::min(text.find_first_not_of(' ', maker->end), text.size());
  const bool is_called = text.compare(behind, 2, "::") == 0 ||
                         (behind < text.size() &&
                          std::string_view("({<").find(text[behind]) != std::string_view::npos);
  if (text[sign] == ':' && !is_called) return found;
  return ShapeAt{maker->shape, found->begin, maker->end};
}

std::size_t end_of_shape(const std::string& text, std::size_t from) {
  std::size_t k = from;
  const auto skip_blanks = [&] {
    while (k < text.size() && (text[k] == ' ' || text[k] == '=' || text[k] == ':')) ++k;
  };
  skip_blanks();
  if (k < text.size() && text[k] == '<') k = std::min(text.find('>', k), text.size() - 1) + 1;
  // A name behind the type, or a maker such as ::new.
  std::size_t name = k;
  while (name < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[name])) != 0 ||
          std::string_view("_:. =").find(text[name]) != std::string_view::npos)) {
    ++name;
  }
  const bool bracket = name < text.size() && kOpening.find(text[name]) != std::string_view::npos;
  if (!bracket) return std::min(text.find('\n', k), text.size());
  int depth = 0;
  for (k = name; k < text.size(); ++k) {
    if (kOpening.find(text[k]) != std::string_view::npos) ++depth;
    if (kClosing.find(text[k]) != std::string_view::npos && --depth == 0) return k + 1;
  }
  return text.size();
}

std::vector<ShapeAt> all_shapes(const std::string& text) {
  std::vector<ShapeAt> shapes;
  for (std::size_t from = 0;;) {
    const auto found = next_shape(text, from);
    if (!found) return shapes;
    from = end_of_shape(text, found->end);
    shapes.push_back(*found);
  }
}

void require_plain_shape(const std::string& text, const ShapeAt& shape, const std::string& where) {
  const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c); };
  std::size_t begin = shape.end;
  while (begin > shape.begin && is_of_name(text[begin - 1])) --begin;
  const std::string name = text.substr(begin, shape.end - begin);
  // Behind the word a part says something of its lengths: "box_half_extents".
  std::size_t word = name.size();
  for (const ShapeWord& known : kShapeWords) {
    if (shape.shape == known.shape) word = std::min(word, lower_case(name).find(known.word));
  }
  for (std::size_t k = 0; k < word; ++k) {
    const bool begins_part = k == 0 || name[k - 1] == '_' ||
                             (std::isupper(static_cast<unsigned char>(name[k])) != 0 &&
                              std::isupper(static_cast<unsigned char>(name[k - 1])) == 0);
    if (!begins_part) continue;
    const std::string part = lower_case(std::string_view(name).substr(k));
    constexpr std::array kOtherBodies = {"hemi",  "half",   "semi", "quarter",
                                         "taper", "hollow", "trunc"};
    for (const char* other : kOtherBodies) {
      if (part.starts_with(other))
        reject(where + ": '" + shortened_message(name) + "' is not read");
    }
    if (part.starts_with("round")) {
      reject(where + ": '" + shortened_message(name) +
             "' is not read: a case file takes {\"core\": {..}, \"radius\": ..}");
    }
  }
}

void require_words_of_points(const std::string& text, const std::string& where) {
  const std::string_view word = first_other_word(text);
  if (word.empty()) return;
  const std::string near = nearest_name(
      word, {"Box", "Cuboid", "Cube", "Sphere", "Ball", "Circle", "Capsule", "Cylinder", "Cone",
             "Ellipsoid", "Convex", "Hull", "Polytope", "Polygon", "Points", "Vertices"});
  reject(where + ": unknown shape '" + shortened_message(std::string(word)) + "'" +
         (near.empty() ? ": must be Box, Sphere, Capsule, Cylinder, Cone, Ellipsoid, or Points and "
                         "the numbers of vertices"
                       : "; did you mean " + near + "?"));
}

}  // namespace touchstone

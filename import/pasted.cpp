// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/pasted.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "geometry/index.hpp"
#include "import/literal.hpp"
#include "import/literal_words.hpp"
#include "import/rejection.hpp"
#include "import/shape_words.hpp"
#include "schema/json_node.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// How much of a convention's lengths is a half: asked back where nothing is said.
double halving(const std::string& said, const std::string& where, const std::string& what) {
  if (said.empty()) {
    reject(where + ": are its " + what +
           " in full (--sizes full) or halves (--sizes half)? --from LIBRARY says this and all "
           "else");
  }
  return said == "full" ? 0.5 : 1;
}

/// The z axis of a round body is that of its library.
Frame along(const std::string& axis, const std::string& where) {
  if (axis.empty()) {
    reject(where + ": is its axis y (--axis y), or z (--axis z)? --from LIBRARY says so, too");
  }
  if (axis == "x") return rotation_about(Vec3::UnitY(), {90, true});
  if (axis == "y") return rotation_about(Vec3::UnitX(), {-90, true});
  return {};
}

/// The axis that the class before the bracket names, or its maker: btCapsuleShapeZ, Capsule::new_x,
/// capsule_y; else nothing. Names of variables stand before "=", or behind the class.
std::string axis_named(const std::string& text, std::size_t begin) {
  const std::size_t end = std::min(text.find_first_of(kOpening, begin), text.size());
  std::size_t k = text.rfind('=', end);
  k = k == std::string::npos || k < begin ? begin : k + 1;
  const auto shape = next_shape(text, k);
  if (!shape || shape->begin >= end) return "";
  std::size_t behind = shape->end;
  if (text.compare(behind, 6, "::new_") == 0) behind = std::min(behind + 7, text.size());
  const char before = text[behind - 2], last = text[behind - 1];
  const bool of_class = std::islower(static_cast<unsigned char>(before)) != 0;
  if (of_class && last >= 'X' && last <= 'Z') return {static_cast<char>(last - 'X' + 'x')};
  return before == '_' && last >= 'x' && last <= 'z' ? std::string{last} : "";
}

struct RadiusAndHalf {
  double radius = 0, half_length = 0;
};

/// The two numbers of a round body, as its library orders and halves them.
RadiusAndHalf radius_and_half(const std::string& shape, const std::vector<double>& v,
                              const std::string& where, const Conventions& said,
                              ImportedBody& body) {
  if (v.size() != 2) reject(where + ": a " + shape + " has a radius and a length");
  const double part = halving(said.lengths, where, "lengths along the axis");
  if (said.order.empty() && v[0] != v[1]) {
    reject(where + ": does its radius or its length come first? --from LIBRARY says so");
  }
  const bool length_first = said.order == "length";
  const double radius = v[length_first ? 1 : 0], half = v[length_first ? 0 : 1] * part;
  body.read_as.push_back(where + ": radius " + (length_first ? "second" : "first") +
                         ", length in " + (part == 1 ? "half" : "full") + ", axis " + said.axis);
  return {radius, half};
}

void set_round(const std::string& shape, const std::vector<double>& v, const std::string& where,
               const Conventions& said, ImportedBody& body) {
  // Bullet's cylinder has the half sides of its box; no other library mixes halves and fulls.
  const bool is_bullet = said.sizes == "half" && said.lengths == "full";
  if (v.size() == 3 && shape == "cylinder" && is_bullet) {
    const std::size_t k = static_cast<std::size_t>(said.axis.front() - 'x');
    const double r = v[(k + 1) % 3];
    if (v[(k + 2) % 3] == r) {
      body.make = [r, half = v[k]] { return cylinder_body(r, half); };
      body.X_W = along(said.axis, where);
      body.read_as.push_back(where + ": half sides, axis " + said.axis);
      return;
    }
  }
  if (shape == "capsule" && v.size() == 7) {
    body.read_as.push_back(where + ": two ends and a radius");
    body.make = [a = Vec3(v[0], v[1], v[2]), b = Vec3(v[3], v[4], v[5]), r = v[6]] {
      return hull_body({a, b}, r);
    };
    return;
  }
  const auto [r, half] = radius_and_half(shape, v, where, said, body);
  body.X_W = along(said.axis, where);
  body.make = [shape, r = r, half = half] {
    if (shape == "cone") return cone_body(r, half);
    return shape == "capsule" ? capsule_body(r, half) : cylinder_body(r, half);
  };
}

void set_hull(const std::string& text, const std::vector<double>& v, const std::string& where,
              bool planar, ImportedBody& body) {
  if (text.find("v count:") != std::string::npos) {
    reject(where + ": FCL's older messages leave out the vertices of a Convex");
  }
  const std::size_t count = planar ? 2 : 3;
  if (v.size() % count != 0 || v.empty()) {
    reject(where + ": points have " + std::to_string(count) + " numbers each, and here are " +
           std::to_string(v.size()));
  }
  const std::vector<Vec3> points = points_of(v, count);
  body.make = [points, planar] { return planar ? polygon_body(points, 0) : hull_body(points); };
}

/// A box, circle or capsule of the plane.
void set_planar(const std::string& shape, std::vector<double> v, const std::string& where,
                const Conventions& said, ImportedBody& body) {
  std::vector<Vec3> corners;
  double radius = 0;
  if (shape == "box" && (v.size() == 1 || v.size() == 2)) {
    const double part = halving(said.sizes, where, "sides");
    const double x = v.front() * part, y = v.back() * part;
    if (!(x > 0 && y > 0)) reject(where + ": the sides of a box must be above 0");
    body.read_as.push_back(where + (part == 1 ? ": half sides" : ": full sides, halved"));
    corners = {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}};
  } else if (shape == "sphere" && v.size() == 1) {
    corners = {Vec3::Zero()};
    radius = v[0];
  } else if (shape == "capsule" && v.size() == 5) {
    body.read_as.push_back(where + ": two ends and a radius");
    radius = v[4];
    v.pop_back();
    corners = points_of(v, 2);
  } else if (shape == "capsule" && v.size() == 2) {
    if (said.axis != "x" && said.axis != "y") {
      reject(where + ": is its axis x (--axis x), or y (--axis y)?");
    }
    const RadiusAndHalf sizes = radius_and_half(shape, v, where, said, body);
    if (!(sizes.half_length > 0)) reject(where + ": a length must be above 0");
    radius = sizes.radius;
    const Vec3 end = sizes.half_length * (said.axis == "x" ? Vec3::UnitX() : Vec3::UnitY());
    corners = {-end, end};
  } else {
    reject(where + ": a " + shape + " of the plane is none of " + std::to_string(v.size()) +
           " numbers: a box has 1 or 2, a circle its radius, a capsule two ends and a radius, or "
           "a radius and a length");
  }
  if (shape != "box" && !(radius > 0)) reject(where + ": a radius must be above 0");
  body.make = [corners, radius] { return polygon_body(corners, radius); };
}

/// What a round body's class, and the words before its numbers, say of its axis and lengths.
void set_by_words_of_round(const std::string& text, const NumberLabels& labels, bool half,
                           const std::string& where, Conventions& said) {
  const std::string axis = axis_named(text, 0);
  if (!axis.empty()) set_by_word(said.axis, axis, "--axis", said.said_axis, where);
  const bool has_length = labels.components.find('h') != std::string::npos;
  if (has_length && !half) {
    set_by_word(said.lengths, "full", "--sizes", said.said_sizes, where);
  }
  if (labels.components == "rh") said.order = "radius";
  if (labels.components == "hr") said.order = "length";
}

/// Rejects words that mean no points where no shape is named, and cubes of sides that differ.
void check_words(const std::string& text, const std::optional<ShapeAt>& word,
                 const std::vector<double>& sides, const std::string& where) {
  if (!word) return require_words_of_points(without_comments(text), where);
  if (word->shape != "cube") return;
  for (const double side : sides) {
    if (side != sides.front()) reject(where + ": a cube has equal sides: write Box");
  }
}

}  // namespace

ImportedBody pasted_body(const std::string& text, const std::string& where,
                         const Conventions& said) {
  ImportedBody body;
  Conventions conventions = said;
  body.place = where;
  const auto word = next_shape(text, 0);
  if (word) require_plain_shape(text, *word, where);
  std::string shape = word ? word->shape : "hull";
  const bool half = says_half(text);
  if (half && shape != "hull" && shape != "sphere") {
    set_by_word(conventions.sizes, "half", "--sizes", said.said_sizes, where);
    conventions.lengths = "half";
  }
  std::string numbers = word ? text.substr(word->end) : text;
  // FCL's Convex lists its faces behind its vertices.
  if (shape == "hull" && numbers.find("initializer_list") != std::string::npos) {
    numbers.resize(std::min(numbers.find("})"), numbers.size()));
  }
  NumberLabels labels;
  std::vector<double> v = said_numbers(numbers, where, conventions, &labels);
  const std::string_view pattern = conventions.planar ? "xy" : "xyz";
  for (std::size_t k = 0; k < v.size(); k += pattern.size()) {
    if (!fits(std::string_view(labels.components).substr(k), pattern)) {
      reject(where + ": components are not in the order " + std::string(pattern));
    }
  }
  for (double& length : v) length *= conventions.scale;
  check_words(text, word, v, where);
  if (shape == "cube") shape = "box";
  if (shape == "capsule" || shape == "cylinder" || shape == "cone") {
    set_by_words_of_round(text.substr(word->begin), labels, half, where, conventions);
  }
  if (shape == "hull") {
    set_hull(text, v, where, conventions.planar, body);
  } else if (conventions.planar) {
    set_planar(shape, v, where, conventions, body);
  } else if (shape == "sphere") {
    if (v.size() != 1) reject(where + ": a sphere has one radius");
    body.make = [r = v[0]] { return sphere_body(r); };
  } else if (shape == "ellipsoid" || shape == "box") {
    if (v.size() == 1 && shape == "box") v = {v[0], v[0], v[0]};
    if (v.size() != 3) reject(where + ": " + shape + " has 3 lengths");
    const Vec3 lengths(v[0], v[1], v[2]);
    if (shape == "ellipsoid") {
      body.read_as.push_back(where + ": semi-axes");
      body.make = [lengths] { return ellipsoid_body(lengths); };
    } else {
      const double part = halving(conventions.sizes, where, "sides");
      body.read_as.push_back(where + (part == 1 ? ": half sides" : ": full sides, halved"));
      body.make = [h = Vec3(lengths * part)] { return box_body(h); };
    }
  } else {
    set_round(shape, v, where, conventions, body);
  }
  return body;
}

namespace {

/// Whether a digit stands outside of names.
bool holds_number(const std::string& text) {
  bool in_name = false;
  for (const char c : text) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (digit && !in_name) return true;
    in_name = is_letter(c) || digit;
  }
  return false;
}

/// Rejects a pose that is said in words other than that it is none: "Vec3::UnitX()".
void require_number(const std::string& pose, const std::string& where) {
  const std::string plain = without_comments(pose);
  const std::string words = lower_case(plain);
  const bool none = words.find("identity") != std::string::npos ||
                    words.find("zero") != std::string::npos || words == "origin";
  const bool says = pose.find_first_not_of(" \t\r\n") != std::string::npos;
  if (says && !none && !holds_number(plain)) reject(where + ": holds no number");
}

/// "; line 3: Box", each, up to eight.
std::string lines_of(const std::string& text, const std::vector<ShapeAt>& shapes) {
  constexpr std::size_t kShown = 8;
  std::string list;
  for (std::size_t k = 0; k < std::min(shapes.size(), kShown); ++k) {
    const ShapeAt& at = shapes[k];
    const auto above =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at.begin), '\n');
    list += (k == 0 ? "; line " : ", line ") + std::to_string(above + 1) + " " +
            shortened_message(text.substr(at.begin, at.end - at.begin));
  }
  return list + (shapes.size() > kShown ? ", ..." : "");
}

}  // namespace

bool holds_bodies(const std::string& text) {
  return all_shapes(without_comments(text)).size() >= 2;
}

ImportedScene read_pasted(const std::string& text, const std::string& name,
                          const ImportOptions& options) {
  ImportedScene scene;
  const Conventions said = said_conventions(options, text, scene.read_as);
  const std::string plain = without_comments(text);
  const std::vector<ShapeAt> shapes = all_shapes(plain);
  if (shapes.size() != 2) {
    reject(name + ": is no format that is known; and as pasted numbers it holds " +
           std::to_string(shapes.size()) +
           " bodies (a word such as Box, then its numbers, then its pose), not 2" +
           lines_of(plain, shapes) + ": touchstone import --a TEXT --b TEXT takes two");
  }
  if (holds_number(plain.substr(0, shapes[0].begin))) {
    reject(name + ": numbers stand before the first body: each pose follows its body");
  }
  const auto line = [&](std::size_t k) {
    const std::size_t above = plain.rfind('\n', shapes[k].begin);
    const std::size_t begin = above == std::string::npos ? 0 : above;
    return plain.substr(begin, end_of_shape(plain, shapes[k].end) - begin);
  };
  reject_pose_of_a(line(0), line(1), plain.substr(end_of_shape(plain, shapes[1].end)),
                   name + ": pose_b");
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t end = end_of_shape(plain, shapes[k].end);
    const std::size_t next = k == 0 ? shapes[1].begin : plain.size();
    const std::string letter = k == 0 ? "a" : "b";
    ImportedBody body = pasted_body(plain.substr(shapes[k].begin, end - shapes[k].begin),
                                    name + ": " + letter, said);
    body.X_W =
        pasted_pose(plain.substr(end, next - end), name + ": pose_" + letter, said, body.read_as) *
        body.X_W;
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

ImportedScene read_options(const ImportOptions& options) {
  ImportedScene scene;
  if (options.a.empty() || options.b.empty()) reject("give a FILE, or --a TEXT and --b TEXT");
  const std::string all = options.a + "\n" + options.b + "\n" + options.pose_a + options.pose_b;
  const Conventions said = said_conventions(options, all, scene.read_as);
  for (const bool first : {true, false}) {
    require_number(first ? options.pose_a : options.pose_b, first ? "--pose-a" : "--pose-b");
    ImportedBody body = pasted_body(first ? options.a : options.b, first ? "--a" : "--b", said);
    body.X_W = pasted_pose(first ? options.pose_a : options.pose_b, first ? "--pose-a" : "--pose-b",
                           said, body.read_as) *
               body.X_W;
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/half_spaces.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxName = 200;  ///< length of an id or of a program's name [byte]

/// Where in a case something stands: "a.vertices[3]". Parts are joined only when there is something
/// to complain about.
class Place {
 public:
  explicit Place(std::string_view key) : key_(key) {}
  Place(const Place& parent, std::string_view key) : parent_(&parent), key_(key) {}
  Place(const Place& parent, std::size_t index) : parent_(&parent), index_(index) {}

  std::string text() const {
    if (parent_ == nullptr) return std::string(key_);
    if (!key_.empty()) return parent_->text() + "." + std::string(key_);
    return parent_->text() + "[" + std::to_string(index_) + "]";
  }

 private:
  const Place* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
};

/// What a body is made from, bit by bit; `kind` keeps boxes, hulls and half-spaces apart.
class BodyBits {
 public:
  explicit BodyBits(char kind) : bits_(1, kind) {}

  template <class T>
  void put(const T& value) {
    std::array<char, sizeof(value)> raw{};
    std::memcpy(raw.data(), &value, sizeof(value));
    bits_.append(raw.data(), raw.size());
  }
  void put_point(const Vec3& p) {
    for (Eigen::Index k = 0; k < 3; ++k) put(p[k]);
  }
  const std::string& text() const { return bits_; }

 private:
  std::string bits_;
};

std::string bits_of(const PolytopeInput& input, char kind) {
  BodyBits bits(kind);
  bits.put(input.vertices.size());
  for (const Vec3& v : input.vertices) bits.put_point(v);
  bits.put(input.interior_point.has_value());
  if (input.interior_point) bits.put_point(*input.interior_point);
  for (const std::vector<int>& facet : input.facets) {
    bits.put(facet.size());
    for (const int v : facet) bits.put(v);
  }
  return bits.text();
}

std::string bits_of(const HalfSpaces& input) {
  BodyBits bits('h');
  for (const Vec3& normal : input.normals) bits.put_point(normal);
  for (const double offset : input.offsets) bits.put(offset);
  bits.put_point(input.interior_point);
  return bits.text();
}

/// Makes one case of its JSON object. Each reader returns false after noting what is wrong where.
class CaseBuilder {
 public:
  explicit CaseBuilder(std::unordered_map<std::string, PolytopePtr>& bodies) : bodies_(bodies) {}

  bool build(const json& object, Case& c) {
    return name(object, Place("id"), "id", c.id) &&
           text(object, Place("source"), "source", c.source) &&
           body(object, Place("a"), "a", c.pair.A) &&
           pose(object, Place("pose_a"), "pose_a", c.pair.X_WA) &&
           body(object, Place("b"), "b", c.pair.B) &&
           pose(object, Place("pose_b"), "pose_b", c.pair.X_WB) && claim(object, c.claim);
  }

  const std::string& problem() const { return problem_; }

 private:
  bool fail(const Place& place, const std::string& rule) {
    problem_ = place.text() + ": " + rule;
    return false;
  }

  /// An optional line of text.
  bool text(const json& object, const Place& place, const char* key, std::string& out) {
    if (!object.contains(key)) return true;
    const json& value = object[key];
    if (!value.is_string()) return fail(place, "must be a string, not " + kind_of(value));
    out = value.get<std::string>();
    const auto control = [](char letter) {
      return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
    };
    if (std::any_of(out.begin(), out.end(), control)) {
      return fail(place, "must be one line without control characters");
    }
    return true;
  }

  /// An optional line of text that names something.
  bool name(const json& object, const Place& place, const char* key, std::string& out) {
    if (!text(object, place, key, out)) return false;
    if (object.contains(key) && out.empty()) return fail(place, "must not be empty");
    return out.size() <= kMaxName ||
           fail(place, "is longer than " + std::to_string(kMaxName) + " bytes");
  }

  /// What somebody's program said, if the case has it.
  bool claim(const json& object, std::shared_ptr<const CaseClaim>& out) {
    const Place place("claim");
    if (!object.contains("claim")) return true;
    if (!required_object(object, place, "claim")) return false;
    const json& value = object["claim"];
    CaseClaim claim;
    if (!value.contains("phi")) return fail(Place(place, "phi"), "is missing");
    if (!number(value["phi"], Place(place, "phi"), claim.phi)) return false;
    if (value.contains("normal")) {
      std::array<double, 3> n{};
      if (!numbers(value["normal"], Place(place, "normal"), n)) return false;
      claim.normal = Vec3(n[0], n[1], n[2]);
    }
    if (value.contains("points")) {
      std::vector<Vec3> points;
      if (!vertices(value["points"], Place(place, "points"), points)) return false;
      if (points.size() != 2) {
        return fail(Place(place, "points"),
                    "must be a point on a and a point on b, not " + kind_of(value["points"]));
      }
      claim.points = {points[0], points[1]};
    }
    if (!name(value, Place(place, "by"), "by", claim.by)) return false;
    out = std::make_shared<const CaseClaim>(std::move(claim));
    return true;
  }

  bool required_object(const json& object, const Place& place, const char* key) {
    if (!object.contains(key)) return fail(place, "is missing");
    if (!object[key].is_object())
      return fail(place, "must be an object, not " + kind_of(object[key]));
    return true;
  }

  bool body(const json& object, const Place& place, const char* key, PolytopePtr& out) {
    if (!required_object(object, place, key)) return false;
    const json& value = object[key];
    std::string given;
    if (!one_of({"box_half_extents", "vertices", "half_spaces", "core", "sphere", "capsule"}, value,
                place, given)) {
      return false;
    }
    const bool has_radius = given == "core" || given == "sphere" || given == "capsule";
    if (has_radius) return rounded_body(value, place, given, out);
    if (value.contains("radius")) {
      return fail(Place(place, "radius"), "goes with core, not with " + given);
    }
    return polytope(value, place, out);
  }

  /// Which of the shapes the body is given by.
  bool one_of(std::initializer_list<const char*> shapes, const json& value, const Place& place,
              std::string& given) {
    std::string neither;
    for (const char* shape : shapes) {
      neither += (neither.empty() ? "has neither " : " nor ") + std::string(shape);
      if (!value.contains(shape)) continue;
      if (!given.empty()) return fail(place, "has both " + given + " and " + shape + ": give one");
      given = shape;
    }
    return !given.empty() || fail(place, neither);
  }

  /// A core with a radius, a sphere or a capsule along z.
  bool rounded_body(const json& value, const Place& place, const std::string& given,
                    PolytopePtr& out) {
    const Place inner(place, given);
    if (!required_object(value, inner, given.c_str())) return false;
    const json& shape = value[given];
    for (const char* other : {"facets", "interior_point"}) {
      if (value.contains(other)) return fail(Place(place, other), "goes into core");
    }
    const bool is_core = given == "core";
    if (!is_core && value.contains("radius")) {
      return fail(Place(place, "radius"), "goes into " + given);
    }
    double radius = 0;
    if (!length(is_core ? value : shape, is_core ? place : inner, "radius", is_core, radius)) {
      return false;
    }
    PolytopeInput axis;
    axis.vertices = {Vec3::Zero()};
    if (given == "capsule") {
      double half = 0;
      if (!length(shape, inner, "half_length", false, half)) return false;
      axis.vertices = {{0, 0, -half}, {0, 0, half}};
    }
    PolytopePtr core;
    if (is_core ? !polytope(shape, inner, core) : !make(axis, bits_of(axis, 'v'), inner, core)) {
      return false;
    }
    BodyBits bits('r');
    bits.put(core.get());
    bits.put(radius);
    PolytopePtr& body = bodies_[bits.text()];
    if (body == nullptr) {
      Result<PolytopePtr> rounded = make_rounded(core, radius);
      if (!rounded.ok()) return fail(place, rounded.reason());
      body = std::move(rounded).value();
    }
    out = body;
    return true;
  }

  /// The length `key` of `object`, which is not negative, nor 0 unless `may_be_0`.
  bool length(const json& object, const Place& parent, const char* key, bool may_be_0,
              double& out) {
    const Place place(parent, key);
    if (!object.contains(key)) return fail(place, "is missing");
    if (!number(object[key], place, out)) return false;
    if (out < 0) return fail(place, "must not be negative");
    if (out == 0 && !may_be_0) return fail(place, "must not be 0");
    return out <= kMaxCoordinate || fail(place, "is beyond 1e60 m");
  }

  /// A body without a radius.
  bool polytope(const json& value, const Place& place, PolytopePtr& out) {
    std::string given;
    if (!one_of({"box_half_extents", "vertices", "half_spaces"}, value, place, given)) return false;
    if (given == "half_spaces") return half_spaces(value, place, out);
    const bool is_box = given == "box_half_extents";
    PolytopeInput input;
    if (value.contains("interior_point")) {
      input.interior_point.emplace();
      if (!vector(value["interior_point"], Place(place, "interior_point"), *input.interior_point))
        return false;
    }
    if (is_box) {
      Vec3 h;
      if (value.contains("facets"))
        return fail(Place(place, "facets"), "go with vertices, not with a box");
      if (!half_extents(value["box_half_extents"], Place(place, "box_half_extents"), h))
        return false;
      PolytopeInput extents;
      extents.vertices = {h};
      PolytopePtr& box = bodies_[bits_of(extents, 'b')];
      if (box == nullptr) box = make_box(h);
      out = box;
      if (!input.interior_point) return true;
      input.vertices = box->vertices();
    } else {
      if (!vertices(value["vertices"], Place(place, "vertices"), input.vertices)) return false;
      if (value.contains("facets") && !facets(value["facets"], Place(place, "facets"), input)) {
        return false;
      }
    }
    return make(input, bits_of(input, 'v'), place, out);
  }

  /// `input` of either sort, unless it was made before.
  template <class Input>
  bool make(const Input& input, const std::string& bits, const Place& place, PolytopePtr& out) {
    PolytopePtr& body = bodies_[bits];
    if (body == nullptr) {
      Result<PolytopePtr> polytope = make_polytope(input);
      if (!polytope.ok()) return fail(place, polytope.reason());
      body = std::move(polytope).value();
    }
    out = body;
    return true;
  }

  bool half_spaces(const json& body, const Place& place, PolytopePtr& out) {
    if (body.contains("facets")) {
      return fail(Place(place, "facets"), "go with vertices, not with half_spaces");
    }
    HalfSpaces input;
    const Place center(place, "interior_point");
    if (!body.contains("interior_point")) return fail(center, "is missing; half_spaces need one");
    if (!vector(body["interior_point"], center, input.interior_point)) return false;
    const json& list = body["half_spaces"];
    const Place list_place(place, "half_spaces");
    if (!list.is_array()) {
      return fail(list_place, "must be a list of half-spaces, not " + kind_of(list));
    }
    for (std::size_t k = 0; k < list.size(); ++k) {
      // Not lengths: a normal may be of any length, and its offset is as long.
      std::array<double, 4> row{};
      if (!numbers(list[k], Place(list_place, k), row)) return false;
      input.normals.emplace_back(row[0], row[1], row[2]);
      input.offsets.push_back(row[3]);
    }
    return make(input, bits_of(input), place, out);
  }

  bool half_extents(const json& value, const Place& place, Vec3& h) {
    if (!vector(value, place, h)) return false;
    for (Eigen::Index k = 0; k < 3; ++k) {
      if (!(h[k] > 0)) {
        return fail(Place(place, static_cast<std::size_t>(k)),
                    "must be positive (a flat box is given by its vertices)");
      }
    }
    const char* why = why_no_box(h);
    return why == nullptr || fail(place, why);
  }

  bool vertices(const json& value, const Place& place, std::vector<Vec3>& out) {
    if (!value.is_array()) return fail(place, "must be a list of points, not " + kind_of(value));
    if (value.empty()) return fail(place, "holds no point");
    out.resize(value.size());
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (!vector(value[k], Place(place, k), out[k])) return false;
    }
    return true;
  }

  bool facets(const json& value, const Place& place, PolytopeInput& input) {
    if (!value.is_array())
      return fail(place, "must be a list of lists of vertex indices, not " + kind_of(value));
    for (std::size_t k = 0; k < value.size(); ++k) {
      const Place facet_place(place, k);
      if (!value[k].is_array()) {
        return fail(facet_place, "must be a list of vertex indices, not " + kind_of(value[k]));
      }
      std::vector<int>& facet = input.facets.emplace_back();
      for (std::size_t corner = 0; corner < value[k].size(); ++corner) {
        const json& index = value[k][corner];
        const Place index_place(facet_place, corner);
        if (!index.is_number_integer()) {
          return fail(index_place, "must be a whole number, not " +
                                       (index.is_number() ? index.dump() : kind_of(index)));
        }
        // Negative numbers are the only ones kept as signed.
        if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= input.vertices.size()) {
          return fail(index_place, "there is no vertex " + index.dump() +
                                       " (they count from 0 to " +
                                       std::to_string(input.vertices.size() - 1) + ")");
        }
        facet.push_back(index.get<int>());
      }
    }
    return true;
  }

  bool pose(const json& object, const Place& place, const char* key, Pose& out) {
    if (!required_object(object, place, key)) return false;
    const json& value = object[key];
    Vec3 t;
    if (!value.contains("t")) return fail(Place(place, "t"), "is missing");
    if (!vector(value["t"], Place(place, "t"), t)) return false;
    const bool has_matrix = value.contains("R");
    if (has_matrix == value.contains("q")) {
      return fail(place, has_matrix ? "has both R and q: give one" : "has neither R nor q");
    }
    const Place rotation_place(place, has_matrix ? "R" : "q");
    if (has_matrix) {
      Mat3 R;
      return matrix(value["R"], rotation_place, R) && accept(make_pose(R, t), place, out);
    }
    std::array<double, 4> q{};
    return numbers(value["q"], rotation_place, q) && accept(make_pose(q, t), place, out);
  }

  bool accept(const Result<Pose>& made, const Place& place, Pose& out) {
    if (!made.ok()) return fail(place, made.reason());
    out = made.value();
    return true;
  }

  bool matrix(const json& value, const Place& place, Mat3& R) {
    if (!value.is_array() || value.size() != 3) {
      return fail(place, "must be a list of 3 rows, not " + kind_of(value));
    }
    for (std::size_t row = 0; row < 3; ++row) {
      std::array<double, 3> entries{};
      if (!numbers(value[row], Place(place, row), entries)) return false;
      R.row(static_cast<Eigen::Index>(row)) << entries[0], entries[1], entries[2];
    }
    return true;
  }

  /// A point or an extent: lengths.
  bool vector(const json& value, const Place& place, Vec3& out) {
    std::array<double, 3> entries{};
    if (!numbers(value, place, entries)) return false;
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::abs(entries[k]) > kMaxCoordinate) {
        return fail(Place(place, k), "is beyond 1e60 m");
      }
    }
    out << entries[0], entries[1], entries[2];
    return true;
  }

  template <std::size_t count>
  bool numbers(const json& value, const Place& place, std::array<double, count>& out) {
    if (!value.is_array() || value.size() != count) {
      return fail(place,
                  "must be a list of " + std::to_string(count) + " numbers, not " + kind_of(value));
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (!number(value[k], Place(place, k), out[k])) return false;
    }
    return true;
  }

  bool number(const json& value, const Place& place, double& out) {
    if (!value.is_number()) return fail(place, "must be a number, not " + kind_of(value));
    out = value.get<double>();
    return true;
  }

  std::unordered_map<std::string, PolytopePtr>& bodies_;
  std::string problem_;
};

}  // namespace

std::string kind_of(const json& value) {
  switch (value.type()) {
    case json::value_t::null:
      return "null";
    case json::value_t::boolean:
      return "a boolean";
    case json::value_t::string:
      return "a string";
    case json::value_t::array:
      return "a list of " + std::to_string(value.size());
    case json::value_t::object:
      return "an object";
    default:
      return "a number";
  }
}

std::string CaseReader::read(const json& object, Case& c) {
  CaseBuilder builder(bodies_);
  return builder.build(object, c) ? std::string() : builder.problem();
}

}  // namespace touchstone

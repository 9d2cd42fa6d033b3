// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_body.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "geometry/half_spaces.hpp"
#include "geometry/prism.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

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

bool is_curved(std::string_view shape) {
  return shape == "cylinder" || shape == "cone" || shape == "ellipsoid";
}

}  // namespace

bool BodyReader::body(const json& object, const Place& place, const char* key, PolytopePtr& out) {
  return required_object(object, place, key) && shape(object[key], place, out);
}

bool BodyReader::shape(const json& value, const Place& place, PolytopePtr& out) {
  is_polygon_ = false;
  curved_body_.reset();
  std::string given;
  if (!find_shape(false, value, place, given)) return false;
  const bool has_radius = given == "core" || given == "sphere" || given == "capsule";
  if (has_radius) return rounded_body(value, place, given, out);
  if (value.contains("radius")) {
    return fail(Place(place, "radius"), "goes with core, not with " + given);
  }
  if (is_curved(given)) return curved(value, place, given, 0);
  return polytope(value, place, given, 0, out);
}

bool BodyReader::find_shape(bool is_core, const json& value, const Place& place,
                            std::string& given) {
  std::string neither;
  for (const char* shape : {box_, "vertices", "half_spaces", "mesh", "polygon", "cylinder", "cone",
                            "ellipsoid", "core", "sphere", "capsule"}) {
    if (is_core && shape == std::string_view("core")) break;  // a core has no radius
    if (takes_curved_ || !is_curved(shape)) {
      neither += (neither.empty() ? "has neither " : " nor ") + std::string(shape);
    }
    if (!value.contains(shape)) continue;
    if (!given.empty()) return fail(place, "has both " + given + " and " + shape + ": give one");
    given = shape;
  }
  return !given.empty() || fail(place, neither);
}

bool BodyReader::curved(const json& value, const Place& place, const std::string& given,
                        double radius) {
  const Place inner(place, given);
  if (!takes_curved_) return fail(inner, std::string("is curved") + kCurvedTakers);
  for (const char* other : {"facets", "interior_point", "scale"}) {
    if (value.contains(other)) return fail(Place(place, other), "does not go with " + given);
  }
  Core core;
  if (!required_object(value, inner, given.c_str()) ||
      !curved_core(value[given], inner, given, core)) {
    return false;
  }
  const Result<ConvexBody> sharp = make_body(core);
  if (!sharp.ok()) return fail(inner, sharp.reason());
  const Result<ConvexBody> made = make_body(core, radius);
  if (!made.ok()) return fail(place, made.reason());
  curved_body_ = made.value();
  return true;
}

bool BodyReader::curved_core(const json& shape, const Place& place, const std::string& given,
                             Core& out) {
  if (given == "ellipsoid") {
    const Place axes(place, "semi_axes");
    Ellipsoid ellipsoid;
    if (!shape.contains("semi_axes")) return fail(axes, "is missing");
    if (!vector(shape["semi_axes"], axes, ellipsoid.semi_axes)) return false;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(ellipsoid.semi_axes[static_cast<Eigen::Index>(k)] > 0)) {
        return fail(Place(axes, k), "must be positive");
      }
    }
    out = ellipsoid;
    return true;
  }
  double radius = 0, half_length = 0;
  if (!length(shape, place, "radius", false, radius) ||
      !length(shape, place, "half_length", false, half_length)) {
    return false;
  }
  if (given == "cone") {
    out = Cone{radius, half_length};
  } else {
    out = Cylinder{radius, half_length};
  }
  return true;
}

bool BodyReader::rounded_body(const json& value, const Place& place, const std::string& given,
                              PolytopePtr& out) {
  const Place inner(place, given);
  if (!required_object(value, inner, given.c_str())) return false;
  const json& shape = value[given];
  for (const char* other : {"facets", "interior_point", "scale"}) {
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
  std::string core_shape;
  if (is_core && !find_shape(true, shape, inner, core_shape)) return false;
  if (is_curved(core_shape)) return curved(shape, inner, core_shape, radius);
  PolytopePtr core;
  if (is_core ? !polytope(shape, inner, core_shape, radius, core)
              : !make(axis, bits_of(axis, 'v'), inner, core)) {
    return false;
  }
  BodyBits bits('r');
  bits.put(core.get());
  bits.put(radius);
  PolytopePtr& body = made_.bodies[bits.text()];
  if (body == nullptr) {
    Result<PolytopePtr> rounded = make_rounded(core, radius);
    if (!rounded.ok()) return fail(place, rounded.reason());
    body = std::move(rounded).value();
  }
  out = body;
  return true;
}

bool BodyReader::polytope(const json& value, const Place& place, const std::string& given,
                          double radius, PolytopePtr& out) {
  if (value.contains("scale") && given != "mesh") {
    return fail(Place(place, "scale"), "goes with mesh: give the lengths as they are");
  }
  if (given == "half_spaces") return half_spaces(value, place, out);
  const bool is_box = given == box_;
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
    if (!half_extents(value[box_], Place(place, box_), h)) return false;
    PolytopeInput extents;
    extents.vertices = {h};
    PolytopePtr& box = made_.bodies[bits_of(extents, 'b')];
    if (box == nullptr) box = make_box(h);
    out = box;
    if (!input.interior_point) return true;
    input.vertices = box->vertices();
  } else {
    if (!points(value, place, given, radius, input)) return false;
  }
  return hull(input, place, out);
}

bool BodyReader::points(const json& value, const Place& place, const std::string& given,
                        double radius, PolytopeInput& input) {
  const bool has_facets = value.contains("facets");
  if (given == "vertices") {
    return vertices(value["vertices"], Place(place, "vertices"), input.vertices) &&
           (!has_facets || facets(value["facets"], Place(place, "facets"), input));
  }
  if (has_facets) return fail(Place(place, "facets"), "go with vertices, not with " + given);
  if (given == "mesh") return mesh(value, place, input);
  if (input.interior_point) {
    return fail(Place(place, "interior_point"), "goes with a body in space, not with polygon");
  }
  return polygon(value["polygon"], Place(place, "polygon"), radius, input);
}

bool BodyReader::polygon(const json& value, const Place& place, double radius,
                         PolytopeInput& input) {
  is_polygon_ = true;
  if (!value.is_array()) return fail(place, "must be a list of points, not " + kind_of(value));
  if (value.empty()) return fail(place, "holds no point");
  std::vector<Vec3> corners;
  for (std::size_t k = 0; k < value.size(); ++k) {
    std::array<double, 2> xy{};
    const Place corner(place, k);
    if (!numbers(value[k], corner, xy)) return false;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (std::abs(xy[axis]) > kMaxCoordinate) return fail(Place(corner, axis), "is beyond 1e60 m");
    }
    corners.emplace_back(xy[0], xy[1], 0);
  }
  input.vertices = prism_of_polygon(corners, radius);
  if (input.vertices.empty()) return fail(place, "is too wide: 1e59 m and less is taken");
  return true;
}

bool BodyReader::hull(const PolytopeInput& input, const Place& place, PolytopePtr& out) {
  return make(input, bits_of(input, 'v'), place, out);
}

template <class Input>
bool BodyReader::make(const Input& input, const std::string& bits, const Place& place,
                      PolytopePtr& out) {
  PolytopePtr& body = made_.bodies[bits];
  if (body == nullptr) {
    Result<PolytopePtr> polytope = make_polytope(input);
    if (!polytope.ok()) return fail(place, polytope.reason());
    body = std::move(polytope).value();
  }
  out = body;
  return true;
}

bool BodyReader::half_spaces(const json& body, const Place& place, PolytopePtr& out) {
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

bool BodyReader::half_extents(const json& value, const Place& place, Vec3& h) {
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

bool BodyReader::facets(const json& value, const Place& place, PolytopeInput& input) {
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
        return fail(index_place, "there is no vertex " + index.dump() + " (they count from 0 to " +
                                     std::to_string(input.vertices.size() - 1) + ")");
      }
      facet.push_back(index.get<int>());
    }
  }
  return true;
}

}  // namespace touchstone

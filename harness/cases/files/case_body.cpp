// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_body.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "geometry/half_spaces.hpp"
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

}  // namespace

bool BodyReader::body(const json& object, const Place& place, const char* key, PolytopePtr& out) {
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

bool BodyReader::one_of(std::initializer_list<const char*> shapes, const json& value,
                        const Place& place, std::string& given) {
  for (const char* shape : shapes) {
    if (!value.contains(shape)) continue;
    if (!given.empty()) return fail(place, "has both " + given + " and " + shape + ": give one");
    given = shape;
  }
  if (!given.empty()) return true;
  std::string neither;
  for (const char* shape : shapes) {
    neither += (neither.empty() ? "has neither " : " nor ") + std::string(shape);
  }
  return fail(place, neither);
}

bool BodyReader::rounded_body(const json& value, const Place& place, const std::string& given,
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

bool BodyReader::polytope(const json& value, const Place& place, PolytopePtr& out) {
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
    if (!half_extents(value["box_half_extents"], Place(place, "box_half_extents"), h)) return false;
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

template <class Input>
bool BodyReader::make(const Input& input, const std::string& bits, const Place& place,
                      PolytopePtr& out) {
  PolytopePtr& body = bodies_[bits];
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

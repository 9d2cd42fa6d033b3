// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "geometry/half_spaces.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/nearest_name.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxId = 200;  ///< [byte]

/// A value of a case and where it stands: "a.vertices[3]", which is joined only where there is
/// something to complain about. The part that it is of outlives it.
class Part {
 public:
  explicit Part(const json& whole) : value(whole) {}

  [[noreturn]] void refuse(const std::string& rule) const {
    throw JsonRefusal(place() + ": " + rule);
  }
  [[noreturn]] void must_be(const std::string& what) const {
    refuse("must be " + what + ", not " + kind_of(value));
  }
  bool has(const char* key) const { return value.contains(key); }
  /// Refuses an object without the key.
  Part at(const char* key, const char* if_missing = "is missing") const {
    const auto found = value.find(key);
    const bool there = found != value.end();
    const Part part(there ? *found : value, this, key, 0);
    if (!there) part.refuse(if_missing);
    return part;
  }
  Part object_at(const char* key) const {
    const Part part = at(key);
    if (!part.value.is_object()) part.must_be("an object");
    return part;
  }
  /// The values of a list. Refuses what is none.
  std::vector<Part> items(const char* of_what) const {
    if (!value.is_array()) must_be(std::string("a list of ") + of_what);
    std::vector<Part> parts;
    parts.reserve(value.size());
    for (const json& item : value) parts.push_back(Part(item, this, nullptr, parts.size()));
    return parts;
  }

  const json& value;

 private:
  Part(const json& of, const Part* parent, const char* key, std::size_t index)
      : value(of), parent_(parent), key_(key), index_(index) {}

  std::string place() const {
    if (parent_ == nullptr) return "";
    const std::string before = parent_->place();
    if (key_ == nullptr) return before + "[" + std::to_string(index_) + "]";
    return before.empty() ? key_ : before + "." + key_;
  }

  const Part* parent_ = nullptr;
  const char* key_ = nullptr;  ///< nullptr: it is in a list
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

using Bodies = std::unordered_map<std::string, PolytopePtr>;

/// An optional line of text.
void take_text(const Part& object, const char* key, bool is_id, std::string& out) {
  if (!object.has(key)) return;
  const Part part = object.at(key);
  if (!part.value.is_string()) part.must_be("a string");
  out = part.value.get<std::string>();
  if (is_id && out.empty()) part.refuse("must not be empty");
  if (is_id && out.size() > kMaxId) {
    part.refuse("is longer than " + std::to_string(kMaxId) + " bytes");
  }
  const auto control = [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
  };
  if (std::any_of(out.begin(), out.end(), control)) {
    part.refuse("must be one line without control characters");
  }
}

template <std::size_t count>
std::array<double, count> numbers(const Part& part) {
  if (!part.value.is_array() || part.value.size() != count) {
    part.must_be("a list of " + std::to_string(count) + " numbers");
  }
  std::array<double, count> entries{};
  for (std::size_t k = 0; k < count; ++k) {
    if (!part.value[k].is_number()) part.items("numbers")[k].must_be("a number");
    entries.at(k) = part.value[k].get<double>();
  }
  return entries;
}

/// A point or an extent: lengths.
Vec3 vector(const Part& part) {
  const auto entries = numbers<3>(part);
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::abs(entries.at(k)) > kMaxCoordinate) {
      part.items("numbers")[k].refuse("is beyond 1e60 m");
    }
  }
  return {entries[0], entries[1], entries[2]};
}

Vec3 half_extents(const Part& part) {
  const Vec3 h = vector(part);
  for (Eigen::Index k = 0; k < 3; ++k) {
    if (h[k] > 0) continue;
    part.items("numbers")[static_cast<std::size_t>(k)].refuse(
        "must be positive (a flat box is given by its vertices)");
  }
  if (const char* why = why_no_box(h); why != nullptr) part.refuse(why);
  return h;
}

std::vector<Vec3> points(const Part& part) {
  std::vector<Vec3> all;
  for (const Part& point : part.items("points")) all.push_back(vector(point));
  if (all.empty()) part.refuse("holds no point");
  return all;
}

int vertex_index(const Part& part, std::size_t vertices) {
  const json& index = part.value;
  if (!index.is_number_integer()) {
    part.refuse("must be a whole number, not " +
                (index.is_number() ? index.dump() : kind_of(index)));
  }
  // Negative numbers are the only ones kept as signed.
  if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= vertices) {
    part.refuse("there is no vertex " + index.dump() + " (they count from 0 to " +
                std::to_string(vertices - 1) + ")");
  }
  return index.get<int>();
}

std::vector<std::vector<int>> facets(const Part& part, std::size_t vertices) {
  std::vector<std::vector<int>> all;
  for (const Part& facet : part.items("lists of vertex indices")) {
    std::vector<int>& corners = all.emplace_back();
    for (const Part& corner : facet.items("vertex indices")) {
      corners.push_back(vertex_index(corner, vertices));
    }
  }
  return all;
}

/// `input` of either sort, unless it was made before.
template <class Input>
PolytopePtr make_body(const Input& input, const std::string& bits, const Part& part,
                      Bodies& bodies) {
  PolytopePtr& body = bodies[bits];
  if (body == nullptr) {
    Result<PolytopePtr> polytope = make_polytope(input);
    if (!polytope.ok()) part.refuse(polytope.reason());
    body = std::move(polytope).value();
  }
  return body;
}

PolytopePtr body_of_half_spaces(const Part& part, Bodies& bodies) {
  if (part.has("facets")) part.at("facets").refuse("go with vertices, not with half_spaces");
  HalfSpaces input;
  input.interior_point = vector(part.at("interior_point", "is missing; half_spaces need one"));
  const Part list = part.at("half_spaces");
  for (const Part& half_space : list.items("half-spaces")) {
    // Not lengths: a normal may be of any length, and its offset is as long.
    const auto row = numbers<4>(half_space);
    input.normals.emplace_back(row[0], row[1], row[2]);
    input.offsets.push_back(row[3]);
  }
  return make_body(input, bits_of(input), part, bodies);
}

PolytopePtr body(const Part& part, Bodies& bodies) {
  std::string given;
  for (const char* shape : {"box_half_extents", "vertices", "half_spaces"}) {
    if (!part.has(shape)) continue;
    if (!given.empty()) part.refuse("has both " + given + " and " + shape + ": give one");
    given = shape;
  }
  if (given.empty()) part.refuse("has neither box_half_extents nor vertices nor half_spaces");
  if (given == "half_spaces") return body_of_half_spaces(part, bodies);
  PolytopeInput input;
  if (part.has("interior_point")) input.interior_point = vector(part.at("interior_point"));
  if (given == "box_half_extents") {
    if (part.has("facets")) part.at("facets").refuse("go with vertices, not with a box");
    const Vec3 h = half_extents(part.at("box_half_extents"));
    PolytopeInput extents;
    extents.vertices = {h};
    PolytopePtr& box = bodies[bits_of(extents, 'b')];
    if (box == nullptr) box = make_box(h);
    if (!input.interior_point) return box;
    input.vertices = box->vertices();
  } else {
    input.vertices = points(part.at("vertices"));
    if (part.has("facets")) input.facets = facets(part.at("facets"), input.vertices.size());
  }
  return make_body(input, bits_of(input, 'v'), part, bodies);
}

Mat3 matrix(const Part& part) {
  if (!part.value.is_array() || part.value.size() != 3) part.must_be("a list of 3 rows");
  Mat3 R;
  Eigen::Index row = 0;
  for (const Part& entries : part.items("rows")) {
    const auto [x, y, z] = numbers<3>(entries);
    R.row(row++) << x, y, z;
  }
  return R;
}

Pose pose(const Part& part) {
  const Vec3 t = vector(part.at("t"));
  const bool has_matrix = part.has("R");
  if (has_matrix == part.has("q")) {
    part.refuse(has_matrix ? "has both R and q: give one" : "has neither R nor q");
  }
  const Result<Pose> made =
      has_matrix ? make_pose(matrix(part.at("R")), t) : make_pose(numbers<4>(part.at("q")), t);
  if (!made.ok()) part.refuse(made.reason());
  return made.value();
}

/// The keys of the case file (docs/case-file.md).
constexpr std::array<std::string_view, 6> kCaseKeys{"id", "source", "a", "pose_a", "b", "pose_b"};
constexpr std::array<std::string_view, 8> kPartKeys{
    "box_half_extents", "vertices", "half_spaces", "facets", "interior_point", "t", "R", "q"};

constexpr std::size_t kShortest = 5;         ///< letters; two edits make anything of a short key
constexpr std::size_t kMaxComparedKey = 40;  ///< nothing longer is compared [byte]

std::span<const std::string_view> keys_at(std::size_t depth) {
  if (depth == 1) return kCaseKeys;
  if (depth == 2) return kPartKeys;
  return {};
}

bool same_letters(std::string_view one, std::string_view two) {
  return std::equal(one.begin(), one.end(), two.begin(), two.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

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

std::string CaseReader::read(const json& object, Case& c) try {
  const Part whole(object);
  take_text(whole, "id", true, c.id);
  take_text(whole, "source", false, c.source);
  c.pair.A = body(whole.object_at("a"), bodies_);
  c.pair.X_WA = pose(whole.object_at("pose_a"));
  c.pair.B = body(whole.object_at("b"), bodies_);
  c.pair.X_WB = pose(whole.object_at("pose_b"));
  return "";
} catch (const JsonRefusal& refusal) {
  return refusal.what();
}

bool is_known_key(std::size_t depth, std::string_view key) {
  const auto keys = keys_at(depth);
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string meant_key(std::size_t depth, std::string_view key) {
  if (key.size() > kMaxComparedKey) return "";
  std::vector<std::string> candidates;
  for (const std::string_view known : keys_at(depth)) {
    if (same_letters(known, key)) return std::string(known);
    if (known.size() >= kShortest) candidates.emplace_back(known);
  }
  return nearest_name(key, candidates);
}

}  // namespace touchstone

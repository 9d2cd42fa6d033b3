// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_json.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/body_union.hpp"
#include "geometry/prism.hpp"
#include "harness/cases/files/case_body.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxName = 200;  ///< length of an id or of a program's name [byte]

/// Makes one case of its JSON object.
class CaseBuilder : public BodyReader {
 public:
  CaseBuilder(MadeBodies& made, const std::string& folder, const CaseReading& reading)
      : BodyReader(made, folder, "box_half_extents", reading),
        takes_unions_(reading.curved == CurvedCases::with_unions) {}

  bool build(const json& object, Case& c) {
    if (!name(object, Place("id"), "id", c.id) ||
        !text(object, Place("source"), "source", c.source)) {
      return false;
    }
    for (const char* key : {"a", "b"}) {
      if (has_union(object, key) ||
          (takes_unions_ && object.contains(key) && is_several(object[key]))) {
        return unions(object, c);
      }
    }
    Pair pair;
    if (!posed(object, {"a", "pose_a"}, pair.A, pair.X_WA)) return false;
    const bool a_is_polygon = is_polygon();
    const std::optional<ConvexBody> curved_a = curved_body();
    if (!posed(object, {"b", "pose_b"}, pair.B, pair.X_WB)) return false;
    if (a_is_polygon != is_polygon()) {
      return fail(Place(a_is_polygon ? "b" : "a"), "must be a polygon as the other body is");
    }
    if (curved_a || curved_body()) {
      c.bodies =
          ConvexPair{whole(curved_a, pair.A), pair.X_WA, whole(curved_body(), pair.B), pair.X_WB};
    } else {
      c.bodies = pair;
    }
    return claim(object, c.claim);
  }

  bool claim_at(const json& value, const Place& place, CaseClaim& claim) {
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
    return name(value, Place(place, "by"), "by", claim.by);
  }

 private:
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
    CaseClaim claim;
    if (!claim_at(object["claim"], place, claim)) return false;
    out = std::make_shared<const CaseClaim>(std::move(claim));
    return true;
  }

  /// A body that was just read: with a curved core, or the polytope.
  static ConvexBody whole(const std::optional<ConvexBody>& curved, const PolytopePtr& polytope) {
    return curved ? *curved : make_body(polytope).value();
  }

  static bool has_union(const json& object, const char* key) {
    return object.contains(key) && object[key].is_object() && object[key].contains("union");
  }

  /// Two bodies of which one at least is a union.
  bool unions(const json& object, Case& c) {
    UnionPair pair;
    if (!pieces(object, "a", pair.A) || !pose(object, Place("pose_a"), "pose_a", pair.X_WA) ||
        !pieces(object, "b", pair.B) || !pose(object, Place("pose_b"), "pose_b", pair.X_WB)) {
      return false;
    }
    if (are_polygons_ == true) {
      if (!stays_in_plane(pair.X_WA, Place("pose_a")) ||
          !stays_in_plane(pair.X_WB, Place("pose_b"))) {
        return false;
      }
      if (!raise_prisms(pair))
        return fail(Place("a"), "and b are too wide: 1e59 m and less is taken");
    }
    c.bodies = std::move(pair);
    return claim(object, c.claim);
  }

  /// The pieces of a union; a convex body is one piece.
  bool pieces(const json& object, const char* key, BodyUnion& out) {
    const Place place(key);
    if (!required_object(object, place, key)) return false;
    const json& value = object[key];
    if (!has_union(object, key)) return piece(value, place, out);
    const Place list(place, "union");
    if (!takes_unions_) return fail(list, kUnionTakers);
    if (value.size() > 1) {
      const auto other = std::find_if(value.items().begin(), value.items().end(),
                                      [](const auto& item) { return item.key() != "union"; });
      return fail(place, "has both union and " + other.key() + ": a piece has a body of its own");
    }
    const json& entries = value["union"];
    if (!entries.is_array()) {
      return fail(list, "must be a list of pieces, not " + kind_of(entries));
    }
    if (entries.empty()) return fail(list, "holds no piece");
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const Place entry(list, k);
      if (!entries[k].is_object()) {
        return fail(entry, "must be an object, not " + kind_of(entries[k]));
      }
      if (entries[k].contains("union")) {
        return fail(Place(entry, "union"), "is in a union already: give all pieces in one list");
      }
      if (!named_piece(entries[k], entry, out)) return false;
    }
    return true;
  }

  /// An entry of a union: a body, or a mesh of several, with a name and a pose in the union.
  bool named_piece(const json& entry, const Place& place, BodyUnion& out) {
    const std::size_t before = out.pieces.size();
    std::string given;
    Pose X_UP;
    if (!piece(entry, place, out) || !name(entry, Place(place, "name"), "name", given) ||
        (entry.contains("pose") && !pose(entry, Place(place, "pose"), "pose", X_UP))) {
      return false;
    }
    if (are_polygons_ == true && !stays_in_plane(X_UP, Place(place, "pose"))) return false;
    for (std::size_t k = before; k < out.pieces.size(); ++k) {
      UnionPiece& made = out.pieces[k];
      made.X_UP = X_UP;
      if (!given.empty()) made.name = given + (made.name.empty() ? "" : "/" + made.name);
    }
    return true;
  }

  bool piece(const json& value, const Place& place, BodyUnion& out) {
    const bool several = is_several(value);
    PolytopePtr polytope;
    if (several ? !mesh_pieces(value, place, out) : !shape(value, place, polytope)) return false;
    const bool in_plane = !several && is_polygon();
    if (are_polygons_.value_or(in_plane) != in_plane) {
      return fail(place, in_plane ? "is a polygon, and pieces before it are none"
                                  : "must be a polygon as the pieces before it are");
    }
    are_polygons_ = in_plane;
    if (several) return true;
    ConvexBody made = whole(curved_body(), polytope);
    const bool is_round = made.is_curved() || made.radius() > 0;
    if (is_round && core_reach(made) + made.radius() > kMaxRoundReach) {
      return fail(place, "is round and reaches beyond 1e59 m");
    }
    out.pieces.push_back({"", std::move(made), {}});
    return true;
  }

  /// A body and its pose; that of a polygon stays in the plane.
  bool posed(const json& object, const std::array<const char*, 2>& keys, PolytopePtr& made,
             Pose& X) {
    const Place place(keys[1]);
    if (!body(object, Place(keys[0]), keys[0], made) || !pose(object, place, keys[1], X)) {
      return false;
    }
    return !is_polygon() || stays_in_plane(X, place);
  }

  bool stays_in_plane(const Pose& X, const Place& place) {
    if (X.t.z() != 0) return fail(Place(place, "t"), "z must be 0 for a polygon");
    return (X.R.col(2) == Vec3::UnitZ() && X.R.row(2).transpose() == Vec3::UnitZ()) ||
           fail(place, "must turn a polygon about z alone");
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

  bool takes_unions_;
  std::optional<bool> are_polygons_;  ///< nothing before a union's first piece
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

std::string CaseReader::read_claim(const json& object, CaseClaim& claim) {
  CaseBuilder builder(made_, folder_, reading_);
  return builder.claim_at(object, Place("claim"), claim) ? std::string() : builder.problem();
}

std::string CaseReader::read(const json& object, Case& c) {
  CaseBuilder builder(made_, folder_, reading_);
  return builder.build(object, c) ? std::string() : builder.problem();
}

}  // namespace touchstone

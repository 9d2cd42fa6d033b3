// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <variant>

#include "geometry/body_union.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/files/case_file.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// The text of a point or of a segment along z with a radius, as readers have them; else empty.
std::string round_body_text(const Polytope& body) {
  const std::vector<Vec3>& v = body.vertices();
  if (body.interior_point_given()) return "";
  const std::string radius = "\"radius\": " + json_number(body.radius());
  if (v.size() == 1 && v[0].isZero(0)) return "{\n    \"sphere\": {" + radius + "}\n  }";
  const double half = v.back().z();
  if (v.size() != 2 || !(half > 0) || v[0] != Vec3(0, 0, -half) || v[1] != Vec3(0, 0, half)) {
    return "";
  }
  return "{\n    \"capsule\": {" + radius + ", \"half_length\": " + json_number(half) + "}\n  }";
}

/// Two spaces more before each line but the first.
std::string indented(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    result += letter;
    if (letter == '\n') result += "  ";
  }
  return result;
}

std::string body_text(const PolytopePtr& pointer) {
  const Polytope& body = *pointer;
  if (body.radius() > 0) {
    const std::string round = round_body_text(body);
    if (!round.empty()) return round;
    return "{\n    \"core\": " + indented(body_text(make_rounded(pointer, 0).value())) +
           ",\n    \"radius\": " + json_number(body.radius()) + "\n  }";
  }
  if (const std::optional<Vec3> h = box_half_extents(body)) {
    return "{\n    \"box_half_extents\": " + json_vector(*h) + "\n  }";
  }
  std::string text = "{\n    \"vertices\": [";
  for (std::size_t k = 0; k < body.vertices().size(); ++k) {
    text += (k == 0 ? "\n      " : ",\n      ") + json_vector(body.vertices()[k]);
  }
  text += "\n    ]";
  if (body.interior_point_given()) {
    text += ",\n    \"interior_point\": " + json_vector(body.interior_point());
  }
  return text + "\n  }";
}

bool is_identity(const Pose& X) { return X.R == Mat3::Identity() && X.t == Vec3::Zero(); }

/// Whether a piece needs no list around it.
bool is_plain(const UnionPiece& piece) { return piece.name.empty() && is_identity(piece.X_UP); }

std::string body_text(const ConvexBody& body) {
  const auto round = [](const char* shape, double radius, double half_length) {
    return std::string("{\n    \"") + shape + "\": {\"radius\": " + json_number(radius) +
           ", \"half_length\": " + json_number(half_length) + "}\n  }";
  };
  const Core& core = body.core();
  std::string text;
  if (const auto* polytope = std::get_if<PolytopePtr>(&core)) return body_text(*polytope);
  if (const auto* c = std::get_if<Cylinder>(&core)) {
    text = round("cylinder", c->radius, c->half_length);
  } else if (const auto* cone = std::get_if<Cone>(&core)) {
    text = round("cone", cone->radius, cone->half_length);
  } else {
    const Vec3& semi_axes = std::get<Ellipsoid>(core).semi_axes;
    text = "{\n    \"ellipsoid\": {\"semi_axes\": " + json_vector(semi_axes) + "}\n  }";
  }
  if (body.radius() == 0) return text;
  return "{\n    \"core\": " + indented(text) + ",\n    \"radius\": " + json_number(body.radius()) +
         "\n  }";
}

std::string pose_text(const Pose& X, const std::optional<std::array<double, 4>>& q) {
  std::string text = "{\n    \"t\": " + json_vector(X.t);
  if (q) return text + ",\n    \"q\": " + json_row(json_items(*q, json_number)) + "\n  }";
  text += ",\n    \"R\": [";
  for (int row = 0; row < 3; ++row) {
    text += (row == 0 ? "\n      " : ",\n      ") + json_vector(X.R.row(row).transpose());
  }
  return text + "\n    ]\n  }";
}

/// A union, or the only piece of a convex body.
std::string body_text(const BodyUnion& body) {
  if (body.pieces.size() == 1 && is_plain(body.pieces.front())) {
    return body_text(body.pieces.front().body);
  }
  std::string text = "{\n    \"union\": [";
  for (const UnionPiece& piece : body.pieces) {
    text += &piece == &body.pieces.front() ? "\n      " : ",\n      ";
    std::string entry = body_text(piece.body);
    std::string more;
    if (!piece.name.empty()) more += ",\n    \"name\": " + json_string(piece.name);
    if (!is_identity(piece.X_UP)) {
      more += ",\n    \"pose\": " + indented(pose_text(piece.X_UP, std::nullopt));
    }
    entry.insert(entry.rfind("\n  }"), more);
    text += indented(indented(entry));
  }
  return text + "\n    ]\n  }";
}

std::string claim_text(const CaseClaim& claim) {
  std::string text = "{\n    \"phi\": " + json_number(claim.phi);
  if (claim.normal) text += ",\n    \"normal\": " + json_vector(*claim.normal);
  if (claim.points) {
    text += ",\n    \"points\": " + json_row(json_items(*claim.points, json_vector));
  }
  if (!claim.by.empty()) text += ",\n    \"by\": " + json_string(claim.by);
  return text + "\n  }";
}

}  // namespace

std::optional<Vec3> box_half_extents(const Polytope& body) {
  if (body.vertices().size() != 8) return std::nullopt;
  const Vec3 h = body.vertices().back();
  if (why_no_box(h) != nullptr) return std::nullopt;
  // Corner by corner first: not of every last vertex can a box be made.
  for (unsigned k = 0; k < 8; ++k) {
    const Vec3 corner((k & 1U) != 0 ? h.x() : -h.x(), (k & 2U) != 0 ? h.y() : -h.y(),
                      (k & 4U) != 0 ? h.z() : -h.z());
    if (body.vertices()[k] != corner) return std::nullopt;
  }
  if (make_box(h)->content_hash() != body.content_hash()) return std::nullopt;
  return h;
}

std::string write_case(const Case& c, const CaseRotations& rotations) {
  // A case read from a file keeps the id that it had there; others keep the id that replays them.
  const bool from_file = c.family.starts_with("file:") && c.id.starts_with(c.family + ":");
  const std::string id = from_file ? c.id.substr(c.family.size() + 1) : c.id;
  std::string text = "{\n  \"id\": " + json_string(id);
  if (!c.source.empty()) text += ",\n  \"source\": " + json_string(c.source);
  const auto add = [&](const auto& pair) {
    text += ",\n  \"a\": " + body_text(pair.A);
    text += ",\n  \"pose_a\": " + pose_text(pair.X_WA, rotations.q_A);
    text += ",\n  \"b\": " + body_text(pair.B);
    text += ",\n  \"pose_b\": " + pose_text(pair.X_WB, rotations.q_B);
  };
  std::visit(add, c.bodies);
  if (c.claim) text += ",\n  \"claim\": " + claim_text(*c.claim);
  return text + "\n}\n";
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: a bracket with its pair and evidence as text, in hexadecimal doubles, for
// tests/independent/brackets.py. A word that says what is on it begins each line.
#pragma once

#include <cstdio>
#include <ostream>
#include <string>

#include "reference/bracket.hpp"

namespace touchstone {

inline std::string hex(double x) {
  char text[32];
  std::snprintf(text, sizeof text, " %a", x);
  return text;
}

inline std::string hex(const Vec3& v) { return hex(v[0]) + hex(v[1]) + hex(v[2]); }

inline std::string hex(const FineVec3& v) { return hex(v.high) + hex(v.low); }

inline void write_body(std::ostream& out, const ConvexBody& body, const Pose& X) {
  const auto begin = [&](const char* kind) { out << "body " << kind << hex(body.radius()); };
  const Core& core = body.core();
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) {
    begin("cylinder");
    out << hex(cylinder->radius) << hex(cylinder->half_length);
  } else if (const auto* cone = std::get_if<Cone>(&core)) {
    begin("cone");
    out << hex(cone->radius) << hex(cone->half_length);
  } else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    begin("ellipsoid");
    out << hex(ellipsoid->semi_axes);
  } else {
    begin("polytope");
    for (const Vec3& v : std::get<PolytopePtr>(core)->vertices()) out << hex(v);
  }
  out << "\npose" << hex(X.R.row(0)) << hex(X.R.row(1)) << hex(X.R.row(2)) << hex(X.t) << '\n';
}

inline std::string point_text(const ConvexBody& body, const CorePoint& point) {
  return body.is_curved() ? hex(point.toward) : " " + std::to_string(point.vertex);
}

/// "body KIND RADIUS NUMBERS" and "pose R t" of A, then of B; "bounds LOWER UPPER"; "direction"
/// high and low; "corner A and B", each a vertex or a direction, high and low; "share CORNER HIGH
/// LOW"; "triangle I J K"; "end".
inline void write_bracket(std::ostream& out, const ConvexPair& pair, const Bracket& bracket) {
  write_body(out, pair.A, pair.X_WA);
  write_body(out, pair.B, pair.X_WB);
  const BracketEvidence& evidence = bracket.evidence;
  out << "bounds" << hex(bracket.lower) << hex(bracket.upper) << '\n';
  out << "direction" << hex(evidence.direction) << '\n';
  for (const BracketEvidence::Corner& corner : evidence.corners) {
    out << "corner" << point_text(pair.A, corner.A) << " and" << point_text(pair.B, corner.B)
        << '\n';
  }
  for (const BracketEvidence::Share& share : evidence.nearest) {
    out << "share " << share.corner << hex(share.weight.high) << hex(share.weight.low) << '\n';
  }
  for (const auto& t : evidence.cycle) {
    out << "triangle " << t[0] << ' ' << t[1] << ' ' << t[2] << '\n';
  }
  out << "end\n";
}

}  // namespace touchstone

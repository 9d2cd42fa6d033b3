// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/snippets/snippet.hpp"

#include <cstddef>
#include <utility>
#include <variant>

#include "reports/snippets/snippet_writers.hpp"
#include "reports/truth_text.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Which bodies with a radius a form has.
enum class Rounded { none, spheres_and_capsules, all };

// Curved cores that a form has, as bits.
constexpr unsigned kCylinder = 1;
constexpr unsigned kCone = 2;
constexpr unsigned kEllipsoid = 4;
constexpr unsigned kAllCurved = kCylinder | kCone | kEllipsoid;

struct Form {
  std::string_view name;
  std::string (*write)(const SnippetCase& s);
  bool solid;  ///< whether it takes solids only, of bodies without a radius
  Rounded rounded;
  unsigned curved = 0;
};

/// Why a form does not have the body with a curved core, or empty.
std::string why_not_curved(const Form& form, const ConvexBody& body) {
  if (form.name == "json") return "";
  if (body.radius() > 0) return "has a radius around a curved core; this form has none";
  const std::size_t kind = body.core().index() - 1;
  const char* const names[] = {"a cylinder", "a cone", "an ellipsoid"};
  return (form.curved >> kind & 1U) != 0
             ? ""
             : std::string("is ") + names[kind] + "; this form has none";
}

/// Why a form does not have the body, or empty.
std::string why_not(const Form& form, const Polytope& body) {
  if (body.radius() == 0) {
    return form.solid && body.dimension() != 3 ? "is flat; this form has solids only" : "";
  }
  if (form.rounded == Rounded::none) return "has a radius; this form has none";
  const bool is_primitive = round_half_length(body).has_value();
  return form.rounded == Rounded::all || is_primitive
             ? ""
             : "has a radius; this form has one of spheres and capsules along z only";
}

std::string json_snippet(const SnippetCase& s) { return write_case(s.c, s.rotations); }

constexpr std::array kForms = {
    Form{"json", &json_snippet, false, Rounded::all},
    Form{"obj", &obj_snippet, true, Rounded::none},
    Form{"mjcf", &mjcf_snippet, true, Rounded::spheres_and_capsules, kCylinder | kEllipsoid},
    Form{"cpp", &cpp_snippet, false, Rounded::all},
    Form{"gtest", &gtest_snippet, false, Rounded::all},
    Form{"catch2", &catch2_snippet, false, Rounded::all},
    Form{"python", &python_snippet, false, Rounded::all},
    Form{"fcl", &fcl_snippet, true, Rounded::spheres_and_capsules, kAllCurved},
    Form{"coal", &coal_snippet, true, Rounded::spheres_and_capsules, kAllCurved},
    Form{"libccd", &libccd_snippet, false, Rounded::all},
    Form{"bullet", &bullet_snippet, false, Rounded::all, kCylinder | kCone}};
static_assert(kForms.size() == kSnippetForms.size());

/// How far a core reaches along w in its own frame, as C++.
std::string reach_text(const Core& core) {
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) {
    return "return " + json_number(cylinder->radius) + " * std::hypot(w[0], w[1]) + " +
           json_number(cylinder->half_length) + " * std::fabs(w[2]);";
  }
  if (const auto* cone = std::get_if<Cone>(&core)) {
    const std::string along = json_number(cone->half_length) + " * w[2]";
    return "return std::fmax(" + along + ", " + json_number(cone->radius) +
           " * std::hypot(w[0], w[1]) - " + along + ");";
  }
  const Vec3& D = std::get<Ellipsoid>(core).semi_axes;
  return "return std::hypot(" + json_number(D.x()) + " * w[0], " + json_number(D.y()) +
         " * w[1], " + json_number(D.z()) + " * w[2]);";
}

/// `double reach_A(const double w[3])`: how far the core of A reaches along w in its own frame.
std::string cpp_reach(const std::string& name, const ConvexBody& body) {
  std::string text = "static double reach_" + name + "(const double w[3]) {\n  ";
  text += body.is_curved() ? reach_text(body.core())
                           : "double most = -HUGE_VAL;\n  for (const auto& v : kVertices" + name +
                                 ") {\n    most = std::fmax(most, w[0] * v[0] + w[1] * v[1] + "
                                 "w[2] * v[2]);\n  }\n  return most;";
  return text + "\n}\n\n";
}

/// cpp_gap() of a pair with a curved core.
std::string curved_gap(const SnippetCase& s) {
  std::string text = cpp_reach("A", s.pair.A) + cpp_reach("B", s.pair.B);
  text += R"(// The largest n.p over points p of a core.
static double farthest(double (*reach)(const double[3]), const double R[3][3], const double t[3],
                       const double n[3]) {
  double w[3];
  for (int i = 0; i < 3; ++i) w[i] = R[0][i] * n[0] + R[1][i] * n[1] + R[2][i] * n[2];
  return reach(w) + n[0] * t[0] + n[1] * t[1] + n[2] * t[2];
}

// How far A is from B along the unit vector n: at most the signed distance, whatever n is.
static double gap_along(const double n[3]) {
  const double back[3] = {-n[0], -n[1], -n[2]};
  const double core_gap = -farthest(reach_A, kRotationA, kTranslationA, back) -
                          farthest(reach_B, kRotationB, kTranslationB, n);
)";
  text +=
      is_rounded(s.pair) ? "  return core_gap - (kRadiusA + kRadiusB);\n" : "  return core_gap;\n";
  return text + "}\n\n";
}

std::string numbers_text(const Vec3& v) {
  return json_number(v.x()) + ", " + json_number(v.y()) + ", " + json_number(v.z());
}

/// Without what would end a comment, or go on with it on the next line.
std::string harmless(std::string text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool dashes = text[k] == '-' && k > 0 && text[k - 1] == '-';
    if (text[k] == '\\' || dashes || static_cast<unsigned char>(text[k]) < ' ') text[k] = '_';
  }
  return text;
}

}  // namespace

Result<std::string> snippet(std::string_view form, const SnippetCase& snippet_case) {
  std::string names;
  for (const Form& known : kForms) {
    names += (names.empty() ? "" : ", ") + std::string(known.name);
    if (known.name != form) continue;
    const ConvexPair& pair = snippet_case.pair;
    for (const ConvexBody* body : {&pair.A, &pair.B}) {
      const Polytope* polytope = polytope_of(*body);
      const std::string why =
          polytope != nullptr ? why_not(known, *polytope) : why_not_curved(known, *body);
      if (why.empty()) continue;
      const std::string name = body == &pair.A ? "A" : "B";
      return Error{"--as " + std::string(form) + ": body " + name + " " + why};
    }
    return known.write(snippet_case);
  }
  return Error{"--as: '" + std::string(form) + "' is not one of " + names};
}

std::string heading(const SnippetCase& s, const std::string& comment) {
  std::string text =
      comment + "SPDX-License-Identifier: MIT\n" + comment + "case " + harmless(s.c.id) + "\n";
  if (!s.c.source.empty()) text += comment + harmless(s.c.source) + "\n";
  text += comment + "true signed distance ";
  text += s.bracket != nullptr
              ? "in [" + exact_text(s.bracket->lower) + ", " + exact_text(s.bracket->upper) +
                    "] m, which is proven"
              : exact_text(s.truth.phi) + " m (" + std::string(sign_name(s.truth.sign)) + ")";
  if (!s.truth.normals.empty()) {
    text += ", normal from B to A " + vector_text(s.truth.normals.front());
    if (s.truth.normals.size() > 1) text += " and others";
  }
  if (s.c.claim) {
    const std::string by = s.c.claim->by.empty() ? "" : " by " + harmless(s.c.claim->by);
    text += "\n" + comment + "claim" + by + ": " + exact_text(s.c.claim->phi) + " m";
  }
  return text + "\n";
}

std::vector<std::array<int, 3>> triangles_of(const Polytope& body) {
  std::vector<std::array<int, 3>> triangles;
  for (const Facet& facet : body.facets()) {
    const auto& v = facet.vertices;
    for (std::size_t k = 2; k < v.size(); ++k) triangles.push_back({v[0], v[k - 1], v[k]});
  }
  return triangles;
}

std::optional<double> round_half_length(const Polytope& body) {
  const std::vector<Vec3>& v = body.vertices();
  if (body.radius() == 0 || body.interior_point_given() || v.size() > 2) return std::nullopt;
  const double half = v.size() == 1 ? 0 : v.back().z();
  const bool is_along_z = v.front() == Vec3(0, 0, -half) && v.back() == Vec3(0, 0, half);
  return is_along_z ? std::optional(half) : std::nullopt;
}

std::string curved_shape(const Core& core, const std::string& name, const CurvedNames& names) {
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    return names.ellipsoid + " shape_" + name + "(" + numbers_text(ellipsoid->semi_axes) + ")";
  }
  const auto round = [&](const std::string& type, double radius, double half_length) {
    return type + " shape_" + name + "(" + json_number(radius) + ", 2 * " +
           json_number(half_length) + ")";
  };
  const auto* cone = std::get_if<Cone>(&core);
  if (cone != nullptr) return round(names.cone, cone->radius, cone->half_length);
  const Cylinder& cylinder = std::get<Cylinder>(core);
  return round(names.cylinder, cylinder.radius, cylinder.half_length);
}

std::string braced(const Vec3& v) { return "{" + numbers_text(v) + "}"; }

std::string cpp_head(const SnippetCase& s, const std::string& compile,
                     const std::vector<std::string>& includes) {
  std::string text = heading(s, "// ");
  text += "// " + compile + "\n// Returns 1 while the library is wrong on this pair, else 0.\n";
  for (const std::string& name : includes) text += "#include " + name + "\n";
  return text + "\n";
}

std::string cpp_numbers(const SnippetCase& s) {
  std::string text;
  const auto add = [&](const std::string& name, const ConvexBody& body, const Pose& X) {
    if (const Polytope* polytope = polytope_of(body)) {
      text += "static const double kVertices" + name + "[][3] = {  // in its own frame [m]\n";
      for (const Vec3& v : polytope->vertices()) text += "    " + braced(v) + ",\n";
      text += "};\n";
    }
    text += "static const double kRotation" + name + "[3][3] = {\n";
    for (int row = 0; row < 3; ++row) text += "    " + braced(X.R.row(row).transpose()) + ",\n";
    text += "};\nstatic const double kTranslation" + name + "[3] = " + braced(X.t) + ";\n";
  };
  add("A", s.pair.A, s.pair.X_WA);
  add("B", s.pair.B, s.pair.X_WB);
  const double size = pair_size(s.pair);
  text += "static const double kPhi = " + json_number(s.truth.phi) +
          (s.bracket != nullptr ? ";  // the middle of the bounds [m]\n"
                                : ";  // the true signed distance, correctly rounded [m]\n");
  if (is_rounded(s.pair)) {
    text += "// A body is all points within its radius of its vertices' hull.\n";
    text += "static const double kRadiusA = " + json_number(s.pair.A.radius()) + ";  // [m]\n";
    text += "static const double kRadiusB = " + json_number(s.pair.B.radius()) + ";  // [m]\n";
  }
  text += "static const double kSize = " + json_number(size) + ";  // [m]\n";
  const double width = s.bracket != nullptr ? (s.bracket->upper - s.bracket->lower) / size : 0;
  return text + "static const double kTolerance = " + json_number(s.tolerance + width / 2) +
         ";  // relative to size\n\n";
}

std::string cpp_triangles(const SnippetCase& s) {
  std::string text;
  const auto add = [&](const std::string& name, const Polytope* body) {
    if (body == nullptr || body->facets().empty()) return;
    text +=
        "[[maybe_unused]] static const int kTriangles" + name + "[][3] = {  // counter-clockwise\n";
    for (const auto& t : triangles_of(*body)) {
      text += "    {" + std::to_string(t[0]) + ", " + std::to_string(t[1]) + ", " +
              std::to_string(t[2]) + "},\n";
    }
    text += "};\n";
  };
  add("A", polytope_of(s.pair.A));
  add("B", polytope_of(s.pair.B));
  return text + "\n";
}

std::string cpp_gap(const SnippetCase& s) {
  if (s.c.curved()) return curved_gap(s);
  std::string text =
      R"(static void to_world(const double R[3][3], const double t[3], const double v[3], double out[3]) {
  // Summed as Touchstone does, so that the last bits are the same.
  for (int i = 0; i < 3; ++i) out[i] = R[i][0] * v[0] + (R[i][1] * v[1] + R[i][2] * v[2]) + t[i];
}

// How far A is from B along the unit vector n: at most the signed distance, whatever n is.
static double gap_along(const double n[3]) {
  double low_A = HUGE_VAL, high_B = -HUGE_VAL, p[3];
  for (const auto& v : kVerticesA) {
    to_world(kRotationA, kTranslationA, v, p);
    low_A = std::fmin(low_A, n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
  }
  for (const auto& v : kVerticesB) {
    to_world(kRotationB, kTranslationB, v, p);
    high_B = std::fmax(high_B, n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
  }
)";
  text += is_rounded(s.pair) ? "  return low_A - high_B - (kRadiusA + kRadiusB);\n"
                             : "  return low_A - high_B;\n";
  return text + "}\n\n";
}

std::string cpp_report(const SnippetCase& s) {
  std::string text = cpp_gap(s);
  text += R"(static int report(const char* who, double value, const double* normal) {
  const double off = std::fabs(value - kPhi);
  bool wrong = !(off <= kTolerance * kSize);
  std::printf("%s says %.17g, the truth is %.17g: off by %.3g\n", who, value, kPhi, off);
  if (normal != nullptr) {
    const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const double gap = gap_along(normal) / length;
    wrong = wrong || !(gap >= kPhi - kTolerance * kSize - 1e-15) || !(std::fabs(length - 1) <= 1e-6);
    std::printf("  along its normal (%.17g, %.17g, %.17g) the bodies are %.17g apart\n", normal[0],
                normal[1], normal[2], gap);
  }
  return wrong ? 1 : 0;
}

)";
  return text;
}

}  // namespace touchstone

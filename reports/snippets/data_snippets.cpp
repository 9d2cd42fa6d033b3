// SPDX-License-Identifier: GPL-3.0-or-later
// The case as data: OBJ, MJCF, Python with a test of one's own code.
#include <variant>

#include "reports/snippets/snippet_writers.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string spaced(const Vec3& v) {
  return json_number(v.x()) + " " + json_number(v.y()) + " " + json_number(v.z());
}

std::string xml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') escaped += "&amp;";
    if (c == '<') escaped += "&lt;";
    if (c == '"') escaped += "&quot;";
    if (c != '&' && c != '<' && c != '"') escaped += c;
  }
  return escaped;
}

/// One object of an OBJ file: its vertices in the world, numbered on from `first`.
std::string obj_object(const std::string& name, const Polytope& body, const Pose& X,
                       std::size_t first) {
  std::string text = "o " + name + "\n";
  for (const Vec3& v : body.vertices()) text += "v " + spaced(X.R * v + X.t) + "\n";
  for (const Facet& facet : body.facets()) {
    text += "f";
    for (const int v : facet.vertices)
      text += " " + std::to_string(first + static_cast<std::size_t>(v));
    text += "\n";
  }
  return text;
}

/// Its type and size.
std::string mjcf_curved(const Core& core) {
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) {
    return "type=\"cylinder\" size=\"" + json_number(cylinder->radius) + " " +
           json_number(cylinder->half_length) + "\"";
  }
  return "type=\"ellipsoid\" size=\"" + spaced(std::get<Ellipsoid>(core).semi_axes) + "\"";
}

std::string mjcf_body(const std::string& name, const ConvexBody& body, const Pose& X,
                      const std::optional<std::array<double, 4>>& q) {
  std::array<double, 4> quat{};
  if (q) {
    quat = *q;
  } else {
    const Eigen::Quaterniond near(X.R);
    quat = {near.w(), near.x(), near.y(), near.z()};
  }
  std::string text = "    <body name=\"" + name + "\" pos=\"" + spaced(X.t) + "\" quat=\"" +
                     json_number(quat[0]) + " " + json_number(quat[1]) + " " +
                     json_number(quat[2]) + " " + json_number(quat[3]) + "\">\n" +
                     "      <freejoint/>\n      <geom name=\"" + name + "\" ";
  const Polytope* polytope = polytope_of(body);
  if (polytope == nullptr) return text + mjcf_curved(body.core()) + "/>\n    </body>\n";
  if (const auto half = round_half_length(*polytope)) {
    return text + (*half > 0 ? "type=\"capsule\" size=\"" : "type=\"sphere\" size=\"") +
           json_number(body.radius()) + (*half > 0 ? " " + json_number(*half) : "") +
           "\"/>\n    </body>\n";
  }
  const auto h = box_half_extents(*polytope);
  text += h ? "type=\"box\" size=\"" + spaced(*h) + "\"" : "type=\"mesh\" mesh=\"" + name + "\"";
  return text + "/>\n    </body>\n";
}

std::string mjcf_mesh(const std::string& name, const Polytope* body) {
  if (body == nullptr || box_half_extents(*body) || round_half_length(*body)) return "";
  std::string text = "    <mesh name=\"" + name + "\" vertex=\"";
  for (const Vec3& v : body->vertices()) {
    text += (&v == &body->vertices().front() ? "" : "  ") + spaced(v);
  }
  return text + "\"/>\n";
}

/// A literal of the arrays of a body.
std::string python_body(const std::string& name, const Polytope& body, const Pose& X) {
  std::string text =
      name + " = {\"vertices\": " + json_row(json_items(body.vertices(), json_vector));
  if (body.radius() > 0) text += ",\n     \"radius\": " + json_number(body.radius());
  if (const auto h = box_half_extents(body)) {
    text += ",\n     \"half_extents\": " + json_vector(*h);
  }
  text += ",\n     \"R\": " +
          json_row({json_vector(X.R.row(0).transpose()), json_vector(X.R.row(1).transpose()),
                    json_vector(X.R.row(2).transpose())});
  return text + ",\n     \"t\": " + json_vector(X.t) + "}\n";
}

/// The function to fill in, and the test that holds it to the truth.
std::string python_test(bool rounded) {
  const std::string radii = rounded ? R"( - (a.get("radius", 0) + b.get("radius", 0)))" : "";
  return R"(

def signed_distance(a, b):
    """FILL IN: what your library says of two such bodies. The signed distance, negative where they
    overlap; and the unit normal from b to a in the world, or None."""
    raise NotImplementedError("fill in signed_distance")

def in_world(body):
    return [[sum(r * x for r, x in zip(row, v)) + t for row, t in zip(body["R"], body["t"])]
            for v in body["vertices"]]

def gap_along(n):
    """How far a is from b along the unit vector n: at most the signed distance, whatever n is."""
    along_a, along_b = ([sum(x * y for x, y in zip(n, p)) for p in in_world(body)] for body in (a, b))
    return min(along_a) - max(along_b))" +
         radii + R"(

def test_signed_distance():
    phi, normal = signed_distance(a, b)
    off = abs(phi - truth["phi"])
    assert off <= tolerance * size, f"says {phi}, the truth is {truth['phi']}: off by {off:.3g}"
    if normal is not None:
        length = sum(x * x for x in normal) ** 0.5
        assert abs(length - 1) <= 1e-6, f"{normal} is not of length 1"
        gap = gap_along(normal) / length
        assert gap >= truth["phi"] - tolerance * size - 1e-15, f"along {normal} they are {gap} apart"

if __name__ == "__main__":
    test_signed_distance()
    print("right")
)";
}

}  // namespace

std::string obj_snippet(const SnippetCase& s) {
  const Pair& pair = s.c.pair();
  return heading(s, "# ") + "# Both bodies in the world, their vertices rounded.\n" +
         obj_object("a", *pair.A, pair.X_WA, 1) +
         obj_object("b", *pair.B, pair.X_WB, 1 + pair.A->vertices().size());
}

std::string mjcf_snippet(const SnippetCase& s) {
  const ConvexPair& pair = s.pair;
  const std::string meshes =
      mjcf_mesh("a", polytope_of(pair.A)) + mjcf_mesh("b", polytope_of(pair.B));
  return "<!--\n" + xml(heading(s, "  ")) +
         "  Contacts after mj_forward (mj_collision); their dist is the signed distance.\n-->\n"
         "<mujoco>\n  <option gravity=\"0 0 0\"/>\n" +
         (meshes.empty() ? "" : "  <asset>\n" + meshes + "  </asset>\n") + "  <worldbody>\n" +
         mjcf_body("a", pair.A, pair.X_WA, s.rotations.q_A) +
         mjcf_body("b", pair.B, pair.X_WB, s.rotations.q_B) + "  </worldbody>\n</mujoco>\n";
}

std::string python_snippet(const SnippetCase& s) {
  // A case file is a Python literal as well: it has no null, true or false.
  std::string pair = write_case(s.c, s.rotations);
  std::vector<std::string> normals = json_items(s.truth.normals, json_vector);
  return heading(s, "# ") + "# python3 pair.py, or pytest pair.py\n\npair = " + pair +
         "# Of the signed distance: normals from b to a.\n" +
         "truth = {\"phi\": " + json_number(s.truth.phi) + ", \"normals\": " + json_row(normals) +
         "}\ntolerance = " + json_number(s.tolerance) +
         "  # relative to size\nsize = " + json_number(pair_size(s.c.pair())) +
         "\n# The bodies as arrays: a vertex v is at R v + t in the world, R row by row.\n" +
         python_body("a", *s.c.pair().A, s.c.pair().X_WA) +
         python_body("b", *s.c.pair().B, s.c.pair().X_WB) + python_test(is_rounded(s.c.pair()));
}

}  // namespace touchstone

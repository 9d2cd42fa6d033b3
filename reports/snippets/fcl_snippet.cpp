// SPDX-License-Identifier: GPL-3.0-or-later
// The case put to FCL 0.7 and, in nearly the same words, to its descendant coal 3.
#include "reports/snippets/snippet_writers.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// What a library calls its shapes.
struct ShapeNames {
  std::string sphere, capsule, box, hull;
  CurvedNames curved;
};

/// A shape for each body: boxes by their full sides, capsules by the full length of their axis.
std::string shapes(const SnippetCase& s, const ShapeNames& names) {
  std::string text;
  const auto add = [&](const std::string& name, const ConvexBody& body) {
    const Polytope* polytope = polytope_of(body);
    if (polytope == nullptr) {
      text += "  const " + curved_shape(body.core(), name, names.curved) + ";\n";
    } else if (const auto half = round_half_length(*polytope)) {
      text += "  const " + (*half > 0 ? names.capsule : names.sphere) + " shape_" + name + "(" +
              json_number(body.radius()) + (*half > 0 ? ", 2 * " + json_number(*half) : "") +
              ");\n";
    } else if (const auto h = box_half_extents(*polytope)) {
      text += "  const " + names.box + " shape_" + name + "(2 * " + json_number(h->x()) + ", 2 * " +
              json_number(h->y()) + ", 2 * " + json_number(h->z()) + ");\n";
    } else {
      text += "  const " + names.hull + " shape_" + name + " = hull(kVertices" + name +
              ", kTriangles" + name + ");\n";
    }
  };
  add("A", s.pair.A);
  add("B", s.pair.B);
  return text;
}

bool has_hull(const SnippetCase& s) {
  const auto is_hull = [](const Polytope* body) {
    return body != nullptr && !box_half_extents(*body) && !round_half_length(*body);
  };
  return is_hull(polytope_of(s.pair.A)) || is_hull(polytope_of(s.pair.B));
}

}  // namespace

std::string fcl_snippet(const SnippetCase& s) {
  const std::string hull = R"(template <std::size_t kVertices, std::size_t kTriangles>
static fcl::Convexd hull(const double (&vertices)[kVertices][3],
                         const int (&triangles)[kTriangles][3]) {
  auto points = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const auto& v : vertices) points->emplace_back(v[0], v[1], v[2]);
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& t : triangles) faces->insert(faces->end(), {3, t[0], t[1], t[2]});
  return fcl::Convexd(points, static_cast<int>(kTriangles), faces);
}

)";
  return cpp_head(s, "g++ -std=c++17 pair.cpp $(pkg-config --cflags --libs fcl) -lccd",
                  {"<fcl/fcl.h>", "<cmath>", "<cstddef>", "<cstdio>", "<exception>", "<memory>",
                   "<vector>"}) +
         cpp_numbers(s) + cpp_triangles(s) + cpp_report(s) + (has_hull(s) ? hull : "") +
         R"(static fcl::Transform3d pose(const double R[3][3], const double t[3]) {
  fcl::Transform3d X = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    X.translation()[i] = t[i];
    for (int j = 0; j < 3; ++j) X.linear()(i, j) = R[i][j];
  }
  return X;
}

// The signed distance. GST_LIBCCD is the default solver; GST_INDEP says no more than -1 where
// bodies overlap.
static int ask_distance(const fcl::CollisionGeometryd& A, const fcl::CollisionGeometryd& B) {
  fcl::DistanceRequestd request;
  request.enable_signed_distance = true;
  request.enable_nearest_points = true;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::DistanceResultd result;
  fcl::distance(&A, pose(kRotationA, kTranslationA), &B, pose(kRotationB, kTranslationB), request,
                result);
  return report("fcl::distance", result.min_distance, nullptr);
}

// The deepest contact of overlapping bodies, by each solver.
static int ask_contact(const fcl::CollisionGeometryd& A, const fcl::CollisionGeometryd& B,
                       fcl::GJKSolverType solver, const char* who) {
  fcl::CollisionRequestd request(8, true);
  request.gjk_solver_type = solver;
  fcl::CollisionResultd result;
  fcl::collide(&A, pose(kRotationA, kTranslationA), &B, pose(kRotationB, kTranslationB), request,
               result);
  if (!result.isCollision()) {
    std::printf("%s says disjoint, the truth is %.17g\n", who, kPhi);
    return 1;
  }
  fcl::Contactd deepest = result.getContact(0);
  for (std::size_t k = 1; k < result.numContacts(); ++k) {
    if (result.getContact(k).penetration_depth > deepest.penetration_depth) {
      deepest = result.getContact(k);
    }
  }
  const double normal[3] = {-deepest.normal[0], -deepest.normal[1], -deepest.normal[2]};
  // GST_INDEP gives the depth with the other sign.
  return report(who, -std::fabs(deepest.penetration_depth), normal);
}

int main() try {
)" +
         shapes(s, {"fcl::Sphered",
                    "fcl::Capsuled",
                    "fcl::Boxd",
                    "fcl::Convexd",
                    {"fcl::Cylinderd", "fcl::Coned", "fcl::Ellipsoidd"}}) +
         R"(  int wrong = ask_distance(shape_A, shape_B);
  if (kPhi < 0) {
    wrong |= ask_contact(shape_A, shape_B, fcl::GST_LIBCCD, "fcl::collide, GST_LIBCCD");
    wrong |= ask_contact(shape_A, shape_B, fcl::GST_INDEP, "fcl::collide, GST_INDEP");
  }
  return wrong;
} catch (const std::exception& error) {
  std::printf("fcl throws: %s\n", error.what());
  return 1;
}
)";
}

std::string coal_snippet(const SnippetCase& s) {
  const std::string hull = R"(using Hull = coal::Convex<coal::Triangle>;

template <std::size_t kVertices, std::size_t kTriangles>
static Hull hull(const double (&vertices)[kVertices][3], const int (&triangles)[kTriangles][3]) {
  auto points = std::make_shared<std::vector<coal::Vec3s>>();
  for (const auto& v : vertices) points->emplace_back(v[0], v[1], v[2]);
  auto faces = std::make_shared<std::vector<coal::Triangle>>();
  for (const auto& t : triangles) faces->emplace_back(t[0], t[1], t[2]);
  return Hull(points, static_cast<unsigned>(kVertices), faces, static_cast<unsigned>(kTriangles));
}

)";
  return cpp_head(s, "g++ -std=c++17 pair.cpp $(pkg-config --cflags --libs coal)",
                  {"<coal/distance.h>", "<coal/shape/convex.h>", "<coal/shape/geometric_shapes.h>",
                   "<cmath>", "<cstddef>", "<cstdio>", "<exception>", "<memory>", "<vector>"}) +
         cpp_numbers(s) + cpp_triangles(s) + cpp_report(s) + (has_hull(s) ? hull : "") +
         R"(static coal::Transform3s pose(const double R[3][3], const double t[3]) {
  coal::Matrix3s rotation;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rotation(i, j) = R[i][j];
  }
  return coal::Transform3s(rotation, coal::Vec3s(t[0], t[1], t[2]));
}

int main() try {
)" +
         shapes(s, {"coal::Sphere",
                    "coal::Capsule",
                    "coal::Box",
                    "Hull",
                    {"coal::Cylinder", "coal::Cone", "coal::Ellipsoid"}}) +
         R"(  const coal::DistanceRequest request(true, true);  // nearest points; signed
  coal::DistanceResult result;
  coal::distance(&shape_A, pose(kRotationA, kTranslationA), &shape_B,
                 pose(kRotationB, kTranslationB), request, result);
  // Its normal points from the first shape to the second.
  const double normal[3] = {-result.normal[0], -result.normal[1], -result.normal[2]};
  return report("coal::distance", result.min_distance, normal);
} catch (const std::exception& error) {
  std::printf("coal throws: %s\n", error.what());
  return 1;
}
)";
}

}  // namespace touchstone

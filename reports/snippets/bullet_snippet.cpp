// SPDX-License-Identifier: GPL-3.0-or-later
// The case put to Bullet 3: its pair detector with GJK and EPA.
#include <variant>

#include "reports/snippets/snippet_writers.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string shape(const std::string& name, const ConvexBody& body) {
  std::string text;
  const Polytope* polytope = polytope_of(body);
  if (polytope == nullptr) {
    if (const auto* cylinder = std::get_if<Cylinder>(&body.core())) {  // half extents
      const std::string r = json_number(cylinder->radius);
      text = "  btCylinderShapeZ shape_" + name + "(vector(" + r + ", " + r + ", " +
             json_number(cylinder->half_length) + "));\n";
    } else {
      text = "  " + curved_shape(body.core(), name, {"", "btConeShapeZ", ""}) + ";\n";
    }
    return text + "  shape_" + name + ".setMargin(0);\n";
  }
  if (const auto half = round_half_length(*polytope)) {
    const std::string r = "btScalar(" + json_number(body.radius()) + ")";
    return *half > 0 ? "  btCapsuleShapeZ shape_" + name + "(" + r + ", btScalar(2 * " +
                           json_number(*half) + "));\n"
                     : "  btSphereShape shape_" + name + "(" + r + ");\n";
  }
  if (const auto h = box_half_extents(*polytope)) {
    text = "  btBoxShape shape_" + name + "(vector(" + json_number(h->x()) + ", " +
           json_number(h->y()) + ", " + json_number(h->z()) + "));\n";
  } else {
    text = "  btConvexHullShape shape_" + name + ";\n  for (const auto& v : kVertices" + name +
           ") shape_" + name + ".addPoint(vector(v[0], v[1], v[2]), false);\n  shape_" + name +
           ".recalcLocalAabb();\n";
  }
  // A hull's margin lies outside.
  const std::string margin =
      body.radius() > 0 ? "btScalar(" + json_number(body.radius()) + ")" : "0";
  return text + "  shape_" + name + ".setMargin(" + margin + ");\n";
}

}  // namespace

std::string bullet_snippet(const SnippetCase& s) {
  return cpp_head(s, "g++ -std=c++17 pair.cpp $(pkg-config --cflags --libs bullet)",
                  {"<BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>",
                   "<BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>",
                   "<BulletCollision/NarrowPhaseCollision/btPointCollector.h>",
                   "<BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>",
                   "<btBulletCollisionCommon.h>", "<cmath>", "<cstdio>"}) +
         cpp_numbers(s) + cpp_report(s) +
         R"(static btVector3 vector(double x, double y, double z) {
  return btVector3(btScalar(x), btScalar(y), btScalar(z));
}

static btTransform pose(const double R[3][3], const double t[3]) {
  btMatrix3x3 rotation;
  for (int i = 0; i < 3; ++i) rotation[i] = vector(R[i][0], R[i][1], R[i][2]);
  return btTransform(rotation, vector(t[0], t[1], t[2]));
}

// In single precision (unless Bullet was built otherwise) an answer is off by 1e-6 in any case.
int main() {
)" + shape("A", s.pair.A) +
         shape("B", s.pair.B) +
         R"(  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver epa;
  btGjkPairDetector detector(&shape_A, &shape_B, &simplex, &epa);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = pose(kRotationA, kTranslationA);
  input.m_transformB = pose(kRotationB, kTranslationB);
  btPointCollector result;
  detector.getClosestPoints(input, result, nullptr);
  if (!result.m_hasResult) {
    std::printf("btGjkPairDetector says nothing, the truth is %.17g\n", kPhi);
    return 1;
  }
  const btVector3& n = result.m_normalOnBInWorld;
  const double normal[3] = {n.x(), n.y(), n.z()};
  return report("btGjkPairDetector", result.m_distance, normal);
}
)";
}

}  // namespace touchstone

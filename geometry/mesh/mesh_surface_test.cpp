// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_surface.hpp"
#include "geometry/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;

  void add(std::vector<int> face) {
    for (std::size_t k = 2; k < face.size(); ++k) {
      triangles.push_back({face[0], face[k - 1], face[k]});
    }
  }
  MeshSurface surface() const {
    PolytopeInput input;
    input.vertices = points;
    return mesh_surface(points, triangles, *make_polytope(input).value());
  }
  std::string remark() const { return surface_remark(surface()); }
};

/// A right prism along z over a polygon, counter-clockwise, which the fan about its first corner
/// fills.
Mesh prism(const std::vector<std::array<double, 2>>& outline) {
  Mesh mesh;
  const auto n = static_cast<int>(outline.size());
  std::vector<int> top, bottom;
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : outline) mesh.points.emplace_back(x, y, z);
  }
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    mesh.add({k, next, n + next, n + k});
    top.push_back(n + k);
    bottom.push_back(n - 1 - k);
  }
  mesh.add(top);
  // Its fan begins at the first corner, too.
  std::rotate(bottom.begin(), bottom.end() - 1, bottom.end());
  mesh.add(bottom);
  return mesh;
}

Mesh cube() { return prism({{0, 0}, {1, 0}, {1, 1}, {0, 1}}); }
/// Three unit squares about the corner (1, 1), where the fans begin.
Mesh corner() { return prism({{1, 1}, {1, 2}, {0, 2}, {0, 0}, {2, 0}, {2, 1}}); }

TEST(MeshSurface, OfAConvexClosedMeshNothingIsSaid) {
  EXPECT_EQ(cube().remark(), "");
  const auto ball = make_icosphere(2, 1);
  Mesh mesh;
  mesh.points = ball->vertices();
  for (const Facet& facet : ball->facets()) mesh.add(facet.vertices);
  EXPECT_EQ(mesh.remark(), "");
  mesh.points.front() *= 1 - 1e-6;  // six digits leave it so
  EXPECT_EQ(mesh.remark(), "");
}

TEST(MeshSurface, PointsAloneAreTheirHull) {
  Mesh mesh = cube();
  mesh.triangles.clear();
  EXPECT_EQ(mesh.remark(), "");
}

/// The hull of three of four unit squares leaves out half a square: 7/2 of 3.
TEST(MeshSurface, OfAClosedConcaveMeshTheQuotientIsExact) {
  const MeshSurface surface = corner().surface();
  EXPECT_TRUE(surface.concave);
  EXPECT_TRUE(surface.is_exact);
  EXPECT_EQ(surface.hull_by_mesh, 7.0 / 6.0);
  EXPECT_EQ(surface.deepest, 0);  // the dent's corners are on the two sides
}

/// A cube whose top is a pyramid upside down lacks a sixth.
TEST(MeshSurface, TheDeepestVertexIsTold) {
  Mesh mesh = cube();
  mesh.points.emplace_back(0.5, 0.5, 0.5);
  const auto is_top = [](const MeshTriangle& t) { return t[0] > 3 && t[1] > 3 && t[2] > 3; };
  mesh.triangles.erase(std::remove_if(mesh.triangles.begin(), mesh.triangles.end(), is_top),
                       mesh.triangles.end());
  for (int k = 0; k < 4; ++k) mesh.add({4 + k, 4 + (k + 1) % 4, 8});
  EXPECT_EQ(mesh.surface().hull_by_mesh, 1.2);
  EXPECT_EQ(mesh.remark(),
            "concave; hull volume 1.2 times the mesh's, deepest vertex 0.5 m below the hull");
}

/// Schoenhardt's polyhedron has no vertex below its hull.
TEST(MeshSurface, AConcaveMeshIsToldByItsVolumeAlone) {
  Mesh mesh;
  for (const double z : {0.0, 1.0}) {
    for (int k = 0; k < 3; ++k) {
      const double angle = (2.0 * k) * M_PI / 3 + z * M_PI / 6;
      mesh.points.emplace_back(std::cos(angle), std::sin(angle), z);
    }
  }
  mesh.add({2, 1, 0});
  mesh.add({3, 4, 5});
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    mesh.add({k, next, 3 + k});
    mesh.add({next, 3 + next, 3 + k});
  }
  const MeshSurface turned = mesh.surface();
  EXPECT_EQ(turned.hull_by_mesh.has_value(), turned.concave);
  EXPECT_EQ(turned.deepest, 0);
  Mesh other = mesh;
  other.triangles.resize(2);
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    other.add({k, next, 3 + next});
    other.add({k, 3 + next, 3 + k});
  }
  const MeshSurface inward = other.surface();
  EXPECT_NE(turned.concave, inward.concave);
  const MeshSurface& concave = turned.concave ? turned : inward;
  EXPECT_EQ(concave.open_edges, 0U);
  EXPECT_GT(*concave.hull_by_mesh, 1.1);
}

TEST(MeshSurface, OpenEdgesAreCounted) {
  Mesh mesh = cube();
  mesh.triangles.pop_back();
  const MeshSurface one = mesh.surface();
  EXPECT_EQ(one.open_edges, 3U);
  EXPECT_FALSE(one.concave);
  EXPECT_FALSE(one.is_exact);
  EXPECT_NEAR(*one.hull_by_mesh, 1, 1e-12);
  mesh.triangles.pop_back();
  EXPECT_EQ(
      mesh.remark(),
      "4 open edges; hull volume about 1 times the mesh's, deepest vertex 0 m below the hull");
}

TEST(MeshSurface, AMeshThatIsInsideOutIsTold) {
  Mesh mesh = cube();
  for (MeshTriangle& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(mesh.remark(),
            "inside out; hull volume 1 times the mesh's, deepest vertex 0 m below the hull");
}

/// What two cubes share counts twice: their volumes sum to 2, that of their hull is 1.25.
TEST(MeshSurface, OfSeveralShellsTheVolumeIsNotProven) {
  Mesh mesh = cube();
  for (MeshTriangle t : cube().triangles) {
    for (int& p : t) p += 8;
    mesh.triangles.push_back(t);
  }
  for (const Vec3& p : cube().points) mesh.points.emplace_back(p + Vec3(0.25, 0, 0));
  mesh.triangles.push_back(mesh.triangles.back());  // twice, which is a remark
  const MeshSurface surface = mesh.surface();
  EXPECT_EQ(surface.hull_by_mesh, 0.625);
  EXPECT_FALSE(surface.is_exact);
  EXPECT_EQ(surface_remark(surface),
            "1 triangle twice; hull volume about 0.625 times the mesh's, deepest vertex 0 m below "
            "the hull");
}

TEST(MeshSurface, OneFaceTurnedHasNoVolume) {
  Mesh mesh = cube();
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  EXPECT_EQ(mesh.remark(),
            "3 edges between faces turned against each other; deepest vertex 0 m below the hull");
}

TEST(MeshSurface, TrianglesThatAreThereTwiceCountOnce) {
  Mesh mesh = cube();
  const MeshTriangle first = mesh.triangles[0], second = mesh.triangles[1];
  mesh.triangles.push_back({first[1], first[2], first[0]});
  mesh.triangles.push_back({second[1], second[0], second[2]});  // from its other side
  EXPECT_EQ(mesh.remark(),
            "2 triangles twice; hull volume 1 times the mesh's, deepest vertex 0 m below the hull");
}

TEST(MeshSurface, PointsThatAreThereTwiceAreOne) {
  Mesh mesh;
  for (const MeshTriangle& t : cube().triangles) {
    MeshTriangle own{};
    for (std::size_t k = 0; k < 3; ++k) {
      own[k] = static_cast<int>(mesh.points.size());
      mesh.points.push_back(cube().points[at(t[k])]);
    }
    mesh.triangles.push_back(own);
  }
  EXPECT_EQ(mesh.remark(), "");
}

/// The edge along x at y = z = 0 has its middle in one of its two faces only.
TEST(MeshSurface, TJunctionsCloseWhatIsExactlyOnTheEdge) {
  const auto with_middle = [](double y) {
    Mesh mesh = cube();
    mesh.points.emplace_back(0.5, y, 0);
    const auto first = std::find_if(mesh.triangles.begin(), mesh.triangles.end(),
                                    [](const auto& t) { return t[0] == 0 && t[1] == 1; });
    const int third = (*first)[2];
    *first = {0, 8, third};
    mesh.triangles.push_back({8, 1, third});
    return mesh;
  };
  const MeshSurface on = with_middle(0).surface();
  EXPECT_EQ(on.t_junctions, 1U);
  EXPECT_EQ(on.open_edges, 0U);
  EXPECT_EQ(surface_remark(on),
            "1 T-junction; hull volume 1 times the mesh's, deepest vertex 0 m below the hull");
  const MeshSurface off = with_middle(1e-9).surface();
  EXPECT_EQ(off.t_junctions, 0U);
  EXPECT_EQ(off.open_edges, 3U);
}

TEST(MeshSurface, OfAFlatMeshNothingIsCounted) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.add({0, 1, 2, 3});
  EXPECT_EQ(mesh.remark(), "");
}

TEST(MeshSurface, ASheetWithTwoSidesAndAPointApartHasNoVolume) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 1, 2}};
  mesh.triangles.push_back({3, 1, 0});
  mesh.triangles.push_back({0, 1, 3});
  EXPECT_FALSE(mesh.surface().is_exact);
}

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/spheres.hpp"

#include <algorithm>
#include <cstdlib>

#include "dynamics/scenes/scene_parts.hpp"
#include "geometry/arithmetic/trigonometry.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

struct NamedMesh {
  int named;  ///< number of vertices by the paper's name
  UvMesh mesh;
};

constexpr std::array<NamedMesh, 6> kPaperMeshes = {{{50, {16, 4}},
                                                    {100, {24, 5}},
                                                    {200, {20, 10}},
                                                    {500, {24, 24}},
                                                    {1000, {32, 32}},
                                                    {2000, {48, 48}}}};

/// cos and sin of the angle of the k-th of n points on a circle, the first straight below or, if
/// `between`, as far from it as the last.
SinCos around(int k, int n, bool between) {
  return sin_cos_of_turn(-n + 4L * k + (between ? 2 : 0), 4L * n);
}

}  // namespace

Result<UvMesh> uv_mesh(int vertices) {
  for (const NamedMesh& paper : kPaperMeshes) {
    if (vertices == paper.named || vertices == paper.mesh.vertices()) return paper.mesh;
  }
  UvMesh best;
  for (int slices = 3; slices <= vertices; ++slices) {
    if ((vertices - 2) % slices != 0) continue;
    const UvMesh mesh = {slices, (vertices - 2) / slices + 1};
    if (mesh.stacks < 2) continue;
    if (best.slices == 0 ||
        std::abs(mesh.slices - mesh.stacks) < std::abs(best.slices - best.stacks)) {
      best = mesh;
    }
  }
  if (best.slices == 0) {
    return Error{"no UV sphere has " + std::to_string(vertices) +
                 " vertices: they are slices (stacks - 1) + 2"};
  }
  return best;
}

Result<PolytopePtr> make_standing_sphere(const UvMesh& mesh, Lowest lowest) {
  if (lowest == Lowest::pole) return make_uv_sphere(mesh.slices, mesh.stacks, 1, Axis::y);
  const bool ring_in_plane = mesh.stacks % 2 == 0;
  if (lowest == Lowest::vertex && !ring_in_plane) {
    return Error{"a sphere of " + std::to_string(mesh.stacks) +
                 " stacks does not have a ring of vertices half way between its poles"};
  }
  if (lowest == Lowest::facet && ring_in_plane) {
    return Error{"a sphere of " + std::to_string(mesh.stacks) +
                 " stacks does not have a facet half way between its poles"};
  }
  const bool between = lowest == Lowest::facet || (lowest == Lowest::edge && ring_in_plane);
  std::vector<Vec3> vertices = {Vec3(0, 0, 1)};
  for (int stack = 1; stack < mesh.stacks; ++stack) {
    const SinCos polar = sin_cos_of_turn(stack, 2L * mesh.stacks);
    for (int slice = 0; slice < mesh.slices; ++slice) {
      const SinCos turn = around(slice, mesh.slices, between);
      vertices.emplace_back((polar.sin * turn.cos).high, (polar.sin * turn.sin).high,
                            polar.cos.high);
    }
  }
  vertices.emplace_back(0, 0, -1);
  return polytope_of(std::move(vertices));
}

PolytopePtr make_displaced_pole_sphere(const UvMesh& mesh, double displacement) {
  std::vector<Vec3> vertices = make_uv_sphere(mesh.slices, mesh.stacks, 1, Axis::y)->vertices();
  std::min_element(vertices.begin(), vertices.end(), [](const Vec3& a, const Vec3& b) {
    return a.y() < b.y();
  })->x() += displacement;
  return polytope_of(std::move(vertices));
}

PolytopePtr make_wheel(int sides, double half_width) {
  std::vector<Vec3> vertices;
  for (int k = 0; k < sides; ++k) {
    const SinCos turn = around(k, sides, true);
    vertices.emplace_back(turn.cos.high, turn.sin.high, -half_width);
    vertices.emplace_back(turn.cos.high, turn.sin.high, half_width);
  }
  return polytope_of(std::move(vertices));
}

double lowest_point(const Polytope& body) {
  double lowest = body.vertices().front().y();
  for (const Vec3& vertex : body.vertices()) lowest = std::min(lowest, vertex.y());
  return lowest;
}

}  // namespace touchstone

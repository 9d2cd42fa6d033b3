// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/many_bodies.hpp"

#include <cmath>
#include <utility>

#include "dynamics/scenes/scene_parts.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kTetrahedronEdge = 0.5;  ///< [m]
constexpr double kDropHeight = 1;         ///< between the spheres about two tetrahedra [m]
constexpr double kLayer = 0.7;            ///< between layers of the pile [m]
constexpr double kApart = 3;              ///< between cubes, or pairs, that are to stay apart [m]

std::string numbered(const char* what, int i) { return what + std::to_string(i + 1); }

/// A vector of three draws, z first. As arguments of one call their order would be the compiler's.
template <class Draw>
Vec3 drawn(const Draw& draw) {
  const double z = draw();
  const double y = draw();
  return Vec3(draw(), y, z);
}

/// A tetrahedron of mass 1 about the origin: each of its moments is edge^2/20.
Body make_tetrahedron(const std::string& name, const PolytopePtr& polytope) {
  Body body = make_body(name, polytope);
  body.inertia = Vec3::Constant(kTetrahedronEdge * kTetrahedronEdge / 20);
  return body;
}

PolytopePtr regular_tetrahedron() {
  // Every second corner of a cube of half the edges' diagonal.
  const double a = kTetrahedronEdge / std::sqrt(8.0);
  return polytope_of({Vec3(a, a, a), Vec3(a, -a, -a), Vec3(-a, a, -a), Vec3(-a, -a, a)});
}

/// Bounding radius of a tetrahedron about its centre [m].
double tetrahedron_radius() { return kTetrahedronEdge * std::sqrt(6.0) / 4; }

/// The i-th place of a square grid of so many, centred on the origin [m].
Vec3 grid_place(int i, int count, double apart) {
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const double middle = 0.5 * (side - 1);
  return apart * Vec3(i % side - middle, 0, i / side - middle);
}

double grid_half_width(int count, double apart) {
  return 0.5 * apart * std::ceil(std::sqrt(static_cast<double>(count)));
}

}  // namespace

Result<Scene> stack(const SceneChoice& choice) {
  const auto count = chosen_bodies(choice, 10);
  if (!count) return count.error();
  Scene scene = bare_scene(choice, 1e-2, 60, cone_friction(0.5));
  const PolytopePtr cube = make_box(Vec3(0.5, 0.5, 0.5));
  for (int i = 0; i < count.value(); ++i) {
    add_body(scene, make_cube_body(numbered("box", i), cube), standing_at(Vec3(0, 0.5 + i, 0)));
  }
  add_floor(scene);
  return scene;
}

Result<Scene> pile(const SceneChoice& choice) {
  const auto count = chosen_bodies(choice, 6);
  if (!count) return count.error();
  Scene scene = bare_scene(choice, 5e-3, 2, cone_friction(0.5));
  Random random = random_of(choice);
  const auto around_zero = [&random](double width) { return width * (2 * random.uniform() - 1); };
  double height = 0.6;
  for (int i = 0; i < count.value(); ++i) {
    const Vec3 half = drawn([&] { return 0.15 + 0.25 * random.uniform(); });
    const double z = around_zero(0.3);
    BodyState start = standing_at(Vec3(around_zero(0.3), height, z));
    const Vec3 turn = drawn([&] { return around_zero(0.5); });
    start.q_WB = Eigen::Quaterniond(1, turn.x(), turn.y(), turn.z()).normalized();
    start.v_W.z() = around_zero(0.5);
    start.v_W.x() = around_zero(0.5);
    start.w_W = drawn([&] { return around_zero(2); });
    add_body(scene, make_box_body(numbered("box", i), half, 8 * half.prod()), start);
    height += 1.2;
  }
  add_floor(scene);
  return scene;
}

Result<Scene> pyramid(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 6);
  if (!chosen) return chosen.error();
  const int count = chosen.value();
  constexpr double kPitch = 1.1;
  int width = 1;
  while (width * (width + 1LL) / 2 < count) ++width;
  Scene scene = bare_scene(choice, 1e-2, 2, cone_friction(0.5));
  const PolytopePtr cube = make_box(Vec3(0.5, 0.5, 0.5));
  int row = 0;
  int in_row = 0;
  for (int i = 0; i < count; ++i) {
    const double x = kPitch * (in_row + 0.5 * row - 0.5 * (width - 1));
    add_body(scene, make_cube_body(numbered("box", i), cube), standing_at(Vec3(x, 0.5 + row, 0)));
    if (++in_row < width - row) continue;
    ++row;
    in_row = 0;
  }
  add_floor(scene, 1, std::max(kFloorHalfWidth, kPitch * width));
  return scene;
}

Result<Scene> sliding_boxes(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 30);
  if (!chosen) return chosen.error();
  const int count = chosen.value();
  Scene scene = bare_scene(choice, 5e-3, 1, cone_friction(0.3));
  const PolytopePtr cube = make_box(Vec3(0.5, 0.5, 0.5));
  for (int i = 0; i < count; ++i) {
    add_body(scene, make_cube_body(numbered("box", i), cube),
             moving_at(grid_place(i, count, kApart) + Vec3(0, 0.5, 0),
                       Vec3(std::cos(i), 0, std::sin(i)), Vec3(0, 1 + 0.1 * i, 0)));
  }
  add_floor(scene, 1, grid_half_width(count, kApart) + kFloorHalfWidth);
  return scene;
}

Result<Scene> tetra_pairs(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 20);
  if (!chosen) return chosen.error();
  const int count = chosen.value();
  Scene scene = bare_scene(choice, 2.5e-3, 1, cone_friction(0.3));
  Random random = random_of(choice);
  const PolytopePtr shape = regular_tetrahedron();
  const Vec3 above(0, kDropHeight + 2 * tetrahedron_radius(), 0);
  std::vector<BodyState> fixed;
  for (int i = 0; i < count; ++i) {
    fixed.push_back(turned_at(grid_place(i, count, kApart), random));
    add_body(scene, make_tetrahedron(numbered("tetrahedron", i), shape),
             turned_at(fixed.back().p_W + above, random));
  }
  for (int i = 0; i < count; ++i) {
    add_fixed(scene, make_tetrahedron(numbered("fixed", i), shape), fixed[at(i)]);
  }
  return scene;
}

// 2.6 m for 30 and 3.8 m for 270, in between as the cube root of their number.
double tetra_pile_width(int bodies) {
  return std::round(10 * (1.49 + 0.3576 * std::cbrt(static_cast<double>(bodies)))) / 10;
}

Result<Scene> tetra_pile(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 6);
  if (!chosen) return chosen.error();
  const int count = chosen.value();
  Scene scene = bare_scene(choice, 5e-3, 1, cone_friction(0.3));
  Random random = random_of(choice);
  const PolytopePtr shape = regular_tetrahedron();
  const double inner = tetra_pile_width(count) / 2;
  const int side = static_cast<int>((2 * inner - 0.1) / kLayer);
  const int layers = (count + side * side - 1) / (side * side);
  for (int i = 0; i < count; ++i) {
    const int layer = i / (side * side);
    const int place = i % (side * side);
    const double middle = 0.5 * (side - 1);
    const Vec3 p_W = kLayer * Vec3(place % side - middle, layer + 0.5, place / side - middle);
    add_body(scene, make_tetrahedron(numbered("tetrahedron", i), shape), turned_at(p_W, random));
  }
  add_open_box(scene, inner, kLayer * (layers + 2), 0.25);
  return scene;
}

Result<Scene> dominoes(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 5);
  if (!chosen) return chosen.error();
  const int count = chosen.value();
  constexpr double kPitch = 0.6;
  constexpr double kPush = 1.5;  // spin about the leading lower edge [rad/s]
  const Vec3 half(0.075, 0.5, 0.25);
  Scene scene = bare_scene(choice, 2e-3, 1 + 0.4 * count, cone_friction(0.3));
  for (int i = 0; i < count; ++i) {
    BodyState start = standing_at(Vec3(kPitch * (i - 0.5 * (count - 1)), half.y(), 0));
    if (i == 0) {
      start.w_W = Vec3(0, 0, -kPush);
      start.v_W = start.w_W.cross(Vec3(-half.x(), half.y(), 0));
    }
    add_body(scene, make_box_body(numbered("domino", i), half, 1), start);
  }
  add_floor(scene, 1, kFloorHalfWidth + 0.5 * kPitch * count);
  return scene;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/hart.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "dynamics/planar.hpp"
#include "dynamics/scenes/scene_parts.hpp"
#include "dynamics/scenes/solid_body.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kNutWall = 0.5;    ///< half the thickness of a wall about nuts [m]
constexpr double kSmallNut = 0.25;  ///< radius of a small nut [m]

/// A triangle with these corners in the world, which its centre of area is the mean of.
void add_triangle(Scene& scene, const std::string& name, const PlanarCorners& corners,
                  bool fixed = false) {
  Vec3 center = Vec3::Zero();
  for (const auto& [x, y] : corners) center += Vec3(x, y, 0) / 3;
  PlanarCorners from_center;
  for (const auto& [x, y] : corners) from_center.push_back({x - center.x(), y - center.y()});
  Body body = make_prism_body(name, from_center);
  body.fixed = fixed;
  add_body(scene, std::move(body), standing_at(center));
}

void add_rectangle(Scene& scene, const std::string& name, double width, double height, double x,
                   double y, bool fixed = false) {
  const double w = width / 2;
  const double h = height / 2;
  Body body = make_prism_body(name, {{-w, -h}, {w, -h}, {w, h}, {-w, h}});
  body.fixed = fixed;
  add_body(scene, std::move(body), standing_at(Vec3(x, y, 0)));
}

void add_planar_floor(Scene& scene) { add_rectangle(scene, "floor", 60, 10, 0, -5, true); }

Scene planar_scene(const SceneChoice& choice, double mu, double t_end) {
  Scene scene = bare_scene(choice, 0.01, t_end, cone_friction(mu));
  scene.planar = Axis::z;
  return scene;
}

/// A cube of density 1.
void add_cube(Scene& scene, const std::string& name, double edge, const Vec3& p_W, double turn) {
  BodyState start = standing_at(p_W);
  start.q_WB = Eigen::AngleAxisd(turn, Vec3::UnitZ());
  add_body(scene, make_box_body(name, Vec3::Constant(edge / 2), edge * edge * edge), start);
}

Scene standing_scene(const SceneChoice& choice, double mu, double t_end) {
  Scene scene = bare_scene(choice, 0.01, t_end, cone_friction(mu));
  scene.gravity_W = Vec3(0, 0, -kGravity);
  return scene;
}

/// A regular tetrahedron of density 1, its base horizontal with a corner at the angle `first` from
/// the x axis [rad].
Body tetrahedron_body(const std::string& name, double edge, double first) {
  const double radius = edge / std::sqrt(3.0);
  const double height = edge * std::sqrt(6.0) / 12;  // height of the centre above the base [m]
  std::vector<Vec3> vertices = {Vec3(0, 0, 3 * height)};
  for (int k = 0; k < 3; ++k) {
    const double angle = first + 2 * std::numbers::pi / 3 * k;
    vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), -height);
  }
  Body body = make_body(name, polytope_of(std::move(vertices)));
  body.mass = edge * edge * edge / (6 * std::sqrt(2.0));
  body.inertia = Vec3::Constant(body.mass * edge * edge / 20);
  return body;
}

/// A tetrahedron, cube or octahedron of density 1 in a sphere of this radius.
Body nut(const std::string& name, int kind, double radius) {
  Body body;
  double edge = 0;
  if (kind == 0) {
    edge = radius * std::sqrt(8.0 / 3);
    body = tetrahedron_body(name, edge, 0);
  } else if (kind == 1) {
    edge = 2 * radius / std::sqrt(3.0);
    body = make_box_body(name, Vec3::Constant(edge / 2), edge * edge * edge);
  } else {
    edge = radius * std::sqrt(2.0);
    const double r = radius;
    body.shape = polytope_of({Vec3(r, 0, 0), Vec3(-r, 0, 0), Vec3(0, r, 0), Vec3(0, -r, 0),
                              Vec3(0, 0, r), Vec3(0, 0, -r)});
    body.mass = std::sqrt(2.0) / 3 * edge * edge * edge;
    body.inertia = Vec3::Constant(body.mass * edge * edge / 10);
  }
  body.name = name;
  return body;
}

/// A body of covered-nut in a sphere of this radius; hulls have kHullPoints corners.
Body nut_of(NutChoice::Shape shape, const std::string& name, int number, double radius,
            Random& random) {
  using Shape = NutChoice::Shape;
  constexpr int kHullPoints = 20;
  if (shape == Shape::mixed) return nut(name, number % 3, radius);
  if (shape == Shape::tetrahedra) return nut(name, 0, radius);
  if (shape == Shape::cubes) return nut(name, 1, radius);
  if (shape == Shape::spheres) {
    Body ball;
    ball.name = name;
    ball.shape = make_capsule(radius);
    ball.mass = 4 * std::numbers::pi / 3 * radius * radius * radius;
    ball.inertia = Vec3::Constant(kSphereInertia * ball.mass * radius * radius);
    return ball;
  }
  const auto solid_of = [&name](const std::vector<Vec3>& points) {
    return make_solid_body(name, points, 1).value().body;
  };
  std::vector<Vec3> points = make_random_sphere_hull(random, kHullPoints)->vertices();
  // Its centre of mass is not that of the sphere.
  const double reach = solid_of(points).reach();
  for (Vec3& point : points) point *= radius / reach;
  return solid_of(points);
}

/// `amplitude`: peak acceleration of the shakes, by gravity [1].
Scene shaken_scene(const SceneChoice& choice, double amplitude) {
  constexpr double kShakes = 40;
  Scene scene =
      bare_scene(choice, 5e-3, kShakeStart + kShakes / kShakeFrequency, cone_friction(0.3));
  scene.stepper = "relaxed";
  scene.shake = Shake{Vec3(0, amplitude * kGravity, 0), kShakeFrequency, kShakeStart, 0};
  return scene;
}

/// Moves the start of the body with that name `by` so much [m], and adds `speed` [m/s].
void move_body(Scene& scene, const char* name, const Vec3& by, const Vec3& speed) {
  const int body = find_body(scene, name);
  if (body < 0) return;
  BodyState& start = scene.start[at(body)];
  start.p_W += by;
  start.v_W += speed;
}

}  // namespace

Result<Scene> balance2(const SceneChoice& choice) {
  Scene scene = planar_scene(choice, 0.1, 12);
  add_triangle(scene, "support", {{-1, 0}, {1, 0}, {0, 1}});
  add_rectangle(scene, "plank", 6, 0.2, 0, 1.1);
  add_rectangle(scene, "left", 0.6, 0.6, -1.5, 1.5);
  add_rectangle(scene, "right", 0.6, 0.6, 1.5, 1.5);
  add_triangle(scene, "middle", {{-0.4, 1.2}, {0.4, 1.2}, {0, 1.9}});
  add_rectangle(scene, "dropped", 0.6, 0.6, 2.6, 3.2);
  add_planar_floor(scene);
  settle_planar(scene);
  return scene;
}

Result<Scene> pyramid1(const SceneChoice& choice) {
  Scene scene = planar_scene(choice, 0.2, 10);
  add_triangle(scene, "triangle", {{-1.6, 0.9}, {-0.8, 0.9}, {-1.2, 1.6}});
  scene.start.back().v_W = Vec3(2, 0, 0);
  for (int i = 0; i < 9; ++i) {
    add_rectangle(scene, "slab" + std::to_string(i + 1), 0.15, 1, -0.3 + 0.6 * i, 0.5);
  }
  add_planar_floor(scene);
  settle_planar(scene);
  return scene;
}

Result<Scene> dice3(const SceneChoice& choice) {
  Scene scene = standing_scene(choice, 0.1, 3);
  add_cube(scene, "lower", 1, Vec3(0, 0, 0.5), 0);
  add_cube(scene, "upper", 1, Vec3(0.505, 0.1, 1.5), 0.3);
  add_block(scene, "floor", Vec3(10, 10, 1), Vec3(0, 0, -1));
  return scene;
}

Result<Scene> setup6(const SceneChoice& choice) {
  constexpr double kEdge = 1.5;
  Scene scene = standing_scene(choice, 0.3, 6);
  add_body(scene, tetrahedron_body("tetrahedron", kEdge, std::numbers::pi / 4),
           standing_at(Vec3(1, 1, kEdge * std::sqrt(6.0) / 12)));
  add_cube(scene, "cube", 0.8, Vec3(1.35, 1.25, 2.6), 0.3);
  add_block(scene, "floor", Vec3(10, 10, 1), Vec3(5, 5, -1));
  add_block(scene, "wall-x", Vec3(1, 10, 4), Vec3(-1, 5, 2));
  add_block(scene, "wall-y", Vec3(10, 1, 4), Vec3(5, -1, 2));
  return scene;
}

Result<Scene> brazil_nut(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 60);
  if (!chosen) return chosen.error();
  constexpr double kLarge = 0.6;
  Scene scene = shaken_scene(choice, 3);
  Random random = random_of(choice);
  const auto add = [&](const char* what, int i, double radius, const Vec3& p_W) {
    const BodyState start = turned_at(p_W, random);
    add_body(scene, nut(what + std::to_string(i + 1), i % 3, radius), start);
  };
  // The large ones as a five on a die. A layer of the small ones has at least as much room.
  const int large = std::min(kLargeNuts, chosen.value());
  const int small = chosen.value() - large;
  const int side = std::max(5, static_cast<int>(std::ceil(0.8 * std::cbrt(small))));
  const double pitch = 2.1 * kSmallNut;
  const double half_width = std::max(0.5 * side * pitch, 2.6 * kLarge);
  const double corner = half_width - 1.02 * kLarge;
  for (int i = 0; i < large; ++i) {
    const Vec3 place = i == 0 ? Vec3::Zero() : Vec3(i % 2 == 0 ? 1 : -1, 0, i < 3 ? 1 : -1);
    add("large", i, kLarge, corner * place + Vec3(0, 1.02 * kLarge, 0));
  }
  const double begin = 2.04 * kLarge + kSmallNut;
  for (int i = 0; i < small; ++i) {
    const int layer = i / (side * side);
    const int at = i % (side * side);
    const double middle = 0.5 * (side - 1);
    add("small", i, kSmallNut,
        pitch * Vec3(at % side - middle, layer, at / side - middle) + Vec3(0, begin, 0));
  }
  // High enough for what is thrown up: 1.5 m at three times gravity.
  add_open_box(scene, half_width, begin + pitch * (small / (side * side) + 1) + 5, kNutWall);
  return scene;
}

Result<Scene> covered_nut(const SceneChoice& choice, const NutChoice& nuts) {
  const auto chosen = chosen_bodies(choice, 60, 2);
  if (!chosen) return chosen.error();
  constexpr double kApart = 1.05;  // radii of neighbours at the start, by those that touch
  constexpr double kAside = 0.8 * (kApart - 1) * kSmallNut;  // how far balls are moved at most [m]
  Scene scene = shaken_scene(choice, nuts.amplitude);
  Random random = random_of(choice);
  const auto add = [&](const std::string& name, int number, double radius, const Vec3& p_W) {
    BodyState start = turned_at(p_W, random);
    // Balls that lie one on another in columns would depend on nothing but rounding.
    if (nuts.shape == NutChoice::Shape::spheres) start.p_W += kAside * random.in_unit_ball();
    add_body(scene, nut_of(nuts.shape, name, number, radius, random), start);
  };
  const double large = nuts.ratio * kSmallNut;
  const Vec3 center(0, kApart * large, 0);
  add("large", 0, large, center);
  const int small = chosen.value() - 1;
  const int side = std::max(5, static_cast<int>(std::ceil(0.8 * std::cbrt(small))));
  const double pitch = 2 * kApart * kSmallNut;
  const double half_width = std::max(0.5 * side * pitch, 1.5 * large);
  const double middle = 0.5 * (side - 1);
  int added = 0;
  int layer = 0;
  for (; added < small; ++layer) {
    for (int at = 0; at < side * side && added < small; ++at) {
      const Vec3 place = pitch * Vec3(at % side - middle, layer + 0.5, at / side - middle);
      if ((place - center).norm() < kApart * (large + kSmallNut)) continue;
      add("small" + std::to_string(added + 1), added, kSmallNut, place);
      ++added;
    }
  }
  // High enough for what is thrown up: 2.7 m at four times gravity.
  add_open_box(scene, half_width, pitch * layer + 2 * large + 5, kNutWall);
  if (!nuts.smooth_walls) return scene;
  for (const char* wall : {"wall+x", "wall-x", "wall+z", "wall-z"}) {
    scene.pairs.push_back({wall, "", kFrictionless});
  }
  return scene;
}

Result<Scene> covered_nut(const SceneChoice& choice) { return covered_nut(choice, {}); }

bool is_problem_of_hart(std::string_view scene) {
  return scene == "balance2" || scene == "pyramid1" || scene == "dice3" || scene == "setup6";
}

void move_start(Scene& scene, std::uint64_t seed, int start) {
  if (start == 0) return;
  Random random(seed, static_cast<std::uint64_t>(start));
  const double x = random.uniform(-1, 1);
  const double y = random.uniform(-1, 1);
  if (scene.name == "balance2") move_body(scene, "dropped", Vec3(0.01 * x, 0, 0), Vec3::Zero());
  if (scene.name == "pyramid1") move_body(scene, "triangle", Vec3::Zero(), Vec3(0.05 * x, 0, 0));
  if (scene.name == "dice3") move_body(scene, "upper", 0.004 * Vec3(x, y, 0), Vec3::Zero());
  if (scene.name == "setup6") move_body(scene, "cube", 0.01 * Vec3(x, y, 0), Vec3::Zero());
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/peg.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "dynamics/planar.hpp"
#include "dynamics/scenes/scene_parts.hpp"
#include "dynamics/scenes/solid_body.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr double kAside = 1e-3;      ///< clearance of what falls past a corner [m]
constexpr double kRadius = 0.2;      ///< circumradius of a body that falls [m]
constexpr double kShortSide = 0.04;  ///< between the two vertices beside a corner [m]
constexpr double kLane = 10;         ///< between the boxes of corner-pass [m]

PlanarCorners square(double radius) {
  return {{radius, 0}, {0, radius}, {-radius, 0}, {0, -radius}};
}

/// The square, its corners on the left and right cut off.
PlanarCorners cut_square(double radius) {
  const double half = kShortSide / 2;
  const double x = radius - half;
  return {{x, half}, {0, radius}, {-x, half}, {-x, -half}, {0, -radius}, {x, -half}};
}

std::vector<Vec3> octahedron(double r) {
  return {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}};
}

/// The octahedron, its vertices on the left and right cut to edges.
std::vector<Vec3> cut_octahedron(double r) {
  const double half = kShortSide / 2;
  const double x = r - half;
  return {{x, half, 0}, {x, -half, 0}, {-x, half, 0}, {-x, -half, 0},
          {0, r, 0},    {0, -r, 0},    {0, 0, r},     {0, 0, -r}};
}

/// A body of density 1 from points that are centred and along the principal axes already, which
/// are not turned.
Body centred_solid(const std::string& name, const std::vector<Vec3>& points) {
  const SolidBody solid = make_solid_body(name, points, 1).value();
  Body body = solid.body;
  // The principal axes are the coordinates' in some order.
  body.shape = polytope_of(points);
  body.inertia = (solid.axes.cwiseAbs2() * solid.body.inertia).eval();
  return body;
}

struct Speed {
  const char* name;
  double height;    ///< height of the side vertex above the corner at the start [m]
  double velocity;  ///< [m/s]
};
constexpr std::array<Speed, 2> kSpeeds = {{{"slow", 0.1, -0.5}, {"fast", 0.6, -4}}};

/// A body whose leftmost point is `reach` from its centre, beside the box of lane `lane`.
void add_falling(Scene& scene, Body body, int lane, double reach, const Speed& speed) {
  body.name += std::string("-") + speed.name;
  add_body(scene, std::move(body),
           moving_at(Vec3(kLane * lane + 0.5 + kAside + reach, speed.height, 0),
                     Vec3(0, speed.velocity, 0)));
}

/// Boxes of 1 m whose tops are y = 0, one for each lane.
void add_lane_boxes(Scene& scene, int lanes) {
  for (int lane = 0; lane < lanes; ++lane) {
    add_block(scene, "box" + std::to_string(lane + 1), Vec3::Constant(0.5),
              Vec3(kLane * lane, -0.5, 0));
  }
}

Scene frictionless_scene(const SceneChoice& choice, double dt, double t_end, bool planar) {
  Scene scene = bare_scene(choice, dt, t_end, kFrictionless);
  if (planar) scene.planar = Axis::z;
  take_peg_model(scene);
  return scene;
}

/// 1 to 5 mm from the middle, on either side.
double offset(Random& random) {
  const double size = random.uniform(1e-3, 5e-3);
  return random.uniform() < 0.5 ? -size : size;
}

/// The vertical isosceles triangle with its tip at `tip` below it, of half angle 10 degrees.
PlanarCorners spike(double length) {
  const double half = length * std::tan(std::numbers::pi / 18);
  // From its centre of area, a third of the height above the base.
  return {{0, -2 * length / 3}, {half, length / 3}, {-half, length / 3}};
}

}  // namespace

Result<Scene> corner_pass(const SceneChoice& choice) {
  Scene scene = frictionless_scene(choice, 0.01, 0.5, true);
  int lane = 0;
  for (const Speed& speed : kSpeeds) {
    add_falling(scene, make_prism_body("one", square(kRadius)), lane++, kRadius, speed);
    add_falling(scene, make_prism_body("two", cut_square(kRadius)), lane++,
                kRadius - kShortSide / 2, speed);
  }
  add_lane_boxes(scene, lane);
  settle_planar(scene);
  return scene;
}

Result<Scene> corner_pass_space(const SceneChoice& choice) {
  Scene scene = frictionless_scene(choice, 0.01, 0.5, false);
  int lane = 0;
  for (const Speed& speed : kSpeeds) {
    add_falling(scene, centred_solid("one", octahedron(kRadius)), lane++, kRadius, speed);
    add_falling(scene, centred_solid("two", cut_octahedron(kRadius)), lane++,
                kRadius - kShortSide / 2, speed);
    // Its vertex towards the vertical edge of the box, past the vertex at its top.
    const double share = std::sqrt(0.5);
    add_falling(scene, centred_solid("vertex", octahedron(kRadius)), lane++, 0, speed);
    BodyState& start = scene.start.back();
    start.p_W.x() += share * (kAside + kRadius) - kAside;
    start.p_W.z() = 0.5 + share * (kAside + kRadius);
    start.q_WB = Eigen::AngleAxisd(-std::numbers::pi / 4, Vec3::UnitY());
  }
  add_lane_boxes(scene, lane);
  return scene;
}

Result<Scene> two_corners(const SceneChoice& choice) {
  Scene scene = frictionless_scene(choice, 0.01, 0.8, true);
  Random random = random_of(choice);
  add_body(scene, make_prism_body("falling", square(kRadius)),
           moving_at(Vec3(offset(random), 0.35 + kRadius, 0), Vec3(0, -1, 0)));
  add_fixed(scene, make_prism_body(kFixedCorner, square(0.3)), standing_at(Vec3::Zero()));
  settle_planar(scene);
  return scene;
}

Result<Scene> two_corners_space(const SceneChoice& choice) {
  Scene scene = frictionless_scene(choice, 0.01, 0.8, false);
  Random random = random_of(choice);
  const double x = offset(random);
  const double z = offset(random);
  add_body(scene, centred_solid("falling", octahedron(kRadius)),
           moving_at(Vec3(x, 0.35 + kRadius, z), Vec3(0, -1, 0)));
  add_fixed(scene, centred_solid(kFixedCorner, octahedron(0.3)), standing_at(Vec3::Zero()));
  return scene;
}

// In the first step of 0.01 s the tip goes from 12 mm left of the fixed one, above it, to 8 mm
// right of it and 20 mm below. Its own axis, at 45 degrees, passes the fixed tip on the left.
Result<Scene> corner_cross(const SceneChoice& choice) {
  constexpr double kLength = 0.6;
  Scene scene = frictionless_scene(choice, 0.01, 0.1, true);
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()));
  BodyState start = standing_at(Vec3(-0.012, 0.012, 0) - turn * Vec3(0, -2 * kLength / 3, 0));
  start.q_WB = turn;
  start.v_W = Vec3(2, -3.1, 0);
  add_body(scene, make_prism_body("flying", spike(kLength)), start);
  BodyState upright = standing_at(Vec3(0, -2 * kLength / 3, 0));
  upright.q_WB = Eigen::Quaterniond(0, 0, 0, 1);  // by half a turn
  add_fixed(scene, make_prism_body(kFixedCorner, spike(kLength)), upright);
  settle_planar(scene);
  return scene;
}

}  // namespace touchstone

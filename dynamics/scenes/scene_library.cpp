// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/scene_library.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dynamics/scenes/hart.hpp"
#include "dynamics/scenes/jointed.hpp"
#include "dynamics/scenes/linkage.hpp"
#include "dynamics/scenes/many_bodies.hpp"
#include "dynamics/scenes/peg.hpp"
#include "dynamics/scenes/scene_parts.hpp"
#include "dynamics/scenes/spheres.hpp"
#include "dynamics/solid_moments.hpp"

namespace touchstone {
namespace {

constexpr ContactFriction kNoSlip = {FrictionKind::no_slip, 0};
constexpr double kPaperTime = 5;  ///< [s]
constexpr double kMinScale = 1e-6;
constexpr double kMaxScale = 1e6;

BodyState spinning_at(const Vec3& p_W, const Vec3& w_W) {
  return moving_at(p_W, Vec3::Zero(), w_W);
}

/// A faceted sphere of so many vertices spinning about the vertical, its lowest point on the floor
/// or where `height` puts its centre.
Result<Scene> spin(const SceneChoice& choice, int vertices, Lowest lowest,
                   std::optional<double> height) {
  const auto mesh = uv_mesh(choice.vertices_A.value_or(vertices));
  if (!mesh) return mesh.error();
  auto sphere = make_standing_sphere(mesh.value(), lowest);
  if (!sphere) return sphere.error();
  Scene scene = bare_scene(choice, 1e-3, kPaperTime, kNoSlip);
  const double center = height.value_or(-lowest_point(*sphere.value()));
  BodyState start = spinning_at(Vec3(0, center, 0), Vec3(0, 1, 0));
  start.q_WB = Eigen::AngleAxisd(choice.yaw.value_or(0), Vec3::UnitY());
  add_body(scene, make_body("sphere", sphere.value()), start);
  add_floor(scene, choice.scale.value_or(1));
  return scene;
}

Result<Scene> vertex_spin(const SceneChoice& choice) {
  const auto mesh = uv_mesh(choice.vertices_A.value_or(50));
  if (!mesh) return mesh.error();
  // The paper's meshes of few vertices lie on their side.
  const bool on_side = mesh.value().stacks % 2 == 0 && mesh.value().vertices() < 500;
  return spin(choice, 50, on_side ? Lowest::vertex : Lowest::pole, std::nullopt);
}

Result<Scene> edge_spin(const SceneChoice& choice) {
  return spin(choice, 98, Lowest::edge, std::nullopt);
}

Result<Scene> face_spin(const SceneChoice& choice) {
  return spin(choice, 98, Lowest::facet, std::nullopt);
}

Result<Scene> toppling_pole(const SceneChoice& choice) {
  const auto mesh = uv_mesh(choice.vertices_A.value_or(994));
  if (!mesh) return mesh.error();
  const double displaced = choice.displaced.value_or(mesh.value().vertices() > 1000 ? 2e-6 : 1e-6);
  Scene scene = bare_scene(choice, 1e-3, kPaperTime, kNoSlip);
  add_body(scene, make_body("sphere", make_displaced_pole_sphere(mesh.value(), displaced)),
           spinning_at(Vec3(0, 1, 0), Vec3(0, 1, 0)));
  add_floor(scene, choice.scale.value_or(1));
  return scene;
}

/// The authors' meshes as they are in their files: the smaller three lie on their side, centre 1 m
/// above the box; six printed digits displaced the poles of the two largest.
Result<Scene> encoded_spin(const SceneChoice& choice) {
  const int vertices = choice.vertices_A.value_or(98);
  const auto mesh = uv_mesh(vertices);
  if (!mesh) return mesh.error();
  switch (mesh.value().vertices()) {
    case 50:
    case 182:
      return spin(choice, vertices, Lowest::vertex, 1.0);
    case 98:
      return spin(choice, vertices, Lowest::edge, 1.0);
    case 554:
      return spin(choice, vertices, Lowest::pole, 1.0);
    case 994:
    case 2258:
      return toppling_pole(choice);
    default:
      return Error{"the authors have no mesh of " + std::to_string(vertices) +
                   " vertices: 50, 98, 182, 554, 994, 2258"};
  }
}

Result<Body> sphere_of(const std::string& name, int vertices, double radius, Lowest lowest) {
  if (vertices == 0) return make_body(name, make_capsule(radius));
  const auto mesh = uv_mesh(vertices);
  if (!mesh) return mesh.error();
  auto unit = make_standing_sphere(mesh.value(), lowest);
  if (!unit) return unit.error();
  if (radius == 1) return make_body(name, unit.value());
  PolytopeInput scaled;
  for (const Vec3& vertex : unit.value()->vertices()) scaled.vertices.emplace_back(radius * vertex);
  scaled.interior_point = Vec3::Zero();
  auto made = make_polytope(scaled);
  if (!made) return made.error();
  return make_body(name, made.value());
}

/// Feature that lies lowest in the authors' mesh of so many vertices.
Lowest encoded_lowest(int vertices) {
  const auto mesh = uv_mesh(vertices);
  if (!mesh || mesh.value().vertices() >= 500) return Lowest::pole;
  return mesh.value().stacks % 2 == 0 ? Lowest::vertex : Lowest::edge;
}

/// Four fixed boxes around the y axis, each `clearance` from a unit sphere about it.
void add_walls(Scene& scene, double clearance, double height) {
  constexpr double kHalf = 0.5;
  const double center = 1 + clearance + kHalf;
  const Vec3 along_x(kHalf, 2, 2 + clearance + 2 * kHalf);
  const Vec3 along_z(2 + clearance + 2 * kHalf, 2, kHalf);
  add_block(scene, "wall+x", along_x, Vec3(center, height, 0));
  add_block(scene, "wall-x", along_x, Vec3(-center, height, 0));
  add_block(scene, "wall+z", along_z, Vec3(0, height, center));
  add_block(scene, "wall-z", along_z, Vec3(0, height, -center));
  for (const char* name : {"wall+x", "wall-x", "wall+z", "wall-z"}) {
    scene.pairs.push_back({name, "", kFrictionless});
  }
}

/// A sphere on top of a fixed one. `pole_down`: the moving one stands on its pole.
Result<Scene> two_spheres(const SceneChoice& choice, int vertices_A, bool pole_down,
                          std::optional<double> walls, const Vec3& w_W, double t_end) {
  const double radius = choice.scale.value_or(1);
  const int a = choice.vertices_A.value_or(vertices_A);
  const int b = choice.vertices_B.value_or(0);
  auto upper = sphere_of("upper", a, 1, pole_down ? Lowest::pole : encoded_lowest(a));
  if (!upper) return upper.error();
  auto lower = sphere_of("lower", b, radius, encoded_lowest(b));
  if (!lower) return lower.error();
  Scene scene = bare_scene(choice, 1e-3, t_end, kNoSlip);
  // The lower sphere's top is at the origin, so that no radius moves the upper one.
  add_body(scene, std::move(upper).value(), spinning_at(Vec3(0, 1, 0), w_W));
  add_fixed(scene, std::move(lower).value(), standing_at(Vec3(0, -radius, 0)));
  if (walls) add_walls(scene, *walls, 1);
  return scene;
}

Result<Scene> duct(const SceneChoice& choice) {
  return two_spheres(choice, 554, true, choice.clearance.value_or(1e-3), Vec3(0, 1, 0), kPaperTime);
}

Result<Scene> rolling_encoded(const SceneChoice& choice) {
  std::optional<double> walls;
  if (choice.walls.value_or(true)) walls = choice.clearance.value_or(0);
  return two_spheres(choice, 0, false, walls, Vec3(1, 0, 0), 1);
}

Result<Scene> rolling_free(const SceneChoice& choice) {
  return two_spheres(choice, 0, false, std::nullopt, Vec3(1, 0, 0), 1);
}

/// A wheel without rim: starts with a side down, turning about its leading edge.
Result<Scene> rimless_wheel(const SceneChoice& choice) {
  const int sides = choice.vertices_A.value_or(16);
  if (sides < 4 || sides > 4096) return Error{"a wheel has 4 to 4096 sides"};
  Scene scene = bare_scene(choice, 1e-3, 60, kNoSlip);
  PolytopePtr wheel = make_wheel(sides, 0.5);
  BodyState start = standing_at(Vec3(0, -lowest_point(*wheel), 0));
  start.w_W = Vec3(0, 0, -kWheelSpin);
  Vec3 leading = wheel->vertices().front();
  for (const Vec3& vertex : wheel->vertices()) {
    const bool low = vertex.y() <= lowest_point(*wheel) + 1e-9;
    if (low && vertex.x() > 0) leading = Vec3(vertex.x(), vertex.y(), 0);
  }
  start.v_W = start.w_W.cross(-leading);
  add_body(scene, make_body("wheel", std::move(wheel)), start);
  add_block(scene, "floor", Vec3(60, 0.5, kFloorHalfWidth), Vec3(55, -0.5, 0));
  return scene;
}

/// A sphere on a fixed one, from rest, its centre kRollOffAngle from the vertical.
Result<Scene> roll_off(const SceneChoice& choice) {
  const double radius = choice.scale.value_or(1);
  const int a = choice.vertices_A.value_or(0);
  const int b = choice.vertices_B.value_or(a);
  auto upper = sphere_of("upper", a, 1, encoded_lowest(a));
  if (!upper) return upper.error();
  auto lower = sphere_of("lower", b, radius, encoded_lowest(b));
  if (!lower) return lower.error();
  Scene scene = bare_scene(choice, 1e-3, 2, kNoSlip);
  const double apart = 1 + radius;
  add_body(scene, std::move(upper).value(),
           standing_at(apart * Vec3(std::sin(kRollOffAngle), std::cos(kRollOffAngle), 0)));
  add_fixed(scene, std::move(lower).value(), standing_at(Vec3::Zero()));
  return scene;
}

Result<Scene> spinning_box(const SceneChoice& choice) {
  Scene scene = bare_scene(choice, 1e-3, 4, cone_friction(0.1));
  add_body(scene, make_box_body("box", Vec3(0.5, 0.5, 0.5), 1),
           spinning_at(Vec3(0, 0.5, 0), Vec3(0, 10, 0)));
  add_floor(scene, choice.scale.value_or(1));
  return scene;
}

Result<Scene> slide_to_roll(const SceneChoice& choice) {
  Scene scene = bare_scene(choice, 1e-3, 1, cone_friction(kSlidingFriction));
  const int a = choice.vertices_A.value_or(0);
  auto sphere = sphere_of("sphere", a, 1, encoded_lowest(a));
  if (!sphere) return sphere.error();
  add_body(scene, std::move(sphere).value(), moving_at(Vec3(0, 1, 0), Vec3(kSlidingSpeed, 0, 0)));
  add_floor(scene, choice.scale.value_or(1));
  return scene;
}

/// A capsule that lies across a slope, from rest; in the axes of the slope.
Result<Scene> rolling_capsule(const SceneChoice& choice) {
  Scene scene = bare_scene(choice, 1e-3, 1, kNoSlip);
  scene.gravity_W = kGravity * Vec3(std::sin(kCapsuleSlope), -std::cos(kCapsuleSlope), 0);
  Body capsule = make_body("capsule", make_capsule(kCapsuleRadius, kCapsuleHalfLength));
  const SolidMoments moments = body_moments(*capsule.shape).value();
  set_inertia(capsule, capsule.mass / moments.volume * moments.inertia());
  add_body(scene, std::move(capsule), standing_at(Vec3(0, kCapsuleRadius, 0)));
  add_floor(scene);
  return scene;
}

/// A plate that accelerates along its normal pushes a cube, and friction holds the cube up.
Result<Scene> pushed_cube(const SceneChoice& choice) {
  constexpr double kHalfPlate = 10;  // [m]
  Scene scene = bare_scene(choice, 1e-3, 1, cone_friction(0.5));
  add_body(scene, make_box_body("cube", Vec3(0.5, 0.5, 0.5), 1), standing_at(Vec3(0.5, 0, 0)));
  add_block(scene, "plate", Vec3(0.5, kHalfPlate, kHalfPlate), Vec3(-0.5, 0, 0));
  scene.bodies.back().path = BodyPath{{}, Vec3::Zero(), Vec3(kPlateAcceleration, 0, 0)};
  return scene;
}

}  // namespace

std::span<const SceneRow> scene_library() {
  static const std::vector<SceneRow> kRows = {
      {"vertex-spin", "a faceted sphere spins on one vertex", "As", vertex_spin},
      {"edge-spin", "a faceted sphere spins on an edge", "As", edge_spin},
      {"face-spin", "a faceted sphere spins on a facet", "As", face_spin},
      {"encoded-spin", "the spinning sphere as Yi & Drumwright encode it", "As", encoded_spin},
      {"toppling-pole", "a sphere spins on a pole displaced sideways", "As", toppling_pole},
      {"duct", "a sphere spins on a pole on a fixed sphere, between four walls", "ABs", duct},
      {"rolling-encoded", "the rolling spheres as Yi & Drumwright encode them", "ABs",
       rolling_encoded},
      {"rolling-free", "the same without walls", "ABs", rolling_free},
      {"rimless-wheel", "a prism rolls on a floor", "N", rimless_wheel},
      {"roll-off", "a sphere rolls off a fixed one", "ABs", roll_off},
      {"spinning-box", "a cube spins on a floor until friction stops it", "s", spinning_box},
      {"slide-to-roll", "a sliding sphere begins to roll", "As", slide_to_roll},
      {"rolling-capsule", "a capsule rolls down a slope", "", rolling_capsule},
      {"pushed-cube", "an accelerated plate pushes a cube, which friction holds up", "",
       pushed_cube},
      {"stack", "boxes at rest on each other", "n", stack},
      {"pile", "boxes dropped on a heap", "nr", pile},
      {"pyramid", "boxes at rest in rows, each on two others", "n", pyramid},
      {"sliding-boxes", "cubes slide and spin on a floor, far from each other", "n", sliding_boxes},
      {"tetra-pairs", "tetrahedra dropped on fixed ones", "nr", tetra_pairs},
      {"tetra-pile", "tetrahedra dropped into a box", "nr", tetra_pile},
      {"dominoes", "slabs in a row, of which the first is pushed over", "n", dominoes},
      {"links", "rods joined in a chain that is fixed at one end or at both", "ne", links},
      {"hinge-pendulum", "a rod swings on a hinge", "", hinge_pendulum},
      {"conical-pendulum", "a rod on a ball joint goes round the vertical", "", conical_pendulum},
      {"point-pendulum", "a ball swings at a distance from a point", "", point_pendulum},
      {"four-bar", "a parallelogram of hinged rods swings", "", four_bar},
      {"joined-boxes", "two cubes fixed to each other, thrown with a spin", "", joined_boxes},
      {"gliding-box", "a box glides and turns in the plane of a slope", "", gliding_box},
      {"balance2", "a square falls on the end of a balanced plank (planar; Hart)", "", balance2},
      {"pyramid1", "a triangle flies into nine slabs (planar; Hart)", "", pyramid1},
      {"dice3", "a cube on the edge of another one (Hart)", "", dice3},
      {"setup6", "a cube falls on a tetrahedron in a corner (Hart)", "", setup6},
      {"corner-pass", "polygons fall past corners, 1 mm aside (planar)", "", corner_pass},
      {"corner-pass-space", "polyhedra fall past corners, 1 mm aside", "", corner_pass_space},
      {"two-corners", "a square falls corner on corner on another (planar)", "r", two_corners},
      {"two-corners-space", "an octahedron falls corner on corner on another", "r",
       two_corners_space},
      {"corner-cross", "a thin corner flies across another (planar)", "", corner_cross},
      {"polygon-box", "polygons fall one by one into a box (planar; Williams)", "nr", polygon_box},
      {"polyhedron-box", "polyhedra fall one by one into a box (Williams)", "nr", polyhedron_box},
      {"brazil-nut", "small polyhedra on five large ones, shaken (Hart)", "nr", brazil_nut},
      {"covered-nut", "small polyhedra about and above a large one, shaken", "nr", covered_nut},
  };
  return kRows;
}

Result<Scene> make_scene(const SceneRow& row, const SceneChoice& choice) {
  const double scale = choice.scale.value_or(1);
  if (!(scale >= kMinScale && scale <= kMaxScale)) {
    return Error{row.name + ": a scale must be 1e-6 to 1e6 m"};
  }
  auto made = row.make(choice);
  if (!made) return Error{row.name + ": " + made.reason()};
  Scene scene = std::move(made).value();
  scene.name = row.name;
  scene.description = row.summary;
  const std::string fault = scene_fault(scene);
  if (!fault.empty()) return Error{row.name + ": " + fault};
  return scene;
}

const SceneRow* find_scene(std::string_view name) {
  for (const SceneRow& row : scene_library()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace touchstone

// SPDX-License-Identifier: MIT
// What the programs share that run a scene in a physics engine: the scene file
// and the trajectory (docs/scene-file.md), the clock and the command line.
//
//   motion_NAME SCENE.json RUN.json [OPTION...]
//
// A program writes a class `Engine` with
//   Engine(const Scene&, const Options&);
//   void step();                      one step of scene.dt; throws Fault where it cannot go on
//   State state(std::size_t) const;   of a body, in the scene's frames
//   std::string settings() const;     what a reader has to know to judge the numbers
// and ends with `return motion::run<Engine>(...)`. What cannot be posed is a CannotPose: one line,
// exit code 2.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace motion {

using Vector = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  ///< w first
using Json = nlohmann::json;
using Options = std::set<std::string>;

/// Thrown for a scene that the engine has no way to represent.
struct CannotPose : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Thrown where a run cannot go on: what was reached is written.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// World axes.
struct State {
  Vector p{};  ///< centre of mass [m]
  Quaternion q{1, 0, 0, 0};
  Vector v{};  ///< [m/s]
  Vector w{};  ///< [rad/s]
};

/// The origin is the centre of mass, the axes are principal.
struct Body {
  std::string name;
  std::vector<Vector> vertices;  ///< the body is their hull, unless it has a radius
  double radius = 0;             ///< a sphere has one, and a capsule along z; else 0 [m]
  double half_length = 0;        ///< a capsule has one: its axis without the round ends [m]
  bool is_box = false;           ///< along the axes, about the origin
  Vector half_extents{};         ///< where it is a box [m]
  bool fixed = false;
  double mass = 1;   ///< [kg]
  Vector inertia{};  ///< [kg m^2]
  State start;
};

struct Scene {
  std::string name;
  std::vector<Body> bodies;
  Vector gravity{};  ///< [m/s^2]
  double dt = 0;     ///< [s]
  std::uint64_t steps = 0;
  std::vector<double> mu;  ///< friction coefficient of each pair of bodies [1]

  double mu_of(std::size_t i, std::size_t j) const { return mu[i * bodies.size() + j]; }
};

inline Vector vector_of(const Json& list) {
  const Vector v = {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
  if (list.size() != 3) throw CannotPose("a vector has 3 numbers, not " + list.dump());
  return v;
}

/// A box where the hull has the eight corners of one about the origin, and no other vertex.
inline void tell_box(Body& body) {
  Vector half{};
  for (const Vector& v : body.vertices) {
    for (int k = 0; k < 3; ++k) half[k] = std::max(half[k], std::abs(v[k]));
  }
  std::set<Vector> corners(body.vertices.begin(), body.vertices.end());
  for (const Vector& v : corners) {
    for (int k = 0; k < 3; ++k) {
      if (std::abs(v[k]) != half[k] || half[k] == 0) return;
    }
  }
  body.is_box = corners.size() == 8;
  body.half_extents = half;
}

inline Body body_of(const Json& given) {
  Body body;
  body.name = given.at("name").get<std::string>();
  if (given.contains("repeat")) {
    throw CannotPose(body.name +
                     " is repeated: touchstone simulate SCENE --write-scene FILE writes each body");
  }
  if (given.contains("path")) throw CannotPose(body.name + " moves on a path, which is not posed");
  if (given.contains("sphere")) {
    body.radius = given.at("sphere").get<double>();
  } else if (given.contains("capsule")) {
    body.radius = given.at("capsule").at("radius").get<double>();
    body.half_length = given.at("capsule").at("half_length").get<double>();
  } else if (given.contains("box")) {
    const Vector h = vector_of(given.at("box"));
    for (int k = 0; k < 8; ++k) {
      body.vertices.push_back(
          {(k & 1) != 0 ? h[0] : -h[0], (k & 2) != 0 ? h[1] : -h[1], (k & 4) != 0 ? h[2] : -h[2]});
    }
  } else if (!given.contains("vertices")) {
    throw CannotPose(body.name +
                     " is given as a core, a mesh, half-spaces or a polygon; of a hull " +
                     "touchstone simulate SCENE --write-scene FILE writes the vertices");
  } else {
    for (const Json& vertex : given.at("vertices")) body.vertices.push_back(vector_of(vertex));
  }
  tell_box(body);
  body.fixed = given.value("fixed", false);
  body.mass = given.value("mass", 1.0);
  if (!body.fixed && !given.contains("inertia")) {
    throw CannotPose(body.name + " has the inertia of its shape: touchstone simulate SCENE " +
                     "--write-scene FILE writes it");
  }
  if (!body.fixed && given.at("inertia").at(0).is_array())
    throw CannotPose(body.name + " has axes that are not principal, which are not posed");
  if (!body.fixed) body.inertia = vector_of(given.at("inertia"));
  if (given.contains("position")) body.start.p = vector_of(given.at("position"));
  if (given.contains("velocity")) body.start.v = vector_of(given.at("velocity"));
  if (given.contains("spin")) body.start.w = vector_of(given.at("spin"));
  if (given.contains("quaternion")) body.start.q = given.at("quaternion").get<Quaternion>();
  return body;
}

inline double mu_of(const Json& friction) {
  if (friction.is_number()) return friction.get<double>();
  if (friction.is_object()) return friction.at("mu").get<double>();
  if (friction == "frictionless") return 0;
  throw CannotPose("contacts without slip: only cones of friction are posed");
}

/// NAME[*] is every body NAME[i].
inline bool is_named(const std::string& name, const std::string& entry) {
  if (name == entry) return true;
  const std::size_t star = entry.rfind("[*]");
  return star != std::string::npos && star + 3 == entry.size() &&
         name.starts_with(entry.substr(0, star + 1)) && name.ends_with("]");
}

/// The last entry of `pair_friction` that applies holds.
inline std::vector<double> all_mu(const Json& root, const std::vector<Body>& bodies) {
  const std::size_t n = bodies.size();
  std::vector<double> mu(n * n, root.contains("friction") ? mu_of(root.at("friction")) : 0);
  for (const Json& entry : root.value("pair_friction", Json::array())) {
    const double pair_mu = mu_of(entry.at("friction"));
    const std::string one = entry.at("bodies").at(0).get<std::string>();
    const bool any = entry.at("bodies").size() < 2;
    const std::string other = any ? "" : entry.at("bodies").at(1).get<std::string>();
    for (std::size_t i = 0; i < n; ++i) {
      if (!is_named(bodies[i].name, one)) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (any || is_named(bodies[j].name, other)) mu[i * n + j] = mu[j * n + i] = pair_mu;
      }
    }
  }
  return mu;
}

inline Scene read_scene(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw CannotPose("cannot be read");
  const Json root = Json::parse(file);
  if (root.value("schema", "") != "touchstone.scene/1")
    throw CannotPose("is not a touchstone.scene/1");
  if (!root.value("joints", Json::array()).empty())
    throw CannotPose("has joints, which are not posed");
  for (const char* key : {"planar", "shake", "loads"}) {
    if (root.contains(key))
      throw CannotPose(std::string("has \"") + key + "\", which is not posed");
  }
  if (!root.at("dt").is_number()) throw CannotPose("has steps of several lengths");
  Scene scene;
  scene.name = root.at("name").get<std::string>();
  for (const Json& body : root.at("bodies")) scene.bodies.push_back(body_of(body));
  scene.gravity = root.contains("gravity") ? vector_of(root.at("gravity")) : Vector{0, -9.81, 0};
  scene.dt = root.at("dt").get<double>();
  const double steps = std::round(root.at("t_end").get<double>() / scene.dt);
  if (!(scene.dt > 0 && steps >= 1 && steps <= 1e7)) throw CannotPose("is not of 1 to 1e7 steps");
  scene.steps = static_cast<std::uint64_t>(steps);
  scene.mu = all_mu(root, scene.bodies);
  return scene;
}

/// R(q) v.
inline Vector rotated(const Quaternion& q, const Vector& v) {
  const auto cross = [](const Vector& a, const Vector& b) {
    return Vector{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Vector u = {q[1], q[2], q[3]};
  const Vector a = cross(u, v);
  const Vector b = cross(u, a);
  return {v[0] + 2 * (q[0] * a[0] + b[0]), v[1] + 2 * (q[0] * a[1] + b[1]),
          v[2] + 2 * (q[0] * a[2] + b[2])};
}

/// The rotation back, of a unit quaternion.
inline Quaternion inverse(const Quaternion& q) { return {q[0], -q[1], -q[2], -q[3]}; }

/// 13 numbers, the quaternion normalised: engines in single precision keep it to 1e-7. Throws Fault
/// where one is no number.
inline Json numbers_of(const State& state) {
  double norm = 0;
  for (const double x : state.q) norm += x * x;
  norm = std::sqrt(norm);
  Json row = Json::array();
  for (const double x : state.p) row.push_back(x);
  for (const double x : state.q) row.push_back(x / norm);
  for (const double x : state.v) row.push_back(x);
  for (const double x : state.w) row.push_back(x);
  for (const Json& x : row) {
    if (!std::isfinite(x.get<double>())) throw Fault("a state is not a number");
  }
  return row;
}

/// CPU time of this process [s]: unlike wall time, without what else the machine does.
inline double cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <class Engine>
Json states_of(const Engine& engine, const Scene& scene) {
  Json states = Json::array();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    states.push_back(numbers_of(engine.state(i)));
  return states;
}

template <class Engine>
Json trajectory_of(const Scene& scene, const std::string& name, const std::string& version,
                   const Options& options) {
  Engine engine(scene, options);
  Json names = Json::array();
  for (const Body& body : scene.bodies) names.push_back(body.name);
  Json took_s = Json::array();
  Json states = Json::array({states_of(engine, scene)});
  Json fault;
  try {
    for (std::uint64_t k = 0; k < scene.steps; ++k) {
      const double before_s = cpu_s();
      engine.step();
      const double after_s = cpu_s();
      states.push_back(states_of(engine, scene));
      took_s.push_back(after_s - before_s);
    }
  } catch (const Fault& error) {
    fault = error.what();
  }
  return {{"schema", "touchstone.trajectory/1"},
          {"engine", name},
          {"version", version},
          {"settings", engine.settings()},
          {"scene", scene.name},
          {"dt", scene.dt},
          {"bodies", names},
          {"fault", fault},
          {"took_s", took_s},
          {"states", states}};
}

inline std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// `known`: the options that the engine has.
template <class Engine>
int run(int argc, char** argv, const std::string& name, const std::string& version,
        const Options& known) {
  std::string usage = "usage: motion_" + name + " SCENE.json RUN.json";
  for (const std::string& option : known) usage += " [" + option + "]";
  std::vector<std::string> files;
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (!word.starts_with("--"))
      files.push_back(word);
    else if (known.count(word) != 0)
      options.insert(word);
    else
      files.clear(), k = argc;
  }
  if (files.size() != 2) {
    std::fprintf(stderr, "%s\n", usage.c_str());
    return 2;
  }
  try {
    const Scene scene = read_scene(files[0]);
    std::string shown = name;
    for (const std::string& option : options) shown += " " + option;
    const Json trajectory = trajectory_of<Engine>(scene, shown, version, options);
    std::ofstream file(files[1]);
    file << trajectory << "\n";
    if (!file.flush()) throw CannotPose("a run that cannot be written to " + files[1]);
    if (trajectory.at("fault").is_null()) return 0;
    std::fprintf(stderr, "motion_%s: ended early: %s\n", name.c_str(),
                 trajectory.at("fault").get<std::string>().c_str());
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "motion_%s: %s: %s\n", name.c_str(), files[0].c_str(),
                 one_line(error.what()).c_str());
    return 2;
  }
}

}  // namespace motion

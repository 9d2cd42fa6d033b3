// SPDX-License-Identifier: MIT
// A scene in MuJoCo: `motion_mujoco`.
//
// What is posed, and how:
// - A model of free bodies with a geom each, stepped by mj_step() with the scene's dt and MuJoCo's
//   defaults: Euler's integrator, Newton's solver to 1e-8, a pyramidal cone, soft contacts (solref
//   0.02 1, solimp 0.9 0.95 0.001). Soft contacts overlap at rest: that is MuJoCo's model.
// - Spheres and capsules are geoms of these types, along z, by radius and half length, as the scene's.
// - Boxes are box geoms, hulls are meshes, whose vertices MuJoCo keeps in single precision and
//   which touch at one point. Margins are 0, as by default.
// - Friction: the sliding coefficient of every geom is the scene's mu (of two geoms MuJoCo takes
//   the larger), a pair of another mu is an explicit <pair>. Rolling and torsional friction are off
//   (condim 3), as by default; condim 1 where mu is 0.
// - Room for contacts and constraints is given by the number of bodies, as MuJoCo 2 wants it.
// - Any of MuJoCo's warnings ends the run: it resets the data at some.
#include <mujoco/mujoco.h>

#include <cstdlib>
#include <map>

#include "peers/motion/motion.hpp"
#include "peers/mujoco_model.hpp"

namespace {

template <class Numbers>
std::string numbers(const Numbers& values) {
  std::string text;
  std::array<char, 32> digits{};
  for (const double x : values) {
    std::snprintf(digits.data(), digits.size(), "%.17g ", x);
    text += digits.data();
  }
  return text;
}

std::string quoted(const char* key, const std::string& value) {
  return std::string(" ") + key + "=\"" + value + "\"";
}
std::string number(double x) { return numbers(std::array<double, 1>{x}); }

std::string friction_of(double mu) {
  return quoted("condim", mu > 0 ? "3" : "1") + quoted("friction", number(mu) + "0.005 0.0001");
}

std::string name_of(char kind, std::size_t i) { return kind + std::to_string(i); }

/// Meshes of the same vertices are one.
class Meshes {
 public:
  std::string name_of_mesh(const motion::Body& body) {
    const auto [at, added] = names_.try_emplace(body.vertices, name_of('m', names_.size()));
    if (added) {
      std::string vertices;
      for (const motion::Vector& v : body.vertices) vertices += numbers(v);
      assets_ += "<mesh" + quoted("name", at->second) + quoted("vertex", vertices) + "/>";
    }
    return at->second;
  }
  const std::string& assets() const { return assets_; }

 private:
  std::map<std::vector<motion::Vector>, std::string> names_;
  std::string assets_;
};

std::string shape_of(const motion::Body& body, Meshes& meshes) {
  if (body.half_length > 0) {
    return quoted("type", "capsule") +
           quoted("size", number(body.radius) + number(body.half_length));
  }
  if (body.radius > 0) return quoted("type", "sphere") + quoted("size", number(body.radius));
  if (body.is_box) return quoted("type", "box") + quoted("size", numbers(body.half_extents));
  return quoted("type", "mesh") + quoted("mesh", meshes.name_of_mesh(body));
}

std::string model_text(const motion::Scene& scene) {
  const std::size_t n = scene.bodies.size();
  Meshes meshes;
  std::string bodies;
  // The friction of most pairs; a scene of one body needs none.
  const double mu = n < 2 ? 0 : scene.mu_of(0, n - 1);
  for (std::size_t i = 0; i < n; ++i) {
    const motion::Body& body = scene.bodies[i];
    bodies += "<body" + quoted("pos", numbers(body.start.p)) +
              quoted("quat", numbers(body.start.q)) + ">";
    if (!body.fixed) {
      bodies += "<freejoint/><inertial" + quoted("pos", "0 0 0") +
                quoted("mass", number(body.mass)) + quoted("diaginertia", numbers(body.inertia)) +
                "/>";
    }
    bodies += "<geom" + quoted("name", name_of('g', i)) + friction_of(mu) + shape_of(body, meshes) +
              "/></body>";
  }
  std::string pairs;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const double pair_mu = scene.mu_of(i, j);
      if (pair_mu == mu || (scene.bodies[i].fixed && scene.bodies[j].fixed)) continue;
      // A <pair> has five: two sliding, torsional, two rolling.
      pairs += "<pair" + quoted("geom1", name_of('g', i)) + quoted("geom2", name_of('g', j)) +
               quoted("condim", pair_mu > 0 ? "3" : "1") +
               quoted("friction", number(pair_mu) + number(pair_mu) + "0.005 0.0001 0.0001") + "/>";
    }
  }
  const std::size_t contacts = 60 + 12 * n;
  return "<mujoco><option" + quoted("timestep", number(scene.dt)) +
         quoted("gravity", numbers(scene.gravity)) + "/><size" +
         quoted("nconmax", std::to_string(contacts)) +
         quoted("njmax", std::to_string(4 * contacts)) + "/><asset>" + meshes.assets() +
         "</asset><worldbody>" + bodies + "</worldbody><contact>" + pairs + "</contact></mujoco>";
}

mjModel* load(const std::string& xml) {
  std::array<char, 1000> error{};
  mjModel* model = load_model(xml, error.data(), static_cast<int>(error.size()));
  if (model == nullptr) throw motion::CannotPose(error.data());
  return model;
}

class Engine {
 public:
  Engine(const motion::Scene& scene, const motion::Options& /*options*/)
      : scene_(scene), model_(load(model_text(scene))), data_(mj_makeData(model_)) {
    int qpos = 0;
    int qvel = 0;
    for (const motion::Body& body : scene.bodies) {
      at_.push_back({qpos, qvel});
      if (body.fixed) continue;
      // The spin of a free joint is in the body's axes.
      const motion::Vector w = motion::rotated(motion::inverse(body.start.q), body.start.w);
      std::copy(body.start.p.begin(), body.start.p.end(), data_->qpos + qpos);
      std::copy(body.start.q.begin(), body.start.q.end(), data_->qpos + qpos + 3);
      std::copy(body.start.v.begin(), body.start.v.end(), data_->qvel + qvel);
      std::copy(w.begin(), w.end(), data_->qvel + qvel + 3);
      qpos += 7;
      qvel += 6;
    }
  }
  ~Engine() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void step() {
    mj_step(model_, data_);
    for (int k = 0; k < mjNWARNING; ++k) {
      if (data_->warning[k].number > 0)
        throw motion::Fault(mju_warningText(k, std::size_t(data_->warning[k].lastinfo)));
    }
  }

  motion::State state(std::size_t i) const {
    if (scene_.bodies[i].fixed) return scene_.bodies[i].start;
    const mjtNum* x = data_->qpos + at_[i][0];
    const mjtNum* v = data_->qvel + at_[i][1];
    const motion::Quaternion q = {x[3], x[4], x[5], x[6]};
    return {{x[0], x[1], x[2]}, q, {v[0], v[1], v[2]}, motion::rotated(q, {v[3], v[4], v[5]})};
  }

  std::string settings() const { return "Euler, Newton to 1e-8, pyramidal cone, solref 0.02 1"; }

 private:
  const motion::Scene& scene_;
  mjModel* model_;
  mjData* data_;
  std::vector<std::array<int, 2>> at_;  ///< places of each body in qpos and qvel
};

}  // namespace

int main(int argc, char** argv) {
  // MuJoCo would write MUJOCO_LOG.TXT, and wait for a key.
  mju_user_error = [](const char* what) {
    std::fprintf(stderr, "motion_mujoco: %s\n", what);
    std::exit(2);
  };
  mju_user_warning = [](const char*) {};
  return motion::run<Engine>(argc, argv, "mujoco", PEER_VERSION, {});
}

// SPDX-License-Identifier: MIT
// MuJoCo's collision detection as plug-ins: `mujoco` takes every polytope as a mesh (convex against
// convex), `mujoco_box` (PEER_BOXES) boxes as box geoms, `mujoco_margin` (PEER_MARGIN) so with a
// margin of 1 mm. With MuJoCo 3 also `mujoco_distance`
// (PEER_DISTANCE): mj_geomDistance() of meshes. `mujoco_multi` (PEER_MULTI) takes meshes with the
// option multiccd of MuJoCo 2, which turns both by 0.001 rad for up to four more points.
//
// Conventions of MuJoCo, and what becomes of them here:
// - A box geom's size is half extents, as ours. A mesh is its vertices; MuJoCo makes the hull,
//   moves it to its centre of mass and principal axes (geom_pos and geom_quat say where that is)
//   and keeps its vertices in single precision: those rows claim float32.
// - A point with a radius is a sphere, a segment with one a capsule along z, whose second size is
//   half the length between the centres. MuJoCo has no other body with a radius.
// - A cylinder is along z, its sizes radius and half length, an ellipsoid's its semi-axes, as ours.
//   MuJoCo has no cone.
// - A contact exists where dist is below margin, which is 0, so only of bodies that penetrate; with
//   a margin of 1 mm, the larger of both geoms', also of those that are nearer than it.
//   Its dist is negative, as ours; the deepest contact counts. Without a contact: sign +1.
// - frame[0..2] is the normal from geom1 to geom2: negated, or kept where geom1 is B.
// - A contact has one point, midway between the bodies: no witness points. Points of a manifold
//   keep their dist. Those that multiccd adds have that of the first one, and are left out where
//   they are nearer to another one than 0.001 of the smaller mesh's radius, which no policy says.
// - MuJoCo 3.12.1 has another box test and its own convex solver, with multiccd by default: up to 4
//   points of meshes, each with its depth and normal, so no row `mujoco_multi`. Of boxes it prefers a
//   face within 8 degrees of an edge's normal whose depth is less than 1/0.95 of the edge's.
// - mj_geomDistance() gives a signed distance and the segment between nearest points, from the
//   first geom to the second: witness points, of which the normal is derived.
// - Poses are written into geom_xpos and geom_xmat, as matrices. Through qpos, where users write
//   them, they would be rounded to quaternions.
// - Bodies whose mesh MuJoCo's compiler rejects (too thin, too small) are skipped with its reason.
// - Errors that MuJoCo ends the program for end the process of the plug-in: crashed.
// Parameters: the defaults of MuJoCo's options (mpr_tolerance or ccd_tolerance 1e-6, 50
// iterations).
#include <mujoco/mujoco.h>

#include <cstdlib>

#include "peers/mujoco_model.hpp"
#include "peers/peer.hpp"

namespace {

#ifdef PEER_DISTANCE
constexpr bool kDistance = true;
#else
constexpr bool kDistance = false;
#endif

/// With versions as 3.12.1, written 3012001, whose collision detection is another one.
constexpr bool kNew = mjVERSION_HEADER >= 3000000;

#ifdef PEER_MARGIN
constexpr double kMargin = 1e-3;
#else
constexpr double kMargin = 0;
#endif

#ifdef PEER_MULTI
constexpr bool kMulti = true;
#else
constexpr bool kMulti = false;
#endif

std::string numbers(const double* x, std::size_t count) {
  std::string text;
  std::array<char, 32> digits{};
  for (std::size_t k = 0; k < count; ++k) {
    std::snprintf(digits.data(), digits.size(), "%.17g ", x[k]);
    text += digits.data();
  }
  return text;
}

/// What describes the body in MuJoCo's XML.
struct Body {
  std::string asset;
  std::string geom;
  bool is_mesh = false;

  static constexpr touchstone_descriptor_2 kMore = {
      .takes = TOUCHSTONE_TAKES_SPHERES | TOUCHSTONE_TAKES_CAPSULES | TOUCHSTONE_TAKES_CYLINDERS |
               TOUCHSTONE_TAKES_ELLIPSOIDS,
      .reach = kMargin};
  peer::Pose X_SG = peer::frame_at({});  ///< pose of a sphere or capsule

  explicit Body(const touchstone_body& body) {
    if (body.shape == nullptr) {
      geom = curved(body);
    } else {
      make_of_polytope(body);
    }
    if (kMargin > 0) geom += " margin=\"" + numbers(&kMargin, 1) + "\"";
  }

 private:
  static std::string curved(const touchstone_body& body) {
    if (body.core == TOUCHSTONE_CORE_CYLINDER) {
      return "type=\"cylinder\" size=\"" + numbers(body.lengths, 2) + "\"";
    }
    if (body.core == TOUCHSTONE_CORE_ELLIPSOID) {
      return "type=\"ellipsoid\" size=\"" + numbers(body.lengths, 3) + "\"";
    }
    throw peer::CannotTake("MuJoCo has no such shape");
  }

  void make_of_polytope(const touchstone_body& body) {
    const touchstone_shape& shape = *body.shape;
    if (body.radius > 0 && body.dimension == 0) {
      X_SG.t = peer::vertex(shape, 0);
      geom = "type=\"sphere\" size=\"" + numbers(&body.radius, 1) + "\"";
    } else if (body.radius > 0 && body.dimension == 1) {
      const peer::Segment core = peer::segment(shape, 2);
      X_SG = core.X_SG;
      geom = "type=\"capsule\" size=\"" + numbers(&body.radius, 1) + numbers(&core.half_length, 1) +
             "\"";
    } else if (peer::kBoxes) {
      if (shape.is_box == 0) throw peer::CannotTake("not a box");
      geom = "type=\"box\" pos=\"" + numbers(shape.box_center, 3) + "\" size=\"" +
             numbers(shape.box_half_extents, 3) + "\"";
    } else {
      is_mesh = true;
      asset = "vertex=\"" + numbers(shape.vertices, 3 * std::size_t{shape.vertex_count}) + "\"";
    }
  }
};

/// A model of two free bodies with a geom each.
class Scene {
 public:
  Scene(const Body& A, const Body& B) {
    std::string xml = "<mujoco>";
    if (kMulti) xml += "<option><flag multiccd=\"enable\"/></option>";
    // By default each pair takes 14 MB, which with the threads of its compiler is more than a plug-in
    // may have.
    if (kNew) xml += "<size memory=\"4M\"/>";
    xml += "<asset>";
    if (A.is_mesh) xml += "<mesh name=\"a\" " + A.asset + "/>";
    if (B.is_mesh) xml += "<mesh name=\"b\" " + B.asset + "/>";
    xml += "</asset><worldbody>" + body(A, "a") + body(B, "b") + "</worldbody></mujoco>";
    std::array<char, 1000> error{};
    model_ = load_model(xml, error.data(), static_cast<int>(error.size()));
    if (model_ == nullptr) {
      const std::string why = one_line(error.data());
      if (why.find("allocate") != std::string::npos) throw std::runtime_error(why);
      throw peer::CannotTake(why);
    }
    data_ = mj_makeData(model_);
    mj_kinematics(model_, data_);
    geom_A_ = mj_name2id(model_, mjOBJ_GEOM, "a");
    geom_B_ = mj_name2id(model_, mjOBJ_GEOM, "b");
  }
  ~Scene() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  void place(const peer::Pose& X_WA, const peer::Pose& X_WB) {
    place(geom_A_, X_WA);
    place(geom_B_, X_WB);
  }

  void find_contacts(touchstone_answer& out) {
    mj_collision(model_, data_);
    const mjContact* deepest = nullptr;
    for (int k = 0; k < data_->ncon; ++k) {
      const mjContact& contact = data_->contact[k];
      if (deepest == nullptr || contact.dist < deepest->dist) deepest = &contact;
    }
    if (deepest == nullptr) {
      peer::give_sign(out, 1);
      return;
    }
    peer::give_value(out, deepest->dist);
    const peer::Point n = normal_of(*deepest);
    peer::give_normal(out, n[0], n[1], n[2]);
  }

  void give_contacts(touchstone_answer& out, peer::Points& points) {
    mj_collision(model_, data_);
    double least = HUGE_VAL;
    for (int k = 0; k < data_->ncon; ++k) {
      const mjContact& contact = data_->contact[k];
      least = std::min(least, static_cast<double>(contact.dist));
      points.add(contact.pos, contact.dist, normal_of(contact));
    }
    peer::give_sign(out, least > 0 ? 1 : -1);
  }

#ifdef PEER_DISTANCE
  void measure(touchstone_answer& out) {
    // Beyond this distance it would answer just that; mjMAXVAL is what MuJoCo takes for a length.
    constexpr double kFar = mjMAXVAL;
    std::array<mjtNum, 6> segment{};
    peer::give_value(out, mj_geomDistance(model_, data_, geom_A_, geom_B_, kFar, segment.data()));
    peer::give_witnesses(out, segment.data(), segment.data() + 3);
    peer::derive_normal(out);
  }
#endif

 private:
  static std::string body(const Body& body, const std::string& name) {
    const std::string mesh = body.is_mesh ? "type=\"mesh\" mesh=\"" + name + "\"" : "";
    return R"(<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom name=")" +
           name + "\" " + mesh + body.geom + "/></body>";
  }

  /// From B to A.
  peer::Point normal_of(const mjContact& contact) const {
    const double sign = first_geom(contact) == geom_A_ ? -1 : 1;
    return {sign * contact.frame[0], sign * contact.frame[1], sign * contact.frame[2]};
  }

  static int first_geom(const mjContact& contact) {
#if mjVERSION_HEADER >= 300
    return contact.geom[0];
#else
    return contact.geom1;
#endif
  }

  static std::string one_line(std::string text) {
    for (char& c : text) {
      if (c == '\n') c = ' ';
    }
    return text;
  }

  /// X_WG = X_WS X_SG, where G is the frame into which the compiler moved a mesh.
  void place(int geom, const peer::Pose& X_WS) {
    const mjtNum* p_SG = model_->geom_pos + 3 * std::size_t(geom);
    const peer::Pose X = peer::moved(X_WS, {p_SG[0], p_SG[1], p_SG[2]});
    const mjtNum* q = model_->geom_quat + 4 * std::size_t(geom);
    mjtNum* R_WG = data_->geom_xmat + 9 * std::size_t(geom);
    if (q[1] == 0 && q[2] == 0 && q[3] == 0) {
      mju_copy(R_WG, X.R.data(), 9);
    } else {
      std::array<mjtNum, 9> R_SG{};
      mju_quat2Mat(R_SG.data(), q);
      mju_mulMatMat(R_WG, X.R.data(), R_SG.data(), 3, 3, 3);
    }
    mju_copy3(data_->geom_xpos + 3 * std::size_t(geom), X.t.data());
  }

  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  int geom_A_ = 0;
  int geom_B_ = 1;
};

constexpr touchstone_manifold_policy policy() {
  touchstone_manifold_policy made{};
  made.max_points = TOUCHSTONE_ANY_COUNT;
  made.depth_is_gap = 1;
  made.reach = kMargin;
  if (peer::kBoxes) {
    if (kNew) made.relative_slack = 1 / 0.95 - 1;
    return made;
  }
  made.max_points = kNew ? 4 : kMulti ? 5 : 1;
  made.depth_of_pair = !kNew && kMulti ? 1 : 0;
  made.many_normals = kNew || kMulti ? 1 : 0;
  return made;
}

/// Keeps the model of the last pair: compiling it takes far longer than the question.
struct Engine {
  void reset() { scene_.reset(); }

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    pose(A, X_WA, B, X_WB);
#ifdef PEER_DISTANCE
    scene_->measure(out);
#else
    scene_->find_contacts(out);
#endif
  }

#ifndef PEER_DISTANCE
  static constexpr touchstone_manifold_policy kPolicy = policy();

  void contacts(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                touchstone_answer& out, peer::Points& points) {
    pose(A, X_WA, B, X_WB);
    scene_->give_contacts(out, points);
  }
#endif

 private:
  void pose(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB) {
    if (!scene_ || A.geom + A.asset != text_A_ || B.geom + B.asset != text_B_) {
      scene_.reset();
      scene_ = std::make_unique<Scene>(A, B);
      text_A_ = A.geom + A.asset;
      text_B_ = B.geom + B.asset;
    }
    scene_->place(peer::composed(X_WA, A.X_SG), peer::composed(X_WB, B.X_SG));
  }

  std::unique_ptr<Scene> scene_;
  std::string text_A_;
  std::string text_B_;
};

/// MuJoCo would write MUJOCO_LOG.TXT and wait for a key.
int begin(const char* /*library*/) {
  mju_user_error = [](const char*) { std::abort(); };
  mju_user_warning = [](const char*) {};
  return 0;
}

const touchstone_descriptor kDescriptor = {
    .name = kDistance      ? "mujoco_distance"
            : kMargin > 0  ? "mujoco_margin"
            : peer::kBoxes ? "mujoco_box"
            : kMulti       ? "mujoco_multi"
                           : "mujoco",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = kDistance      ? "MuJoCo's mj_geomDistance of meshes, default options"
               : kMargin > 0  ? "MuJoCo's contacts of two box geoms, margin 1 mm"
               : peer::kBoxes ? "MuJoCo's contacts of two box geoms, margin 0"
               : kMulti       ? "MuJoCo's contacts of two meshes, margin 0, multiccd"
                              : "MuJoCo's contacts of two meshes, margin 0, default options",
    .policy = kDistance ? nullptr : peer::kContactsOnly,
    .scalar = peer::kBoxes ? TOUCHSTONE_FLOAT64 : TOUCHSTONE_FLOAT32,
    .boxes_only = peer::kBoxes ? 1U : 0U,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = peer::kBoxes ? 0 : 1e-6,
    .when_separated = kDistance     ? peer::kAll
                      : kMargin > 0 ? peer::kValueAndNormal
                                    : 0U,
    .when_touching = kDistance || kMargin > 0 ? peer::kValue : 0U,
    .when_penetrating = kDistance ? peer::kAll : peer::kValueAndNormal,
};

}  // namespace

TOUCHSTONE_PEER_WITH_INIT(Engine, Body, kDescriptor, begin, nullptr)

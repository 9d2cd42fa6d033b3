// SPDX-License-Identifier: MIT
// MuJoCo 3's own convex collision detection as the plug-in `mujoco_ccd`: mjc_ccd(), which
// mj_geomDistance() and contacts stand on, called directly. It is in no installed header: a library
// that has it is needed, and MuJoCo's internal headers (peers/CMakeLists.txt says by which
// options).
//
// Conventions of MuJoCo, and what becomes of them here:
// - A box geom's size is half extents, as ours: boxes are box geoms, in double precision.
// - A mesh keeps its vertices in single precision: the row claims float32. Its `graph` of edges
//   and its 27 `extrema` are made here as MuJoCo's compiler lays them out, of our edges; the mesh
//   is not moved to its principal axes.
// - A distance is positive where bodies are apart, negative where they penetrate, as ours. x1 and
//   x2 are the witness points, in the world; the normal is derived from them.
// - A query starts without what an earlier one found (mjc_initCCDObj()).
// Parameters: tolerance 1e-10 (MuJoCo's default is 1e-6) and at most 1000 iterations (35); margin
// 0; one contact; no cutoff of distances.
extern "C" {
#include <engine/engine_collision_convex.h>
#include <engine/engine_collision_gjk.h>
}

#include <algorithm>
#include <limits>

#include "peers/peer.hpp"

namespace {

constexpr int kIterations = 1000;
constexpr mjtNum kTolerance = 1e-10;

/// A mesh or a box as MuJoCo's model has it.
struct Body {
  peer::Point origin{};  ///< origin of the geom's frame in the shape's
  int type = mjGEOM_MESH;
  std::array<mjtNum, 3> size{};
  std::vector<float> vertices;
  std::vector<int> graph;
  std::array<int, 27> extrema{};

  explicit Body(const touchstone_shape& shape) {
    if (shape.is_box != 0) {
      type = mjGEOM_BOX;
      std::copy_n(shape.box_half_extents, 3, size.begin());
      origin = peer::box_center(shape);
      return;
    }
    const std::size_t entries = 3 * std::size_t{shape.vertex_count};
    for (std::size_t k = 0; k < entries; ++k) {
      vertices.push_back(static_cast<float>(shape.vertices[k]));
    }
    make_graph(shape);
    make_extrema(static_cast<int>(shape.vertex_count));
  }

 private:
  /// Counts, where each vertex' neighbours begin, its number, then the neighbours and -1.
  void make_graph(const touchstone_shape& shape) {
    std::vector<std::vector<int>> neighbours(shape.vertex_count);
    for (std::uint32_t k = 0; k < shape.edge_count; ++k) {
      const int v0 = shape.edges[4 * k];
      const int v1 = shape.edges[4 * k + 1];
      neighbours[static_cast<std::size_t>(v0)].push_back(v1);
      neighbours[static_cast<std::size_t>(v1)].push_back(v0);
    }
    const auto count = static_cast<int>(shape.vertex_count);
    graph = {count, static_cast<int>(shape.facet_count)};
    int begin = 0;
    for (const auto& of_one : neighbours) {
      graph.push_back(begin);
      begin += static_cast<int>(of_one.size()) + 1;
    }
    for (int k = 0; k < count; ++k) graph.push_back(k);
    for (const auto& of_one : neighbours) {
      graph.insert(graph.end(), of_one.begin(), of_one.end());
      graph.push_back(-1);
    }
  }

  /// The farthest vertex along each direction of {-1, 0, 1}^3.
  void make_extrema(int count) {
    for (int cell = 0; cell < 27; ++cell) {
      const std::array<int, 3> d = {cell / 9 - 1, cell / 3 % 3 - 1, cell % 3 - 1};
      float most = std::numeric_limits<float>::lowest();
      for (int k = 0; k < count; ++k) {
        const float* v = vertices.data() + 3 * std::size_t(k);
        const float dot = v[0] * float(d[0]) + v[1] * float(d[1]) + v[2] * float(d[2]);
        if (dot <= most) continue;
        most = dot;
        extrema[std::size_t(cell)] = k;
      }
    }
  }
};

/// A model of one geom, which mjc_initCCDObj() takes apart.
class Geom {
 public:
  void place(mjCCDObj& object, const Body& body, const peer::Pose& X_WS) {
    X_ = peer::moved(X_WS, body.origin);
    type_ = body.type;
    count_ = static_cast<int>(body.vertices.size() / 3);
    model_.geom_size = const_cast<mjtNum*>(body.size.data());
    model_.mesh_vert = const_cast<float*>(body.vertices.data());
    model_.mesh_graph = const_cast<int*>(body.graph.data());
    model_.mesh_extrema = const_cast<int*>(body.extrema.data());
    mjc_initCCDObj(&object, &model_, &data_, 0, 0);
  }

  Geom() {
    model_.geom_type = &type_;
    model_.mesh_vertnum = &count_;
    data_.geom_xpos = X_.t.data();
    data_.geom_xmat = X_.R.data();
    for (int** place : {&model_.geom_dataid, &model_.mesh_graphadr, &model_.mesh_vertadr,
                        &model_.mesh_polyadr, &model_.mesh_polynum}) {
      *place = &zero_;
    }
  }
  Geom(const Geom&) = delete;
  Geom& operator=(const Geom&) = delete;

 private:
  mjModel model_{};
  mjData data_{};
  peer::Pose X_;
  int type_ = 0;
  int count_ = 0;
  int zero_ = 0;
};

class Engine {
 public:
  Engine() : buffer_(mjc_ccdSize(0, 0, kIterations)) {
    config_.max_iterations = kIterations;
    config_.tolerance = kTolerance;
    config_.max_contacts = 1;
    config_.dist_cutoff = std::numeric_limits<mjtNum>::max();
    config_.buffer = buffer_.data();
  }

  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    geom_A_.place(object_A_, A, X_WA);
    geom_B_.place(object_B_, B, X_WB);
    const mjtNum distance = mjc_ccd(&config_, &status_, &object_A_, &object_B_);
    if (distance <= 0 && status_.epa_status > mjEPA_SUCCESS) {
      peer::note(out, "its EPA found no first polytope");
      return;
    }
    peer::give_value(out, distance);
    if (status_.nx == 0) return;
    peer::give_witnesses(out, status_.x1, status_.x2);
    peer::derive_normal(out);
  }

 private:
  std::vector<char> buffer_;
  mjCCDConfig config_{};
  mjCCDStatus status_{};
  mjCCDObj object_A_{};
  mjCCDObj object_B_{};
  Geom geom_A_;
  Geom geom_B_;
};

const touchstone_descriptor kDescriptor = {
    .name = "mujoco_ccd",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = "MuJoCo's mjc_ccd of boxes and meshes, tolerance 1e-10, 1000 iterations",
    .scalar = TOUCHSTONE_FLOAT32,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-8,
    .when_separated = peer::kAll,
    .when_touching = peer::kValue,
    .when_penetrating = peer::kAll,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)

// SPDX-License-Identifier: MIT
// DGD's (differentiable growth distance) GrowthDistance() and GdGradient() as the plug-in `dgd`: the
// ratio metric and its gradient (arXiv 2604.10058).
//
// Conventions of DGD, and what becomes of them here:
// - The growth distance is our r: given is (r - 1)/r, and its gradient is that of r over r^2.
// - Bodies grow about the origin of their frame: vertices are taken from the interior point, and the
//   frame's origin is put there. A box about that point is a Cuboid with our half extents, any other
//   body a Mesh, whose hull and inradius MeshLoader finds (with Qhull). Its vertices are unique, and
//   points inside are left out.
// - A transformation is a 4x4 matrix.
// - The normal points from the first body to the second: negated.
// - A twist has the velocity of that origin first, then the angular one, in world axes
//   (TwistFrame::Hybrid, the default): moved to the origin of our frame.
// - "Differentiable" is value_differentiable of ComputeKktNullspace().
// - Where centers coincide r is 0: no answer, with the name of the status. The same after max_iter.
// Parameters: the defaults of Settings (rel_tol 1 + 1.5e-8).
#include <dgd/dgd.h>
#include <dgd/geometry/3d/cuboid.h>
#include <dgd/geometry/3d/mesh.h>
#include <dgd/mesh_loader.h>

#include "peers/peer.hpp"

namespace {

struct Body {
  std::unique_ptr<dgd::ConvexSet<3>> set;
  peer::Point center;

  explicit Body(const touchstone_shape& shape)
      : center{shape.interior_point[0], shape.interior_point[1], shape.interior_point[2]} {
    if (shape.is_box != 0 && center == peer::box_center(shape)) {
      const double* h = shape.box_half_extents;
      set = std::make_unique<dgd::Cuboid>(h[0], h[1], h[2], 0.0);
      return;
    }
    std::vector<dgd::Vec3r> points;
    for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
      const peer::Point v = peer::vertex(shape, k);
      points.emplace_back(v[0] - center[0], v[1] - center[1], v[2] - center[2]);
    }
    dgd::MeshLoader loader;
    loader.ProcessPoints(points);
    dgd::Vec3r origin = dgd::Vec3r::Zero();
    const double inradius = loader.ComputeInradius(origin, true);
    std::vector<dgd::Vec3r> corners;
    std::vector<int> graph;
    if (!loader.MakeVertexGraph(corners, graph)) {
      throw peer::CannotTake("MakeVertexGraph makes no hull");
    }
    set = std::make_unique<dgd::Mesh>(corners, graph, inradius);
  }
};

dgd::Transform3r transform(const peer::Pose& X) {
  dgd::Transform3r made = dgd::Transform3r::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) made(i, j) = X.R[3 * i + j];
    made(i, 3) = X.t[i];
  }
  return made;
}

/// The rate of the value for each unit of v and of w. `rate_of_r`: for a twist about the center.
void give_rates(const dgd::Twist3r& rate_of_r, double r, const peer::Pose& X_WS,
                const dgd::Transform3r& X_WG, double* v, double* w) {
  const dgd::Vec3r of_v = rate_of_r.head<3>() / (r * r);
  const dgd::Vec3r arm = X_WG.block<3, 1>(0, 3) - dgd::Vec3r(X_WS.t[0], X_WS.t[1], X_WS.t[2]);
  const dgd::Vec3r of_w = rate_of_r.tail<3>() / (r * r) + arm.cross(of_v);
  for (int i = 0; i < 3; ++i) {
    v[i] = of_v[i];
    w[i] = of_w[i];
  }
}

class Engine {
 public:
  static constexpr bool kRatio = true;

  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    measure(A, transform(peer::moved(X_WA, A.center)), B, transform(peer::moved(X_WB, B.center)),
            out);
  }

  bool gradient(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                touchstone_answer& out, touchstone_gradient& gradient) {
    const dgd::Transform3r X_WGA = transform(peer::moved(X_WA, A.center));
    const dgd::Transform3r X_WGB = transform(peer::moved(X_WB, B.center));
    const double r = measure(A, X_WGA, B, X_WGB, out);
    if (!(r > 0)) return false;
    dgd::TotalDerivative3 rates;
    dgd::GdGradient<3>(X_WGA, X_WGB, settings_, found_, rates);
    give_rates(rates.d_gd_tf1, r, X_WA, X_WGA, gradient.v_A, gradient.w_A);
    give_rates(rates.d_gd_tf2, r, X_WB, X_WGB, gradient.v_B, gradient.w_B);
    dgd::DirectionalDerivative3 unique;
    dgd::ComputeKktNullspace<3>(A.set.get(), X_WGA, B.set.get(), X_WGB, settings_, found_, unique);
    gradient.differentiable =
        unique.value_differentiable ? TOUCHSTONE_DIFFERENTIABLE : TOUCHSTONE_NOT_DIFFERENTIABLE;
    return true;
  }

 private:
  /// Returns r, and 0 where there is no answer.
  double measure(const Body& A, const dgd::Transform3r& X_WGA, const Body& B,
                 const dgd::Transform3r& X_WGB, touchstone_answer& out) {
    found_ = dgd::Output3();
    const double r =
        dgd::GrowthDistance<3>(A.set.get(), X_WGA, B.set.get(), X_WGB, settings_, found_);
    if (found_.status != dgd::SolutionStatus::Optimal) {
      peer::note(out, dgd::SolutionStatusName(found_.status).c_str());
      return 0;
    }
    peer::give_value(out, (r - 1) / r);
    peer::give_normal(out, -found_.normal[0], -found_.normal[1], -found_.normal[2]);
    return r;
  }

  dgd::Settings settings_;
  dgd::Output3 found_;
};

const touchstone_descriptor kDescriptor = {
    .name = "dgd",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = "DGD's growth distance as the ratio metric, default settings",
    .scalar = TOUCHSTONE_FLOAT64,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-7,
    .when_separated = peer::kValueAndNormal,
    .when_touching = peer::kValueAndNormal,
    .when_penetrating = peer::kValueAndNormal,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)

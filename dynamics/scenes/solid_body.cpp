// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/solid_body.hpp"

#include <Eigen/Eigenvalues>
#include <utility>

#include "dynamics/solid_moments.hpp"

namespace touchstone {
namespace {

PolytopePtr hull(std::vector<Vec3> points, const Vec3& inside) {
  PolytopeInput input;
  input.vertices = std::move(points);
  input.interior_point = inside;
  auto made = make_polytope(input);
  return made.ok() ? std::move(made).value() : nullptr;
}

}  // namespace

std::optional<SolidBody> make_solid_body(const std::string& name, const std::vector<Vec3>& points,
                                         double density) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& point : points) mean += point / static_cast<double>(points.size());
  // About a point far away the moments would cancel.
  std::vector<Vec3> near;
  for (const Vec3& point : points) near.emplace_back(point - mean);
  const PolytopePtr given = hull(std::move(near), Vec3::Zero());
  if (given == nullptr || given->dimension() < 3) return std::nullopt;
  const SolidMoments m = solid_moments(*given);
  SolidBody solid;
  const Vec3 center = m.centroid();
  solid.center = mean + center;
  const Mat3 spread = m.second - m.volume * center * center.transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(spread);
  solid.axes = principal.eigenvectors();
  if (solid.axes.determinant() < 0) solid.axes.col(0) *= -1;
  std::vector<Vec3> local;
  for (const Vec3& v : given->vertices()) {
    local.emplace_back(solid.axes.transpose() * (v - center));
  }
  solid.body.name = name;
  solid.body.shape = hull(std::move(local), Vec3::Zero());
  if (solid.body.shape == nullptr) return std::nullopt;
  solid.body.mass = density * m.volume;
  const Vec3 along = principal.eigenvalues();
  solid.body.inertia =
      density * Vec3(along.y() + along.z(), along.z() + along.x(), along.x() + along.y());
  return solid;
}

}  // namespace touchstone

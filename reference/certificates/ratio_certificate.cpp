// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates.hpp"

#include <array>
#include <utility>

#include "reference/exact/exact_support.hpp"

namespace touchstone {
namespace {

RatioCertificate refused(std::string reason) { return {false, {}, std::move(reason)}; }

}  // namespace

RatioCertificate check_ratio_certificate(const Pair& pair, const RatioDetail& detail) {
  if (detail.portal_count != 3) return refused("it does not have three pairs of vertices");
  const BigDyadicVec3 x_A = exactly_placed(pair.X_WA, pair.A->interior_point());
  const BigDyadicVec3 x_B = exactly_placed(pair.X_WB, pair.B->interior_point());
  const BigDyadicVec3 d = x_A - x_B;
  std::array<BigDyadicVec3, 3> k;
  for (std::size_t i = 0; i < 3; ++i) {
    const PortalPair& named = detail.portal[i];
    const auto is_of = [](int v, const Polytope& body) {
      return v >= 0 && v < static_cast<int>(body.vertices().size());
    };
    if (!is_of(named.vertex_A, *pair.A) || !is_of(named.vertex_B, *pair.B)) {
      return refused("a vertex does not exist");
    }
    const Vec3& a = pair.A->vertices()[static_cast<std::size_t>(named.vertex_A)];
    const Vec3& b = pair.B->vertices()[static_cast<std::size_t>(named.vertex_B)];
    k[i] = (exactly_placed(pair.X_WB, b) - x_B) - (exactly_placed(pair.X_WA, a) - x_A);
  }
  // lambda_i = dual_i.d / det and n = sum dual_i / det; here both are multiplied by |det|.
  std::array<BigDyadicVec3, 3> dual = {k[1].cross(k[2]), k[2].cross(k[0]), k[0].cross(k[1])};
  BigDyadic det = k[0].dot(dual[0]);
  if (det.sign() == 0) return refused("its three points and 0 lie in a plane");
  if (det.sign() < 0) {
    det = -det;
    for (BigDyadicVec3& u : dual) u = -u;
  }
  for (const BigDyadicVec3& u : dual) {
    if (u.dot(d).sign() < 0) return refused("the ray misses its triangle");
  }
  const BigDyadicVec3 n = dual[0] + dual[1] + dual[2];
  const BigDyadic r = n.dot(d);
  if (r.sign() <= 0) return refused("the interior points coincide");
  // max n.k over K, as k = c + d for c in B + (-A).
  if (det < exact_reach(pair, n) + r) return refused("a vertex is beyond its plane");
  return {true, 1 - det.to_rational() / r.to_rational(), {}};
}

}  // namespace touchstone

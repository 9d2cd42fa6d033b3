// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates.hpp"

#include <array>
#include <utility>

#include "reference/exact/exact_difference.hpp"

namespace touchstone {
namespace {

RatioCertificate refused_ratio(std::string reason) { return {false, {}, std::move(reason)}; }

}  // namespace

RatioCertificate check_ratio_certificate(const Pair& pair, const RatioDetail& detail) {
  if (detail.portal_count != 3) return refused_ratio("it does not have three pairs of vertices");
  for (const PortalPair& named : detail.portal) {
    const auto is_of = [](int v, const Polytope& body) {
      return v >= 0 && v < static_cast<int>(body.vertices().size());
    };
    if (!is_of(named.vertex_A, *pair.A) || !is_of(named.vertex_B, *pair.B)) {
      return refused_ratio("a vertex does not exist");
    }
  }
  const ExactDifference C(pair);
  const IntegerVec3 d = C.d();
  std::array<IntegerVec3, 3> k;
  for (std::size_t i = 0; i < 3; ++i) {
    k[i] = C.point({detail.portal[i].vertex_A, detail.portal[i].vertex_B}) + d;
  }
  // lambda_i = dual_i.d / det and n = sum dual_i / det; here both are multiplied by |det|.
  std::array<IntegerVec3, 3> dual = {k[1].cross(k[2]), k[2].cross(k[0]), k[0].cross(k[1])};
  Integer det = k[0].dot(dual[0]);
  if (det == 0) return refused_ratio("its three points and 0 lie in a plane");
  if (det < 0) {
    det = -det;
    for (IntegerVec3& u : dual) u = -u;
  }
  for (const IntegerVec3& u : dual) {
    if (u.dot(d) < 0) return refused_ratio("the ray misses its triangle");
  }
  const IntegerVec3 n = dual[0] + dual[1] + dual[2];
  const Integer r = n.dot(d);
  if (r <= 0) return refused_ratio("the interior points coincide");
  // max n.k over K, as k = c + d for c in B + (-A).
  if (det < C.reach(n) + r) return refused_ratio("a vertex is beyond its plane");
  return {true, 1 - scaled_ratio(det, r, 0), {}};
}

}  // namespace touchstone

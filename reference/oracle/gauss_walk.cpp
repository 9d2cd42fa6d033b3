// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/gauss_walk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// Up to so many vertices a look at all of them takes less time than a walk.
constexpr int kFewVertices = 24;
static_assert(kFewVertices <= 32, "a bit for each");

double along(const Columns& columns, int k, const Vec3& n) {
  return columns.x[k] * n[0] + columns.y[k] * n[1] + columns.z[k] * n[2];
}

/// The lowest vertex along n by a look at all of a few; certain if no other can be as low.
Region lowest_of_few(const PlacedBody& body, const Vec3& n, double error) {
  const Columns& vertices = body.vertices();
  const int count = vertices.size();
  std::array<double, kFewVertices> dots;
  for (int v = 0; v < count; ++v) dots[v] = along(vertices, v, n);
  double least = std::numeric_limits<double>::infinity();
  for (int v = 0; v < count; ++v) least = std::min(least, dots[v]);
  // The bound of PlacedBody::near_support.
  const double limit = least + 2 * (error + kVertexError) * body.body().radius();
  std::uint32_t near = 0;
  for (int v = 0; v < count; ++v) near |= static_cast<std::uint32_t>(!(dots[v] > limit)) << v;
  // Without a NaN the least is one of them.
  return {near == 0 ? 0 : std::countr_zero(near), std::has_single_bit(near)};
}

}  // namespace

Region region_of(const PlacedBody& body, const Vec3& n, double error, int start) {
  const Columns& edges = body.edges();
  Region region{start, false};
  if (body.vertices().size() <= kFewVertices) {
    region = lowest_of_few(body, n, error);
    if (region.certain) return region;
  }
  // Every step goes certainly down, so that no vertex comes twice.
  LoopBound bound("oracle: walk to the lowest vertex",
                  static_cast<std::int64_t>(body.vertices().size()));
  while (true) {
    bound.step();
    int next = -1;
    double steepest = -error;
    region.certain = true;
    for (const ExactBody::Spoke& spoke : body.body().spokes(region.vertex)) {
      const double rise = spoke.sense * along(edges, spoke.arc, n);
      if (rise > error) continue;
      region.certain = false;
      if (rise < steepest) {
        steepest = rise;
        next = spoke.other;
      }
    }
    if (next < 0) return region;
    region.vertex = next;
  }
}

GaussWalk::GaussWalk(const PlacedBody& A, const PlacedBody& B, const std::vector<Region>& regions)
    : A_(A),
      B_(B),
      regions_(regions),
      error_A_(2 * kDirectionError + A.largest_normal_error()),
      error_B_(2 * kDirectionError + B.largest_normal_error()) {}

/// Whether the path, which is in the region of the spoke's vertex, leaves it across this arc.
GaussWalk::Exit GaussWalk::leaves_by(const Path& path, const ExactBody::Spoke& spoke,
                                     Crossing& crossing) const {
  // Where the path ends on the inner side it is on that side from here on.
  const double at_end = along(B_.edges(), spoke.arc, path.right);
  if (spoke.sense * at_end > error_A_) return Exit::elsewhere;
  const ExactBody::Arc& arc = B_.body().arcs()[spoke.arc];
  const int t_left = certain_sign(along(B_.normals(), arc.left, path.e), error_B_);
  const int t_right = certain_sign(along(B_.normals(), arc.right, path.e), error_B_);
  if (t_left * t_right > 0) return Exit::elsewhere;
  if (t_left == 0 || t_right == 0) return Exit::open;
  const int s_left = certain_sign(along(B_.edges(), spoke.arc, path.left), error_A_);
  const int s_right = certain_sign(at_end, error_A_);
  if (s_left * s_right >= 0) return Exit::open;
  // Else the circles cross on the far side of the sphere.
  if (s_left != t_left) return Exit::elsewhere;
  crossing = {spoke.arc, s_left};
  return Exit::here;
}

bool GaussWalk::find(int arc_of_A, std::vector<Crossing>& out) const {
  out.clear();
  const ExactBody::Arc& arc = A_.body().arcs()[arc_of_A];
  const Region& first = regions_[arc.left];
  const Region& last = regions_[arc.right];
  if (!first.certain || !last.certain) return false;
  if (first.vertex == last.vertex) return true;
  const Path path{A_.edges().get(arc_of_A), A_.normals().get(arc.left),
                  A_.normals().get(arc.right)};
  const std::size_t limit = B_.body().arcs().size();
  int entered_by = -1;
  int vertex = first.vertex;
  LoopBound bound("oracle: walk along an arc", static_cast<std::int64_t>(limit) + 1);
  while (vertex != last.vertex) {
    bound.step();
    int next = -1;
    for (const ExactBody::Spoke& spoke : B_.body().spokes(vertex)) {
      if (spoke.arc == entered_by) continue;
      Crossing crossing;
      const Exit exit = leaves_by(path, spoke, crossing);
      if (exit == Exit::elsewhere) continue;
      // A second exit cannot be; and a walk that goes on beyond all arcs has lost its way.
      if (exit == Exit::open || next >= 0 || out.size() == limit) return false;
      out.push_back(crossing);
      next = spoke.other;
    }
    if (next < 0) return false;
    entered_by = out.back().arc;
    vertex = next;
  }
  std::sort(out.begin(), out.end(),
            [](const Crossing& a, const Crossing& b) { return a.arc < b.arc; });
  return true;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that make bodies of fewer vertices.
#include <algorithm>
#include <cmath>

#include "harness/shrink/passes.hpp"

namespace touchstone {
namespace {

/// So many of the points that could come next are tried.
constexpr std::size_t kBranches = 3;

/// Length, area or volume that `points` span together with v.
double extent_with(const std::vector<Vec3>& points, const Vec3& v) {
  const Vec3 to_v = v - points.front();
  if (points.size() == 1) return to_v.norm();
  const Vec3 first = points[1] - points.front();
  if (points.size() == 2) return first.cross(to_v).norm();
  return std::abs(first.cross(points[2] - points.front()).dot(to_v));
}

/// Every way of adding widely spread vertices to `chosen` until there are four.
void add_tetrahedra(const std::vector<Vec3>& vertices, const std::vector<std::size_t>& chosen,
                    std::vector<std::vector<std::size_t>>& tetrahedra) {
  if (chosen.size() == 4) {
    tetrahedra.push_back(chosen);
    std::sort(tetrahedra.back().begin(), tetrahedra.back().end());
    return;
  }
  std::vector<Vec3> points;
  for (const std::size_t k : chosen) points.push_back(vertices[k]);
  std::vector<std::pair<double, std::size_t>> next;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const double extent = extent_with(points, vertices[k]);
    if (extent > 0) next.emplace_back(-extent, k);
  }
  std::sort(next.begin(), next.end());
  if (next.size() > kBranches) next.resize(kBranches);
  for (const auto& [extent, k] : next) {
    auto longer = chosen;
    longer.push_back(k);
    add_tetrahedra(vertices, longer, tetrahedra);
  }
}

/// At most three widely spread vertices of a feature.
std::vector<std::size_t> corners(const std::vector<Vec3>& vertices,
                                 const std::vector<int>& active) {
  std::vector<std::size_t> chosen;
  while (chosen.size() < std::min<std::size_t>(active.size(), 3)) {
    std::vector<Vec3> points;
    for (const std::size_t k : chosen) points.push_back(vertices[k]);
    std::size_t best = static_cast<std::size_t>(active.front());
    double widest = -1;
    for (const int v : active) {
      const auto k = static_cast<std::size_t>(v);
      if (k >= vertices.size()) return {};
      const double extent = points.empty() ? 0 : extent_with(points, vertices[k]);
      if (extent > widest) {
        widest = extent;
        best = k;
      }
    }
    chosen.push_back(best);
  }
  return chosen;
}

/// Proposes body k with these vertices: with the interior point that they have by themselves, or
/// else with the one that it had, where algorithms that begin there go the same way.
bool accept_vertices(Search& search, std::size_t k, std::vector<Vec3> vertices) {
  PairDraft draft = search.current();
  const Vec3 interior_point = interior_point_of(draft.bodies[k]);
  BodyDraft& body = draft.bodies[k];
  const bool given = body.interior_point.has_value();
  body.half_extents.reset();
  body.vertices = std::move(vertices);
  if (search.accept(draft)) return true;
  if (given) return false;
  body.interior_point = interior_point;
  return search.accept(draft);
}

/// The box around a hull, in its frame.
PairDraft with_bounding_box(const PairDraft& draft, std::size_t k) {
  const auto& vertices = draft.bodies[k].vertices;
  Vec3 low = vertices.front();
  Vec3 high = vertices.front();
  for (const Vec3& v : vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  PairDraft result = draft;
  result.bodies[k] = BodyDraft();
  result.bodies[k].radius = draft.bodies[k].radius;
  result.bodies[k].half_extents = 0.5 * (high - low);
  result.poses[k].t += result.poses[k].R * (0.5 * (low + high));
  return result;
}

void replace_by_tetrahedron(Search& search, std::size_t k) {
  const PairDraft start = search.current();
  if (start.bodies[k].vertex_count() <= 4 || search.features().empty()) return;
  const std::vector<Vec3> vertices = vertices_of(start.bodies[k]);
  const ExactFeatures& features = search.features().front();
  const auto chosen = corners(vertices, k == 0 ? features.vertices_A : features.vertices_B);
  if (chosen.empty()) return;
  std::vector<std::vector<std::size_t>> tetrahedra;
  add_tetrahedra(vertices, chosen, tetrahedra);
  for (const auto& tetrahedron : tetrahedra) {
    std::vector<Vec3> kept;
    for (const std::size_t v : tetrahedron) kept.push_back(vertices[v]);
    if (accept_vertices(search, k, std::move(kept))) return;
  }
}

/// The core replaced by its interior point, or by the segment along the longest way through it.
void replace_core(Search& search, std::size_t k) {
  const BodyDraft body = search.current().bodies[k];
  if (body.radius == 0 || body.vertex_count() == 1) return;
  const Vec3 center = interior_point_of(body);
  if (accept_vertices(search, k, {center}) || body.vertex_count() == 2) return;
  const std::vector<Vec3> vertices = vertices_of(body);
  const Vec3 farthest =
      *std::max_element(vertices.begin(), vertices.end(), [&center](const Vec3& a, const Vec3& b) {
        return (a - center).squaredNorm() < (b - center).squaredNorm();
      });
  accept_vertices(search, k, {farthest, 2 * center - farthest});
}

}  // namespace

void simplify_rounded(Search& search) {
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    PairDraft draft = search.current();
    if (draft.bodies[k].radius == 0) continue;
    draft.bodies[k].radius = 0;
    if (search.accept(draft)) continue;
    draft.bodies[1 - k].radius += search.current().bodies[k].radius;
    search.accept(draft);
  }
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) replace_core(search, k);
}

void replace_bodies(Search& search) {
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    if (!search.current().bodies[k].half_extents) {
      search.accept(with_bounding_box(search.current(), k));
    }
    replace_by_tetrahedron(search, k);
  }
}

void drop_vertices(Search& search) {
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    for (std::size_t chunk = search.current().bodies[k].vertex_count() / 2; chunk > 0; chunk /= 2) {
      std::size_t begin = 0;
      while (!search.over() && begin < search.current().bodies[k].vertex_count()) {
        std::vector<Vec3> kept = vertices_of(search.current().bodies[k]);
        const std::size_t end = std::min(begin + chunk, kept.size());
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(begin),
                   kept.begin() + static_cast<std::ptrdiff_t>(end));
        const bool dropped = !kept.empty() && accept_vertices(search, k, std::move(kept));
        if (!dropped) begin = end;
      }
    }
  }
}

}  // namespace touchstone

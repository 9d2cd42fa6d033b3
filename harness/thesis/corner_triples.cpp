// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/corner_triples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "contact/events/nearly_active.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr std::array<const char*, 3> kSolidNames = {"icosahedron", "pyramids", "hull"};
/// How far our event's t may be off, in parts of 1 + |t| [1].
constexpr double kEventError = 1e-9;

PolytopePtr solid(std::size_t kind, Random& random) {
  if (kind == 0) return make_icosphere(0);
  if (kind == 1) return make_double_pyramid(4 + static_cast<int>(random.below(5)), 1, 1);
  return make_random_sphere_hull(random, 12);
}

/// A plane through three points of a facet, normal.(x - center) = offset.
struct ExactPlane {
  ExactVec3 normal;
  Rational offset;
};
ExactPlane exact_plane(const Polytope& body, const Pose& X, int facet) {
  const std::vector<int>& corners = body.facets()[at(facet)].vertices;
  const auto place = [&](std::size_t k) { return exact_point(X, body.vertices()[at(corners[k])]); };
  const ExactVec3 p = place(0);
  const ExactVec3 normal = cross(place(1) - p, place(2) - p);
  return {normal, dot(normal, p - exact_point(X, body.interior_point()))};
}

ExactVec3 sum_of(const std::array<ExactVec3, 3>& columns, const ExactVec3& weights) {
  ExactVec3 sum;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += weights[i] * columns[i][k];
  }
  return sum;
}

/// How often our algorithm names the event of the corner and the plane, and the t that it gives.
std::pair<int, double> named_events(const Pair& pair, int vertex, int facet_B, double t) {
  const EventBody A(*pair.A);
  const EventBody B(*pair.B);
  EventTolerances any;
  any.eps_below = any.eps_t = kEventError * (1 + std::abs(t));
  any.eps_x = any.eps_plane = std::numeric_limits<double>::infinity();
  NearlyActive nearly;
  std::pair<int, double> named;
  const std::vector<Event>& found =
      nearly.find(PlacedEventBody(A, pair.X_WA), PlacedEventBody(B, pair.X_WB), t,
                  {facets_at(*pair.A, vertex), {facet_B}}, any);
  for (const Event& event : found) {
    if (event.kind != EventKind::corner_A || event.feature_A != vertex) continue;
    if (event.feature_B != facet_B) continue;
    ++named.first;
    named.second = event.t;
  }
  return named;
}

void judge_corner(const Pair& pair, int vertex, int facet_B, const std::string& id, CheckRow& row) {
  ++row.cases;
  const std::vector<int> facets = facets_at(*pair.A, vertex);
  std::vector<TripleEvent> events;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    for (std::size_t j = i + 1; j < facets.size(); ++j) {
      for (std::size_t k = j + 1; k < facets.size(); ++k) {
        events.push_back(triple_event(pair, {facets[i], facets[j], facets[k]}, facet_B));
      }
    }
  }
  row.count("triples").add(static_cast<double>(events.size()));
  ClaimFinding regular = ClaimFinding::of(true), value = regular, gradient = regular;
  const TripleEvent& first = events.front();
  const ExactVec3 arm = exact_point(pair.X_WA, pair.A->vertices()[at(vertex)]) -
                        exact_point(pair.X_WA, pair.A->interior_point());
  for (const TripleEvent& one : events) {
    regular.held &= one.regular;
    value.held &= one.arm == arm && one.t == first.t;
    gradient.held &= one.by_place == first.by_place && one.by_turn == first.by_turn;
  }
  row.claim("regular").add(regular, id);
  row.claim("value").add(value, id);
  row.claim("gradient").add(gradient, id);
  ClaimFinding once{first.t > 0 && first.beyond < 0};
  if (once.checked) {
    const double t = round_to_double(first.t);
    const auto [count, ours] = named_events(pair, vertex, facet_B, t);
    once.held = count == 1 && std::abs(ours - t) <= kEventError * (1 + t);
  }
  row.claim("once").add(once, id);
}

}  // namespace

std::vector<int> facets_at(const Polytope& body, int vertex) {
  std::vector<int> found;
  for (std::size_t k = 0; k < body.facets().size(); ++k) {
    const std::vector<int>& corners = body.facets()[k].vertices;
    if (std::find(corners.begin(), corners.end(), vertex) != corners.end()) {
      found.push_back(static_cast<int>(k));
    }
  }
  return found;
}

TripleEvent triple_event(const Pair& pair, const std::array<int, 3>& facets_A, int facet_B) {
  std::array<ExactPlane, 3> planes;
  for (std::size_t k = 0; k < 3; ++k) planes[k] = exact_plane(*pair.A, pair.X_WA, facets_A[k]);
  std::array<ExactVec3, 3> inverse;  // columns of A^-1, times det A
  for (std::size_t k = 0; k < 3; ++k) {
    inverse[k] = cross(planes[(k + 1) % 3].normal, planes[(k + 2) % 3].normal);
  }
  const Rational det = dot(planes[0].normal, inverse[0]);
  if (det == 0) return {};
  for (ExactVec3& column : inverse) {
    for (Rational& entry : column) entry /= det;
  }
  TripleEvent event;
  event.regular = true;
  event.arm = sum_of(inverse, {planes[0].offset, planes[1].offset, planes[2].offset});
  const ExactPlane c = exact_plane(*pair.B, pair.X_WB, facet_B);
  event.beyond = dot(c.normal, event.arm) - c.offset;
  if (event.beyond == 0) return event;
  const ExactVec3 d = exact_point(pair.X_WB, pair.B->interior_point()) -
                      exact_point(pair.X_WA, pair.A->interior_point());
  event.t = dot(c.normal, d) / event.beyond;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    event.by_place[axis] = -c.normal[axis] / event.beyond;
    // Lemma 3.5 with b' = 0: the arm moves by -A^-1 A' A^-1 b, A' the rows turned about the axis.
    ExactVec3 omega, turned;
    omega[axis] = 1;
    for (std::size_t k = 0; k < 3; ++k) turned[k] = -dot(cross(omega, planes[k].normal), event.arm);
    event.by_turn[axis] = -event.t * dot(c.normal, sum_of(inverse, turned)) / event.beyond;
  }
  return event;
}

Check triples_check() {
  Check check;
  check.name = "remark3.11";
  check.heading = "Corners of many facets on a plane (thesis, Remark 3.11 and Figure 11)\n";
  check.sources = "corners of";
  check.claims = {
      {"regular", "any three facets of the corner meet in one point"},
      {"value", "all of them give that corner, and the same growth t of the event"},
      {"gradient", "all of them give the same derivative of t by the body's place and rotation"},
      {"once", "where t > 0 our algorithm of events finds one event of the corner, with that t"}};
  check.counts = {{"triples", "threes of facets at the corners", "threes"}};
  check.must_be_seen = MustBeSeen::always;
  return check;
}

CheckReport check_triples(const ClaimOptions& options) {
  return judge_problems(
      triples_check(), options, kSolidNames,
      [&](std::size_t kind, std::uint64_t index, const std::string& id, CheckRow& row) {
        Random random(options.seed, index, kind);
        Pair pair = {solid(kind, random),
                     {random.rotation(), 2 * random.unit_vector()},
                     make_box(Vec3(1, 1, 1)),
                     {random.rotation(), Vec3::Zero()}};
        const int vertex = static_cast<int>(random.below(pair.A->vertices().size()));
        const int facet = static_cast<int>(random.below(pair.B->facets().size()));
        judge_corner(pair, vertex, facet, id, row);
      });
}

}  // namespace touchstone

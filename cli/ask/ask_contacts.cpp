// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_contacts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "cli/commands.hpp"
#include "contact/registry.hpp"
#include "geometry/index.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// A point this near to a vertex or an edge is at it, relative to the body's radius: as far as
/// contact/manifold.hpp takes a face for level [1].
constexpr double kAtFeature = 1e-9;
/// What rounding may move a point of the world by, relative to its coordinates [1].
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
constexpr std::size_t kPointsShown = 8;

double distance_to_edge(const Vec3& p, const Vec3& v0, const Vec3& v1) {
  const Vec3 along = v1 - v0;
  const double s = std::clamp((p - v0).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (p - (v0 + s * along)).norm();
}

/// The index of the least of `count` distances.
template <class Distance>
std::pair<int, double> nearest(std::size_t count, const Distance& distance) {
  std::pair<int, double> best{-1, std::numeric_limits<double>::infinity()};
  for (std::size_t k = 0; k < count; ++k) {
    const double d = distance(k);
    if (d < best.second) best = {static_cast<int>(k), d};
  }
  return best;
}

/// The feature of `body` that the point p_W of its surface lies on; `toward` is where the other
/// body is, a direction in the world.
PointFeature feature_at(const Polytope& body, const Pose& X, const Vec3& p_W, const Vec3& toward) {
  using Kind = Feature::Kind;
  const Vec3 p = X.R.transpose() * (p_W - X.t);
  const Vec3 out = X.R.transpose() * toward;
  const double near = kAtFeature * body.bounding_radius() + kRounding * (p_W.norm() + X.t.norm());
  const auto& v = body.vertices();
  const auto vertex = nearest(v.size(), [&](std::size_t k) { return (p - v[k]).norm(); });
  if (vertex.second <= near || body.dimension() == 0) {
    return {{Kind::vertex, vertex.first}, {vertex.first}};
  }
  const auto& edges = body.edges();
  const auto edge = nearest(edges.size(), [&](std::size_t k) {
    return distance_to_edge(p, v[at(edges[k].v0)], v[at(edges[k].v1)]);
  });
  if (edge.first >= 0 && (edge.second <= near || body.dimension() == 1)) {
    const Edge& e = edges[at(edge.first)];
    return {{Kind::edge, edge.first}, {std::min(e.v0, e.v1), std::max(e.v0, e.v1)}};
  }
  const auto& facets = body.facets();
  // A polygon has two sides: the one that faces the other body counts.
  const auto facet = nearest(facets.size(), [&](std::size_t k) {
    const double depth = facets[k].offset - facets[k].normal.dot(p);
    return std::max(depth, near) - near * facets[k].normal.dot(out);
  });
  if (facet.first < 0) return {};
  return {{Kind::facet, facet.first}, facets[at(facet.first)].vertices};
}

std::string_view kind_name(Feature::Kind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"", "vertex", "edge", "facet"};
  return kNames.at(static_cast<std::size_t>(kind));
}

/// "vertex 3", "edge 2-6", "facet 4".
std::string feature_text(const PointFeature& on) {
  std::string text(kind_name(on.feature.kind));
  if (on.feature.kind == Feature::Kind::edge) {
    return text + " " + std::to_string(on.vertices[0]) + "-" + std::to_string(on.vertices[1]);
  }
  return text + " " + std::to_string(on.feature.index);
}

std::string_view manifold_name(const ContactReply& reply) {
  constexpr std::array<std::string_view, 4> kNames = {"", "point", "segment", "polygon"};
  return kNames.at(static_cast<std::size_t>(reply.manifold));
}

RecordFields<PointFeature> feature_fields() {
  using On = PointFeature;
  return RecordFields<On>()
      .add(field("kind", "what it is").one_of({"vertex", "edge", "facet"}),
           [](const On& on) { return kind_name(on.feature.kind); })
      .add(field("index", "position among the body's features of this kind"),
           [](const On& on) { return on.feature.index; })
      .add(field("vertices", "its corners, positions among the vertices of the case"),
           &On::vertices);
}

RecordFields<FeaturedPoint> point_fields() {
  using Point = FeaturedPoint;
  return RecordFields<Point>()
      .add(field("a", "on A, in the world", "m"), [](const Point& p) { return p.point.p_WA; })
      .add(field("b", "on B, in the world", "m"), [](const Point& p) { return p.point.p_WB; })
      .add(field("gap", "signed distance of the two", "m"),
           [](const Point& p) { return p.point.gap; })
      .add(field("feature_a", "what of A makes it"), &Point::on_A, feature_fields())
      .add(field("feature_b", "what of B makes it"), &Point::on_B, feature_fields());
}

}  // namespace

ContactReply find_contacts(const Pair& pair) {
  if (is_rounded(pair)) return {ManifoldKind::none, {}, "a body has a radius"};
  const auto method = make_contacts_of("certified", guarded_metric);
  const auto A = method->prepare(*pair.A);
  const auto B = method->prepare(*pair.B);
  const auto workspace = method->make_workspace();
  ContactData data;
  method->find(*A, pair.X_WA, *B, pair.X_WB, kNoLookAhead, *workspace, data);
  ContactReply reply{data.manifold};
  if (!data.answered) reply.note = data.note;
  for (const ContactPoint& point : data.points) {
    reply.points.push_back({point, feature_at(*pair.A, pair.X_WA, point.p_WA, -data.normal),
                            feature_at(*pair.B, pair.X_WB, point.p_WB, data.normal)});
  }
  return reply;
}

std::string contacts_text(const ContactReply& reply) {
  if (reply.points.empty()) return "  contact    none: " + reply.note + "\n";
  std::string text;
  const std::size_t shown = std::min(reply.points.size(), kPointsShown);
  for (std::size_t k = 0; k < shown; ++k) {
    const FeaturedPoint& p = reply.points[k];
    text += "  contact    " + vector_text((p.point.p_WA + p.point.p_WB) / 2) + ", gap " +
            exact_text(p.point.gap) + " m; " + feature_text(p.on_A) + " of A, " +
            feature_text(p.on_B) + " of B\n";
  }
  const std::size_t more = reply.points.size() - shown;
  return text + (more > 0 ? "             and " + std::to_string(more) + " more\n" : "");
}

RecordFields<ContactReply> contact_fields() {
  using Reply = ContactReply;
  return RecordFields<Reply>()
      .add(field("manifold", "what the bodies share once they kiss")
               .one_of({"point", "segment", "polygon"})
               .null_where("certified gives no contact points"),
           manifold_name)
      .add(field("points", "its extreme points, in order"), &Reply::points, point_fields())
      .add(field("note", "why there are no contact points").omitted_where("there are some"),
           &Reply::note);
}

}  // namespace touchstone

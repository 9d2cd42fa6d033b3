// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/event_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// Distance from t*, relative to the size, within which events are active without a reach [1].
constexpr double kActive = 1e-9;
/// How far bodies may reach beyond an event's plane, in reaches [1]: both may come by the reach, or
/// turn the plane by as much.
constexpr double kPlanePerReach = 2;
/// Normals that differ by less are the same [1].
constexpr double kSameNormal = 1e-6;

class EventShape final : public ContactShape {
 public:
  EventShape(const Polytope& polytope, const Metric& ratio, const Metric* of_few)
      : body(polytope), shape(ratio.prepare(polytope)) {
    if (of_few != nullptr && polytope.vertices().size() <= kFewVertices) {
      shape_of_few = of_few->prepare(polytope);
    }
  }

  EventBody body;
  std::unique_ptr<Shape> shape;
  std::unique_ptr<Shape> shape_of_few;  ///< nullptr if the body has more vertices
};

class EventWorkspace final : public ContactWorkspace {
 public:
  EventWorkspace(const Metric& ratio, const Metric* of_few) : metric(ratio.make_workspace()) {
    if (of_few != nullptr) metric_of_few = of_few->make_workspace();
  }

  std::unique_ptr<Workspace> metric;
  std::unique_ptr<Workspace> metric_of_few;
  ActivePlanes active;
  NearlyActive events;
};

void planes_of(const EventBody& body, const std::array<int, 3>& vertices, int count,
               std::vector<int>& planes) {
  planes.clear();
  for (const int plane : body.planes_at(vertices[0])) {
    bool all = true;
    for (int k = 1; k < count; ++k) {
      const std::vector<int>& others = body.planes_at(vertices[at(k)]);
      all = all && std::find(others.begin(), others.end(), plane) != others.end();
    }
    if (all) planes.push_back(plane);
  }
  if (!planes.empty()) return;
  for (int k = 0; k < count; ++k) {
    const std::vector<int>& some = body.planes_at(vertices[at(k)]);
    planes.insert(planes.end(), some.begin(), some.end());
  }
  std::sort(planes.begin(), planes.end());
  planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
}

/// Floods from the facets in `planes` to neighbours whose planes x_W is at most `within` [m] behind
/// (of the body grown by t), and adds them.
void spread(const PlacedEventBody& body, const Vec3& x_W, double t, double within,
            std::vector<int>& planes) {
  const Vec3 x = body.local(x_W);
  const std::vector<EventBody::Side>& sides = body.body().sides();
  // A plane is added once, to those that are given.
  const std::size_t most = planes.size() + body.body().planes().size();
  LoopBound bound("events: active planes", static_cast<std::int64_t>(most));
  for (std::size_t k = 0; k < planes.size(); ++k) {
    bound.step();
    for (const int edge : body.body().planes()[at(planes[k])].edges) {
      for (const int next : {sides[at(edge)].left, sides[at(edge)].right}) {
        const EventBody::Plane& plane = body.body().planes()[at(next)];
        if (t * plane.offset - plane.normal.dot(x) > within) continue;
        if (std::find(planes.begin(), planes.end(), next) == planes.end()) planes.push_back(next);
      }
    }
  }
}

/// The contact point of an event: its unit normal, its gap in metres, and its points.
ContactPoint row_of(const Event& event, const ContactData& pair, double rho,
                    const EventOptions& options) {
  if (options.rows == EventRows::literal) {
    // Divided by the length of its normal, so that friction and impulses refer to a unit normal.
    const double slope = event.slope();
    return {event.x_W, event.x_W, event.value() / slope, event.normal, rho / slope};
  }
  ContactPoint point = {event.p_WA, event.p_WA - event.gap() * event.normal, event.gap(),
                        event.normal, pair.phi};
  if (options.rows != EventRows::curved) return point;
  point.features = event.kind == EventKind::corner_A   ? GapFeatures::corner_A
                   : event.kind == EventKind::corner_B ? GapFeatures::corner_B
                                                       : GapFeatures::edges;
  if (event.kind == EventKind::edges) {
    point.edge_A = event.edge_A;
    point.edge_B = event.edge_B;
  }
  return point;
}

bool same_contact(const ContactPoint& a, const ContactPoint& b, double merged) {
  return (a.p_WA - b.p_WA).squaredNorm() < merged * merged &&
         (a.normal - b.normal).squaredNorm() < kSameNormal * kSameNormal;
}

class EventContacts final : public ContactMethod {
 public:
  EventContacts(std::unique_ptr<Metric> ratio, const EventOptions& options,
                std::unique_ptr<Metric> of_few)
      : ratio_(std::move(ratio)), of_few_(std::move(of_few)), options_(options) {}

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return std::make_unique<EventShape>(polytope, *ratio_, of_few_.get());
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<EventWorkspace>(*ratio_, of_few_.get());
  }
  bool depends_on_reach() const override { return true; }
  void find(const ContactShape& shape_A, const Pose& X_WA, const ContactShape& shape_B,
            const Pose& X_WB, double reach, ContactWorkspace& workspace,
            ContactData& data) const override {
    const auto& A = static_cast<const EventShape&>(shape_A);
    const auto& B = static_cast<const EventShape&>(shape_B);
    auto& scratch = static_cast<EventWorkspace&>(workspace);
    const bool few = A.shape_of_few != nullptr && B.shape_of_few != nullptr;
    const Answer answer = few ? of_few_->evaluate(*A.shape_of_few, X_WA, *B.shape_of_few, X_WB,
                                                  *scratch.metric_of_few)
                              : ratio_->evaluate(*A.shape, X_WA, *B.shape, X_WB, *scratch.metric);
    if (answer.status != AnswerStatus::answered || !answer.normal || !answer.ratio) {
      data.refuse(answer.note.empty() ? "the ratio metric gives no answer" : answer.note.c_str());
      return;
    }
    const PlacedEventBody placed_A(A.body, X_WA);
    const PlacedEventBody placed_B(B.body, X_WB);
    const Vec3 d = placed_A.center() - placed_B.center();
    data.answered = true;
    data.note.clear();
    data.normal = *answer.normal;
    data.phi = answer.value * data.normal.dot(d);
    data.bound = options_.bounds == EventBounds::own    ? RowBound::own
                 : options_.bounds == EventBounds::pair ? RowBound::pair
                                                        : RowBound::clamped;
    data.points.clear();
    data.manifold = ManifoldKind::none;
    data.manifold_points = 0;
    data.plane_point_W = answer.ratio->x_W;
    if (reach != kNoLookAhead && data.phi > reach) return;
    const double size = std::min(A.body.radius(), B.body.radius());
    const double growth = answer.ratio->r;
    const EventTolerances tolerances = event_tolerances(options_, reach, size);
    find_active_planes(*answer.ratio, placed_A, placed_B, kActive * size, scratch.active);
    add_points(scratch.events.find(placed_A, placed_B, growth, scratch.active, tolerances), reach,
               growth, size, answer.value, data);
    if (data.phi < 0 && data.points.empty()) data.refuse("bodies that overlap without an event");
  }

 private:
  /// Adds the active events first, which span the perfect contact, then the others.
  void add_points(const std::vector<Event>& events, double reach, double growth, double size,
                  double rho, ContactData& data) const {
    const double merged = kMergedContact * std::min(1.0, size);
    for (const bool active : {true, false}) {
      for (const Event& event : events) {
        if ((std::abs(event.apart(growth)) <= kActive * size) != active) continue;
        if (!active && !options_.thesis && event.gap() > reach) continue;
        const ContactPoint point = row_of(event, data, rho, options_);
        const bool known = std::any_of(
            data.points.begin(), data.points.end(),
            [&](const ContactPoint& other) { return same_contact(point, other, merged); });
        if (!known) data.points.push_back(point);
      }
      if (active) data.manifold_points = static_cast<int>(data.points.size());
    }
    data.manifold = data.manifold_points == 0   ? ManifoldKind::none
                    : data.manifold_points == 1 ? ManifoldKind::point
                    : data.manifold_points == 2 ? ManifoldKind::segment
                                                : ManifoldKind::polygon;
  }

  std::unique_ptr<Metric> ratio_;
  std::unique_ptr<Metric> of_few_;
  EventOptions options_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_event_contacts(std::unique_ptr<Metric> ratio,
                                                   const EventOptions& options,
                                                   std::unique_ptr<Metric> of_few) {
  return std::make_unique<EventContacts>(std::move(ratio), options, std::move(of_few));
}

void find_active_planes(const RatioDetail& detail, const PlacedEventBody& A,
                        const PlacedEventBody& B, double within, ActivePlanes& active) {
  active.A.clear();
  active.B.clear();
  if (detail.portal_count == 0) {
    for (int k = 0; k < detail.active_count; ++k) {
      (detail.active_on_A[at(k)] ? active.A : active.B).push_back(detail.active_facet[at(k)]);
    }
  } else {
    std::array<int, 3> of_A{};
    std::array<int, 3> of_B{};
    for (int k = 0; k < detail.portal_count; ++k) {
      of_A[at(k)] = detail.portal[at(k)].vertex_A;
      of_B[at(k)] = detail.portal[at(k)].vertex_B;
    }
    planes_of(A.body(), of_A, detail.portal_count, active.A);
    planes_of(B.body(), of_B, detail.portal_count, active.B);
  }
  spread(A, detail.x_W, detail.r, within, active.A);
  spread(B, detail.x_W, detail.r, within, active.B);
}

EventTolerances event_tolerances(const EventOptions& options, double reach, double size) {
  EventTolerances tolerances;
  // Smaller tolerances would leave it to rounding which events are active.
  const double least = options.thesis ? 0 : kActive * size;
  const double within = std::max(reach, least);
  tolerances.ratio = options.thesis;
  tolerances.delta_max = options.delta_max;
  tolerances.eps_x = std::max(least, options.eps_x.value_or(options.thesis ? kThesisEpsX : within));
  tolerances.eps_t = std::max(least, options.eps_t.value_or(options.thesis ? kThesisEpsT : within));
  tolerances.eps_below =
      options.window == EventWindow::one ? std::max(least, options.eps_0) : tolerances.eps_t;
  tolerances.eps_plane = options.eps_plane.value_or(
      options.thesis ? std::numeric_limits<double>::infinity() : kPlanePerReach * within);
  return tolerances;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "contact/manifold.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "harness/plugins/plugin_manifold.hpp"

namespace touchstone {
namespace {

class PluginContactShape : public ContactShape {
 public:
  /// Copies the body: what the worker has is remembered for longer than the shape lives.
  explicit PluginContactShape(const Polytope& body) : polytope(std::make_shared<Polytope>(body)) {}
  PolytopePtr polytope;
};

/// Corners of a convex polygon in the order that contact data have: counter-clockwise about `n`. A
/// plug-in gives them in any order.
void sort_corners(const Vec3& n, std::vector<ContactPoint>::iterator begin,
                  std::vector<ContactPoint>::iterator end) {
  Vec3 center = Vec3::Zero();
  for (auto p = begin; p != end; ++p) center += p->p_WB / static_cast<double>(end - begin);
  const Vec3 u = n.unitOrthogonal();
  const Vec3 v = n.cross(u);
  const auto angle = [&](const ContactPoint& p) {
    return std::atan2(v.dot(p.p_WB - center), u.dot(p.p_WB - center));
  };
  std::stable_sort(begin, end, [&](const ContactPoint& a, const ContactPoint& b) {
    return angle(a) < angle(b);
  });
}

/// The kind of a manifold of so many extreme points.
ManifoldKind kind_of(int points) {
  if (points == 0) return ManifoldKind::none;
  if (points == 1) return ManifoldKind::point;
  return points == 2 ? ManifoldKind::segment : ManifoldKind::polygon;
}

/// A point of a manifold as a stepper takes it.
ContactPoint contact_of(const ManifoldPolicy& policy, const ManifoldPoint& point) {
  const PointPartners partners = partners_of(policy, point, point.normal);
  return {partners.p_WA, partners.p_WB, gap_of(policy, point), point.normal};
}

class PluginContacts : public ContactMethod, public ManifoldSource {
 public:
  PluginContacts(const MetricTraits& traits, Result<std::unique_ptr<ManifoldSource>> manifolds)
      : traits_(traits), manifolds_(std::move(manifolds)) {
    if (manifolds_) policy_ = manifolds_.value()->policy();
  }

  const ManifoldPolicy& policy() const override { return policy_; }
  const MetricTraits& traits() const override { return traits_; }
  FoundManifold find_manifold(const Pair& pair, double reach) override {
    if (manifolds_) return manifolds_.value()->find_manifold(pair, reach);
    FoundManifold none;
    none.manifold.note = manifolds_.reason();
    return none;
  }
  void ask_ahead(std::vector<ManifoldQuestion> questions) override {
    if (manifolds_) manifolds_.value()->ask_ahead(std::move(questions));
  }
  void reset() override {
    if (manifolds_) manifolds_.value()->reset();
  }

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return std::make_unique<PluginContactShape>(polytope);
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<ContactWorkspace>();
  }

  void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B, const Pose& X_WB,
            double reach, ContactWorkspace& /*workspace*/, ContactData& data) const override {
    if (!manifolds_) return data.refuse(manifolds_.reason().c_str());
    const Pair pair = {static_cast<const PluginContactShape&>(A).polytope, X_WA,
                       static_cast<const PluginContactShape&>(B).polytope, X_WB};
    const FoundManifold found = manifolds_.value()->find_manifold(pair, reach);
    data.applicable = found.applicable;
    if (!found.manifold.answered) return data.refuse(found.manifold.note.c_str());
    const bool has_value = found.answer.status == AnswerStatus::answered;
    if (found.manifold.points.empty()) {
      // Whether there should be any is for the judge of manifolds to say.
      data.applicable = false;
      return data.refuse("the plug-in gives no contact points");
    }
    take(found, data);
    data.phi = has_value ? found.answer.value : least_gap(data.points);
    if (!(data.phi <= reach) && reach != kNoLookAhead) data.points.clear();
    sort(pair, data);
    // The interface lets a library give what is beyond the reach that was asked for.
    const auto beside = data.points.begin() + data.manifold_points;
    const auto beyond = [&](const ContactPoint& p) { return !(p.gap <= reach); };
    data.points.erase(std::remove_if(beside, data.points.end(), beyond), data.points.end());
  }

 private:
  static double least_gap(const std::vector<ContactPoint>& points) {
    double least = points.front().gap;
    for (const ContactPoint& point : points) least = std::min(least, point.gap);
    return least;
  }

  /// The deepest point's normal is the pair's.
  void take(const FoundManifold& found, ContactData& data) const {
    data.answered = true;
    data.note.clear();
    data.points.clear();
    double least = std::numeric_limits<double>::infinity();
    for (const ManifoldPoint& point : found.manifold.points) {
      data.points.push_back(contact_of(policy_, point));
      if (!(data.points.back().gap < least)) continue;
      least = data.points.back().gap;
      data.normal = point.normal;
    }
  }

  /// The manifold's points first, which are those whose gap is phi.
  static void sort(const Pair& pair, ContactData& data) {
    const double merged = std::min(kMergedContact, kMergedPart * pair_size(pair));
    const auto touching =
        std::stable_partition(data.points.begin(), data.points.end(),
                              [&](const ContactPoint& p) { return p.gap <= data.phi + merged; });
    sort_corners(data.normal, data.points.begin(), touching);
    data.manifold_points = static_cast<int>(touching - data.points.begin());
    data.manifold = kind_of(data.manifold_points);
    data.plane_point_W = data.points.empty()
                             ? Vec3::Zero()
                             : Vec3((data.points.front().p_WA + data.points.front().p_WB) / 2);
  }

  MetricTraits traits_;
  ManifoldPolicy policy_;
  Result<std::unique_ptr<ManifoldSource>> manifolds_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_plugin_contacts(const MetricRow& row,
                                                    const RunnerOptions& options) {
  return std::make_unique<PluginContacts>(row.traits, make_plugin_manifolds(row, options));
}

}  // namespace touchstone

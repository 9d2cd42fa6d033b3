// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/query_scope.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/shape_arena.hpp"
#include "harness/plugins/shape_arrays.hpp"

namespace touchstone {
namespace {

class PluginContactShape : public ContactShape {
 public:
  /// Copies the body: what the worker has is remembered for longer than the shape lives.
  explicit PluginContactShape(const Polytope& body) : polytope(std::make_shared<Polytope>(body)) {}
  PolytopePtr polytope;
};

bool is_finite(const ContactPoint& point) {
  return point.p_WA.allFinite() && point.p_WB.allFinite() && std::isfinite(point.gap);
}

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

class PluginContacts : public ContactMethod {
 public:
  PluginContacts(const MetricRow& row, const RunnerOptions& options)
      : traits_(row.traits),
        process_(options.worker_command, library_words(row.plugin.where),
                 plugin_limits(options, kLibraryWallLimitS)) {}

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return std::make_unique<PluginContactShape>(polytope);
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<ContactWorkspace>();
  }

  void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B, const Pose& X_WB,
            double reach, ContactWorkspace& /*workspace*/, ContactData& data) const override {
    const QueryScope scope(QueryKind::wait, "a plug-in");
    const Pair pair = {static_cast<const PluginContactShape&>(A).polytope, X_WA,
                       static_cast<const PluginContactShape&>(B).polytope, X_WB};
    const std::string reason = why_not_applicable(traits_, pair);
    data.applicable = reason.empty();
    if (!data.applicable) return data.refuse(reason.c_str());
    std::string hello;
    if (!process_.has_worker() && (!process_.start_worker(hello) || hello.front() != '{')) {
      end_worker();
      return data.refuse("the plug-in cannot be loaded any more");
    }
    plugin_channel::Questions& questions = process_.questions();
    questions.forget = arena_.full() || arena_.count() == 0 ? 1 : 0;
    if (questions.forget != 0) arena_.forget();
    const auto a = arena_.add(pair.A, questions);
    const auto b = arena_.add(pair.B, questions);
    if (!a || !b) return data.refuse("the bodies are too large for a plug-in");
    questions.queries[0] = {*a, *b, plugin_pose(X_WA), plugin_pose(X_WB)};
    questions.count = 1;
    questions.shape_count = arena_.count();
    questions.wanted = plugin_channel::Wanted::contacts;
    questions.reset = 0;
    questions.at_once = 0;
    questions.reach = reach;
    const PluginProcess::Event event = process_.ask();
    if (event == PluginProcess::Event::answered) return take(reach, data);
    const bool late = event == PluginProcess::Event::over_cpu_limit ||
                      event == PluginProcess::Event::over_wall_limit;
    const std::string end = end_worker();
    data.refuse((late ? "the plug-in ran out of time" : "the plug-in crashed: " + end).c_str());
  }

 private:
  /// How it ended.
  std::string end_worker() const {
    arena_.forget();
    return process_.end_worker();
  }

  /// The host's own copy of what the worker wrote.
  void take(double reach, ContactData& data) const {
    const plugin_channel::Answers& answers = process_.answers();
    const auto record = plugin_channel::own_copy(answers.records[0]);
    const RunOutcome outcome =
        plugin_outcome(record.answer, static_cast<PluginFault>(record.fault));
    if (outcome.status != RunStatus::completed) {
      return data.refuse(("the plug-in gives no contact points: " + outcome.detail).c_str());
    }
    const Answer& answer = outcome.answer;
    if (answer.status == AnswerStatus::no_answer && !answer.note.empty()) {
      return data.refuse(("the plug-in: " + answer.note).c_str());
    }
    const bool given = answer.status == AnswerStatus::answered && answer.normal;
    if (!given) return data.refuse("the plug-in gives no value with a normal");
    const std::uint64_t count = plugin_channel::own_copy(answers.contact_count);
    if (count > plugin_channel::kMaxContactPoints) {
      return data.refuse("the plug-in gives more than 256 contact points");
    }
    data.answered = true;
    data.note.clear();
    data.phi = answer.value;
    data.normal = *answer.normal;
    data.points.clear();
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto point = plugin_channel::own_copy(answers.contacts[k]);
      const ContactPoint taken{vector_at(point.on_A), vector_at(point.on_B), point.gap,
                               data.normal};
      if (!is_finite(taken)) return data.refuse("a contact point is not finite");
      data.points.push_back(taken);
    }
    if (!(data.phi <= reach) && reach != -std::numeric_limits<double>::infinity()) {
      data.points.clear();
    }
    const auto touching = std::stable_partition(
        data.points.begin(), data.points.end(),
        [&](const ContactPoint& p) { return p.gap <= data.phi + kMergedContact; });
    sort_corners(data.normal, data.points.begin(), touching);
    data.manifold_points = static_cast<int>(touching - data.points.begin());
    data.manifold = kind_of(data.manifold_points);
    data.plane_point_W = data.points.empty()
                             ? Vec3::Zero()
                             : Vec3((data.points.front().p_WA + data.points.front().p_WB) / 2);
  }

  // A question of the interface is a question of one instance: shapes and worker are its own.
  MetricTraits traits_;
  mutable PluginProcess process_;
  mutable ShapeArena arena_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_plugin_contacts(const MetricRow& row,
                                                    const RunnerOptions& options) {
  return std::make_unique<PluginContacts>(row, options);
}

}  // namespace touchstone

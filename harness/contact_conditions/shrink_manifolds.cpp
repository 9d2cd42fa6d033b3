// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/shrink_manifolds.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "harness/contact_conditions/steadiness.hpp"
#include "harness/manifold/kept_share.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "harness/manifold/pair_manifold.hpp"
#include "harness/shrink/shrunk_record.hpp"

namespace touchstone {
namespace {

std::optional<Vec3> nearest_normal(const std::vector<Vec3>& normals,
                                   const std::optional<Vec3>& wanted) {
  if (normals.empty()) return std::nullopt;
  if (!wanted) return normals.front();
  return *std::min_element(normals.begin(), normals.end(), [&](const Vec3& a, const Vec3& b) {
    return (a - *wanted).norm() < (b - *wanted).norm();
  });
}

/// A method whose manifolds are judged pair by pair, and the same with less time for each.
class SuspectMethod {
 public:
  SuspectMethod(const ContactRow& row, const ContactRow& hurried_row, double tolerance)
      : full_(row.make(registered_metric)), quick_(hurried_row.make(registered_metric)) {
    auto* library = dynamic_cast<ManifoldSource*>(full_.get());
    if (library != nullptr) traits_ = library->traits();
    asked_ = asked_method(*full_, tolerance);
    asked_quickly_ = asked_method(*quick_, tolerance);
  }

  /// Its manifold of a pair, and a true one; nothing where it has no answer.
  std::optional<ManifoldPicture> picture_of(const Pair& pair) {
    asked_.reset();
    const std::optional<Manifold> manifold = asked_.find(pair);
    if (!manifold || !manifold->answered) return std::nullopt;
    ManifoldPicture picture;
    for (const ManifoldPoint& point : manifold->points) picture.points.push_back(point.p_W);
    if (!manifold->points.empty()) picture.normal = manifold->points.front().normal;
    QuickOracle oracle;
    const TruthOnDemand truth = oracle.solve(pair, false);
    picture.true_normal = nearest_normal(truth.exact().normals, picture.normal);
    if (!picture.true_normal) return picture;
    const FlatFrame frame = middle_plane(pair, *picture.true_normal);
    const PairManifold exact(pair, truth, asked_.tolerance, asked_.scalar);
    for (const FlatPoint& p : outline_of(exact.exactly_along(frame.n(), frame), exact.rounding())) {
      picture.true_corners.emplace_back(frame.origin() + frame.arm(p));
    }
    return picture;
  }

  /// Refers to this object.
  Suspect suspect() {
    const auto words = [this](const Pair& pair, const TruthOnDemand& truth) {
      return said(pair, truth);
    };
    return {traits_, asked_.tolerance, asking(asked_quickly_), asking(asked_), words};
  }

 private:
  Ask asking(const AskedMethod& method) {
    return [this, &method](const Pair& pair) {
      method.reset();
      last_ = method.find(pair);
      return RunOutcome{};
    };
  }

  std::string said(const Pair& pair, const TruthOnDemand& truth) const {
    if (!last_ || !last_->answered) return {};
    return judge_manifold(pair, truth, *last_, asked_.policy(pair), asked_.tolerance, asked_.scalar)
        .said();
  }

  std::unique_ptr<ContactMethod> full_, quick_;
  MetricTraits traits_;
  AskedMethod asked_, asked_quickly_;
  std::optional<Manifold> last_;
};

/// The first case of each word, in the order of the words.
std::vector<std::string> first_ids(const std::vector<CheckRow>& rows, const std::string& subject) {
  std::vector<std::string> ids;
  for (const std::string_view word : kManifoldWords) {
    for (const CheckRow& row : rows) {
      if (row.subject.name != subject || row.claim(word).first.empty()) continue;
      const std::string& id = row.claim(word).first.front().id;
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
      break;
    }
  }
  return ids;
}

std::optional<Case> case_of(const ContactCheckOptions& options, const std::string& id) {
  for (const CaseSource& source : options.sources) {
    for (const Case& one : source.cases) {
      if (one.id == id) return one;
    }
  }
  auto made = make_case(id);
  return made.ok() ? std::optional(std::move(made).value()) : std::nullopt;
}

ShrunkCase shrunk_of(const std::string& subject, SuspectMethod& method, const Case& c) {
  ShrunkCase made{subject, c.id, "", {}, "", {}};
  Suspect suspect = method.suspect();
  suspect.name = subject;
  const Result<ShrunkFailure> shrunk = shrink(c.bodies, suspect);
  if (!shrunk) {
    made.why_not = shrunk.reason();
    return made;
  }
  made.kind = kind_text(shrunk.value().kind());
  made.case_file = value_of_document(shrunk_case_text(shrunk.value(), subject, c.id));
  made.manifold = method.picture_of(std::get<Pair>(shrunk.value().bodies));
  return made;
}

}  // namespace

std::vector<ShrunkCase> shrink_manifolds(const ContactCheckOptions& options,
                                         const CheckReport& report) {
  struct Task {
    const ContactRow* row;
    const ContactRow* hurried_row;
    std::string id;
  };
  std::vector<Task> tasks;
  for (std::size_t m = 0; m < options.methods.size(); ++m) {
    const ContactRow* row = options.methods[m];
    const ContactRow* hurried_row = options.hurried.empty() ? row : options.hurried.at(m);
    for (std::string& id : first_ids(report.rows, row->name)) {
      tasks.push_back({row, hurried_row, std::move(id)});
    }
  }
  std::vector<ShrunkCase> all;
  run_items(
      options, tasks.size(), [] { return NoBench(); },
      [&](NoBench&, std::size_t k) {
        const auto& [row, hurried_row, id] = tasks[k];
        const std::optional<Case> c = case_of(options, id);
        if (!c) return ShrunkCase{row->name, id, "", {}, "the case is not known by its id", {}};
        const CaseScope scope(c->id.c_str());
        SuspectMethod method(*row, *hurried_row, options.tolerance);
        return shrunk_of(row->name, method, *c);
      },
      [&](std::size_t, ShrunkCase one) { all.push_back(std::move(one)); });
  return all;
}

}  // namespace touchstone

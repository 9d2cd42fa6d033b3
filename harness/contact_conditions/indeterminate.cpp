// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/indeterminate.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "contact/registry.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// Overlaps that differ by less are equal, relative to size [1].
constexpr double kEqualOverlap = 1e-9;
/// Edges whose directions differ by less have no axis of their own [1].
constexpr double kNoAxis = 1e-9;
constexpr double kUlp = std::numeric_limits<double>::epsilon();

/// A body in world axes, from the origin of B.
struct TurnedBody {
  TurnedBody(const Polytope& body, const Mat3& R, const Vec3& t) {
    for (const Vec3& v : body.vertices()) vertices.push_back(R * v + t);
    const Mat3 of_normals = R.inverse().transpose();
    for (const Facet& facet : body.facets()) {
      normals.push_back((of_normals * facet.normal).normalized());
    }
    for (const Edge& edge : body.edges()) {
      const auto& at = body.vertices();
      edges.push_back(
          (R * (at[static_cast<std::size_t>(edge.v1)] - at[static_cast<std::size_t>(edge.v0)]))
              .normalized());
    }
  }
  std::vector<Vec3> vertices, normals, edges;
};

class Axes {
 public:
  Axes(const TurnedBody& A, const TurnedBody& B) : A_(A), B_(B) {
    for (const Vec3& n : A.normals) add(n);
    for (const Vec3& n : B.normals) add(n);
    for (const Vec3& a : A.edges) {
      for (const Vec3& b : B.edges) {
        const Vec3 across = a.cross(b);
        if (across.norm() > kNoAxis) add(across.normalized());
      }
    }
  }

  std::vector<AxisGap> all() && { return std::move(axes_); }

 private:
  void add(const Vec3& n) {
    double least_A = std::numeric_limits<double>::infinity(), most_A = -least_A;
    double least_B = least_A, most_B = -least_A;
    for (const Vec3& v : A_.vertices) {
      least_A = std::min(least_A, n.dot(v));
      most_A = std::max(most_A, n.dot(v));
    }
    for (const Vec3& v : B_.vertices) {
      least_B = std::min(least_B, n.dot(v));
      most_B = std::max(most_B, n.dot(v));
    }
    axes_.push_back({n, least_A - most_B});
    axes_.push_back({-n, least_B - most_A});
  }

  const TurnedBody& A_;
  const TurnedBody& B_;
  std::vector<AxisGap> axes_;
};

/// Whether the truth has optimal directions that are not the same.
bool is_indeterminate(const Truth& truth) {
  return std::any_of(truth.normals.begin(), truth.normals.end(), [&](const Vec3& n) {
    return (n - truth.normals.front()).norm() > kOneNormal;
  });
}

/// What one thread has to work with.
struct IndeterminateBench {
  IndeterminateBench() {
    for (const char* name : {"certified", "vclip_sat"}) {
      methods.push_back(find_contact_row(name)->make(registered_metric));
    }
  }
  QuickOracle oracle;
  std::vector<std::unique_ptr<ContactMethod>> methods;
};

ContactData contacts_of(const ContactMethod& method, const Pair& pair) {
  const auto A = method.prepare(*pair.A);
  const auto B = method.prepare(*pair.B);
  const auto workspace = method.make_workspace();
  ContactData data;
  method.find(*A, pair.X_WA, *B, pair.X_WB, kNoLookAhead, *workspace, data);
  return data;
}

/// Whether there are contacts with an optimal normal.
ClaimFinding usable(const ContactData& data, const Pair& pair, const TruthOnDemand& truth,
                    double tolerance) {
  ClaimFinding found = ClaimFinding::of(data.answered && !data.points.empty() &&
                                        gap_reaches(pair, data.normal, truth, tolerance));
  if (!found.held) found.why = data.answered ? "another normal" : data.note;
  return found;
}

/// Whether contacts say what is: `several` normals are optimal, or several are to a tolerance.
ClaimFinding flagged(const ContactData& data, bool several, bool nearly_several) {
  if (!data.indeterminate) return {};
  const bool by_rounding = *data.indeterminate && !several && nearly_several;
  ClaimFinding found = ClaimFinding::of(*data.indeterminate == several || by_rounding);
  found.why = several ? "another normal is optimal" : "no other normal is optimal";
  found.counted = (*data.indeterminate ? 1U : 0U) + (by_rounding ? 2U : 0U);
  return found;
}

void judge_pair(const Pair& pair, const std::string& id, IndeterminateBench& bench,
                std::vector<CheckRow>& rows) {
  const TruthOnDemand truth = bench.oracle.solve(pair, false);
  if (truth.sign() > 0) return;
  for (CheckRow& row : rows) ++row.cases;
  const bool several = is_indeterminate(truth.exact());
  const double size = pair_size(pair);
  // The translations are rounded, the world's coordinates too.
  const double tolerance =
      kEqualOverlap * size + 8 * kUlp * (pair.X_WA.t.norm() + pair.X_WB.t.norm());
  const std::vector<Vec3> axes = least_overlap_axes(pair, tolerance);
  ClaimFinding found, optimal;
  if (several) found = ClaimFinding::of(axes.size() > 1);
  if (axes.size() > 1) {
    optimal = ClaimFinding::of(std::all_of(axes.begin(), axes.end(), [&](const Vec3& n) {
      return gap_reaches(pair, n, truth, 3 * tolerance);
    }));
    // The exact truth has one: the others are behind it by rounding.
    optimal.counted = several ? 0 : 1;
  }
  rows[0].claim("found").add(found, id);
  rows[0].claim("optimal").add(optimal, id);
  for (std::size_t m = 0; m < bench.methods.size(); ++m) {
    const ContactData data = contacts_of(*bench.methods[m], pair);
    CheckRow& row = rows[m + 1];
    if (several) row.claim("used").add(usable(data, pair, truth, tolerance), id);
    row.claim("flagged").add(flagged(data, several, axes.size() > 1), id);
  }
}

}  // namespace

std::vector<AxisGap> axis_gaps(const Pair& pair) {
  const TurnedBody A(*pair.A, pair.X_WA.R, pair.X_WA.t - pair.X_WB.t);
  const TurnedBody B(*pair.B, pair.X_WB.R, Vec3::Zero());
  return Axes(A, B).all();
}

std::vector<Vec3> least_overlap_axes(const Pair& pair, double tolerance) {
  const std::vector<AxisGap> axes = axis_gaps(pair);
  double largest = -std::numeric_limits<double>::infinity();
  for (const AxisGap& axis : axes) largest = std::max(largest, axis.gap);
  std::vector<Vec3> found;
  for (const AxisGap& axis : axes) {
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const Vec3& n) { return (n - axis.n).norm() < kOneNormal; });
    if (axis.gap >= largest - tolerance && !known) found.push_back(axis.n);
  }
  return found;
}

Check indeterminate_check() {
  Check check;
  check.name = "indeterminate";
  check.heading = "Contact normals that are not unique (docs/contacts.md)\n";
  check.subjects = "of";
  check.claims = {
      {"found", "where several normals are optimal, Algorithm 2 has candidates that differ"},
      {"optimal",
       "where its candidates differ, each is optimal",
       kJudgedColumns,
       {},
       true,
       false,
       {{"rounding", "one alone is optimal, the others to 1e-9 of size", "by rounding"}}},
      {"used", "the method has points and one of the optimal normals all the same"},
      {"flagged",
       "its contacts say that another normal is optimal, too, exactly where one is",
       kJudgedColumns,
       {},
       true,
       false,
       {{"several", "they say that another one is", "they say so"},
        {"rounding", "one alone is optimal, the others to rounding", "by rounding"}}}};
  check.legend = "Cases are pairs of solids that kiss or overlap; lengths to 1e-9 of size.\n";
  check.shown = 3;
  return check;
}

CheckReport check_indeterminate(const ClaimOptions& options) {
  const std::vector<CheckSubject> subjects = {
      {.name = "Algorithm 2"}, {.name = "certified"}, {.name = "vclip_sat"}};
  return judge_cases(
      indeterminate_check(), subjects, options, 1, [] { return IndeterminateBench(); },
      [](IndeterminateBench& bench, const CheckedCase& one, std::vector<CheckRow>& rows) {
        const Pair& pair = one.c.pair();
        if (pair.A->dimension() < 3 || pair.B->dimension() < 3) return;
        judge_pair(pair, one.c.id, bench, rows);
      });
}

}  // namespace touchstone

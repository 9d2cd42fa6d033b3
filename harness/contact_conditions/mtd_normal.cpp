// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/mtd_normal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "geometry/random.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr int kSamples = 32;  ///< intervals of a path
constexpr int kHalvings = 40;
/// Normals that are less apart, turning allowed for, are not a jump [1].
constexpr double kFarApart = 0.05;
/// What a turn of the bodies may do to a normal, in parts of it [1].
constexpr double kOfTurn = 4;
/// Beside a jump there is an interval of at least 2^-kNearest of the path without another one.
constexpr int kWidest = 8, kNearest = 34;
/// Beside the motion in an interval: rounding of turns and normals, relative to the size [1].
constexpr double kOfRounding = 1e-10;

double bound_of_turn(const Pair& one, const Pair& other) {
  return kOfTurn * (one.X_WA.R - other.X_WA.R).norm();
}

/// One place of a path.
struct Place {
  double s = 0;
  Pair pair;
  Vec3 n = Vec3::Zero();
};

class PathWalk {
 public:
  PathWalk(const NormalPath& path, const NormalSource& source, QuickOracle& oracle)
      : path_(path), source_(source), oracle_(oracle) {}

  /// Nothing where the bodies do not overlap, or where there is no answer.
  std::optional<Place> place(double s) {
    Place found{s, path_.at(s), {}};
    if (oracle_.solve(found.pair, false).sign() >= 0) return std::nullopt;
    const auto n = source_(found.pair);
    if (!n) return std::nullopt;
    found.n = *n;
    return found;
  }

  static double apart(const Place& a, const Place& b) {
    return (a.n - b.n).norm() - bound_of_turn(a.pair, b.pair);
  }

  /// Halves the interval, each time the half whose normals are further apart. False where a place
  /// has no normal.
  bool narrow(Place& a, Place& b) {
    for (int k = 0; k < kHalvings; ++k) {
      auto middle = place((a.s + b.s) / 2);
      if (!middle) return false;
      if (apart(a, *middle) >= apart(*middle, b)) {
        b = std::move(*middle);
      } else {
        a = std::move(*middle);
      }
    }
    return true;
  }

  /// Whether the normal is continuous on some interval that ends at a place: its samples there are
  /// no jump away. `direction`: -1 before the place, +1 after it.
  bool continuous_beside(const Place& end, int direction) {
    constexpr std::array kShares = {1.0, 0.61, 0.43, 0.2, 0.07};
    for (int k = kWidest; k <= kNearest; ++k) {
      const double width = std::ldexp(direction, -k);
      bool meets = true;
      for (const double share : kShares) {
        const double s = end.s + share * width;
        const auto other = s < 0 || s > 1 ? std::nullopt : place(s);
        meets = other && apart(end, *other) <= kFarApart;
        if (!meets) break;
      }
      if (meets) return true;
    }
    return false;
  }

  /// Whether the normal of `other` reaches the depth at `here`, except for what the motion between
  /// the two and rounding take from it.
  bool optimal_at(const Place& here, const Place& other) {
    // The translation of each place has two roundings, a product's and a sum's.
    const double of_place = 2 * std::numeric_limits<double>::epsilon() * here.pair.X_WA.t.norm();
    const double allowed = 2 * (path_.motion(std::abs(other.s - here.s)) + of_place) +
                           kOfRounding * (pair_size(here.pair) + path_.pair.A->bounding_radius() +
                                          path_.pair.B->bounding_radius());
    return gap_reaches(here.pair, other.n, oracle_.solve(here.pair, false), allowed);
  }

 private:
  const NormalPath& path_;
  const NormalSource& source_;
  QuickOracle& oracle_;
};

std::string where(const Place& a) { return "at " + std::to_string(a.s) + " of the path"; }

/// Looks at one interval whose ends may be at two sides of a jump.
void judge_interval(PathWalk& walk, Place a, Place b, const std::string& id, CheckRow& row) {
  if (PathWalk::apart(a, b) <= kFarApart || !walk.narrow(a, b)) return;
  if (PathWalk::apart(a, b) <= kFarApart) {
    row.count("fast_turns").add(1);
    return;
  }
  row.count("jumps").add(1);
  ClaimFinding pieces =
      ClaimFinding::of(walk.continuous_beside(a, -1) && walk.continuous_beside(b, 1));
  ClaimFinding optimal = ClaimFinding::of(walk.optimal_at(a, b) && walk.optimal_at(b, a));
  pieces.why = optimal.why = where(a);
  row.claim("pieces").add(pieces, id);
  row.claim("optimal").add(optimal, id);
}

/// Whether each direction is optimal at neighbouring samples only, decided exactly.
ClaimFinding optimal_once(const std::vector<std::optional<TruthOnDemand>>& truths) {
  struct Seen {
    ExactVec3 u;
    std::size_t last = 0;
  };
  std::vector<Seen> all;
  ClaimFinding found = ClaimFinding::of(true);
  for (std::size_t k = 0; k < truths.size(); ++k) {
    if (!truths[k]) continue;
    for (const ExactVec3& u : truths[k]->exact().directions) {
      const auto seen = std::find_if(all.begin(), all.end(),
                                     [&](const Seen& other) { return same_direction(other.u, u); });
      if (seen == all.end()) {
        all.push_back({u, k});
        continue;
      }
      if (seen->last + 1 < k) {
        found.held = false;
        found.why = "a facet is optimal again at sample " + std::to_string(k);
      }
      seen->last = k;
    }
  }
  return found;
}

/// The truth's normal, in full where doubles leave a doubt.
Vec3 true_normal(const Pair& pair, QuickOracle& oracle) {
  const TruthOnDemand truth = oracle.solve(pair, false);
  return truth.normal().isZero() ? truth.exact().normals.front() : truth.normal();
}

/// What one thread has to work with.
struct NormalBench {
  NormalBench() : sat(registered_metric("sat")) {}
  QuickOracle oracle;
  std::unique_ptr<Metric> sat;
};

/// The metric's normal of these two bodies, wherever they are.
NormalSource normal_of(const Metric& metric, const Pair& bodies) {
  const std::shared_ptr<const Shape> A = metric.prepare(*bodies.A);
  const std::shared_ptr<const Shape> B = metric.prepare(*bodies.B);
  const std::shared_ptr<Workspace> workspace = metric.make_workspace();
  return [&metric, A, B, workspace](const Pair& pair) {
    return metric.evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace).normal;
  };
}

}  // namespace

NormalPath::NormalPath(const Pair& of, bool turns, std::uint64_t stream) : pair(of) {
  Random random(stream, 0x4e4f524d);  // "NORM"
  const double size = pair_size(of);
  const Vec3 direction = random.unit_vector();
  const Vec3 aside = random.in_unit_ball() * (size / 4);
  const Vec3 x_A = of.X_WA.R * of.A->interior_point();
  const Vec3 middle = of.X_WB.t + of.X_WB.R * of.B->interior_point() - x_A + aside;
  // Multiples of one power of two, small enough that start + way k/32 has no rounding.
  const double largest = std::max(middle.cwiseAbs().maxCoeff(), 4 * size);
  const double grid = std::ldexp(1.0, std::ilogb(largest) - 40);
  const auto rounded = [grid](const Vec3& v, double step) {
    return Vec3((v / (grid * step)).array().round().matrix() * (grid * step));
  };
  way = rounded(size * direction, kSamples);
  start = rounded(middle - way / 2, 1);
  if (!turns) return;
  axis = random.unit_vector();
  angle = random.uniform(0.5, 3);
}

Pair NormalPath::at(double s) const {
  Pair moved = pair;
  moved.X_WA.t = start + s * way;
  if (angle == 0) return moved;
  const Eigen::AngleAxisd turn(s * angle, axis);
  // The interior point stays on the straight line.
  const Vec3 x_A = pair.X_WA.R * pair.A->interior_point();
  moved.X_WA.R = turn.toRotationMatrix() * pair.X_WA.R;
  moved.X_WA.t += x_A - moved.X_WA.R * pair.A->interior_point();
  return moved;
}

double NormalPath::motion(double share) const {
  return share * (way.norm() + 2 * std::abs(angle) * pair.A->bounding_radius());
}

Check mtd_normal_check() {
  Check check;
  check.name = "mtd-normal";
  check.heading =
      "The direction of the minimum translational distance along paths (docs/contacts.md)\n";
  check.subjects = "normal of";
  check.claims = {
      {"pieces", "on either side of a jump there is a piece without one"},
      {"optimal", "at a jump both normals are optimal"},
      {"once", "on a straight path each facet is optimal on one interval: decided exactly",
       kJudgedColumns | kNotApplicableColumn}};
  check.counts = {{"jumps", "jumps that were found", "jumps"},
                  {"fast_turns", "normals that turn fast and do not jump", "fast\nturns"}};
  return check;
}

void judge_normal_path(const NormalPath& path, const NormalSource& source, bool exact,
                       QuickOracle& oracle, const std::string& id, CheckRow& row) {
  ++row.cases;
  PathWalk walk(path, source, oracle);
  std::optional<Place> before;
  std::vector<std::optional<TruthOnDemand>> truths;
  for (int k = 0; k <= kSamples; ++k) {
    auto here = walk.place(static_cast<double>(k) / kSamples);
    if (before && here) judge_interval(walk, *before, *here, id, row);
    const bool looked_at = exact && here;
    truths.push_back(looked_at ? std::optional(oracle.solve(here->pair, false)) : std::nullopt);
    before = std::move(here);
  }
  const bool straight = path.angle == 0;
  row.claim("once").add(exact && straight ? optimal_once(truths) : ClaimFinding(), id);
}

CheckReport check_mtd_normals(const ClaimOptions& options) {
  const std::vector<CheckSubject> subjects = {{.name = "truth"}, {.name = "sat"}};
  return judge_cases(
      mtd_normal_check(), subjects, options, 1, [] { return NormalBench(); },
      [](NormalBench& bench, const CheckedCase& one, std::vector<CheckRow>& rows) {
        const Pair& pair = one.c.pair();
        if (pair.A->dimension() < 3 || pair.B->dimension() < 3) return;
        const NormalPath path(pair, one.index % 2 == 1, hash_of_id(one.c.id));
        const NormalSource truth = [&bench](const Pair& asked) -> std::optional<Vec3> {
          return true_normal(asked, bench.oracle);
        };
        judge_normal_path(path, truth, true, bench.oracle, one.c.id, rows[0]);
        judge_normal_path(path, normal_of(*bench.sat, pair), false, bench.oracle, one.c.id,
                          rows[1]);
      });
}

}  // namespace touchstone

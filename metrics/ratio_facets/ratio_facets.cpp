// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_facets/ratio_facets.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/facet_rounding.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/common/ratio_refusal.hpp"
#include "metrics/common/shape_id.hpp"
#include "metrics/ratio_facets/exact_facets.hpp"
#include "metrics/ratio_facets/facet_proof.hpp"
#include "metrics/ratio_facets/facet_simplex.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// Rows that enter because double-doubles see them violated; more only if tied rows cycle.
constexpr int kMaxPreciseExchanges = 32;

/// How far, in sizes, rounded facets may move a witness point off its body, or apart from the other
/// by more than rho d: a quarter of what the metric claims.
constexpr double kMoved = 2.5e-10;

struct FacetTables {
  explicit FacetTables(const Polytope& polytope) : body(polytope) { vertices.emplace(polytope); }
  explicit FacetTables(const HalfSpaces& half_spaces) : body(half_spaces) {}

  FacetBody body;
  std::optional<RayBodyOnDemand> vertices;  ///< none for half-spaces
};

/// Whether rounded facets may answer for two polytopes. With the roundings s_A and s_B
/// (facet_rounding.hpp), s their sum, r of the facets is off by no more than s r, and so
///
/// * rho = 1 - 1/r by s / r, which is 2 s max(1, |rho|) at most,
/// * p_A - p_B = rho d by s |d| / r, where |d| / r <= L_A + L_B, the bodies' reaches,
/// * p_A off A by s_A L_A, and p_B off B by s_B L_B.
///
/// The second bounds all of them, in parts of the smaller body.
bool facets_are_good(const FacetBody& A, const FacetBody& B) {
  const double moved = (A.rounding + B.rounding) * (A.reach + B.reach);
  return moved <= kMoved * std::min(A.reach, B.reach);
}

/// Whether rounded facets may give this answer towards a fixed B: fixed_body_rounding bounds the
/// relative error of r there, and takes the place of s / r.
bool facets_are_good(const FacetBody& A, const FacetBody& B, const Answer& answer) {
  if (answer.status != AnswerStatus::answered) return false;
  const double part = fixed_body_rounding(A.rounding, B.rounding, B.reach, A.ball, answer.ratio->r);
  return part * (A.reach + B.reach) <= kMoved * std::min(A.reach, B.reach);
}

/// The last basis, and between which shapes.
class FacetWorkspace final : public Workspace {
 public:
  FacetBasis last;
  LastPair pair;
};

class FacetQuery {
 public:
  FacetQuery(const FacetBody& A, const Pose& X_WA, const FacetBody& B, const Pose& X_WB,
             bool fixed_B)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        fixed_B_(fixed_B),
        ray_(facet_ray(A, X_WA, B, X_WB)),
        d_(rounded(ray_.d)) {}

  Answer run(FacetWorkspace& workspace) const {
    const bool noise = ray_.is_noise();
    if (!fixed_B_ && noise &&
        exact::direction_between(X_WA_, A_.center, X_WB_, B_.center).isZero(0)) {
      return refused_at_no_growth(kInteriorPointsCoincide, interior_point(X_WA_, A_));
    }
    Answer answer;
    FacetBasis basis;
    if (A_.in_range && B_.in_range && !noise) {
      const bool known = workspace.pair.is(A_, B_);
      std::optional<FacetExit> exit;
      if (known) exit = search(&workspace.last, basis, answer.work.iterations);
      if (!exit) exit = search(nullptr, basis, answer.work.iterations);
      if (exit) {
        workspace.last = exit->basis;
        workspace.pair.set(A_, B_);
        fill(answer, *exit);
        return answer;
      }
    }
    // Where the warm start was not proven right the cold one has been made, and its basis is this.
    answer.work.exact = 1;
    if (const auto exit = find_exact_facet_exit(A_, X_WA_, B_, X_WB_, fixed_B_, basis)) {
      answer.work.iterations += exit->pivots;
      fill(answer, *exit);
      return answer;
    }
    const char* why =
        fixed_B_ ? kInteriorPointInFixedBody : "the half-spaces grow into each other at r = 0";
    const Work work = answer.work;
    answer = refused_at_no_growth(why, interior_point(X_WA_, A_));
    answer.work = work;
    return answer;
  }

 private:
  static Vec3 interior_point(const Pose& X, const FacetBody& body) {
    return X.R * body.center + X.t;
  }

  /// Searches from `start`, or cold if it is null. `found` is the basis that the search ends with,
  /// proven or not.
  std::optional<FacetExit> search(const FacetBasis* start, FacetBasis& found, int& pivots) const {
    FacetSimplex simplex(A_, X_WA_.R, B_, X_WB_.R, d_, fixed_B_);
    bool solved = (start != nullptr ? simplex.begin_at(*start) : simplex.begin()) && simplex.run();
    FacetVerdict verdict;
    for (int round = 0; solved && round < kMaxPreciseExchanges; ++round) {
      verdict = judge_facet_basis(A_, X_WA_.R, B_, X_WB_.R, ray_, simplex);
      if (verdict.violated.body < 0) break;
      solved = simplex.enter(verdict.violated);
    }
    pivots += simplex.pivots();
    found = solved ? simplex.basis() : FacetBasis{};
    return verdict.exit;
  }

  void fill(Answer& answer, const FacetExit& exit) const {
    answer.status = AnswerStatus::answered;
    answer.value = exit.rho;
    answer.normal = -exit.m.stableNormalized();
    RatioDetail& detail = answer.ratio.emplace();
    detail.r = exit.r.high;
    // A's facets first, ascending, whatever the order of the rows.
    struct Active {
      bool on_B;
      int facet;
      double multiplier;
    };
    std::array<Active, 4> active{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const FacetEntry& entry = exit.basis[k];
      if (entry.body < 0 || !(exit.multiplier[k] > 0)) continue;
      const FacetBody& body = entry.body == 0 ? A_ : B_;
      const Active row{entry.body == 1, body.facet(entry.row), exit.multiplier[k]};
      std::size_t place = count++;
      for (; place > 0; --place) {
        const Active& before = active[place - 1];
        if (before.on_B != row.on_B ? row.on_B : before.facet < row.facet) break;
        active[place] = before;
      }
      active[place] = row;
    }
    detail.active_count = static_cast<int>(count);
    for (std::size_t k = 0; k < count; ++k) {
      detail.active_on_A[k] = !active[k].on_B;
      detail.active_facet[k] = active[k].facet;
      detail.active_multiplier[k] = active[k].multiplier;
    }
    if (exit.parts) {
      answer.normal = exit.parts->normal;
      answer.witnesses = exit.parts->witnesses;
      detail.x_W = exit.parts->x_W;
      return;
    }
    // Rounded once: of bodies far from the origin, or from each other, sums of doubles lose digits.
    const Dd3 x_WA = rotate(X_WA_.R, A_.center) + exactly(X_WA_.t);
    const Dd3 x_WB = rotate(X_WB_.R, B_.center) + exactly(X_WB_.t);
    detail.x_W = rounded(x_WA + exit.z);
    if (fixed_B_) {
      const Dd3 arm_A = arm_of_growing(exit.z, exit.rho, exit.r);
      answer.witnesses = WitnessPoints{rounded(x_WA + arm_A), detail.x_W};
      return;
    }
    const DoubleDouble shrink = DoubleDouble{1, 0} / exit.r;
    answer.witnesses = WitnessPoints{rounded(x_WA + scaled(shrink, exit.z)),
                                     rounded(x_WB + scaled(shrink, exit.z + ray_.d))};
  }

  const FacetBody& A_;
  const Pose& X_WA_;
  const FacetBody& B_;
  const Pose& X_WB_;
  bool fixed_B_;
  CenterOffset ray_;
  Vec3 d_;  ///< x_A - x_B, rounded, world [m]
};

class RatioFacets final : public TypedMetric<FacetTables, FacetWorkspace> {
 public:
  RatioFacets(bool fixed_B, bool facets_as_rounded)
      : fixed_B_(fixed_B), facets_as_rounded_(facets_as_rounded) {}

 private:
  Answer ask(const FacetTables& of_A, const Pose& X_WA, const FacetTables& of_B, const Pose& X_WB,
             FacetWorkspace& last) const override {
    const FacetBody& A = of_A.body;
    const FacetBody& B = of_B.body;
    if (const char* why = ratio_refusal(A, X_WA, B, X_WB); why != nullptr) return refused(why);
    const bool vertices_count = of_A.vertices && of_B.vertices && !facets_as_rounded_;
    const auto ask_vertices = [&] {
      return ask_ratio_ray(*of_A.vertices, X_WA, *of_B.vertices, X_WB, fixed_B_);
    };
    if (vertices_count && !facets_are_good(A, B)) return ask_vertices();
    if (std::isinf(A.rounding) || std::isinf(B.rounding)) {
      return refused("an interior point is not strictly inside the rounded facets of its body");
    }
    Answer answer = FacetQuery(A, X_WA, B, X_WB, fixed_B_).run(last);
    if (fixed_B_ && vertices_count && !facets_are_good(A, B, answer)) return ask_vertices();
    return answer;
  }

  bool fixed_B_;
  bool facets_as_rounded_;
};

}  // namespace

std::unique_ptr<Metric> make_ratio_facets(bool fixed_B, bool facets_as_rounded) {
  return std::make_unique<RatioFacets>(fixed_B, facets_as_rounded);
}

Result<std::unique_ptr<Shape>> prepare_half_spaces(const HalfSpaces& half_spaces) {
  if (std::string reason = why_unusable(half_spaces); !reason.empty()) {
    return Error{std::move(reason)};
  }
  return std::unique_ptr<Shape>(std::make_unique<ShapeOf<FacetTables>>(half_spaces));
}

MetricRow ratio_facets_row() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  // The tolerance is a part of max(1, |rho|). rho of the rounded half-spaces is exact. Their
  // rounding costs rho up to 2e-12 (flat-facets), and the witness points on a body 1e6 times the
  // other one 1e-10 of the latter. Where its bound is more than 2.5e-10, the vertices are asked.
  traits.own_tolerance = 1e-9;
  traits.largest_default_vertices = 1 << 17;
  return {.name = "ratio_facets",
          .summary =
              "ratio metric: the linear program of the facets alone by the dual simplex, "
              "priced by support scans",
          .traits = traits,
          .make = [] { return make_ratio_facets(); },
          .make_ratio =
              [](const RatioOptions& options) {
                return in_form(make_ratio_facets(options.fixed_B, options.facets_as_rounded),
                               options.form);
              }};
}

}  // namespace touchstone

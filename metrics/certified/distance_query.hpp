// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `certified`: GJK, the expanding polytope, and what proves the feature that they end
// with. Internal to `certified`.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "metrics/certified/contact/contact_search.hpp"
#include "metrics/certified/epa/distance_polytope.hpp"
#include "metrics/certified/proof/distance_check.hpp"
#include "metrics/certified/proof/witnesses.hpp"
#include "metrics/certified/search/gjk_search.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Longest arms together, in sizes, beyond which a normal right to an ulp may miss a farthest
/// vertex by more than the claim: 4 roundings of it by 2^-54 there are 2^-50 sizes [1].
inline constexpr double kMaxLopsided = 4;
/// Longest arms together, in sizes, beyond which ties in double-double matter: a step of one body
/// that is small beside the other's rounding may be large beside the body itself [1].
inline constexpr double kMaxLopsidedTied = 1000;
/// Bodies in contact whose last feature is within this part of the reach still are.
inline constexpr double kTouching = 1e-9;
/// Distance, in reaches, below which no check succeeds: see beyond_checks().
inline constexpr double kBeyondChecks = 1e-12;
/// Checks of a query, each of which takes in what only double-double sees beyond a feature.
inline constexpr int kMaxCheckRounds = 32;

/// Scratch, and what the next query may begin with.
class CertifiedWorkspace final : public Workspace {
 public:
  DistancePolytope polytope;
  DifferenceSimplex feature;    ///< feature of the last answer, if separated
  bool features_known = false;  ///< whether the next two are those of `feature`
  Feature feature_A;
  Feature feature_B;
  std::array<DifferencePoint, 3> contact;  ///< feature of the last answer, if found by integers
  int contact_count = 0;
  ContactScratch contact_scratch;
  bool around_zero = false;          ///< whether the polytope is what proved the last answer
  std::size_t points_when_cold = 0;  ///< points of the polytope when last begun anew
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;
};

class DistanceQuery {
 public:
  DistanceQuery(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                const Pose& X_WB, CertifiedWorkspace& workspace, Answer& answer)
      : X_WA_(X_WA), X_WB_(X_WB), set_(A, X_WA, B, X_WB), workspace_(workspace), answer_(answer) {
    kernel_.margin = 4 * set_.rounding();
  }

  bool surely_posed() const { return set_.surely_posed(); }

  void run();

 private:
  bool rebuild();
  bool run_cold();
  bool run_gjk(bool closed);
  bool extend();
  bool resolve_contact_or_deep();
  bool begin_polytope();
  bool run_epa();

  static std::array<DifferencePoint, 3> first_three(const DifferenceSimplex& simplex) {
    return {simplex.points[0], simplex.points[1], simplex.points[2]};
  }

  /// Prefetches the feature tables that fill() reads; the check hides the latency.
  void expect_features(const DifferencePoint* points, int count) const {
    for (int i = 0; i < count; ++i) {
      set_.A().prefetch(points[i].a);
      set_.B().prefetch(points[i].b);
    }
  }

  int nearer_than(int nearest, DoubleDouble distance, bool& known);
  bool give_separated(const DifferenceSimplex& feature, DistanceCheck& check);
  bool give_penetrating(int nearest, const DistanceCheck& check);
  bool find_triangle_with_foot(DistanceCheck check, int& holding, Witnesses& found) const;
  Witnesses exactly_known(const DifferencePoint* points, int count);

  /// Whether a normal right to an ulp may miss a farthest vertex by more than what is claimed: then
  /// it has to be that of the very feature, however near another one is.
  bool lopsided() const { return longest_arms() > kMaxLopsided * set_.size(); }
  /// Whether even features that tie in double-double may differ by more than the claim, seen from
  /// the smaller body.
  bool very_lopsided() const { return longest_arms() > kMaxLopsidedTied * set_.size(); }
  double longest_arms() const { return set_.A().map.longest() + set_.B().map.longest(); }
  /// Whether integers have to say which feature is nearest: `tied` and `loose` are
  /// tie_in_double_double and tie_may_turn_normal, of a check or of the polytope's triangles.
  bool in_doubt(bool tied, bool loose) const {
    return (loose && lopsided()) || (tied && very_lopsided());
  }

  bool still_nearest();
  bool still_touching(int count);

  /// Whether 0 is so near to a feature that integers may as well be asked before doubles have done
  /// what they can: once, since that may be in vain.
  bool touching(double squared) {
    const double near = kTouching * set_.reach();
    return squared <= near * near && !std::exchange(asked_, true);
  }

  void consider(const std::array<DifferencePoint, 3>& feature, int count) {
    candidate_ = feature;
    candidate_count_ = count;
  }

  /// Whether a distance is so small that no check proves it: kDoubleDouble of the reach, thrice,
  /// are more than 2^-56 of it.
  bool beyond_checks(double squared) const {
    const double near = kBeyondChecks * set_.reach();
    return squared < near * near;
  }

  bool answer_in_fixed_integers(const std::array<DifferencePoint, 3>& feature, int count);
  void find_exactly();
  void prove_exactly();
  void fill(double phi, const Witnesses& found, const DifferencePoint* points, int count);
  void fill(double phi, const Witnesses& found);

  const Pose& X_WA_;
  const Pose& X_WB_;
  DifferenceSet set_;
  CertifiedWorkspace& workspace_;
  Answer& answer_;
  DoubleKernel kernel_;
  DifferenceSimplex simplex_;
  ReachedByFeature reached_;                  ///< by the simplex that GJK has just ended with
  std::array<DifferencePoint, 3> candidate_;  ///< what doubles looked at last, and left open
  int candidate_count_ = 0;
  bool asked_ = false;  ///< see touching()
  GjkSearch* search_towards_zero_ =
      compiled_for(machine_registers(), narrow::search_towards_zero, wide::search_towards_zero);
  int supports_ = 0;
  bool reversed_ = false;
  bool tied_ = false;   ///< whether a triangle ties with the nearest in double-double
  bool loose_ = false;  ///< whether one that ties is not parallel: it may turn the normal
};

}  // namespace touchstone

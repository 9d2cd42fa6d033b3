// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `certified`, a ladder: the last answer's feature, contact and polytope; GJK, which goes
// on to the expanding polytope (EPA) where 0 is inside; integers of a fixed width; integers that
// grow. What a rung leaves open goes to the next one. Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "metrics/certified/contact/contact_search.hpp"
#include "metrics/certified/epa/distance_polytope.hpp"
#include "metrics/certified/proof/distance_check.hpp"
#include "metrics/certified/proof/witnesses.hpp"
#include "metrics/certified/search/gjk_search.hpp"
#include "metrics/common/shape_id.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Longest arms together, in sizes, beyond which a normal right to an ulp may miss a farthest
/// vertex by more than the claim: 4 roundings of the normal by 2^-54 move it 2^-50 sizes there [1].
inline constexpr double kMaxLopsided = 4;
/// Longest arms together, in sizes, beyond which ties in double-double matter: a step of one body
/// that is small beside the other's rounding may be large beside the body itself [1].
inline constexpr double kMaxLopsidedTied = 1000;
/// Bodies in contact whose last feature is within this part of the reach still are.
inline constexpr double kTouching = 1e-9;
/// Distance, in reaches, below which no check succeeds: three times kDoubleDouble of the reach is
/// more than 2^-56 of the distance.
inline constexpr double kBeyondChecks = 1e-12;
/// Checks of a query, each of which takes in what only double-double sees beyond a feature.
inline constexpr int kMaxCheckRounds = 32;

/// Scratch, and what the next query may begin with.
class CertifiedWorkspace final : public Workspace {
 public:
  DistancePolytope polytope;
  DifferenceSimplex simplex;    ///< of GJK
  bool separated = false;       ///< whether it is the feature of the last answer
  bool features_known = false;  ///< whether the next two are those of that feature
  Feature feature_A;
  Feature feature_B;
  std::array<DifferencePoint, 3> candidate;  ///< what doubles looked at last, and left open
  std::array<DifferencePoint, 3> contact;    ///< feature of the last answer, if found by integers
  int contact_count = 0;
  ContactScratch contact_scratch;
  bool around_zero = false;          ///< whether the polytope is what proved the last answer
  std::size_t points_when_cold = 0;  ///< points of the polytope when last begun anew
  LastPair pair;
};

/// How a rung of the ladder, or a step of one, ends.
enum class RungEnd {
  answered,  ///< the answer is filled
  next,      ///< open: whoever asked goes on
  gives_up,  ///< this way ends without an answer: whoever asked tries another one
};

class DistanceQuery {
 public:
  DistanceQuery(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                const Pose& X_WB, Registers registers, CertifiedWorkspace& workspace,
                Answer& answer)
      : set_(A, X_WA, B, X_WB, registers),
        workspace_(workspace),
        answer_(answer),
        simplex_(workspace.simplex) {
    kernel_.margin = 4 * set_.rounding();
  }

  bool surely_posed() const { return set_.surely_posed(); }

  void try_rungs();

 private:
  RungEnd last_feature();
  RungEnd last_contact(int count);
  RungEnd last_polytope();
  RungEnd gjk();
  RungEnd gjk_by_steps(bool closed);
  RungEnd take_in(const DistanceCheck& check);
  RungEnd zero_on_simplex();
  RungEnd epa_from_simplex();
  RungEnd epa();
  RungEnd try_facet(int nearest, const ReachedByFeature& reached, int& nearer);
  RungEnd fixed_integers(std::span<const DifferencePoint> feature);
  RungEnd fixed_integers_if_touching(double squared, std::span<const DifferencePoint> feature);
  RungEnd growing_integers();

  bool extend();
  bool begin_polytope();

  std::optional<int> nearer_than(int nearest, DoubleDouble distance, Ties& ties) const;
  RungEnd give_separated(DistanceCheck& check);
  RungEnd give_closed();
  RungEnd give_proof(bool tied);
  RungEnd give_features(bool last);
  RungEnd give_penetrating(int nearest, const DistanceCheck& check, Ties ties);
  bool find_triangle_with_foot(MeasuredFeature measured, int& holding, Witnesses& found) const;
  Witnesses exactly_known(std::span<const DifferencePoint> points);

  /// Whether a normal right to an ulp may miss a farthest vertex by more than what is claimed: then
  /// it has to be that of the very feature, however near another one is.
  bool lopsided() const { return longest_arms() > kMaxLopsided * set_.size(); }
  /// Whether even features that tie in double-double may differ by more than the claim, seen from
  /// the smaller body.
  bool very_lopsided() const { return longest_arms() > kMaxLopsidedTied * set_.size(); }
  double longest_arms() const { return set_.A().map.longest() + set_.B().map.longest(); }
  /// Whether integers have to say which feature is nearest.
  bool in_doubt(const Ties& ties) const {
    return (ties.may_turn_normal && lopsided()) || (ties.any && very_lopsided());
  }

  void consider(std::span<const DifferencePoint> feature) {
    std::copy(feature.begin(), feature.end(), workspace_.candidate.begin());
    candidate_count_ = feature.size();
  }
  std::span<const DifferencePoint> candidate() const {
    return std::span(workspace_.candidate).first(candidate_count_);
  }

  /// The square of a part of the reach [m^2].
  double squared_reach(double part) const { return (part * set_.reach()) * (part * set_.reach()); }

  RungEnd prove_exactly();
  void fill(DoubleDouble phi, const Witnesses& found, std::span<const DifferencePoint> points);
  void fill(DoubleDouble phi, const Witnesses& found);
  void fill_features(std::span<const DifferencePoint> points);

  DifferenceSet set_;
  CertifiedWorkspace& workspace_;
  Answer& answer_;
  DoubleKernel kernel_;
  DifferenceSimplex& simplex_;
  ReachedByFeature reached_;  ///< by the simplex that GJK has just ended with
  std::size_t candidate_count_ = 0;
  bool integers_tried_ = false;  ///< whether fixed_integers_if_touching() has asked: once
  bool back_to_gjk_ = false;     ///< whether EPA has handed back to GJK, which it does once
  int& supports_ = answer_.work.supports;
};

}  // namespace touchstone

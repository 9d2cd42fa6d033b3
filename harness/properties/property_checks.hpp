// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a metric's answers to two ways of putting one question, and what its value does along
// its own normal. No truth is asked for: what is held against an answer is another answer of the
// same metric.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "geometry/pair.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/properties/property.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

// The other ways of putting the same question, with a bound on what rounding makes of each: pure
// functions of the case's id, the pair and the property.

/// A pair that differs from another by a similarity of the world and by rounding.
struct Variant {
  Property property = Property::swap;
  Pair pair;
  bool swapped = false;  ///< the variant's A is the original's B
  double factor = 1;     ///< p_W' = factor * (to_W.R p_W) + to_W.t
  Pose to_W;             ///< orthonormal to rounding
  double moved = 0;      ///< by rounding, a point of A and one of B together [m]
  double stretch = 0;    ///< relative change of lengths by to_W.R, orthonormal to rounding [1]
};

/// Half the spacing of numbers in [1, 2), which bounds the relative error of one rounding.
inline double rounding_unit(Scalar scalar) { return scalar == Scalar::float32 ? 0x1p-24 : 0x1p-53; }

/// Largest distance of a vertex, or of the interior point, from the body's own origin [m].
double farthest_from_origin(const Polytope& body);

/// The pair with A moved by `v` [m], as a metric that computes in `scalar` sees it.
std::optional<Pair> with_A_moved(const Pair& pair, const Vec3& v, Scalar scalar);

/// Remembers the bodies that it made.
class VariantMaker {
 public:
  /// One for each property but contact, n1 and n2, which depend on an answer; fewer where rounding
  /// leaves no such pair. `pair` is what a metric that computes in `scalar` is asked.
  std::vector<Variant> variants(std::string_view id, const Pair& pair, Scalar scalar);

 private:
  enum class Make { scaled, rearranged, doubled };
  PolytopePtr made(const PolytopePtr& body, Make how, double factor, Scalar scalar);

  struct Remembered {
    PolytopePtr from;
    PolytopePtr body;  ///< nullptr: cannot be made
  };
  std::unordered_map<std::uint64_t, Remembered> bodies_;
};

/// A question that depends on the metric's own answer: A moved along the normal (ratio metrics:
/// along d, or along the normal either way).
struct Probe {
  Property property = Property::contact;
  Pair pair;
  double step = 0;     ///< n1 only: how far A was moved along the normal [m]
  double target = 0;   ///< the value that a right answer has [m] or [1]
  double allowed = 0;  ///< by how much rounding of pair and target may move it, in the same unit
  bool one_sided = false;  ///< a greater value is right as well: the value is convex
  double scale = 1;        ///< what differences are relative to, in the same unit
  bool backward = false;   ///< ratio metrics only: the normal points from A to B; all is lost
};

/// One metric's answer to one pair, with all that is needed to hold others against it.
class PropertyCheck {
 public:
  /// `pair` is what the metric is asked and outlives the check. Of two signs that differ
  /// `near_contact(length)` decides whether the pair is within `length` [m] of contact, where
  /// rounding may turn them.
  PropertyCheck(const Pair& pair, const MetricTraits& traits, const RunOutcome& outcome,
                std::function<bool(double)> near_contact);

  /// Whether there is an answer at all.
  bool answered() const { return valued_ || sign_only_; }
  bool valued() const { return valued_; }
  Finding compare(const Variant& variant, const RunOutcome& outcome) const;
  /// What can be asked with this answer in hand; nothing without a value and a normal.
  std::vector<Probe> probes() const;
  Finding compare(const Probe& probe, const RunOutcome& outcome) const;

  /// By how much gap(n) (ratio metrics: gap(n)/(n.d)) falls short of the value given, relative to
  /// size as in a finding, rounding allowed for; infinite for a vector that is not a direction. The
  /// answer is valued.
  double shortfall(const Vec3& n) const;

 private:
  struct Seen;  ///< an answer carried back into the first question's world
  Seen carried_back(const Variant& variant, const Answer& answer) const;
  double allowance(double moved, double stretch) const;
  double value_excess(const Seen& seen, double allowed, double moved) const;
  double normal_excess(const Seen& seen, double allowed) const;
  double witness_excess(const Seen& seen, double moved) const;
  double rounding_of_gap() const;
  double change_of_rho(double rho, double moved) const;
  /// A moved by w [m]; the tolerance is for the caller to set. Nothing where no pose has it.
  std::optional<Probe> probe_of(Property property, const Vec3& w, double target, double step) const;
  std::vector<Probe> euclidean_probes(const Vec3& n) const;
  std::vector<Probe> ratio_probes(const Vec3& n) const;

  const Pair& pair_;
  const MetricTraits& traits_;
  const Answer& answer_;
  std::function<bool(double)> near_contact_;
  bool ratio_;
  bool valued_;
  bool sign_only_;
  int sign_;      ///< sign of the value, or as given; 0 without an answer
  double value_;  ///< [m] or [1]
  double size_;   ///< [m]
  double scale_;  ///< what excesses are relative to
  double unit_;   ///< rounding_unit of the metric
  double reach_;  ///< no coordinate difference that enters a gap is greater [m]
  Vec3 d_;        ///< from B's interior point to A's [m]
};

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The judge of gradients: 12 numbers, and what is said of a kink, against the exact pieces of phi or
// rho (docs/gradients.md).
//
// Poses in doubles rarely tie exactly, and an algorithm in doubles cannot tell a tie from a near
// one. So a gradient is right near a kink, too, if it is that of bodies which differ by less than a
// tolerance: its direction n has a gap that is phi except for the tolerance, and its line of points
// passes by the same tolerance through what n supports of A and of B, a face tilted by less than the
// tolerance being whole; or it is in the hull of all such pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/pair.hpp"
#include "metrics/gradient.hpp"
#include "reference/gradient.hpp"

namespace touchstone {

enum class GradientWord : std::uint8_t {
  right,
  right_at_a_kink,    ///< in the generalised gradient, and there are several pieces
  right_near_a_kink,  ///< no exact piece, but one within a tolerance
  wrong_gradient,
  wrong_flag,   ///< right numbers; but they are said to be those of a kink or of none, wrongly
  wrong_frame,  ///< right in another convention
  missing,      ///< none was given, or one that is not finite
  not_judged    ///< the truth tells no gradient, or one beyond doubles
};
inline constexpr std::array<std::string_view, 8> kGradientWords = {
    "right",      "right_at_a_kink", "right_near_a_kink", "wrong_gradient",
    "wrong_flag", "wrong_frame",     "missing",           "not_judged"};
constexpr std::string_view word_name(GradientWord word) {
  return kGradientWords[static_cast<std::size_t>(word)];
}
constexpr bool is_right(GradientWord word) { return word <= GradientWord::right_near_a_kink; }

struct GradientTolerances {
  /// Distance of the numbers from right ones: v-parts as parts of the largest true one, w-parts of
  /// that times the size or the arm of the point about the body's origin, whichever is larger [1].
  /// What four units in the last place of the point's largest world coordinate cost is allowed, and
  /// for rho what those of a unit normal cost.
  double numbers = 1e-6;
  double fine = 1e-9;  ///< what is farther off at an exact kink is coarse, as of `numbers` [1]
  double kink = 1e-8;  ///< how far from optimal a piece may be near a kink, relative to size [1]
};

struct GradientVerdict {
  GradientWord word = GradientWord::missing;
  double error = 0;             ///< distance from the generalised gradient, as of `numbers` [1]
  std::string convention = {};  ///< in which a wrong frame is right: "w halved"
  bool coarse = false;          ///< right at a kink, but farther off than GradientTolerances::fine
  /// Whether "not differentiable" is said of bodies too large for all pieces near a kink.
  bool flag_not_judged = false;
  bool not_finite = false;  ///< missing, though 12 numbers were given
};

/// Claims about one pair, one thread at a time.
class GradientJudge {
 public:
  /// Pair and truth outlive it; the truth has rho if it is asked for.
  GradientJudge(const Pair& pair, const TruthOnDemand& truth, Quantity quantity,
                GradientTolerances tolerances = {});

  /// The pieces; nothing where the truth tells no gradient, or one beyond doubles.
  const std::optional<ExactGradient>& exact() const { return exact_; }
  GradientVerdict judge(const std::optional<ClaimedGradient>& claim) const;
  /// Distance of finite numbers from the generalised gradient, which there must be, as of
  /// GradientTolerances::numbers [1].
  double distance_of(const Gradient& claimed) const;

 private:
  GradientWord word_of(const Gradient& claimed, double& error) const;
  /// How far numbers may be from a hull.
  struct Measure {
    double A = 0;  ///< what w-parts are divided by [m]
    double B = 0;
    double tolerance = 0;  ///< in parts of the largest speed [1]
  };
  bool is_within(const ExactGradient& hull, const ExactVec12& claimed, const Measure& measure,
                 double& error) const;
  bool is_near(const Gradient& claimed, const ExactVec12& exactly) const;
  std::optional<bool> flag_holds(bool differentiable) const;
  const ExactGradient& near() const;

  const Pair& pair_;
  const TruthOnDemand& truth_;
  Quantity quantity_;
  GradientTolerances tolerances_;
  std::optional<ExactGradient> exact_;
  mutable std::optional<ExactGradient> near_;  ///< pieces within the tolerance, found when wanted
  Measure measure_;
  Measure fine_;
  Measure line_;      ///< where the line of points is held to `kink`
  double scale_ = 0;  ///< length of the largest v-part
};

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// One manifold, by the policy that is declared for it, held against the exact truth of its pair.
//
// The gap g of a point follows from its depth, its partners from g and the normal n:
//   on_A: p_A = p, p_B = p - g n;  on_B: p_A = p + g n, p_B = p;  middle: p_A, p_B = p +- g n / 2.
// With the depth of the pair that holds for points on the manifold; others are held to their place.
// With many normals each point has its own n, and the manifold is held by the points if it is along
// one of these. docs/contacts.md lists the words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/pair.hpp"
#include "harness/manifold/manifold.hpp"
#include "metrics/metric.hpp"
#include "reference/truth.hpp"

namespace touchstone {

enum class ManifoldWord : std::uint8_t {
  missed,
  phantom,
  outside,
  wrong_normal,
  wrong_depth,
  incomplete,
  too_many,
  reduced
};
inline constexpr std::array<std::string_view, 8> kManifoldWords = {
    "missed",      "phantom",    "outside",  "wrong_normal",
    "wrong_depth", "incomplete", "too_many", "reduced"};

struct WordFinding {
  bool checked = false;  ///< whether the word could be said of such a pair and policy
  bool wrong = false;
  std::string why = {};  ///< what was found, where it is wrong
};

/// Parts of a policy that a manifold may make use of, combined as bits.
enum PolicyPart : unsigned {
  kUsesCount = 1,     ///< the manifold has more than k corners
  kUsesReach = 2,     ///< a point, though the bodies are apart
  kUsesSlack = 4,     ///< a normal that is right by the slack alone
  kUsesMerging = 8,   ///< a corner is farther than the tolerance from the points
  kUsesNormals = 16,  ///< normals that differ
  kUsesShare = 32,    ///< the points keep less than k corners could
  kUsesOffset = 64,   ///< depths that are right, and would not be without the offset
};
inline constexpr std::array<std::string_view, 7> kPolicyParts = {
    "k", "reach", "slack", "merging distance", "many normals", "least share", "offset"};

struct ManifoldVerdict {
  std::array<WordFinding, kManifoldWords.size()> words;
  unsigned uses = 0;  ///< which PolicyPart
  /// What the points keep, if k corners cannot be all and kept_share finds it [1].
  std::optional<double> share;
  std::optional<double> spread;  ///< farthest true corner from their hull, over the diameter [1]

  WordFinding& of(ManifoldWord word) { return words.at(static_cast<std::size_t>(word)); }
  const WordFinding& of(ManifoldWord word) const {
    return words.at(static_cast<std::size_t>(word));
  }
  bool by_policy() const { return (uses & kUsesSlack) != 0; }
  bool wrong() const;
  /// The words that are said, separated by spaces: "outside wrong_depth".
  std::string said() const;
};

/// `manifold` is answered. Tolerances are relative to size [1]; lengths of the policy are in metres.
/// `scalar` is what the answer was computed in, whose rounding its normals are allowed.
ManifoldVerdict judge_manifold(const Pair& pair, const TruthOnDemand& truth,
                               const Manifold& manifold, const ManifoldPolicy& policy,
                               double tolerance, Scalar scalar = Scalar::float64);

/// Where a point of a manifold says that the bodies are [world, m].
struct PointPartners {
  Vec3 p_WA;
  Vec3 p_WB;
};
PointPartners partners_of(const ManifoldPolicy& policy, const ManifoldPoint& point, const Vec3& n);

}  // namespace touchstone

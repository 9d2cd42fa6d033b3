// SPDX-License-Identifier: GPL-3.0-or-later
// A pair as the shrinker changes it, the numbers that a person would write down, and which of two
// such pairs is simpler.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/pair.hpp"
#include "geometry/result.hpp"

namespace touchstone {

// Rotations by quaternions (w, x, y, z) of small integers: each stands for the matrix of its exact
// rotation, correctly rounded, so that a file that holds q asks the same question everywhere.

using Quaternion = std::array<double, 4>;
inline constexpr Quaternion kIdentityRotation = {1, 0, 0, 0};

/// Largest entry of a small quaternion: three digits.
inline constexpr int kMaxQuaternionEntry = 999;

/// From simple to any, as the shrinker prefers them.
enum class RotationRank { identity, quarter_turns, one_axis, small_integers, any };

/// Rank of a quaternion of integers without a common factor.
RotationRank rank_of(const Quaternion& q);

/// The quaternion divided by its common factor, its first entry other than 0 positive. Entries are
/// integers below 2^53, not all 0.
Quaternion reduced(const Quaternion& q);

/// The rotation's matrix, each entry correctly rounded. Not all entries are 0.
Mat3 rotation_of(const Quaternion& q);

/// The quaternion of small integers that stands for exactly these nine doubles, if there is one.
std::optional<Quaternion> integer_quaternion_of(const Mat3& R);

/// Rotations by small integers near R, simplest first: the identity, quarter turns, turns about one
/// axis, then finer and finer ones.
std::vector<Quaternion> rotations_near(const Mat3& R);

/// A box about the origin of its frame, the hull of points, or a curved core.
struct BodyDraft {
  std::optional<Vec3> half_extents;    ///< given for a box, of which nothing else is used [m]
  std::vector<Vec3> vertices;          ///< local frame [m]
  std::optional<Vec3> interior_point;  ///< where one was given [m]
  double radius = 0;                   ///< about all this, its core [m]
  /// Given for a cylinder, cone or ellipsoid, of which nothing else but the radius is used.
  std::optional<Core> curved = {};

  std::size_t vertex_count() const { return curved ? 0 : half_extents ? 8 : vertices.size(); }
};

struct PoseDraft {
  Vec3 t = Vec3::Zero();                            ///< [m]
  std::optional<Quaternion> q = kIdentityRotation;  ///< small integers; nothing: R holds
  Mat3 R = Mat3::Identity();                        ///< what q stands for, where there is a q
};

/// A is 0, B is 1.
struct PairDraft {
  std::array<BodyDraft, 2> bodies;
  std::array<PoseDraft, 2> poses;
};

/// The draft of which make_pair makes the pair again, bit for bit.
PairDraft draft_of(const Pair& pair);
/// The draft of which make_bodies makes the bodies again, bit for bit.
PairDraft draft_of(const ConvexPair& pair);

/// The pair, where no core is curved. Rejects what make_polytope and make_pose reject.
Result<Pair> make_pair(const PairDraft& draft);
/// The bodies, of which cores may be curved. Rejects also what make_body rejects.
Result<ConvexPair> make_bodies(const PairDraft& draft);

/// "cylinder", "cone" or "ellipsoid", which the core is.
std::string_view curved_name(const Core& core);

/// The corners of the box, or the points; of a curved core its lengths as if they were points.
std::vector<Vec3> vertices_of(const BodyDraft& body);
/// The interior point that was given, else the body's default one, in its own frame [m].
Vec3 interior_point_of(const BodyDraft& body);
/// The draft of the body as the hull of its vertices.
BodyDraft as_hull(const BodyDraft& body);

void set_rotation(PoseDraft& pose, const Quaternion& q);
void set_rotation(PoseDraft& pose, const Mat3& R);

/// Calls `visit` with every number that is written down: half extents, vertices or the lengths of a
/// curved core, interior points, t, q where it stands for R (R itself is not visited), and radii
/// other than 0.
void visit_numbers(PairDraft& draft, const std::function<void(double&)>& visit);
void visit_numbers(const PairDraft& draft, const std::function<void(double)>& visit);

/// The numbers of a draft without its quaternions q, in the same order: lengths [m].
std::vector<double*> lengths_of(PairDraft& draft);

/// The largest coordinate of a vertex, by magnitude, or the radius where that is more [m].
double largest_coordinate(const BodyDraft& body);

/// Simplicity of a draft: compared from the first member to the last, smaller is simpler.
struct DraftOrder {
  int vertices = 0;   ///< vertices of A and B together
  int hulls = 0;      ///< bodies that are not boxes
  int radii = 0;      ///< bodies with a radius
  int rotation = 0;   ///< ranks of the two rotations, added
  int numbers = 0;    ///< digit_cost of all numbers, added
  int negatives = 0;  ///< numbers below 0
  int exponents = 0;  ///< distance of the bodies' sizes from 1, in powers of two
  int swapped = 0;    ///< 1 if A has fewer vertices than B

  auto operator<=>(const DraftOrder&) const = default;
};

DraftOrder order_of(const PairDraft& draft);

/// Significant decimal digits of the shortest text that reads back as x; 0 of 0.
int significant_digits(double x);
/// The largest number of them among what is written down: vertices, half extents, interior points,
/// t, and q, or R where no q stands for it.
int significant_digits(const PairDraft& draft);

/// Nothing for 0; integers before multiples of 1/16 before others, each by digits; then whatever
/// has more than three digits. Beyond nine digits all cost the same.
int digit_cost(double x);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/pair_draft.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>

#include "geometry/shapes.hpp"
#include "harness/cases/files/case_file.hpp"

namespace touchstone {
namespace {

/// Largest entries of the approximations that are tried.
constexpr std::array kLargestEntries = {1, 2, 3, 4, 5, 7, 9, 20, 50, 99, 300, kMaxQuaternionEntry};

double largest_of(const Quaternion& q) {
  double largest = 0;
  for (const double entry : q) largest = std::max(largest, std::abs(entry));
  return largest;
}

/// The direction of the unit quaternion of R, to rounding.
Quaternion quaternion_near(const Mat3& R) {
  const Eigen::Quaterniond q(R);
  return {q.w(), q.x(), q.y(), q.z()};
}

/// q scaled so that its largest entry is `largest`, each entry rounded to an integer.
Quaternion rounded_to(const Quaternion& q, double largest) {
  Quaternion integers{};
  const double factor = largest / largest_of(q);
  for (std::size_t k = 0; k < 4; ++k) integers[k] = std::nearbyint(q[k] * factor);
  return reduced(integers);
}

/// The rotation with all entries 0 but w and the largest other.
Quaternion about_one_axis(Quaternion q) {
  std::size_t axis = 1;
  for (std::size_t k = 2; k < 4; ++k) {
    if (std::abs(q[k]) > std::abs(q[axis])) axis = k;
  }
  for (std::size_t k = 1; k < 4; ++k) {
    if (k != axis) q[k] = 0;
  }
  return q;
}

/// The 24 rotations of a cube, those near q first.
std::vector<Quaternion> quarter_turns(const Quaternion& q) {
  std::vector<Quaternion> turns;
  for (int code = 1; code < 81; ++code) {
    Quaternion turn{};
    int rest = code;
    for (double& entry : turn) {
      entry = rest % 3 - 1;
      rest /= 3;
    }
    if (std::all_of(turn.begin(), turn.end(), [](double entry) { return entry == 0; })) continue;
    if (rank_of(turn) > RotationRank::quarter_turns || reduced(turn) != turn) continue;
    turns.push_back(turn);
  }
  const auto nearness = [&q](const Quaternion& turn) {
    double dot = 0;
    double square = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      dot += turn[k] * q[k];
      square += turn[k] * turn[k];
    }
    return dot * dot / square;
  };
  std::stable_sort(turns.begin(), turns.end(), [&](const Quaternion& a, const Quaternion& b) {
    return nearness(a) > nearness(b);
  });
  return turns;
}

BodyDraft draft_of(const Polytope& body) {
  BodyDraft draft;
  draft.radius = body.radius();
  draft.half_extents = box_half_extents(body);
  if (draft.half_extents) return draft;
  draft.vertices = body.vertices();
  if (body.interior_point_given()) draft.interior_point = body.interior_point();
  return draft;
}

BodyDraft draft_of(const ConvexBody& body) {
  if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) return draft_of(**polytope);
  BodyDraft draft;
  draft.radius = body.radius();
  draft.curved = body.core();
  return draft;
}

PoseDraft draft_of(const Pose& pose) {
  PoseDraft draft;
  draft.t = pose.t;
  draft.R = pose.R;
  draft.q = integer_quaternion_of(pose.R);
  return draft;
}

Result<PolytopePtr> make_core(const BodyDraft& draft) {
  if (draft.half_extents) {
    if (const char* why = why_no_box(*draft.half_extents); why != nullptr)
      return Error{std::string("half extents ") + why};
    return make_box(*draft.half_extents);
  }
  return make_polytope({draft.vertices, {}, draft.interior_point});
}

Result<PolytopePtr> drafted_polytope(const BodyDraft& draft) {
  if (draft.curved) return Error{"its core is curved"};
  auto core = make_core(draft);
  return core ? make_rounded(core.value(), draft.radius) : core;
}

Result<ConvexBody> drafted_body(const BodyDraft& draft) {
  if (draft.curved) return make_body(*draft.curved, draft.radius);
  auto polytope = drafted_polytope(draft);
  return polytope ? make_body(polytope.value()) : polytope.error();
}

Result<Pose> drafted_pose(const PoseDraft& draft) {
  return draft.q ? Pose{draft.R, draft.t} : make_pose(draft.R, draft.t);
}

/// The pair of bodies that `make` makes.
template <class AnyPair, class Body>
Result<AnyPair> drafted(const PairDraft& draft, Result<Body> (*make)(const BodyDraft&)) {
  const auto A = make(draft.bodies[0]);
  if (!A) return A.error();
  const auto B = make(draft.bodies[1]);
  if (!B) return B.error();
  const auto X_WA = drafted_pose(draft.poses[0]);
  if (!X_WA) return X_WA.error();
  const auto X_WB = drafted_pose(draft.poses[1]);
  if (!X_WB) return X_WB.error();
  return AnyPair{A.value(), X_WA.value(), B.value(), X_WB.value()};
}

/// The lengths of a curved core, of a constant one or one that may be changed.
template <class AnyCore, class Visit>
void visit_lengths(AnyCore& core, const Visit& visit) {
  if (auto* cylinder = std::get_if<Cylinder>(&core)) {
    visit(cylinder->radius);
    visit(cylinder->half_length);
  } else if (auto* cone = std::get_if<Cone>(&core)) {
    visit(cone->radius);
    visit(cone->half_length);
  } else if (auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    for (int i = 0; i < 3; ++i) visit(ellipsoid->semi_axes[i]);
  }
}

/// Visits each number, with those of q or without; for drafts that may be changed and for constant
/// ones.
template <class Draft, class Visit>
void visit_each(Draft& draft, bool with_q, const Visit& visit) {
  for (auto& body : draft.bodies) {
    if (body.curved) {
      visit_lengths(*body.curved, visit);
      continue;
    }
    if (body.half_extents) {
      for (int i = 0; i < 3; ++i) visit((*body.half_extents)[i]);
      continue;
    }
    for (auto& v : body.vertices) {
      for (int i = 0; i < 3; ++i) visit(v[i]);
    }
    if (!body.interior_point) continue;
    for (int i = 0; i < 3; ++i) visit((*body.interior_point)[i]);
  }
  for (auto& pose : draft.poses) {
    for (int i = 0; i < 3; ++i) visit(pose.t[i]);
    if (!with_q || !pose.q) continue;
    for (auto& entry : *pose.q) visit(entry);
  }
  for (auto& body : draft.bodies) {
    if (body.radius != 0) visit(body.radius);
  }
}

constexpr int kFewDigits = 3;
constexpr int kManyDigits = 9;

int rotation_rank(const PoseDraft& pose) {
  return static_cast<int>(pose.q ? rank_of(*pose.q) : RotationRank::any);
}

/// How far the largest coordinate is from 1, in powers of two.
int exponent_of(const BodyDraft& body) {
  const double largest = largest_coordinate(body);
  return largest == 0 ? 0 : std::abs(std::ilogb(largest));
}

}  // namespace

RotationRank rank_of(const Quaternion& q) {
  const auto zeros = std::count(q.begin(), q.end(), 0.0);
  if (zeros == 3 && q[0] != 0) return RotationRank::identity;
  const double largest = largest_of(q);
  const bool equal = std::all_of(
      q.begin(), q.end(), [&](double entry) { return entry == 0 || std::abs(entry) == largest; });
  if (equal && zeros != 1) return RotationRank::quarter_turns;
  if (zeros == 2 && q[0] != 0) return RotationRank::one_axis;
  return largest <= kMaxQuaternionEntry ? RotationRank::small_integers : RotationRank::any;
}

Quaternion reduced(const Quaternion& q) {
  std::int64_t common = 0;
  for (const double entry : q) common = std::gcd(common, static_cast<std::int64_t>(entry));
  double divisor = static_cast<double>(common);
  const auto* first = std::find_if(q.begin(), q.end(), [](double entry) { return entry != 0; });
  if (*first < 0) divisor = -divisor;
  Quaternion result = q;
  for (double& entry : result) entry = entry == 0 ? 0 : entry / divisor;
  return result;
}

Mat3 rotation_of(const Quaternion& q) { return make_pose(q, Vec3::Zero()).value().R; }

std::optional<Quaternion> integer_quaternion_of(const Mat3& R) {
  constexpr double kNear = 1e-6;  // allowed distance from an integer: R is known to sixteen digits
  const Quaternion q = quaternion_near(R);
  const double largest = largest_of(q);
  for (int n = 1; n <= kMaxQuaternionEntry; ++n) {
    const bool near = std::all_of(q.begin(), q.end(), [&](double entry) {
      const double scaled = entry * (n / largest);
      return std::abs(scaled - std::nearbyint(scaled)) < kNear;
    });
    if (!near) continue;
    const Quaternion integers = rounded_to(q, n);
    if (rotation_of(integers) == R) return integers;
  }
  return std::nullopt;
}

std::vector<Quaternion> rotations_near(const Mat3& R) {
  constexpr std::size_t kTurns = 3;  // so many nearest quarter turns are tried
  const Quaternion q = quaternion_near(R);
  std::vector<Quaternion> all = {kIdentityRotation};
  const std::vector<Quaternion> turns = quarter_turns(q);
  all.insert(all.end(), turns.begin(), turns.begin() + kTurns);
  for (const int largest : kLargestEntries) all.push_back(rounded_to(about_one_axis(q), largest));
  for (const int largest : kLargestEntries) all.push_back(rounded_to(q, largest));
  std::vector<Quaternion> distinct;
  for (const Quaternion& candidate : all) {
    if (std::find(distinct.begin(), distinct.end(), candidate) == distinct.end()) {
      distinct.push_back(candidate);
    }
  }
  return distinct;
}

PairDraft draft_of(const Pair& pair) {
  return {{draft_of(*pair.A), draft_of(*pair.B)}, {draft_of(pair.X_WA), draft_of(pair.X_WB)}};
}

PairDraft draft_of(const ConvexPair& pair) {
  return {{draft_of(pair.A), draft_of(pair.B)}, {draft_of(pair.X_WA), draft_of(pair.X_WB)}};
}

Result<Pair> make_pair(const PairDraft& draft) { return drafted<Pair>(draft, drafted_polytope); }

Result<ConvexPair> make_bodies(const PairDraft& draft) {
  return drafted<ConvexPair>(draft, drafted_body);
}

std::string_view curved_name(const Core& core) {
  if (std::holds_alternative<Cylinder>(core)) return "cylinder";
  return std::holds_alternative<Cone>(core) ? "cone" : "ellipsoid";
}

std::vector<Vec3> vertices_of(const BodyDraft& body) {
  if (body.curved) {
    std::vector<Vec3> lengths;
    visit_lengths(*body.curved, [&](double length) { lengths.emplace_back(length, 0, 0); });
    return lengths;
  }
  if (!body.half_extents) return body.vertices;
  // A candidate that is not a body yet is compared by its numbers before it is made.
  if (why_no_box(*body.half_extents) != nullptr) return {*body.half_extents};
  return make_box(*body.half_extents)->vertices();
}

Vec3 interior_point_of(const BodyDraft& body) {
  if (body.interior_point) return *body.interior_point;
  const auto made = drafted_polytope(body);
  return made.ok() ? made.value()->interior_point() : Vec3::Zero();
}

BodyDraft as_hull(const BodyDraft& body) {
  BodyDraft hull;
  hull.vertices = vertices_of(body);
  hull.interior_point = body.interior_point;
  hull.radius = body.radius;
  return hull;
}

void set_rotation(PoseDraft& pose, const Quaternion& q) {
  pose.q = reduced(q);
  pose.R = rotation_of(*pose.q);
}

void set_rotation(PoseDraft& pose, const Mat3& R) {
  pose.R = R;
  pose.q = integer_quaternion_of(R);
}

void visit_numbers(PairDraft& draft, const std::function<void(double&)>& visit) {
  visit_each(draft, true, visit);
}

void visit_numbers(const PairDraft& draft, const std::function<void(double)>& visit) {
  visit_each(draft, true, visit);
}

std::vector<double*> lengths_of(PairDraft& draft) {
  std::vector<double*> lengths;
  visit_each(draft, false, [&lengths](double& x) { lengths.push_back(&x); });
  return lengths;
}

double largest_coordinate(const BodyDraft& body) {
  double largest = body.radius;
  for (const Vec3& v : vertices_of(body)) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  return largest;
}

int significant_digits(double x) {
  if (x == 0) return 0;
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  int digits = 0;
  for (const char* c = text.data(); c != end && *c != 'e'; ++c) {
    if (*c >= '0' && *c <= '9') ++digits;
  }
  return digits;
}

int significant_digits(const PairDraft& draft) {
  int most = 0;
  visit_numbers(draft, [&](double x) { most = std::max(most, significant_digits(x)); });
  for (const PoseDraft& pose : draft.poses) {
    if (pose.q) continue;
    for (const double entry : pose.R.reshaped()) most = std::max(most, significant_digits(entry));
  }
  return most;
}

int digit_cost(double x) {
  constexpr int kBinary = 3;     // added for multiples of 1/16
  constexpr int kDecimal = 6;    // for other numbers of few digits
  constexpr int kManyCost = 16;  // for numbers of many digits
  if (x == 0) return 0;
  const int digits = std::min(significant_digits(x), kManyDigits);
  if (digits > kFewDigits) return kManyCost + digits;
  if (x == std::nearbyint(x)) return digits;
  return digits + (16 * x == std::nearbyint(16 * x) ? kBinary : kDecimal);
}

DraftOrder order_of(const PairDraft& draft) {
  DraftOrder order;
  for (const BodyDraft& body : draft.bodies) {
    order.vertices += static_cast<int>(body.vertex_count());
    if (!body.half_extents && !body.curved) ++order.hulls;
    if (body.radius != 0) ++order.radii;
    order.exponents += exponent_of(body);
  }
  for (const PoseDraft& pose : draft.poses) {
    order.rotation += rotation_rank(pose);
    if (!pose.q) order.numbers += 9 * (digit_cost(0.123456789));
  }
  visit_numbers(draft, [&](double x) {
    order.numbers += digit_cost(x);
    if (x < 0) ++order.negatives;
  });
  order.swapped = draft.bodies[0].vertex_count() < draft.bodies[1].vertex_count() ? 1 : 0;
  return order;
}

}  // namespace touchstone

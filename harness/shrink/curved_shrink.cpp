// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/curved_shrink.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// Brackets that are wider than this are of ties [1].
constexpr double kNarrow = 1e-11;

/// Pairs that are asked about: each needs a bracket.
constexpr int kMaxCalls = 500;

double with_digits(double x, int digits) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*e", digits - 1, x);
  return std::strtod(text.data(), nullptr);
}

/// Simpler numbers than x, the simplest first.
std::vector<double> simpler_numbers(double x) {
  std::vector<double> numbers;
  for (const double y :
       {0.0, std::copysign(1.0, x), std::nearbyint(x), std::nearbyint(4 * x) / 4, with_digits(x, 1),
        with_digits(x, 2), with_digits(x, 3), with_digits(x, 5)}) {
    if (digit_cost(y) < digit_cost(x)) numbers.push_back(y);
  }
  return numbers;
}

/// The radius and half-length of a cylinder or cone; of an ellipsoid a semi-axis and nothing.
std::pair<double, double> sides_of(const Core& core) {
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) {
    return {cylinder->radius, cylinder->half_length};
  }
  if (const auto* cone = std::get_if<Cone>(&core)) return {cone->radius, cone->half_length};
  return {std::get<Ellipsoid>(core).semi_axes[0], 0};
}

/// A kind that is the same for all cores.
FailureKind without_cores(FailureKind kind) {
  kind.features.clear();
  return kind;
}

class CurvedShrinker {
 public:
  CurvedShrinker(const Suspect& suspect, const ShrinkLimits& limits)
      : suspect_(suspect),
        examiner_(suspect.traits, suspect.tolerance),
        max_calls_(std::min(limits.calls, kMaxCalls)),
        timed_out_call_(limits.timed_out_call) {}

  Result<ShrunkFailure> shrink(const ConvexPair& pair) {
    shrunk_.draft = draft_of(pair);
    shrunk_.bodies = pair;
    shrunk_.examined = examined(pair, true);
    const auto& first = shrunk_.examined;
    if (!first.kind)
      return Error{"it does not fail: " + std::string(word_name(first.verdict.word))};
    if (first.kind->breaks_protocol) return Error{kNoGeometry};
    shrunk_.first_error = first.error;
    ask_ = &suspect_.quick;
    // What is slow, and not without end, fails in another way under the shorter limit.
    if (examined(pair, true).kind != first.kind) ask_ = &suspect_.full;
    shrunk_.robust = survives_nudges(shrunk_.draft, true);
    const ShrunkFailure start = shrunk_;
    while (spent_ < max_calls_ && pass()) {
    }
    if (ask_ != &suspect_.full) {
      ask_ = &suspect_.full;
      Examined full = examined(shrunk_.bodies, true);
      if (is_alike(full) && similar_error(full.error, shrunk_.first_error)) {
        shrunk_.examined = std::move(full);
      } else {
        shrunk_ = start;
      }
    }
    shrunk_.calls = calls_;
    return shrunk_;
  }

 private:
  Examined examined(const CaseBodies& bodies, bool in_full = false) {
    ++calls_;
    Examined found = examiner_.examine(bodies, *ask_, in_full);
    spent_ += found.outcome.status == RunStatus::timed_out ? timed_out_call_ : 1;
    return found;
  }

  bool is_alike(const Examined& found) const {
    return found.kind && without_cores(*found.kind) == without_cores(*shrunk_.examined.kind);
  }

  /// Whether the pair of the draft fails alike; then it is the best.
  bool accept(const PairDraft& draft) {
    const bool curved = draft.bodies[0].curved || draft.bodies[1].curved;
    if (spent_ >= max_calls_ || !curved) return false;
    auto made = make_bodies(draft);
    if (!made) return false;
    Examined found = examined(made.value());
    if (!is_alike(found)) return false;
    // Coaxial and concentric bodies fail in ways of their own: their brackets are wide.
    const Examined& best = shrunk_.examined;
    if (found.bracket_width > std::max(kNarrow, best.bracket_width)) return false;
    if (!similar_error(found.error, shrunk_.first_error)) return false;
    if (shrunk_.robust && !survives_nudges(draft)) return false;
    shrunk_.draft = draft;
    shrunk_.bodies = std::move(made).value();
    shrunk_.examined = std::move(found);
    ++shrunk_.steps;
    return true;
  }

  /// Whether anything got simpler.
  bool pass() {
    bool simpler = move_to_origin();
    for (std::size_t k = 0; k < 2; ++k) {
      simpler = drop_radius(k) || simpler;
      simpler = make_round(k) || simpler;
      simpler = simplify_hull(k) || simpler;
    }
    simpler = simplify_rotation() || simpler;
    return simplify_numbers() || simpler;
  }

  bool move_to_origin() {
    const PoseDraft A = shrunk_.draft.poses[0];
    if (A.R == Mat3::Identity() && A.t.isZero(0)) return false;
    PairDraft moved = shrunk_.draft;
    PoseDraft& B = moved.poses[1];
    moved.poses[0] = {};
    B.t = A.R.transpose() * (B.t - A.t);
    set_rotation(B, Mat3(A.R.transpose() * B.R));
    return accept(moved);
  }

  bool drop_radius(std::size_t k) {
    const BodyDraft& body = shrunk_.draft.bodies[k];
    // Spheres and capsules stay what they are.
    const bool is_thin = !body.curved && body.vertex_count() <= 2;
    if (body.radius == 0 || is_thin) return false;
    PairDraft sharp = shrunk_.draft;
    sharp.bodies[k].radius = 0;
    return accept(sharp);
  }

  /// A body in the place of another.
  bool accept_body(std::size_t k, const BodyDraft& body) {
    PairDraft draft = shrunk_.draft;
    draft.bodies[k] = body;
    return accept(draft);
  }

  /// A sphere or a capsule in the place of a curved core.
  bool make_round(std::size_t k) {
    if (!shrunk_.draft.bodies[k].curved || !shrunk_.draft.bodies[1 - k].curved) return false;
    const auto [radius, half_length] = sides_of(*shrunk_.draft.bodies[k].curved);
    BodyDraft round;
    round.radius = radius + shrunk_.draft.bodies[k].radius;
    round.vertices = {Vec3::Zero()};
    if (accept_body(k, round)) return true;
    if (half_length == 0) return false;
    round.vertices = {Vec3(0, 0, -half_length), Vec3(0, 0, half_length)};
    return accept_body(k, round);
  }

  /// A sphere or a box in the place of a polytope, or fewer vertices.
  bool simplify_hull(std::size_t k) {
    const BodyDraft& body = shrunk_.draft.bodies[k];
    if (body.curved || body.vertex_count() <= 2) return false;
    BodyDraft sphere;
    sphere.vertices = {Vec3::Zero()};
    sphere.radius = largest_coordinate(body);
    if (accept_body(k, sphere)) return true;
    if (body.half_extents) return false;
    BodyDraft box;
    box.radius = body.radius;
    box.half_extents = Vec3::Zero();
    for (const Vec3& v : body.vertices)
      *box.half_extents = box.half_extents->cwiseMax(v.cwiseAbs());
    return accept_body(k, box) || drop_vertices(k);
  }

  bool drop_vertices(std::size_t k) {
    bool simpler = false;
    for (std::size_t v = shrunk_.draft.bodies[k].vertices.size(); v-- > 0;) {
      BodyDraft fewer = shrunk_.draft.bodies[k];
      if (fewer.vertices.size() <= 4) return simpler;
      fewer.vertices.erase(fewer.vertices.begin() + static_cast<std::ptrdiff_t>(v));
      fewer.interior_point.reset();
      simpler = accept_body(k, fewer) || simpler;
    }
    return simpler;
  }

  bool simplify_rotation() {
    for (const Quaternion& q : rotations_near(shrunk_.draft.poses[1].R)) {
      PairDraft turned = shrunk_.draft;
      set_rotation(turned.poses[1], q);
      if (order_of(turned) < order_of(shrunk_.draft) && accept(turned)) return true;
    }
    return false;
  }

  bool simplify_numbers() {
    bool simpler = false;
    const auto number = [](PairDraft& draft, std::size_t k) { return lengths_of(draft)[k]; };
    const std::size_t count = lengths_of(shrunk_.draft).size();
    const auto radii = static_cast<std::size_t>(
        std::count_if(shrunk_.draft.bodies.begin(), shrunk_.draft.bodies.end(),
                      [](const BodyDraft& b) { return b.radius != 0; }));
    for (std::size_t k = 0; k < count; ++k) {
      for (const double y : simpler_numbers(*number(shrunk_.draft, k))) {
        if (y == 0 && k + radii >= count) continue;  // radii come last
        PairDraft changed = shrunk_.draft;
        *number(changed, k) = y;
        if (!accept(changed)) continue;
        simpler = true;
        break;
      }
    }
    return simpler;
  }

  bool survives_nudges(const PairDraft& draft, bool in_full = false) {
    const auto bodies = make_bodies(draft);
    if (!bodies) return false;
    const auto drafts = nudged(draft, pair_size(bodies.value()));
    return std::all_of(drafts.begin(), drafts.end(), [&](const PairDraft& one) {
      const auto moved = make_bodies(one);
      return moved.ok() && is_alike(examined(moved.value(), in_full));
    });
  }

  const Suspect& suspect_;
  const Ask* ask_ = &suspect_.full;
  Examiner examiner_;
  int max_calls_;
  int timed_out_call_;
  int calls_ = 0;
  int spent_ = 0;
  ShrunkFailure shrunk_;  ///< the simplest so far
};

}  // namespace

Result<ShrunkFailure> shrink_curved(const ConvexPair& pair, const Suspect& suspect,
                                    const ShrinkLimits& limits) {
  return CurvedShrinker(suspect, limits).shrink(pair);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/curved_shrink.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/campaign/tally.hpp"
#include "harness/shrink/failure_kind.hpp"
#include "harness/shrink/pair_draft.hpp"

namespace touchstone {
namespace {

/// A ring of ties would cost a second for each pair.
const BracketBudget kShrinkBudget{2e-13, 2000, 5e-10, 2000};

/// Brackets that are wider than this are of ties [1].
constexpr double kNarrow = 1e-11;

/// A pair whose parts can be changed one by one.
struct CurvedDraft {
  std::array<Core, 2> cores;
  std::array<double, 2> radii{};
  std::array<Pose, 2> poses;
};

CurvedDraft curved_draft(const ConvexPair& pair) {
  CurvedDraft draft{
      {pair.A.core(), pair.B.core()}, {pair.A.radius(), pair.B.radius()}, {pair.X_WA, pair.X_WB}};
  return draft;
}

Result<ConvexBody> body_of(const Core& core, double radius) {
  const auto* polytope = std::get_if<PolytopePtr>(&core);
  if (polytope == nullptr) return make_body(core, radius);
  auto rounded = make_rounded(*polytope, radius);
  return rounded ? make_body(rounded.value()) : rounded.error();
}

std::optional<ConvexPair> pair_of(const CurvedDraft& draft) {
  auto A = body_of(draft.cores[0], draft.radii[0]);
  auto B = body_of(draft.cores[1], draft.radii[1]);
  if (!A || !B) return std::nullopt;
  return ConvexPair{std::move(A).value(), draft.poses[0], std::move(B).value(), draft.poses[1]};
}

bool is_curved(const Core& core) { return !std::holds_alternative<PolytopePtr>(core); }

/// The lengths of a curved core.
std::vector<double*> lengths_of(Core& core) {
  if (auto* cylinder = std::get_if<Cylinder>(&core)) {
    return {&cylinder->radius, &cylinder->half_length};
  }
  if (auto* cone = std::get_if<Cone>(&core)) return {&cone->radius, &cone->half_length};
  if (auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    Vec3& axes = ellipsoid->semi_axes;
    return {&axes[0], &axes[1], &axes[2]};
  }
  return {};
}

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

/// The rotation along the axes that is nearest to R.
Mat3 along_axes(const Mat3& R) {
  Mat3 nearest = Mat3::Zero();
  int column_of_x = 0;
  R.row(0).cwiseAbs().maxCoeff(&column_of_x);
  int column_of_y = (column_of_x + 1) % 3;
  const int other = (column_of_x + 2) % 3;
  if (std::abs(R(1, other)) > std::abs(R(1, column_of_y))) column_of_y = other;
  nearest(0, column_of_x) = R(0, column_of_x) < 0 ? -1 : 1;
  nearest(1, column_of_y) = R(1, column_of_y) < 0 ? -1 : 1;
  nearest.row(2) = nearest.row(0).cross(nearest.row(1));
  return nearest;
}

class CurvedShrinker {
 public:
  CurvedShrinker(const MetricTraits& traits, double tolerance, const AskBodies& ask, int max_calls)
      : traits_(traits), tolerance_(tolerance), ask_(ask), max_calls_(max_calls) {}

  Result<ShrunkCurved> shrink(const ConvexPair& pair) {
    draft_ = curved_draft(pair);
    auto first = examined(pair);
    if (!is_failure(first.verdict.word)) return Error{"it does not fail"};
    best_ = std::move(first);
    // A time limit for each pair: fewer of them.
    if (best_->verdict.word == Word::timed_out) max_calls_ = std::min(max_calls_, 30);
    while (calls_ < max_calls_ && pass()) {
    }
    best_->calls = calls_;
    return *best_;
  }

 private:
  ShrunkCurved examined(const ConvexPair& pair) {
    ++calls_;
    ShrunkCurved found{pair, find_bracket(pair, kShrinkBudget), {}, 0};
    found.verdict = judge_by_bracket(pair, found.bracket, traits_, ask_(pair), tolerance_);
    return found;
  }

  /// Whether the pair of the draft fails alike; then it is the best.
  bool accept(const CurvedDraft& draft) {
    if (calls_ >= max_calls_ || (!is_curved(draft.cores[0]) && !is_curved(draft.cores[1]))) {
      return false;
    }
    const auto pair = pair_of(draft);
    if (!pair) return false;
    auto found = examined(*pair);
    if (found.verdict.word != best_->verdict.word ||
        proven_sign(found.bracket) != proven_sign(best_->bracket)) {
      return false;
    }
    // Coaxial and concentric bodies fail in ways of their own: their brackets are wide.
    if (width(found) > std::max(kNarrow, width(*best_))) return false;
    if (error(*best_) > 0 && !similar_error(error(found), error(*best_))) return false;
    best_ = std::move(found);
    draft_ = draft;
    return true;
  }

  /// Relative to size [1].
  static double width(const ShrunkCurved& found) {
    return (found.bracket.upper - found.bracket.lower) / pair_size(found.pair);
  }

  /// Least error of the value that the bracket leaves, relative to size; 0 without a value [1].
  static double error(const ShrunkCurved& found) { return found.verdict.error_rel_size; }

  /// Whether anything got simpler.
  bool pass() {
    bool simpler = move_to_origin();
    for (std::size_t k = 0; k < 2; ++k) {
      simpler = drop_radius(k) || simpler;
      simpler = make_round(k) || simpler;
    }
    simpler = turn_along_axes() || simpler;
    return simplify_numbers() || simpler;
  }

  bool move_to_origin() {
    const Pose A = draft_.poses[0];
    if (A.R == Mat3::Identity() && A.t.isZero(0)) return false;
    CurvedDraft moved = draft_;
    moved.poses[0] = {};
    moved.poses[1] = {A.R.transpose() * draft_.poses[1].R,
                      A.R.transpose() * (draft_.poses[1].t - A.t)};
    return accept(moved);
  }

  bool drop_radius(std::size_t k) {
    if (draft_.radii[k] == 0) return false;
    // Spheres and capsules stay what they are.
    const auto* polytope = std::get_if<PolytopePtr>(&draft_.cores[k]);
    if (polytope != nullptr && (*polytope)->dimension() < 2) return false;
    CurvedDraft sharp = draft_;
    sharp.radii[k] = 0;
    return accept(sharp);
  }

  /// A sphere or a capsule in the place of a curved core.
  bool make_round(std::size_t k) {
    if (!is_curved(draft_.cores[k]) || !is_curved(draft_.cores[1 - k])) return false;
    CurvedDraft round = draft_;
    const std::vector<double*> lengths = lengths_of(round.cores[k]);
    const double radius = *lengths[0];
    const Vec3 end(0, 0, *lengths[1]);
    const bool is_ellipsoid = lengths.size() == 3;
    for (const bool is_sphere : {true, false}) {
      if (is_ellipsoid && !is_sphere) continue;
      PolytopeInput core;
      core.vertices = {is_sphere ? Vec3(Vec3::Zero()) : Vec3(-end)};
      if (!is_sphere) core.vertices.push_back(end);
      round.cores[k] = make_polytope(core).value();
      round.radii[k] = radius + draft_.radii[k];
      if (accept(round)) return true;
    }
    return false;
  }

  bool turn_along_axes() {
    const Mat3& R = draft_.poses[1].R;
    for (const Mat3& axes : {Mat3(Mat3::Identity()), along_axes(R)}) {
      if (R == axes) return false;
      CurvedDraft turned = draft_;
      turned.poses[1].R = axes;
      if (accept(turned)) return true;
    }
    return false;
  }

  bool simplify_numbers() {
    bool simpler = false;
    const std::size_t count = numbers_of(draft_).size();
    for (std::size_t k = 0; k < count; ++k) {
      for (const double y : simpler_numbers(*numbers_of(draft_)[k])) {
        if (y == 0 && k + 3 < count) continue;  // only a translation's may vanish
        CurvedDraft changed = draft_;
        *numbers_of(changed)[k] = y;
        if (!accept(changed)) continue;
        simpler = true;
        break;
      }
    }
    return simpler;
  }

  static std::vector<double*> numbers_of(CurvedDraft& draft) {
    std::vector<double*> numbers;
    for (std::size_t k = 0; k < 2; ++k) {
      for (double* length : lengths_of(draft.cores[k])) numbers.push_back(length);
      numbers.push_back(&draft.radii[k]);
    }
    Vec3& t = draft.poses[1].t;
    numbers.insert(numbers.end(), {&t[0], &t[1], &t[2]});
    return numbers;
  }

  const MetricTraits& traits_;
  double tolerance_;
  const AskBodies& ask_;
  int max_calls_;
  int calls_ = 0;
  CurvedDraft draft_;
  std::optional<ShrunkCurved> best_;
};

}  // namespace

Result<ShrunkCurved> shrink_curved(const ConvexPair& pair, const MetricTraits& traits,
                                   double tolerance, const AskBodies& ask, int max_calls) {
  return CurvedShrinker(traits, tolerance, ask, max_calls).shrink(pair);
}

}  // namespace touchstone

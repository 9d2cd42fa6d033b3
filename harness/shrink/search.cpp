// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/search.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace touchstone {
namespace {

/// By how much B is nudged, relative to size: too little to change a failure that does not hang on
/// a tie or on last bits [1].
constexpr double kNudge = 1e-7;
constexpr std::array<std::array<double, 3>, 2> kNudges = {{{0.6, 0.5, 0.7}, {-0.5, -0.7, 0.6}}};

/// Two pairs have the same key exactly if they are the same question.
std::string key_of(const Pair& pair) {
  std::string key;
  const auto add = [&key](const double* numbers, std::size_t count) {
    key.append(reinterpret_cast<const char*>(numbers), count * sizeof(double));
  };
  for (const Polytope* body : {pair.A.get(), pair.B.get()}) {
    for (const Vec3& v : body->vertices()) add(v.data(), 3);
    add(body->interior_point().data(), 3);
    const double radius = body->radius();
    add(&radius, 1);
    key += '|';
  }
  for (const Pose* pose : {&pair.X_WA, &pair.X_WB}) {
    add(pose->R.data(), 9);
    add(pose->t.data(), 3);
  }
  return key;
}

/// In order. A body with a radius is a solid, whatever its core is.
std::array<int, 2> dimensions_of(const Pair& pair) {
  const auto of_body = [](const Polytope& body) {
    return body.radius() > 0 ? 3 : body.dimension();
  };
  const auto [low, high] = std::minmax({of_body(*pair.A), of_body(*pair.B)});
  return {low, high};
}

/// Rounding may have moved vertices into the hull of the others, or onto each other.
void drop_inner_points(BodyDraft& draft, const Polytope& body) {
  if (!draft.half_extents) draft.vertices = body.vertices();
}

}  // namespace

std::array<PairDraft, 2> nudged(const PairDraft& draft, double size) {
  std::array<PairDraft, 2> drafts = {draft, draft};
  for (std::size_t k = 0; k < drafts.size(); ++k) {
    for (int i = 0; i < 3; ++i) {
      drafts[k].poses[1].t[i] += kNudge * size * kNudges[k][static_cast<std::size_t>(i)];
    }
  }
  return drafts;
}

Search::Search(PairDraft start, const Examined& examined, Examiner& examiner, const Ask& ask,
               const ShrinkLimits& limits)
    : goal_(*examined.kind),
      error_(examined.error),
      examiner_(examiner),
      ask_(ask),
      limits_(limits),
      order_(order_of(start)),
      features_(examined.features) {
  const Pair pair = make_pair(start).value();
  dimensions_ = dimensions_of(pair);
  accepted_.push_back(std::move(start));
  robust_ = survives_nudges(accepted_.back());
}

bool Search::over() const { return spent_ >= limits_.calls || idle_ >= limits_.idle_calls; }

Examined Search::examine(const Pair& pair) {
  ++calls_;
  Examined examined = examiner_.examine(pair, ask_);
  spent_ += cost_of(examined);
  idle_ += cost_of(examined);
  return examined;
}

int Search::cost_of(const Examined& examined) const {
  return examined.outcome.status == RunStatus::timed_out ? limits_.timed_out_call : 1;
}

bool Search::is_alike(const Examined& examined) const {
  const auto& kind = examined.kind;
  return kind && kind->word == goal_.word && kind->status == goal_.status &&
         kind->answer == goal_.answer && kind->said == goal_.said && kind->signal == goal_.signal &&
         kind->manifold == goal_.manifold;
}

bool Search::accept(PairDraft candidate) {
  if (over()) return false;
  visit_numbers(candidate, [](double& x) { x += 0.0; });  // a zero loses its sign
  const DraftOrder order = order_of(candidate);
  if (!(order < order_)) return false;
  const auto made = make_pair(candidate);
  if (!made) return false;
  const Pair& pair = made.value();
  if (dimensions_of(pair) != dimensions_) return false;
  if (!asked_.insert(key_of(pair)).second) return false;
  const Examined examined = examine(pair);
  if (!examined.kind) return false;
  if (*examined.kind != goal_ || !similar_error(examined.error, error_)) {
    keep_other(candidate, examined);
    return false;
  }
  if (robust_ && !survives_nudges(candidate)) return false;
  drop_inner_points(candidate.bodies[0], *pair.A);
  drop_inner_points(candidate.bodies[1], *pair.B);
  order_ = order_of(candidate);
  accepted_.push_back(std::move(candidate));
  features_ = examined.features;
  idle_ = 0;
  return true;
}

bool Search::fails_alike(const PairDraft& candidate) {
  const auto made = make_pair(candidate);
  if (!made) return false;
  ++calls_;
  return is_alike(examiner_.examine(made.value(), ask_));
}

bool Search::survives_nudges(const PairDraft& draft) {
  const auto made = make_pair(draft);
  if (!made) return false;
  const auto drafts = nudged(draft, pair_size(made.value()));
  return std::all_of(drafts.begin(), drafts.end(), [&](const PairDraft& one) {
    const auto moved = make_pair(one);
    return moved.ok() && is_alike(examine(moved.value()));
  });
}

void Search::keep_other(const PairDraft& draft, const Examined& examined) {
  if (*examined.kind == goal_) return;  // another size of the same failure
  const DraftOrder order = order_of(draft);
  AlsoFound& found = also_found_[*examined.kind];
  ++found.count;
  if (found.count > 1 && !(order < found.order)) return;
  found.draft = draft;
  found.order = order;
  found.error = examined.error;
}

}  // namespace touchstone

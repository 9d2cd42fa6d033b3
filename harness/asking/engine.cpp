// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/engine.hpp"

#include <bit>
#include <exception>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "geometry/planted_fault.hpp"
#include "geometry/query_scope.hpp"
#include "harness/asking/run_outcome.hpp"
#include "metrics/curved_bodies.hpp"

namespace touchstone {
namespace {

/// Vertices remembered while no batch has asked for a body of an earlier one. More would push fresh
/// bodies out of the caches.
constexpr std::size_t kSeldomVertices = 512;
/// Fewer bodies are kept up to kRememberedVertices: a batch has one pair of large bodies, which may
/// return only every few batches and take long to prepare.
constexpr std::size_t kFewBodies = 16;

bool same_bits(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i) {
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  }
  return true;
}

Answer no_answer(std::string note) {
  Answer answer;
  answer.status = AnswerStatus::no_answer;
  answer.note = std::move(note);
  return answer;
}

}  // namespace

bool same_content(const Polytope& a, const Polytope& b) {
  if (&a == &b) return true;
  if (a.content_hash() != b.content_hash() || a.vertices().size() != b.vertices().size() ||
      !same_bits(a.interior_point(), b.interior_point())) {
    return false;
  }
  for (std::size_t k = 0; k < a.vertices().size(); ++k) {
    if (!same_bits(a.vertices()[k], b.vertices()[k])) return false;
  }
  return true;
}

Engine::Engine(const MetricRow& row) : Engine(row.make(), row.name) {}

Engine::Engine(std::unique_ptr<Metric> metric, const std::string& name)
    : name_(lasting_name(name)), metric_(std::move(metric)), workspace_(metric_->make_workspace()) {
  set_default_floating_point();
}

void Engine::begin_batch() {
  const bool may_return = found_again_ || batches_ < 2 || shapes_.size() < kFewBodies;
  if (remembered_vertices_ > (may_return ? kRememberedVertices : kSeldomVertices)) {
    shapes_.clear();
    remembered_vertices_ = 0;
    batches_ = 0;
    found_again_ = false;
  }
  ++batches_;
  renew_workspace();
}

void Engine::want_proofs(bool wanted) {
  wants_proof_ = wanted;
  workspace_->wants_proof = wanted;
}

void Engine::renew_workspace() {
  workspace_ = metric_->make_workspace();
  workspace_->wants_proof = wants_proof_;
  set_default_floating_point();
}

std::shared_ptr<const Shape> Engine::prepared(const PolytopePtr& polytope) {
  const auto found = shapes_.find(polytope->content_hash());
  if (found != shapes_.end() && same_content(*found->second.polytope, *polytope)) {
    found_again_ = found_again_ || found->second.batch != batches_;
    return found->second.shape;
  }
  std::shared_ptr<const Shape> shape = metric_->prepare(*polytope);
  shapes_[polytope->content_hash()] = {polytope, shape, batches_};
  remembered_vertices_ += polytope->vertices().size();
  return shape;
}

Answer Engine::evaluate(const Pair& pair) {
  return guarded(pair.X_WB.t[0], [&] {
    const std::shared_ptr<const Shape> A = prepared(pair.A);
    const std::shared_ptr<const Shape> B = prepared(pair.B);
    return metric_->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace_);
  });
}

Answer Engine::evaluate(const ConvexPair& pair) {
  return guarded(pair.X_WB.t[0], [&] {
    const auto& takes = dynamic_cast<const CurvedBodies&>(*metric_);
    const std::unique_ptr<Shape> A = takes.prepare_body(pair.A);
    const std::unique_ptr<Shape> B = takes.prepare_body(pair.B);
    return metric_->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace_);
  });
}

template <class Ask>
Answer Engine::guarded(double x, const Ask& ask) {
  const DefaultFloatingPointAfter foreign;
  const QueryScope scope(QueryKind::metric, name_);
  std::string problem;
  try {
    plant_fault(name_, x);
    return ask();
  } catch (const EndlessLoop&) {
    renew_workspace();
    throw;
  } catch (const AlgorithmCrash&) {
    renew_workspace();
    throw;
  } catch (const std::exception& exception) {
    problem = exception.what();
  } catch (...) {
    problem = "an exception that is not a std::exception";
  }
  // What the metric was doing to its workspace when it threw is unknown.
  renew_workspace();
  return no_answer(problem.empty() ? "an exception without text" : std::move(problem));
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/ratio_options.hpp"

#include <cmath>
#include <utility>

#include "metrics/finite_answer.hpp"

namespace touchstone {
namespace {

/// A metric whose answers another one gives.
class Wrapped : public Metric {
 public:
  explicit Wrapped(std::unique_ptr<Metric> metric) : metric_(std::move(metric)) {}
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const final {
    return metric_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const final { return metric_->make_workspace(); }

 protected:
  const Metric& metric() const { return *metric_; }

 private:
  std::unique_ptr<Metric> metric_;
};

class RatioGrowth final : public Wrapped {
 public:
  using Wrapped::Wrapped;
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = metric().evaluate(A, X_WA, B, X_WB, workspace);
    if (!answer.ratio) return answer;
    if (answer.status == AnswerStatus::answered) {
      answer.value *= answer.ratio->r;
      keep_finite(answer);
    } else if (answer.ratio->no_growth || std::isinf(answer.value)) {
      // rho is undefined, or r is so small that rho is beyond the range of doubles.
      answer.status = AnswerStatus::answered;
      answer.value = answer.ratio->r - 1;
      answer.note.clear();
    }
    return answer;
  }
};

class RolesSwapped final : public Wrapped {
 public:
  using Wrapped::Wrapped;
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = metric().evaluate(B, X_WB, A, X_WA, workspace);
    if (answer.normal) answer.normal = Vec3::Zero() - *answer.normal;
    if (answer.witnesses) std::swap(answer.witnesses->p_WA, answer.witnesses->p_WB);
    if (answer.ratio) {
      for (bool& on_A : answer.ratio->active_on_A) on_A = !on_A;
    }
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> with_roles_swapped(std::unique_ptr<Metric> metric) {
  return std::make_unique<RolesSwapped>(std::move(metric));
}

std::unique_ptr<Metric> in_form(std::unique_ptr<Metric> metric, RatioForm form) {
  if (form == RatioForm::rho) return metric;
  return std::make_unique<RatioGrowth>(std::move(metric));
}

Answer refused_at_no_growth(const char* why, const Vec3& x_WA) {
  Answer answer;
  answer.note = why;
  RatioDetail& detail = answer.ratio.emplace();
  detail.no_growth = true;
  detail.x_W = x_WA;
  return answer;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/ratio_options.hpp"

#include <utility>

#include "metrics/finite_answer.hpp"

namespace touchstone {
namespace {

class RatioGrowth final : public Metric {
 public:
  explicit RatioGrowth(std::unique_ptr<Metric> metric) : metric_(std::move(metric)) {}
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return metric_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override { return metric_->make_workspace(); }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = metric_->evaluate(A, X_WA, B, X_WB, workspace);
    if (!answer.ratio) return answer;
    if (answer.status == AnswerStatus::answered) {
      answer.value *= answer.ratio->r;
      keep_finite(answer);
    } else if (answer.ratio->no_growth) {
      answer.status = AnswerStatus::answered;
      answer.value = -1;
      answer.note.clear();
    }
    return answer;
  }

 private:
  std::unique_ptr<Metric> metric_;
};

}  // namespace

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

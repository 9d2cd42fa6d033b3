// SPDX-License-Identifier: GPL-3.0-or-later
// A metric in the types that it works with: its tables of a body, and its scratch of a thread.
#pragma once

#include <cmath>
#include <memory>

#include "metrics/metric.hpp"

namespace touchstone {

template <class Body>
class ShapeOf final : public Shape {
 public:
  template <class Source>
  explicit ShapeOf(const Source& source) : body(source) {}
  Body body;
};

/// No answer if one of its numbers is not finite: a value may be beyond the range of doubles.
inline void refuse_what_is_not_finite(Answer& answer) {
  if (answer.status != AnswerStatus::answered) return;
  const bool finite = std::isfinite(answer.value) &&
                      (!answer.normal || answer.normal->allFinite()) &&
                      (!answer.witnesses ||
                       (answer.witnesses->p_WA.allFinite() && answer.witnesses->p_WB.allFinite()));
  if (finite) return;
  answer.status = AnswerStatus::no_answer;
  answer.note = std::isinf(answer.value) ? "the value is beyond the range of doubles"
                                         : "a number of the answer is not finite";
}

/// `Body` is made from a Polytope, which outlives it; `Scratch` is a Workspace.
template <class Body, class Scratch = Workspace>
class TypedMetric : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<ShapeOf<Body>>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const final { return std::make_unique<Scratch>(); }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const final {
    Answer answer =
        ask(static_cast<const ShapeOf<Body>&>(A).body, X_WA,
            static_cast<const ShapeOf<Body>&>(B).body, X_WB, static_cast<Scratch&>(workspace));
    refuse_what_is_not_finite(answer);
    return answer;
  }

 private:
  /// As Metric::evaluate.
  virtual Answer ask(const Body& A, const Pose& X_WA, const Body& B, const Pose& X_WB,
                     Scratch& scratch) const = 0;
};

}  // namespace touchstone

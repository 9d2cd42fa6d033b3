// SPDX-License-Identifier: GPL-3.0-or-later
// A metric in the types that it works with: its tables of a body, and its scratch of a thread.
#pragma once

#include <memory>

#include "metrics/finite_answer.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

template <class Body>
class ShapeOf final : public Shape {
 public:
  template <class Source>
  explicit ShapeOf(const Source& source) : body(source) {}
  Body body;
};

/// No answer, and why not.
inline Answer refused(const char* why) {
  Answer answer;
  answer.note = why;
  return answer;
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
    keep_finite(answer);
    return answer;
  }

 private:
  /// Answers one question, as Metric::evaluate does; what is not finite is withdrawn.
  virtual Answer ask(const Body& A, const Pose& X_WA, const Body& B, const Pose& X_WB,
                     Scratch& scratch) const = 0;
};

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of contact data share: the exact truth as a metric, so that every error is the
// contact's own.
#pragma once

#include <cstddef>
#include <memory>

#include "contact/contact.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

class OracleMetric final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<OracleShape>(polytope);
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    // The oracle keeps bodies by shared pointers; these lend what the shapes' owners keep alive.
    const auto lend = [](const Shape& shape) {
      return PolytopePtr(PolytopePtr(), &static_cast<const OracleShape&>(shape).polytope);
    };
    const Truth truth = Oracle().solve({lend(A), X_WA, lend(B), X_WB}, false);
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = truth.phi;
    answer.normal = truth.normals.front();
    answer.indeterminate = truth.normals.size() > 1;
    const auto rounded = [](const ExactVec3& p) {
      return Vec3(round_to_double(p[0]), round_to_double(p[1]), round_to_double(p[2]));
    };
    answer.witnesses = WitnessPoints{rounded(truth.witness_A), rounded(truth.witness_B)};
    return answer;
  }

 private:
  struct OracleShape final : Shape {
    explicit OracleShape(const Polytope& body) : polytope(body) {}
    const Polytope& polytope;
  };
};

/// The contact of one pair, by fresh shapes and a fresh workspace.
inline ContactData find_contact(const ContactMethod& method, const Pair& pair, double reach) {
  const auto A = method.prepare(*pair.A);
  const auto B = method.prepare(*pair.B);
  const auto workspace = method.make_workspace();
  ContactData data;
  method.find(*A, pair.X_WA, *B, pair.X_WB, reach, *workspace, data);
  return data;
}

}  // namespace touchstone

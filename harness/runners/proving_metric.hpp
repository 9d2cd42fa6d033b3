// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: a metric that is right and proves it by brute force, and some that prove too little.
#pragma once

#include <cmath>
#include <memory>

#include "metrics/metric_row.hpp"
#include "reference/certificates.hpp"
#include "reference/tests/distance_proof_samples.hpp"

namespace touchstone {

enum class Proving {
  soundly,
  with_a_wrong_value,  ///< off by a millionth, with the right proof
  with_a_hole,         ///< an overlap's proof lacks a triangle
  never                ///< no proof, though it promises one
};

template <Proving kHow>
class ProvingMetric : public Metric {
 public:
  struct Body : Shape {
    explicit Body(const Polytope& p) : polytope(&p) {}
    const Polytope* polytope;
  };

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<Body>(polytope);
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const auto borrowed = [](const Shape& shape) {
      return PolytopePtr(dynamic_cast<const Body&>(shape).polytope, [](const Polytope*) {});
    };
    const Pair pair{borrowed(A), X_WA, borrowed(B), X_WB};
    Answer answer;
    answer.status = AnswerStatus::answered;
    DistanceProof proof = proof_by_brute_force(pair);
    const DistanceCertificate certificate = check_distance_certificate(pair, proof);
    answer.value = rounded_phi(certificate);
    answer.normal = certificate.normal;
    if (kHow == Proving::with_a_wrong_value) answer.value += 1e-6;
    if (kHow == Proving::with_a_hole && !proof.cycle.empty()) proof.cycle.pop_back();
    if (workspace.wants_proof && kHow != Proving::never) answer.proof = std::move(proof);
    return answer;
  }
};

template <Proving kHow>
MetricRow proving_row(const char* name) {
  MetricRow row;
  row.name = name;
  row.summary = "phi by brute force";
  row.traits.gives = in_every_regime({.witnesses = false});
  row.traits.gives_certificate = true;
  row.traits.claims_exact = true;
  row.traits.flat = true;
  row.make = [] { return std::unique_ptr<Metric>(std::make_unique<ProvingMetric<kHow>>()); };
  return row;
}

}  // namespace touchstone

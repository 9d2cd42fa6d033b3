// SPDX-License-Identifier: GPL-3.0-or-later
// What refutes a wrong answer: a certificate of a bound that the answer breaks
// (docs/certificate-file.md#refutations).
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/judge/judge.hpp"
#include "reference/certificates.hpp"

namespace touchstone {

struct Refutation {
  /// What is wrong: a value or sign below phi or above it, the normal, a point.
  enum class Part { low_value, high_value, normal, point_A, point_B };
  Part part = Part::low_value;
  BoundProof proof;
  /// Beside a wrong normal: phi from below, by another direction. Beside a value above phi of bodies
  /// that overlap: the gap along the answer's own normal, if it has one.
  std::optional<BoundProof> beside;
};

/// Refutes what the verdict's word names: the value or sign, else the normal, else a point. `truth`
/// is the pair's, exact; `verdict` that of `outcome` at `tolerance`, relative to size. An error, in
/// words behind the name of who answered, where nothing is wrong and where no certificate shows it:
/// crashes, what is missing, a normal of another length alone, points that only do not belong
/// together, and answers of ratio metrics.
Result<Refutation> refute(const Pair& pair, const Truth& truth, Quantity quantity,
                          const RunOutcome& outcome, const Verdict& verdict, double tolerance);

}  // namespace touchstone

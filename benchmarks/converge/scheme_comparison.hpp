// SPDX-License-Identifier: GPL-3.0-or-later
// The largest step with which schemes come within 1 % of what is true, beside the present one. Hart
// claims steps four orders of magnitude longer than penalties permit (hart2007thesis, ch. 1 and 7).
//
// A penalty permits an overlap d, from which its stiffness follows, k = m g/d. The period of its
// springs is proportional to sqrt(d), and its stable step to that period. Regularised friction has
// a limit of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dynamics/stepping/step_scheme.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

struct ComparedScheme {
  enum class Kind { present, penalty, post_stabilised, event_driven };
  Kind kind = Kind::present;
  double depth = 0;  ///< what a mean body sinks on one contact [m]
  std::string name() const;
};
/// The present one comes first. `full`: a stiffer penalty, too.
std::vector<ComparedScheme> compared_schemes(bool full);

/// A scheme with what it is made of, for a scene without comparator_fault.
class SchemeRun {
 public:
  SchemeRun(const ComparedScheme& scheme, const Scene& scene, const MetricSource& metrics);
  StepScheme& scheme() { return *scheme_; }

 private:
  std::unique_ptr<ContactMethod> method_;
  std::unique_ptr<Stepper> stepper_, of_projection_;
  std::unique_ptr<StepScheme> scheme_;
};

/// A scene, and the relative error of a run that has ended.
struct ComparedScene {
  Scene scene;
  std::function<double(const ComparedScheme& scheme, const StepScheme& ended)> error;
  std::string fault = {};  ///< why the scene has no reference solution; empty if it has one
};
/// `options` says how the reference of Balance2 is run.
std::vector<ComparedScene> compared_scenes(const ClaimOptions& options);

inline constexpr double kComparedError = 0.01;

/// A run with the largest step that was found.
struct LargestStep {
  bool found = false;  ///< it and the run with half its step are within kComparedError
  std::string fault;   ///< why the last run was not
  double h = 0;        ///< [s]
  std::uint64_t steps = 0;
  double seconds = 0;
  double error = 0;    ///< relative [1]
  double overlap = 0;  ///< deepest [m]
};
/// Halves the step from a quarter of the scene's time on, until runs take `max_steps` steps.
LargestStep largest_step(const ComparedScheme& scheme, const ComparedScene& of,
                         const ClaimOptions& options, std::uint64_t max_steps);

CheckReport compare_schemes(const ClaimOptions& options);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/projected_scheme.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {
namespace {

using Kind = ProjectedScheme::Kind;

class Projected {
 public:
  Projected(Kind kind, const Scene& scene)
      : method_(make_metric_contacts(std::make_unique<OracleMetric>())),
        stepper_(find_stepper(scene.stepper)->make()),
        of_projection_(stepper_->another()),
        scheme_(kind, scene, *method_, *stepper_, *of_projection_) {}
  ProjectedScheme* operator->() { return &scheme_; }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      const StepReport& report = scheme_.step();
      ASSERT_TRUE(report.taken) << "step " << i << ": " << report.fault;
      ASSERT_TRUE(report.solved) << "step " << i;
    }
  }

 private:
  std::unique_ptr<ContactMethod> method_;
  std::unique_ptr<Stepper> stepper_, of_projection_;
  ProjectedScheme scheme_;
};

/// Two cubes on each other, the lower one `height` above the floor [m].
Scene two_boxes(double height, double dt) {
  SceneChoice choice;
  choice.bodies = 2;
  choice.dt = dt;
  Scene scene = make_scene(*find_scene("stack"), choice).value();
  for (std::size_t i = 0; i < 2; ++i) scene.start[i].p_W.y() += height;
  return scene;
}

TEST(ProjectedScheme, AnOverlapIsTakenBackWithoutSpeed) {
  Projected boxes(Kind::post_stabilised, two_boxes(-0.02, 0.01));
  boxes.run(1);
  EXPECT_NEAR(boxes->states()[0].p_W.y(), 0.5, 1e-8);
  EXPECT_NEAR(boxes->states()[1].p_W.y(), 1.5, 1e-8);
  EXPECT_NEAR(boxes->kinetic_energy(), 0, 1e-12);
}

TEST(ProjectedScheme, BothKindsRest) {
  for (const Kind kind : {Kind::post_stabilised, Kind::event_driven}) {
    Projected boxes(kind, two_boxes(0, 0.01));
    boxes.run(100);
    EXPECT_NEAR(boxes->time(), 1, 1e-12);
    EXPECT_NEAR(boxes->states()[1].p_W.y(), 1.5, 1e-4);
    EXPECT_NEAR(boxes->states()[1].p_W.x(), 0, 1e-9);
  }
}

TEST(ProjectedScheme, AnEventStopsAFallWhereItIsNotWhereTheStepEnds) {
  // Semi-implicit Euler falls 0.2 m in the first 0.143 s of the step.
  Projected boxes(Kind::event_driven, two_boxes(0.2, 0.25));
  boxes.run(1);
  EXPECT_GE(boxes->events(), 1);
  EXPECT_NEAR(boxes->states()[0].p_W.y(), 0.5, 2 * kEventDepth);
  EXPECT_NEAR(boxes->kinetic_energy(), 0, 1e-9);
}

}  // namespace
}  // namespace touchstone

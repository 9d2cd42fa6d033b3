// SPDX-License-Identifier: GPL-3.0-or-later
// A stop reaches into a step, and leaves nothing of it.
#include <gtest/gtest.h>

#include <utility>

#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/tests/running.hpp"

namespace touchstone {
namespace {

Scene scene_of(const char* name, int bodies) {
  SceneChoice choice;
  choice.bodies = bodies;
  return make_scene(*find_scene(name), choice).value();
}

bool same(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].p_W != b[i].p_W || a[i].v_W != b[i].v_W || a[i].w_W != b[i].w_W ||
        a[i].q_WB.coeffs() != b[i].q_WB.coeffs()) {
      return false;
    }
  }
  return a.size() == b.size();
}

/// Questions of the second step, stopped at that one; 0: at none.
int ask(const Scene& scene, int stop_at) {
  Running running(scene);
  running.run(1);
  const std::vector<BodyState> before = running->states();
  int asked = 0;
  running->set_stop([&] { return ++asked == stop_at; });
  const StepReport& report = running->step();
  EXPECT_EQ(report.taken, stop_at == 0) << stop_at;
  EXPECT_EQ(report.stopped, stop_at != 0) << stop_at;
  EXPECT_EQ(report.fault, "");
  EXPECT_EQ(running->steps(), stop_at == 0 ? 2U : 1U);
  EXPECT_EQ(same(before, running->states()), stop_at != 0) << stop_at;
  return asked;
}

TEST(Stop, EndsAStepAtAnyQuestionAndLeavesTheStateOfTheLast) {
  // Pairs and islands; one island that is solved sparsely.
  for (const auto& [name, bodies] : {std::pair{"sliding-boxes", 150}, std::pair{"pyramid", 45}}) {
    const Scene scene = scene_of(name, bodies);
    const int questions = ask(scene, 0);
    ASSERT_GE(questions, 3) << name;
    for (int k = 1; k <= questions; k += 1 + questions / 20) {
      EXPECT_EQ(ask(scene, k), k) << name << ": none is asked once it is seen";
    }
  }
}

TEST(Stop, AStepOfLittleWorkIsNotAsked) { EXPECT_EQ(ask(scene_of("stack", 3), 0), 0); }

TEST(Stop, ThreadsEndToo) {
  const Scene scene = scene_of("sliding-boxes", 300);
  Running running(scene);
  running->set_jobs(2);
  const std::vector<BodyState> before = running->states();
  running->set_stop([] { return true; });
  EXPECT_TRUE(running->step().stopped);
  EXPECT_TRUE(same(before, running->states()));
}

TEST(Stop, ThatDoesNotComeChangesNoBit) {
  const Scene scene = scene_of("pyramid", 21);
  Running plain(scene);
  Running asked(scene);
  asked->set_stop([] { return false; });
  plain.run(20);
  asked.run(20);
  EXPECT_TRUE(same(plain->states(), asked->states()));
}

}  // namespace
}  // namespace touchstone

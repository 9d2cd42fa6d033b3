// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/movie.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "benchmarks/energy/energy_test_options.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "benchmarks/energy/trajectory_run.hpp"
#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {
namespace {

Scene scene_of(const char* name, double dt, double t_end, std::optional<int> bodies = {}) {
  SceneChoice choice;
  choice.dt = dt;
  choice.t_end = t_end;
  choice.bodies = bodies;
  return make_scene(*find_scene(name), choice).value();
}

Movie movie_of_run(const Scene& scene) {
  MovieRecorder recorder(scene, "run");
  const auto run =
      run_recorded(scene, 1, energy_test_options().metric_source, [&](const Simulation& seen) {
        recorder.see(seen);
        return true;
      });
  EXPECT_TRUE(run.ok()) << run.reason();
  return recorder.take();
}

TEST(Movie, KeepsItsLimitsOfFramesAndPoses) {
  for (const std::uint64_t steps : {0U, 1U, 599U, 600U, 601U, 6000U, 1'000'000U}) {
    for (const std::size_t bodies : {1U, 50U, 270U, 275U, 276U, 5000U}) {
      const std::uint64_t every = steps_per_frame(steps, bodies);
      const std::uint64_t frames = steps / every + 1 + (steps % every == 0 ? 0 : 1);
      EXPECT_LE(frames, kMaxMovieFrames + 1) << steps << " " << bodies;
      EXPECT_LE((frames - 1) * bodies, std::max<std::uint64_t>(kMaxMoviePoses, 2 * bodies))
          << steps << " " << bodies;
      if (steps < 600 && bodies <= 275) {
        EXPECT_EQ(every, 1U);
      }
    }
  }
}

TEST(Movie, HasTheStartTheEndAndWhatIsBetween) {
  const Scene scene = scene_of("slide-to-roll", 1e-3, 1.0);
  const Movie movie = movie_of_run(scene);
  EXPECT_EQ(movie.steps, 1000U);
  EXPECT_EQ(movie.steps_per_frame, 2U);
  ASSERT_EQ(movie.frames.size(), 501U);
  EXPECT_EQ(movie.frames.front().time_s, 0);
  EXPECT_NEAR(movie.frames.back().time_s, 1, 1e-12);
  EXPECT_EQ(movie.frames.front().states[0].p_W, scene.start[0].p_W);
  EXPECT_NEAR(movie.energies.time_s.back(), 1, 1e-12);
}

TEST(Movie, EndsWithTheLastStepWhereFramesLeaveSome) {
  const Scene scene = scene_of("slide-to-roll", 1e-3, 0.601);
  const Movie movie = movie_of_run(scene);
  EXPECT_EQ(movie.steps_per_frame, 2U);
  ASSERT_EQ(movie.frames.size(), 302U);
  EXPECT_NEAR(movie.frames.back().time_s, 0.601, 1e-12);
}

// What holds a stack up is known: each contact of a level carries a quarter of what is above.
TEST(Movie, ForcesOfAStackAtRestAreItsWeights) {
  const Scene scene = scene_of("stack", 0.01, 0.1, 3);
  const Movie movie = movie_of_run(scene);
  const MovieFrame& frame = movie.frames[5];
  ASSERT_EQ(frame.contacts.size(), 12U);
  EXPECT_EQ(frame.contact_count, 12);
  std::vector<Vec3> force_on(scene.bodies.size(), Vec3::Zero());
  for (const MovieContact& contact : frame.contacts) {
    force_on[static_cast<std::size_t>(contact.A)] += contact.force_W;
    force_on[static_cast<std::size_t>(contact.B)] -= contact.force_W;
    EXPECT_NEAR(contact.normal.norm(), 1, 1e-12);
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].fixed) continue;
    const Vec3 weight = scene.bodies[i].mass * scene.gravity_W;
    EXPECT_LT((force_on[i] + weight).norm(), 1e-9 * weight.norm()) << scene.bodies[i].name;
  }
}

// Friction mu g slows a sliding body down: the tangential force is mu times the normal one.
TEST(Movie, ForcesHaveTheirFriction) {
  const Scene scene = scene_of("slide-to-roll", 1e-3, 0.01);
  const Movie movie = movie_of_run(scene);
  ASSERT_EQ(movie.frames[3].contacts.size(), 1U);
  const MovieContact& contact = movie.frames[3].contacts.front();
  const double normal = contact.force_W.dot(contact.normal);
  const double tangential = (contact.force_W - normal * contact.normal).norm();
  EXPECT_NEAR(tangential, scene.friction.mu * normal, 1e-9 * normal);
}

TEST(Movie, SpikesBetweenFramesAreInTheCurves) {
  const Scene scene = scene_of("pile", 1e-3, 1.5, 4);
  const Movie movie = movie_of_run(scene);
  ASSERT_GT(movie.steps_per_frame, 1U);
  double deepest = 0;
  int most = 0;
  const auto all =
      run_recorded(scene, 1, energy_test_options().metric_source, [&](const Simulation& seen) {
        if (seen.steps() > 0) {
          deepest = std::max(deepest, -seen.report().smallest_gap);
          most = std::max(most, seen.report().contacts);
        }
        return true;
      });
  ASSERT_TRUE(all.ok());
  double shown = 0;
  int shown_contacts = 0;
  for (const MovieFrame& frame : movie.frames) {
    shown = std::max(shown, frame.overlap_m);
    shown_contacts = std::max(shown_contacts, frame.contact_count);
  }
  EXPECT_EQ(shown, deepest);
  EXPECT_EQ(shown_contacts, most);
}

TEST(Movie, OfATrajectoryHasItsPosesAndNoContacts) {
  const Scene scene = scene_of("stack", 0.01, 0.5, 2);
  const auto run = run_trajectory(scene, energy_test_options().metric_source);
  ASSERT_TRUE(run.ok());
  const Trajectory& trajectory = run.value().trajectory;
  const Movie movie = movie_of(trajectory, judge_trajectory(scene, trajectory));
  EXPECT_FALSE(movie.has_contacts);
  ASSERT_EQ(movie.frames.size(), 51U);
  EXPECT_EQ(movie.frames[50].states[1].p_W, trajectory.states[50][1].p_W);
  EXPECT_TRUE(movie.frames[20].contacts.empty());
}

}  // namespace
}  // namespace touchstone

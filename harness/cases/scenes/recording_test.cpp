// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Recording sample() {
  Recording recording;
  recording.scene = make_scene(*find_scene("slide-to-roll"), {}).value();
  recording.every = 5;
  recording.states = {recording.scene.start, recording.scene.start};
  recording.states[1][0].p_W = Vec3(0.1, 1.0 / 3, -0.0);
  recording.states[1][0].w_W = Vec3(1e-300, 5e-324, -7);
  return recording;
}

class RecordingFile : public testing::Test {
 protected:
  Result<Recording> read(const std::string& text) {
    std::ofstream(path_) << text;
    return read_recording_file(path_);
  }
  void TearDown() override { std::remove(path_.c_str()); }
  std::string path_ = testing::TempDir() + "recording-" + std::to_string(::getpid()) + ".json";
};

TEST_F(RecordingFile, ReadsBackToTheBit) {
  const Recording written = sample();
  const auto back = read(recording_json(written));
  ASSERT_TRUE(back.ok()) << back.reason();
  EXPECT_EQ(back.value().every, 5U);
  ASSERT_EQ(back.value().states.size(), 2U);
  EXPECT_TRUE(same_states(back.value().states[1], written.states[1]));
  EXPECT_FALSE(same_states(back.value().states[0], written.states[1]));
  EXPECT_EQ(recording_json(back.value()), recording_json(written));
}

TEST_F(RecordingFile, SaysWhyTheRunEndedEarly) {
  Recording written = sample();
  EXPECT_THAT(recording_json(written), HasSubstr("\"fault\": null"));
  EXPECT_EQ(read(recording_json(written)).value().fault, "");
  written.fault = "step 7: \"no answer\"";
  const auto back = read(recording_json(written));
  ASSERT_TRUE(back.ok()) << back.reason();
  EXPECT_EQ(back.value().fault, written.fault);
}

TEST_F(RecordingFile, AZeroOfTheOtherSignIsAnotherState) {
  Recording other = sample();
  other.states[1][0].p_W.z() = 0;
  EXPECT_FALSE(same_states(other.states[1], sample().states[1]));
}

TEST_F(RecordingFile, IsRefusedByPlaceAndRule) {
  const std::string text = recording_json(sample());
  const auto changed = [&text](const std::string& from, const std::string& to) {
    std::string copy = text;
    return copy.replace(copy.find(from), from.size(), to);
  };
  EXPECT_THAT(read("{}").reason(), HasSubstr("\"schema\" is missing"));
  EXPECT_THAT(read(changed("recording/1", "recording/2")).reason(), HasSubstr("schema: must be"));
  EXPECT_THAT(read(changed("\"every\": 5", "\"every\": 0")).reason(), HasSubstr("above 0"));
  EXPECT_THAT(read(changed("\"dt\": 0.001", "\"dt\": -1")).reason(), HasSubstr("dt must be above"));
  EXPECT_THAT(read(changed("\"every\"", "\"evry\": 1, \"every\"")).reason(),
              HasSubstr("unknown key 'evry'"));
  EXPECT_THAT(read(changed("\"fault\": null", "\"fault\": \"\"")).reason(),
              HasSubstr("fault: must be null or a reason"));
  EXPECT_THAT(read(changed("\"fault\": null", "\"fault\": 7")).reason(),
              HasSubstr("fault: must be a string"));
  EXPECT_THAT(read(changed("1e-300, ", "")).reason(),
              HasSubstr("states[1][0]: must be a list of 13"));
}

}  // namespace
}  // namespace touchstone

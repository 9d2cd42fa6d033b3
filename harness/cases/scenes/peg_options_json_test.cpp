// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/peg_options_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "dynamics/scenes/scene_library.hpp"
#include "harness/cases/scenes/scene_file.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

Scene frictionless() {
  SceneChoice choice;
  choice.friction = ContactFriction();
  return make_scene(*find_scene("tetra-pairs"), choice).value();
}

/// What is wrong with a scene file with these keys.
std::string reason(const std::string& keys, const Scene& scene = frictionless()) {
  std::string text = scene_json(scene);
  text.insert(text.rfind('}'), "," + keys);
  const auto read = parse_scene_text(text, "scene.json");
  return read.ok() ? std::string() : read.reason();
}

TEST(PegOptionsJson, AreReadBackAsTheyWereWritten) {
  Scene scene = frictionless();
  EXPECT_THAT(scene_json(scene), Not(HasSubstr("\"model\"")));
  EXPECT_THAT(scene_json(scene), Not(HasSubstr("\"peg\"")));
  scene.model = "peg";
  scene.peg.eps_theta = -0.2;
  scene.peg.delta = 0.01;
  scene.peg.corrections = 2;
  scene.peg.several_primaries = true;
  const auto read = parse_scene_text(scene_json(scene), "scene.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.value().model, "peg");
  EXPECT_EQ(read.value().peg, scene.peg);
}

TEST(PegOptionsJson, RefuseWhatHasNoMeaningInOneLine) {
  EXPECT_EQ(reason(R"("model": "peg")"), "");
  EXPECT_EQ(reason(R"("model": "lnc", "peg": {"corrections": 3})"), "");
  EXPECT_THAT(reason(R"("model": "pig")"),
              HasSubstr("model: unknown contact model 'pig'; did you mean peg?"));
  EXPECT_THAT(reason(R"("model": "peg", "peg": {"corrections": 4})"),
              HasSubstr("peg: corrections must be 0 to 3"));
  EXPECT_THAT(reason(R"("model": "peg", "peg": {"eps_theta": 0.1})"), HasSubstr("eps_theta"));
  EXPECT_THAT(reason(R"("model": "peg", "peg": {"eps_theta": -2})"), HasSubstr("eps_theta"));
  EXPECT_THAT(reason(R"("model": "peg", "peg": {"delta": 0})"), HasSubstr("delta"));
  EXPECT_THAT(reason(R"("model": "peg", "peg": {"gamma": 0})"), HasSubstr("gamma"));
}

TEST(PegOptionsJson, GoWithAModelThatReadsThem) {
  const std::string said = "peg: goes with a \"model\" other than \"manifold\"";
  for (const char* keys :
       {R"("peg": {"delta": 0.1})", R"("peg": {"eps_theta": -0.3})", R"("peg": {"corrections": 1})",
        R"("peg": {})", R"("model": "manifold", "peg": {"several_primaries": true})"}) {
    EXPECT_THAT(reason(keys), HasSubstr(said)) << keys;
    EXPECT_THAT(reason(keys), Not(HasSubstr("\n"))) << keys;
  }
  for (const char* model : {"std", "near", "plane", "lnc", "peg"}) {
    EXPECT_EQ(reason(R"("model": ")" + std::string(model) + R"(", "peg": {"delta": 0.1})"), "");
  }
}

/// --model can give a scene another model than its file.
TEST(PegOptionsJson, AreRefusedOfASceneThatIsGivenTheModelManifold) {
  std::array<PegOptions, 3> chosen;
  chosen[0].delta = 0.1;
  chosen[1].eps_theta = -0.2;
  chosen[2].several_primaries = true;
  for (const PegOptions& peg : chosen) {
    Scene scene = frictionless();
    scene.peg = peg;
    EXPECT_EQ(model_fault(scene), "peg: its keys go with a model but manifold");
    scene.model = "std";
    EXPECT_EQ(model_fault(scene), "");
  }
}

TEST(PegOptionsJson, TakeConesAndNoOtherFriction) {
  Scene scene = frictionless();
  scene.friction = {FrictionKind::cone, 0.3};
  EXPECT_EQ(reason(R"("model": "std")", scene), "");
  for (const char* stepper : {"relaxed", "fixed_point"}) {
    scene.stepper = stepper;
    EXPECT_THAT(reason(R"("model": "std")", scene), HasSubstr("stepper stewart_trinkle"));
  }
  scene.friction = {FrictionKind::no_slip, 0};
  EXPECT_THAT(reason(R"("model": "std")", scene), HasSubstr("contacts without slip"));
}

}  // namespace
}  // namespace touchstone

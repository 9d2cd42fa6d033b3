// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/file_kind.hpp"

#include <gtest/gtest.h>

#include <string>

namespace touchstone {
namespace {

TEST(FileKind, IsToldByTheSchema) {
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.scene/1"})"), FileKind::scene);
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.scene/9", "x": [)"), FileKind::scene);
  EXPECT_EQ(file_kind(R"({"x": [1, {"schema": "no"}], "schema": "touchstone.recording/1"})"),
            FileKind::recording);
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.trajectory/1"})"), FileKind::trajectory);
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.verify/5"})"), FileKind::verdicts);
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.accuracy/3"})"), FileKind::verdicts);
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.time/1"})"), FileKind::times);
  EXPECT_EQ(file_kind(R"({"schema": "touchstone.energy/1"})"), FileKind::other);
}

TEST(FileKind, IsToldByTheBodiesOfACase) {
  EXPECT_EQ(file_kind(R"({"a": {"vertices": []}, "b": 1})"), FileKind::cases);
  EXPECT_EQ(file_kind(R"([{"id": "x", "b": {}, "a": {}}])"), FileKind::cases);
}

TEST(FileKind, IsNotGuessed) {
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"),
        std::string("[[{\"a\": 1, \"b\": 2}]]"), std::string(R"({"a": {"b": 1}})"),
        std::string(R"([{"a": 1}, {"b": 1}])"), std::string(R"({"schema": "other/1"})"),
        std::string(R"({"x": {"schema": "touchstone.scene/1"}})"), std::string("{\"a\""),
        std::string("solid part"), deep}) {
    EXPECT_FALSE(file_kind(text).has_value()) << text.substr(0, 40);
  }
}

TEST(FileKind, OfAnotherKindIsRefusedWithTheCommandThatTakesIt) {
  const std::string scene = R"({"schema": "touchstone.scene/1"})";
  EXPECT_EQ(other_kind(scene, "my FILE", FileKind::cases)->reason,
            "my FILE: is a scene, not a case file: touchstone simulate my FILE runs it");
  EXPECT_FALSE(other_kind(scene, "f", FileKind::scene).has_value());
  EXPECT_FALSE(other_kind("{}", "f", FileKind::scene).has_value());
}

}  // namespace
}  // namespace touchstone

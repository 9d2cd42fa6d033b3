// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/text_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Fall {
  std::string body;
  double speed = 0;
  int bounces = 0;
};

const RecordFields<Fall>& fall_fields() {
  static const auto kFields =
      RecordFields<Fall>()
          .add(field("body", "what falls").in_table("body").kept(), &Fall::body)
          .add(field("speed", "largest speed", "m/s").in_table("speed\nm/s"), &Fall::speed)
          .add(field("bounces", "how often it bounces").in_table("boun-\nces"), &Fall::bounces);
  return kFields;
}

TEST(TextTable, OfRecordsHasTheirColumns) {
  EXPECT_EQ(table_text(fall_fields(), "body", std::vector<Fall>{{"ball", 3, 0}, {"egg", 12.5, 1}}),
            "      speed  boun-\n"
            "body    m/s    ces\n"
            "------------------\n"
            "ball      3      .\n"
            "egg    12.5      1\n");
  EXPECT_EQ(table_text(fall_fields(), "body", std::vector<Fall>()), "");
}

TEST(TextTable, ColumnsGoFromTheRightAndAreExplainedWhereShown) {
  TextTable table(fall_fields(), "body");
  table.add(fall_fields().cells({"ball", 3, 0}));
  EXPECT_EQ(table.column("bounces"), 2U);
  EXPECT_EQ(table.legend(std::nullopt, 1),
            "speed: largest speed [m/s]\nbounces: how often it bounces\n");
  const std::string narrow = table.fitted(12);
  EXPECT_THAT(narrow, Not(HasSubstr("boun-")));
  EXPECT_THAT(narrow, HasSubstr("not shown in 12 columns:\n  bounces\n"));
  EXPECT_EQ(table.legend(12, 1), "speed: largest speed [m/s]\n");
  // Blocks have all columns.
  EXPECT_EQ(table.fitted(2), "body       ball\nspeed m/s  3\nbounces    .\n");
  EXPECT_EQ(table.legend(2, 1), table.legend(std::nullopt, 1));
}

TEST(TextTable, GivesRowsAsTheyComeAndNoColumnGetsNarrower) {
  TextTable table(std::vector<std::string>{"id", "phi"}, 1);
  table.add({"a", "1.5"});
  EXPECT_EQ(table.next_rows({2, 4}),
            "id   phi\n"
            "--------\n"
            "a    1.5\n");
  table.add({"long", "0.25"});
  EXPECT_EQ(table.next_rows({2, 4}), "long  0.25\n");
  table.add({"b", "2"});
  EXPECT_EQ(table.next_rows({2, 4}), "b        2\n");
  EXPECT_EQ(table.next_rows({2, 4}), "");
}

}  // namespace
}  // namespace touchstone

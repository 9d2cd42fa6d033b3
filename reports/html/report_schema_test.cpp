// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_schema.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace touchstone {
namespace {

TEST(ReportSchema, TheCommittedFileIsWhatTheDescriptionsGive) {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/docs/report.schema.json");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), report_schema());
}

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// What every refusal has in common.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "tests/program.hpp"

namespace touchstone {

/// How many command lines and case files that have to be refused there are in the tables.
std::size_t bad_command_line_count();
std::size_t bad_case_file_count();

/// Exit code 2, nothing on standard output, and one line that says so.
inline void expect_one_line_refusal(const Ran& ran, const std::string& says) {
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, testing::StartsWith("touchstone: "));
  EXPECT_THAT(ran.err, testing::EndsWith("\n"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_THAT(ran.err, testing::HasSubstr(says));
}

}  // namespace touchstone

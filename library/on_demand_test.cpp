// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/on_demand.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace touchstone {
namespace {

TEST(OnDemand, APartIsMadeOnce) {
  const OnDemand<int> part;
  int made = 0;
  const auto make = [&made] { return ++made; };
  EXPECT_EQ(part.get(make), 1);
  EXPECT_EQ(*part.find(make), 1);
  EXPECT_EQ(made, 1);
}

TEST(OnDemand, WhatKeepsAPartFromBeingMadeIsSaid) {
  const OnDemand<int> part;
  const auto fail = []() -> int { throw std::logic_error("two routes differ"); };
  const touchstone_truth_status said = guarded([&] {
    part.get(fail);
    return status(TOUCHSTONE_TRUTH_OK);
  });
  EXPECT_EQ(said.code, TOUCHSTONE_TRUTH_FAILED);
  EXPECT_EQ(std::string(said.text), "two routes differ");
  EXPECT_EQ(part.find(fail), nullptr);
  EXPECT_EQ(part.get([] { return 3; }), 3);
}

}  // namespace
}  // namespace touchstone

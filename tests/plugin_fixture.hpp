// SPDX-License-Identifier: GPL-3.0-or-later
// The example plug-in in C, compiled for the tests of one class.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/program.hpp"

namespace touchstone {

class PluginCommands : public testing::Test {
 protected:
  void SetUp() override { library_ = compiled("my_boxes", "/examples/plugins/c/my_boxes.c"); }

  std::string compiled(const std::string& name, const std::string& source) const {
    const std::string library = scratch_.path(name + ".so");
    const Ran built = run_program({"/bin/sh", "-c",
                                   "cc -O2 -fPIC -shared -pthread -I " TOUCHSTONE_SOURCE_DIR
                                   "/include -I " TOUCHSTONE_SOURCE_DIR " " TOUCHSTONE_SOURCE_DIR +
                                       source + " -o '" + library + "' -lm"});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    return library;
  }

  ScratchFolder scratch_;
  std::string library_;
};

}  // namespace touchstone

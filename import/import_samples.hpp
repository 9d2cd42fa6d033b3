// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a test, and what is imported of them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/cases/files/case_file.hpp"
#include "import/import.hpp"

namespace touchstone {

class ImportTest : public testing::Test {
 protected:
  ImportTest() { std::filesystem::create_directories(folder_); }
  ~ImportTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  /// The only case of a text.
  ImportedCase imported(const std::string& text, const ImportOptions& options = {}) const {
    const auto cases = import_cases(write("input", text), options, CurvedCases::taken);
    EXPECT_TRUE(cases.ok()) << cases.reason();
    return cases.ok() ? cases.value().at(0) : ImportedCase();
  }
  Pair pair(const std::string& text, const ImportOptions& options = {}) const {
    return imported(text, options).c.pair();
  }
  /// Why a text is rejected, without the folder.
  std::string rejection(const std::string& text, const ImportOptions& options = {}) const {
    const auto cases = import_cases(write("input", text), options, CurvedCases::taken);
    if (cases.ok()) return "is taken";
    std::string reason = cases.reason();
    for (std::size_t at; (at = reason.find(folder_.string() + "/")) != std::string::npos;) {
      reason.erase(at, folder_.string().size() + 1);
    }
    return reason;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("touchstone-import-" + std::to_string(::getpid()));
};

inline ImportOptions named(const std::string& a, const std::string& b) {
  ImportOptions options;
  options.a = a;
  options.b = b;
  return options;
}

/// The bodies and poses as the case file has them.
inline std::string body_text(const Pair& pair) {
  Case c;
  c.bodies = pair;
  return write_case(c);
}

}  // namespace touchstone

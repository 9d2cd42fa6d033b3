// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/shrink_manifolds.hpp"

#include <gtest/gtest.h>

#include "harness/cases/files/case_file.hpp"
#include "harness/check/check_record.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

TEST(ShrinkManifolds, FindsASimplePairOfWhichTheSameWordsAreSaid) {
  ContactCheckOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes"}, 40, 2);
  options.methods = {find_contact_row("certified"), find_contact_row("center_normals")};
  CheckReport report = check_contacts(options);
  report.shrunk = shrink_manifolds(options, report);
  ASSERT_FALSE(report.shrunk.empty());
  for (const ShrunkCase& one : report.shrunk) {
    EXPECT_EQ(one.subject, "center_normals");
    EXPECT_NE(one.kind.find("wrong_normal"), std::string::npos) << one.kind;
    ASSERT_FALSE(one.case_file.empty()) << one.why_not;
    const auto cases = parse_case_text(one.case_file, "shrunk");
    ASSERT_TRUE(cases.ok()) << cases.reason();
    ContactCheckOptions again = options;
    again.sources = {{nullptr, "file:shrunk", "file", 1, cases.value(), "shrunk"}};
    const CheckReport of_it = check_contacts(again);
    EXPECT_EQ(of_it.rows.back().claim("wrong_normal").violated, 1U) << one.case_file;
    EXPECT_LT(one.case_file.size(), 1200U) << one.case_file;
  }
  EXPECT_NE(check_record().document(report).find("\"shrunk\""), std::string::npos);
}

}  // namespace
}  // namespace touchstone

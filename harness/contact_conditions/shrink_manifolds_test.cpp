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
    ASSERT_FALSE(one.case_file.json.empty()) << one.why_not;
    const auto cases = parse_case_text(one.case_file.json, "shrunk");
    ASSERT_TRUE(cases.ok()) << cases.reason();
    ContactCheckOptions again = options;
    again.sources = {{nullptr, "file:shrunk", "file", 1, cases.value(), "shrunk"}};
    const CheckReport of_it = check_contacts(again);
    EXPECT_EQ(of_it.rows.back().claim("wrong_normal").violated, 1U) << one.case_file.json;
    EXPECT_LT(one.case_file.json.size(), 1200U) << one.case_file.json;
  }
  EXPECT_NE(check_record().document(report).find("\"shrunk\""), std::string::npos);
}

/// `center_normals`, which counts its questions.
class Counted : public ContactMethod {
 public:
  explicit Counted(int& questions)
      : method_(find_contact_row("center_normals")->make(registered_metric)),
        questions_(questions) {}
  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return method_->prepare(polytope);
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return method_->make_workspace();
  }
  void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B, const Pose& X_WB,
            double reach, ContactWorkspace& workspace, ContactData& data) const override {
    ++questions_;
    method_->find(A, X_WA, B, X_WB, reach, workspace, data);
  }

 private:
  std::unique_ptr<ContactMethod> method_;
  int& questions_;
};

TEST(ShrinkManifolds, AsksUnderTheShortLimitExceptToConfirm) {
  ContactCheckOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes"}, 10, 1);
  int in_full = 0;
  int quickly = 0;
  const auto row_of = [](int& questions) {
    ContactRow row = *find_contact_row("center_normals");
    row.make = [&questions](const MetricSource&) { return std::make_unique<Counted>(questions); };
    return row;
  };
  const ContactRow row = row_of(in_full);
  const ContactRow hurried = row_of(quickly);
  options.methods = {&row};
  options.hurried = {&hurried};
  const CheckReport report = check_contacts(options);
  in_full = 0;
  const std::vector<ShrunkCase> shrunk = shrink_manifolds(options, report);
  ASSERT_FALSE(shrunk.empty());
  for (const ShrunkCase& one : shrunk) EXPECT_FALSE(one.case_file.json.empty()) << one.why_not;
  EXPECT_GT(quickly, 50);
  EXPECT_LE(in_full, 4 * static_cast<int>(shrunk.size()));
  EXPECT_GE(in_full, 2 * static_cast<int>(shrunk.size()));
}

}  // namespace
}  // namespace touchstone

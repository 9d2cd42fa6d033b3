// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

std::vector<AuditRow> audit(std::uint64_t cases, int jobs) {
  AuditOptions options;
  for (const Family& family : family_registry()) {
    if (family.largest_vertices <= 16) options.families.push_back(&family);
  }
  options.cases = cases;
  options.jobs = jobs;
  return run_audit(options);
}

TEST(Audit, RoutesAgreeAndBoundsHoldOnEveryFamilyOfSmallBodies) {
  std::uint64_t inradius_met = 0;
  std::uint64_t thesis_met = 0;
  for (const AuditRow& row : audit(12, 2)) {
    SCOPED_TRACE(row.family + (row.ids.empty() ? "" : " " + row.ids.front()));
    EXPECT_EQ(row.phi_agree, row.cases);
    EXPECT_EQ(row.ratio_agree, row.ratio_checked);
    EXPECT_EQ(row.distance.broken, 0U);
    EXPECT_EQ(row.inradius.broken, 0U);
    EXPECT_EQ(row.thesis.broken, 0U);
    EXPECT_LE(row.thesis.met, row.cases);
    inradius_met += row.inradius.met;
    thesis_met += row.thesis.met;
  }
  EXPECT_GT(inradius_met, 0U);
  EXPECT_GT(thesis_met, 0U);
}

TEST(Audit, TotalsDoNotDependOnJobs) {
  const std::vector<AuditRow> one = audit(4, 1);
  const std::vector<AuditRow> two = audit(4, 2);
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].phi_agree, two[i].phi_agree);
    EXPECT_EQ(one[i].inradius.met, two[i].inradius.met);
    EXPECT_EQ(one[i].thesis.met, two[i].thesis.met);
  }
}

}  // namespace
}  // namespace touchstone

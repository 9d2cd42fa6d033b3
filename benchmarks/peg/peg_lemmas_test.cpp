// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_lemmas.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace touchstone {
namespace {

CheckReport report_of(const std::vector<PegLemma>& lemmas) {
  return check_peg_lemmas(lemmas, inter_of_several(), inter_of_one());
}

TEST(PegLemmas, HoldInEveryCell) {
  const CheckReport report = report_of(peg_lemmas());
  EXPECT_TRUE(report.as_expected());
  for (const PegLemma& lemma : peg_lemmas()) {
    EXPECT_EQ(report.rows[0].claim(lemma.name).held, 25U) << lemma.name;
  }
  EXPECT_EQ(report.rows[0].claim("open").violated, 0U);
  EXPECT_EQ(report.rows[0].claim("touching").violated, 0U);
}

// Lemma 1.4 without max(a, b) >= 0: a = b = -1 fulfils it.
TEST(PegLemmas, NoticeALemmaWithoutItsCondition) {
  std::vector<PegLemma> lemmas = peg_lemmas();
  lemmas[3].right = [](int a, int b) { return std::max(a, b) + std::max(-a, 0) == 0; };
  const CheckReport report = report_of(lemmas);
  ASSERT_EQ(report.unexpected().size(), 1U);
  EXPECT_EQ(report.unexpected().front(), "proven violates lemma_1_4 in 3 of 25");
}

// (15) of two contacts at a corner, psi = 0 both: each force may act.
TEST(PegLemmas, PermitTwoForcesWhereTwoGapsAreZero) {
  const InterForm form = inter_of_several();
  EXPECT_TRUE(form.may_push({0, 0}, 0));
  EXPECT_TRUE(form.may_push({0, 0}, 1));
  EXPECT_FALSE(form.may_push({0, 1}, 0));
  EXPECT_FALSE(form.may_push({-1, 0}, 0));
  EXPECT_GT(report_of(peg_lemmas()).rows[1].claim("one_force").violated, 0U);
}

// A primary contact behind its plane borrows the force of the contact that touches.
TEST(PegLemmas, OnePrimaryPushesBehindItsOwnPlane) {
  EXPECT_TRUE(inter_of_one().may_push({-1, 0}, 0));
  EXPECT_FALSE(inter_of_one().may_push({-1, 0}, 1));
  EXPECT_EQ(report_of(peg_lemmas()).rows[2].claim("one_force").violated, 0U);
}

TEST(PegLemmas, NoticeAConstraintThatStaysClosed) {
  InterForm closed = inter_of_several();
  closed.open = [](const std::vector<int>& psi) { return psi.front() >= 0; };
  const CheckReport report = check_peg_lemmas(peg_lemmas(), closed, inter_of_one());
  EXPECT_GT(report.rows[0].claim("open").violated, 0U);
  EXPECT_FALSE(report.as_expected());
}

}  // namespace
}  // namespace touchstone

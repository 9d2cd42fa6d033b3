// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_families.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

std::uint64_t hash_of_step(const LocalStep& step, std::uint64_t hash) {
  const auto add = [&hash](std::uint64_t bits) { hash = (hash ^ bits) * 0x100000001b3U; };
  const auto add_all = [&add](const std::vector<double>& doubles) {
    for (const double x : doubles) add(std::bit_cast<std::uint64_t>(x));
  };
  add_all(step.mu);
  if (step.bodies != nullptr) {
    for (const auto* doubles :
         {&step.bodies->masses, &step.bodies->free, &step.bodies->contact_rows, &step.bodies->bound,
          &step.bodies->joint_rows, &step.bodies->joint_bound}) {
      add_all(*doubles);
    }
    for (const int body : step.bodies->contact_body) add(static_cast<std::uint64_t>(body));
  } else {
    add_all(step.W.value);
    add_all(step.q);
    for (const auto* indices : {&step.W.begin, &step.W.column}) {
      for (const int k : *indices) add(static_cast<std::uint64_t>(k));
    }
  }
  if (step.cone != StepCone::round) {
    add(static_cast<std::uint64_t>(step.cone));
    add(static_cast<std::uint64_t>(step.directions));
  }
  return hash;
}

/// A hash of the first 20 problems with seed 42. A change here means that the family's ids no longer
/// name the problems that they did.
const std::map<std::string, std::uint64_t>& hashes() {
  static const std::map<std::string, std::uint64_t> kHashes = {
      {"step-one", 12720164073461654207U},     {"step-two", 10098801775545878058U},
      {"step-planar", 10445640210936792732U},  {"step-mu-0", 4674921108205525309U},
      {"step-mu-0.1", 9703012131015216906U},   {"step-mu-0.5", 14248927507509879148U},
      {"step-mu-1", 18199005288487445289U},    {"step-mu-3", 17670618563643775039U},
      {"step-mu-100", 13340743045177688012U},  {"step-box-0", 884546694465075705U},
      {"step-box-0.5", 5529509012510318279U},  {"step-polygon-8", 6089256570421928469U},
      {"step-mass-1e4", 9906834329934165575U}, {"step-mass-1e8", 11147509019275958900U},
      {"step-near", 12425948595240710667U},    {"step-redundant", 2375437837691719410U},
      {"step-overlap", 9774122632527409686U},  {"step-infeasible", 8534859583180848373U},
      {"step-large", 5180179344833433092U},    {"step-wedge", 4879902259584553735U},
      {"step-joints", 12088307282887787551U}};
  return kHashes;
}

TEST(StepFamilies, AreTheSameProblemsEverywhere) {
  EXPECT_EQ(hashes().size(), step_families().size());
  for (const StepFamily& family : step_families()) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::uint64_t k = 0; k < 20; ++k) hash = hash_of_step(family.make(family, kSeed, k), hash);
    const auto known = hashes().find(family.name);
    EXPECT_EQ(hash, known == hashes().end() ? 0 : known->second)
        << "{\"" << family.name << "\", " << hash << "U},";
  }
}

TEST(StepFamilies, AreFunctionsOfSeedAndIndex) {
  for (const StepFamily& family : step_families()) {
    const std::uint64_t seventh = hash_of_step(family.make(family, kSeed, 7), 0);
    EXPECT_EQ(hash_of_step(step_of_id(family.name + ":42:7").value().file.step, 0), seventh);
    EXPECT_NE(hash_of_step(family.make(family, kSeed, 8), 0), seventh) << family.name;
    EXPECT_NE(hash_of_step(family.make(family, kSeed + 1, 7), 0), seventh) << family.name;
  }
}

/// The block (i, j), or nullptr.
const double* block_of(const LocalStep& step, std::size_t i, std::size_t j) {
  const auto size = static_cast<std::size_t>(step.dimension);
  for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (step.W.column[at] == static_cast<int>(j)) return &step.W.value[at * size * size];
  }
  return nullptr;
}

TEST(StepFamilies, HaveASymmetricMatrixWithAPositiveDiagonal) {
  for (const StepFamily& family : step_families()) {
    const LocalStep step = family.make(family, kSeed, 3);
    const auto size = static_cast<std::size_t>(step.dimension);
    for (std::size_t i = 0; i < step.mu.size(); ++i) {
      ASSERT_NE(block_of(step, i, i), nullptr);
      for (std::size_t r = 0; r < size; ++r) EXPECT_GT(block_of(step, i, i)[r * size + r], 0);
      for (std::size_t j = 0; j < step.mu.size(); ++j) {
        const double* there = block_of(step, i, j);
        const double* back = block_of(step, j, i);
        ASSERT_EQ(there == nullptr, back == nullptr);
        for (std::size_t k = 0; there != nullptr && k < size * size; ++k) {
          EXPECT_EQ(there[k], back[k % size * size + k / size]) << family.name;
        }
      }
    }
  }
}

TEST(StepFamilies, AreChosenByNameAndBeginning) {
  EXPECT_EQ(select_step_families({}).value().size(), step_families().size());
  EXPECT_EQ(select_step_families({"step-mu"}).value().size(), 6U);
  EXPECT_EQ(select_step_families({"step-mass", "step-one", "step-mass-1e4"}).value().size(), 3U);
  EXPECT_EQ(select_step_families({"step-mu-0"}).value().size(), 1U);
  EXPECT_FALSE(select_step_families({"step-m"}).ok());
  for (const char* id : {"step-one:42", "step-one:42:", "step-one:x:7", "step-one:42:7x",
                         "step-none:42:7", "step-one:42:-7"}) {
    EXPECT_FALSE(step_of_id(id).ok()) << id;
  }
  // A name of several families is no id of one.
  EXPECT_EQ(
      step_of_id("step-mu:42:7").reason(),
      "unknown family of problems 'step-mu'; did you mean step-mu-0? (touchstone list problems "
      "shows all)");
  EXPECT_TRUE(is_step_id("step-mu"));
  EXPECT_FALSE(is_step_id("step-up"));
  EXPECT_EQ(step_of_id("step-mu").reason(), "step-mu: is a family: --family step-mu");
}

TEST(StepFamilies, ComeInAtTheContactsAndCarry) {
  // Where no contact has an impulse there is nothing to solve.
  for (const StepFamily& family : step_families()) {
    int carry = 0;
    for (std::uint64_t k = 0; k < 20; ++k) {
      const LocalStep step = family.make(family, kSeed, k);
      const auto size = static_cast<std::size_t>(step.dimension);
      bool comes_in = false;
      for (std::size_t i = 0; i < step.mu.size(); ++i) comes_in |= step.q[i * size] < 0;
      carry += comes_in ? 1 : 0;
    }
    EXPECT_GE(carry, 8) << family.name;
  }
}

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The table of families, its ids, and that cases are pure functions of them. What the cases are
// like: family_sample_test.cpp.
#include "harness/cases/families/family.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <map>
#include <set>

#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kSeed = 42;

/// FNV-1a over the bits of everything that makes up a pair.
class BitHash {
 public:
  void add(const Pair& pair) {
    add(*pair.A);
    add(pair.X_WA);
    add(*pair.B);
    add(pair.X_WB);
  }

  std::uint64_t value() const { return value_; }

 private:
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    for (unsigned shift = 0; shift < 64; shift += 8) {
      value_ = (value_ ^ ((bits >> shift) & 0xffU)) * 0x100000001b3U;
    }
  }
  void add(const Vec3& v) {
    for (int k = 0; k < 3; ++k) add(v[k]);
  }
  void add(const Polytope& body) {
    add(static_cast<double>(body.vertices().size()));
    for (const Vec3& v : body.vertices()) add(v);
    add(body.interior_point());
    if (body.radius() > 0) add(body.radius());
  }
  void add(const Pose& X) {
    for (int row = 0; row < 3; ++row) add(Vec3(X.R.row(row)));
    add(X.t);
  }

  std::uint64_t value_ = 0xcbf29ce484222325U;
};

std::uint64_t hash_of(const Pair& pair) {
  BitHash hash;
  hash.add(pair);
  return hash.value();
}

TEST(FamilyTable, HoldsEachFamilyOnceWithItsGroupAndCounts) {
  std::map<std::string, int> group_sizes;
  std::set<std::string> names;
  for (const Family& family : family_registry()) {
    EXPECT_TRUE(names.insert(family.name).second) << family.name;
    EXPECT_EQ(family.name.find(':'), std::string::npos) << "ids are cut at colons";
    EXPECT_FALSE(family.summary.empty()) << family.name;
    EXPECT_GE(family.default_cases, family.group == "rounded" ? 50U : 1U) << family.name;
    EXPECT_EQ(find_family(family.name), &family);
    ++group_sizes[family.group];
  }
  const std::map<std::string, int> expected{{"boxes", 2},   {"hulls", 24}, {"kissing", 14},
                                            {"hard", 43},   {"motion", 4}, {"field", 1},
                                            {"rounded", 14}};
  EXPECT_EQ(group_sizes, expected);
  EXPECT_EQ(find_family("random-box"), nullptr);
}

TEST(FamilyTable, LargestVerticesBoundsTheBodies) {
  for (const Family& family : family_registry()) {
    int largest = 0;
    const std::uint64_t random_cases = family.largest_vertices <= 64 ? 40 : 10;
    const std::uint64_t count = family.finite_cases != 0 ? family.finite_cases : random_cases;
    const std::uint64_t stride = family.group == "motion" ? kMotionSteps : 1;
    for (std::uint64_t index = 0; index < count; ++index) {
      const Pair pair = make_case(family, kSeed, index * stride).pair();
      for (const Polytope* body : {pair.A.get(), pair.B.get()}) {
        largest = std::max(largest, static_cast<int>(body->vertices().size()));
      }
    }
    EXPECT_LE(largest, family.largest_vertices) << family.name;
    if (family.group == "hard" || family.group == "motion" || family.group == "rounded") {
      EXPECT_GE(2 * largest, family.largest_vertices) << family.name;
    } else if (family.group != "kissing") {
      EXPECT_EQ(largest, family.largest_vertices) << family.name;
    }
  }
}

TEST(FamilyIds, ReplayTheirCase) {
  for (const Family& family : family_registry()) {
    const Case c = make_case(family, kSeed, 7);
    EXPECT_EQ(c.family, family.name);
    const Result<Case> again = make_case(c.id);
    ASSERT_TRUE(again.ok()) << again.reason();
    EXPECT_EQ(again.value().id, c.id);
    EXPECT_EQ(again.value().family, c.family);
    EXPECT_EQ(again.value().source, c.source);
    EXPECT_EQ(hash_of(again.value().pair()), hash_of(c.pair())) << c.id;
  }
  EXPECT_EQ(make_case(*find_family("random-boxes"), 42, 123456).id, "random-boxes:42:123456");
  EXPECT_EQ(make_case("random-boxes:18446744073709551615:0").value().id,
            "random-boxes:18446744073709551615:0");
  EXPECT_EQ(make_case("field:fcl-495").value().source,
            "flexible-collision-library/fcl#495 (also #493 comment 2020-09-15)");
}

TEST(FamilyIds, BadIdsAreRefusedWithTheReason) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"", "unknown family ''"},
      {"random-bxes:42:1", "unknown family 'random-bxes'; did you mean random-boxes?"},
      {"kissing-face-fase:42:1", "did you mean kissing-face-face?"},
      {"boxes:42:1", "boxes is a group of families: name one of them, such as random-boxes"},
      {"spheres-of-doom:42:1", "unknown family 'spheres-of-doom'"},
      {"sealed:0:7", "is a pair of the gate: only the case file of gate --dump has it"},
      {std::string(5000, 'x'), "unknown family"},
      {"random-boxes", "must be random-boxes:SEED:INDEX"},
      {"random-boxes:42", "must be random-boxes:SEED:INDEX"},
      {"random-boxes:42:", "the index is not a whole number"},
      {"random-boxes::7", "the seed is not a whole number"},
      {"random-boxes:-1:7", "the seed is not a whole number"},
      {"random-boxes:42:7x", "the index is not a whole number"},
      {"random-boxes:42:1.5", "the index is not a whole number"},
      {"random-boxes:42:7:8", "the index is not a whole number"},
      {"random-boxes:42: 7", "the index is not a whole number"},
      {"random-boxes:42:18446744073709551616", "the index is not a whole number below 2^64"},
      {"field", "the field corpus has no case of that name"},
      {"field:108", "the field corpus has no case of that name"},
      {"field:42:1", "the field corpus has no case of that name"}};
  for (const auto& [id, reason] : bad) {
    const Result<Case> c = make_case(id);
    ASSERT_FALSE(c.ok()) << id;
    EXPECT_THAT(c.reason(), HasSubstr(reason));
    EXPECT_LT(c.reason().size(), 250U);
  }
  EXPECT_THAT(make_case("spheres-of-doom:42:1").reason(), testing::Not(HasSubstr("did you mean")));
}

TEST(FamilyCases, DependOnFamilySeedAndIndexAlone) {
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > 64) continue;
    std::vector<std::uint64_t> forward;
    std::vector<std::uint64_t> backward;
    for (std::uint64_t index = 0; index < 20; ++index) {
      forward.push_back(hash_of(make_case(family, kSeed, index).pair()));
    }
    for (std::uint64_t index = 20; index-- > 0;) {
      backward.push_back(hash_of(make_case(family, kSeed, index).pair()));
    }
    std::reverse(backward.begin(), backward.end());
    EXPECT_EQ(forward, backward) << family.name;
    EXPECT_EQ(std::set<std::uint64_t>(forward.begin(), forward.end()).size(), 20U) << family.name;
    const bool seed_matters = hash_of(make_case(family, kSeed + 1, 0).pair()) != forward.front();
    EXPECT_EQ(seed_matters, family.finite_cases == 0) << family.name;
  }
}

struct Pinned {
  const char* family;
  std::uint64_t hash;
};

/// A hash of the first 100 cases with seed 42. A change here means that the family's ids no longer
/// name the cases that they did.
constexpr std::array<Pinned, 102> kPinned{{
    {"random-boxes", 0x51927c71eafd5f47U},
    {"posed-boxes", 0xcd9b04a728bf7d62U},
    {"random-hulls-8-shallow", 0x970e0e0f8ba136e3U},
    {"random-hulls-8-deep", 0xe71e4121783017f6U},
    {"random-hulls-8-separated", 0x8eb337ec84be4fb9U},
    {"random-hulls-16-shallow", 0x2f88ed89c3d86c4bU},
    {"random-hulls-16-deep", 0x2cdae9ff8f97980bU},
    {"random-hulls-16-separated", 0xf9a1578144ed65d2U},
    {"random-hulls-32-shallow", 0xf0e3773d0ca254f2U},
    {"random-hulls-32-deep", 0x965d2492ab91aa3cU},
    {"random-hulls-32-separated", 0x492b9329ad09c4a1U},
    {"random-hulls-64-shallow", 0x15cfd6437d5906a1U},
    {"random-hulls-64-deep", 0xe6a7085edef4eba7U},
    {"random-hulls-64-separated", 0xa4bc7dc564ed1690U},
    {"random-hulls-128-shallow", 0xea7fefb16e024095U},
    {"random-hulls-128-deep", 0x211a569ca24161abU},
    {"random-hulls-128-separated", 0xde699976efbb293cU},
    {"random-hulls-256-shallow", 0x72e0594933e9730bU},
    {"random-hulls-256-deep", 0x18e7a76b8c6499d3U},
    {"random-hulls-256-separated", 0x4f905c7ba169a703U},
    {"random-hulls-512-shallow", 0xc1b55d7c424390ecU},
    {"random-hulls-512-deep", 0x5bb42a4709c62e71U},
    {"random-hulls-512-separated", 0xadf4b5b7e634aaeaU},
    {"random-hulls-1024-shallow", 0x35056d9741e75deeU},
    {"random-hulls-1024-deep", 0x47f45a3bdcbabfdcU},
    {"random-hulls-1024-separated", 0xdd1bfdfd13932f45U},
    {"kissing-vertex-vertex", 0xbc2c2a40d02ed346U},
    {"kissing-vertex-vertex-rotated", 0x9e3736ae155bdf57U},
    {"kissing-vertex-edge", 0x30a0d675db3ac337U},
    {"kissing-vertex-edge-rotated", 0x8a3460b0e70c4939U},
    {"kissing-vertex-face", 0xb9a1b32f306e25d0U},
    {"kissing-vertex-face-rotated", 0x173cb079696d03b4U},
    {"kissing-edge-edge", 0xefb3046554f15d9fU},
    {"kissing-edge-edge-rotated", 0xc23eddd2fa5ce6eaU},
    {"kissing-edge-edge-parallel", 0x2d53aa122c1d985aU},
    {"kissing-edge-edge-parallel-rotated", 0x63d8b3168917093bU},
    {"kissing-edge-face", 0x1959445cf57adae6U},
    {"kissing-edge-face-rotated", 0xb5441be349a08763U},
    {"kissing-face-face", 0x66e6b1cffc08e01dU},
    {"kissing-face-face-rotated", 0x1bb45d64e64c1e66U},
    {"icospheres-42", 0x19ff3a3b887bc9c2U},
    {"icospheres-162", 0x258257ad9f4e8697U},
    {"icospheres-642", 0x210780eaff07c176U},
    {"concentric-42", 0x1dd7876cdf989a2aU},
    {"concentric-162", 0xe97d3a4844b06d54U},
    {"concentric-642", 0x7b284506d57f4046U},
    {"high-valence-64", 0xbf0651bad7a4494dU},
    {"high-valence-512", 0xcfcbf50a144b5d79U},
    {"unequal", 0xccd5bda0c66f3ce1U},
    {"coincident", 0x19c5b5ebdfecabbaU},
    {"contained", 0x39665831aa621a73U},
    {"symmetric", 0x46fca1921744489cU},
    {"lattice", 0xc92dfaf6695d5f54U},
    {"scale-1e3", 0xd492a44b8541b478U},
    {"scale-1e6", 0xd0a08e23137cba90U},
    {"plates-needles", 0xf87c36c600c88853U},
    {"far-1e4", 0xf9ff86a4d17d8265U},
    {"far-1e6", 0x29fc4615ad004d68U},
    {"sheared", 0xe8dc6f3caef7f0adU},
    {"near-duplicate-vertices", 0x5895e4850956c27aU},
    {"flat-facets", 0x0d160870db9d8129U},
    {"planar", 0x14963a935a3579daU},
    {"far-1e8", 0xad446e5297b80675U},
    {"scale-1e9", 0x076afae6409a425dU},
    {"scale-1e12", 0x95b7eb8382b6585eU},
    {"ratio-1e20", 0x1ab27526ea715e8dU},
    {"near-duplicates-unequal", 0x49705bdcd66bdfd4U},
    {"sheared-1e-6", 0xe5b090e95600f6c6U},
    {"aspect-1e2", 0xe14ab9cd595b406eU},
    {"aspect-1e4", 0x593da6293676e76bU},
    {"aspect-1e6", 0x67542485177c4305U},
    {"aspect-1e8", 0x7c45f3e0e6182dc2U},
    {"slivers", 0xc9d40a3283973660U},
    {"denormal", 0xa914c173b31978f6U},
    {"ulp-jiggled", 0x7da54e568475b6a6U},
    {"near-duplicates-nested", 0x7527c0c43230efc8U},
    {"boundary-interior-point", 0x885619e7bd3f0ecdU},
    {"prisms-stacked", 0x7590ef95a2a0b297U},
    {"centres-denormal", 0x8032464def46791cU},
    {"roofs", 0x1ace65d8e5a3e629U},
    {"far-from-own-origin", 0x95333b3565402f44U},
    {"kinks", 0xa75ef4a9ea834c3aU},
    {"box-fuzz", 0xb05d7a4af1c1713cU},
    {"motion-boxes", 0xe286de18954a6ec9U},
    {"motion-hulls", 0x53d22d728fb8cfffU},
    {"motion-kissing", 0x7e761a37091916e9U},
    {"motion-through", 0x157f285e2a84e469U},
    {"field", 0xbf7b2bb4212a0528U},
    {"spheres", 0xfa3b0cc950d65efdU},
    {"capsules-parallel", 0xf5ad271d5120e7cfU},
    {"capsules-crossing", 0x794839d423553c57U},
    {"capsules-end-to-end", 0xbf44e1726fe1449aU},
    {"capsules-collinear", 0x514be265772aeda8U},
    {"sphere-hull", 0xa9946c5d460c86b2U},
    {"capsule-hull", 0x820d69e85d0ca054U},
    {"rounded-boxes", 0xec7e6cc2fe72e635U},
    {"rounded-hulls-16", 0xa910a92723e314baU},
    {"rounded-hulls-64", 0x1b2480de32e87e34U},
    {"convex-radius", 0xcf6dc8da9375f94fU},
    {"rounded-kissing", 0xe49dabfea62cdce7U},
    {"ground-sphere", 0x0523360fc40bc1e8U},
    {"small-radius", 0xefc488ada75ab639U},
}};

TEST(FamilyCases, AreTheSameBitsOnEveryMachine) {
  for (const Family& family : family_registry()) {
    BitHash hash;
    for (std::uint64_t index = 0; index < 100; ++index) {
      hash.add(make_case(family, kSeed, index).pair());
    }
    const auto pinned = std::find_if(kPinned.begin(), kPinned.end(),
                                     [&](const Pinned& row) { return family.name == row.family; });
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "0x%016llxU",
                  static_cast<unsigned long long>(hash.value()));  // NOLINT(google-runtime-int)
    EXPECT_EQ(pinned == kPinned.end() ? 0 : pinned->hash, hash.value())
        << "    {\"" << family.name << "\", " << text.data() << "},";
  }
}

}  // namespace
}  // namespace touchstone

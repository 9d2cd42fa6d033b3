// SPDX-License-Identifier: GPL-3.0-or-later
// tests/vectors_test.cpp has the archives that tar and sha256sum read.
#include "harness/vectors/archive.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Archive, Sha256IsThatOfTheStandard) {
  // Examples of NIST for FIPS 180-4.
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Archive, ChecksumsAreOfPathsBelowTheFolder) {
  EXPECT_EQ(checksum_lines({{"f/a", "abc"}}, "f"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n");
}

TEST(Archive, IsMadeOfBlocks) {
  const std::string archive = tar_archive({{"f/a", std::string(512, 'x')}, {"f/b", "y"}});
  EXPECT_EQ(archive.size(), 20U * 512);
  EXPECT_EQ(archive.substr(0, 4), std::string("f/a\0", 4));
  EXPECT_EQ(archive.substr(257, 8), std::string("ustar\0", 6) + "00");
  EXPECT_EQ(archive.substr(124, 12), std::string("00000001000\0", 12));
  EXPECT_EQ(archive.substr(1024, 4), std::string("f/b\0", 4));
  EXPECT_EQ(archive.substr(1536, 2), std::string("y\0", 2));
}

}  // namespace
}  // namespace touchstone

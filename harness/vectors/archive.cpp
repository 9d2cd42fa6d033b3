// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/vectors/archive.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <numeric>

namespace touchstone {
namespace {

using Words = std::array<std::uint32_t, 8>;

/// Round constants: the fractions of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr std::size_t kChunk = 64;     ///< bytes of a step of SHA-256
constexpr std::size_t kBlock = 512;    ///< bytes of a block of an archive
constexpr std::size_t kRecord = 20;    ///< blocks: an archive has a multiple of them
constexpr long kTime_s = 315'532'800;  ///< since 1970

/// Takes a chunk of 64 bytes into the state.
void take(Words& state, std::string_view chunk) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t k = 0; k < kChunk; ++k) {
    w.at(k / 4) = (w.at(k / 4) << 8U) | static_cast<unsigned char>(chunk[k]);
  }
  for (std::size_t k = 16; k < w.size(); ++k) {
    const std::uint32_t x = w.at(k - 15);
    const std::uint32_t y = w.at(k - 2);
    w.at(k) = w.at(k - 16) + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3U)) + w.at(k - 7) +
              (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10U));
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + kRounds.at(k) + w.at(k);
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const Words changed = {a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < state.size(); ++k) state.at(k) += changed.at(k);
}

std::string in_octal(std::uint64_t number, int digits) {
  std::array<char, 24> text{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): a literal format
  std::snprintf(text.data(), text.size(), "%0*llo", digits,
                static_cast<unsigned long long>(number));
  return text.data();
}

/// The header of a file: one block.
std::string header_of(const ArchivedFile& file) {
  assert(file.path.size() <= kMaxArchivePath);
  std::string block(kBlock, '\0');
  const auto put = [&block](std::size_t place, const std::string& text) {
    std::copy(text.begin(), text.end(), block.begin() + static_cast<std::ptrdiff_t>(place));
  };
  put(0, file.path);
  put(100, in_octal(0644, 7));
  put(108, in_octal(0, 7));  // user
  put(116, in_octal(0, 7));  // group
  put(124, in_octal(file.text.size(), 11));
  put(136, in_octal(kTime_s, 11));
  put(148, std::string(8, ' '));  // counts as spaces in the sum that replaces it
  put(156, "0");                  // a regular file
  put(257, std::string("ustar\0", 6) + "00");
  const auto sum = std::accumulate(
      block.begin(), block.end(), std::uint64_t{0},
      [](std::uint64_t all, char c) { return all + static_cast<unsigned char>(c); });
  put(148, in_octal(sum, 6) + std::string("\0 ", 2));
  return block;
}

void fill_up(std::string& text, std::size_t multiple) {
  text.resize((text.size() + multiple - 1) / multiple * multiple, '\0');
}

}  // namespace

std::string sha256(std::string_view text) {
  Words state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  // The end: a bit 1, zeros, and the number of bits in eight bytes.
  std::string last(text.substr(text.size() / kChunk * kChunk));
  last += '\x80';
  last.resize((last.size() + 8 + kChunk - 1) / kChunk * kChunk - 8, '\0');
  const std::uint64_t bits = std::uint64_t{8} * text.size();
  for (unsigned shift = 64; shift > 0; shift -= 8) {
    last += static_cast<char>((bits >> (shift - 8)) & 0xffU);
  }
  for (; text.size() >= kChunk; text.remove_prefix(kChunk)) take(state, text.substr(0, kChunk));
  for (std::size_t k = 0; k < last.size(); k += kChunk) {
    take(state, std::string_view(last).substr(k, kChunk));
  }
  std::string digits;
  for (const std::uint32_t word : state) {
    for (unsigned shift = 32; shift > 0; shift -= 4) {
      digits += "0123456789abcdef"[(word >> (shift - 4)) & 0xfU];
    }
  }
  return digits;
}

std::string checksum_lines(const std::vector<ArchivedFile>& files, const std::string& folder) {
  std::string lines;
  for (const ArchivedFile& file : files) {
    assert(file.path.starts_with(folder + "/"));
    lines += sha256(file.text) + "  " + file.path.substr(folder.size() + 1) + "\n";
  }
  return lines;
}

std::string tar_archive(const std::vector<ArchivedFile>& files) {
  std::string archive;
  for (const ArchivedFile& file : files) {
    archive += header_of(file) + file.text;
    fill_up(archive, kBlock);
  }
  archive.append(2 * kBlock, '\0');
  fill_up(archive, kRecord * kBlock);
  return archive;
}

}  // namespace touchstone

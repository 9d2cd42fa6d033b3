// SPDX-License-Identifier: GPL-3.0-or-later
// Archives whose bytes follow from their files alone: ustar, with SHA-256. Both are fixed by
// standards and short, so that no library is needed that the program would then depend on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// Bytes of a path, by the format.
inline constexpr std::size_t kMaxArchivePath = 100;

struct ArchivedFile {
  std::string path;  ///< in the archive, at most kMaxArchivePath: "portable/README.md"
  std::string text;
};

/// SHA-256 (FIPS 180-4) in 64 hexadecimal digits.
std::string sha256(std::string_view text);

/// What `sha256sum -c` reads: a line for each file, in their order, with paths below `folder`.
std::string checksum_lines(const std::vector<ArchivedFile>& files, const std::string& folder);

/// The files in their order as a ustar archive (POSIX.1-1988): all of user 0, mode 0644 and of
/// 1 January 1980, the first day that zip archives know.
std::string tar_archive(const std::vector<ArchivedFile>& files);

}  // namespace touchstone

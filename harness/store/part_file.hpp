// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is written under a name of its own until it is whole. It stands in a folder that
// machines and containers may share, which have process numbers, clocks and perhaps locks of their
// own: nothing but a name that was made anew, and a lock of this kernel, says whose it is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// "-KERNEL-", the id of the running kernel. Its processes share it, in whatever containers, and
/// see each other's locks. Empty if the id cannot be read.
std::string kernel_part();

/// "TARGET-KERNEL-DIGITS.part", locked on its first byte, which SQLite does not lock, for as long
/// as this object lives; then removed, if it still has that name.
class PartFile {
 public:
  /// Makes an empty file beside `target`, which replaces none.
  static Result<PartFile> make(const std::string& target);
  PartFile(PartFile&& other) noexcept;
  PartFile& operator=(PartFile&&) = delete;
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile();

  const std::string& name() const { return name_; }

 private:
  PartFile(std::string name, int lock) : name_(std::move(name)), lock_(lock) {}
  std::string name_;
  int lock_;
};

/// Gives a file a name that no other has. False with errno if it fails: EEXIST.
bool rename_to_new(const std::string& file, const std::string& name);

/// Removes the part files of stores of shards (1.db, 2.db...) in a folder whose processes were
/// killed: those made under this kernel and no longer locked.
void remove_dead_parts(const std::string& folder);

/// The part files of stores of shards in a folder, in order: being written, or left behind.
std::vector<std::string> parts_in(const std::string& folder);

}  // namespace touchstone

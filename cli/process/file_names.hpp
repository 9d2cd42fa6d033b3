// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a command was given, and that no output is one of them: a slip of the keyboard
// must not cost anybody a campaign.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// The whole path of the file that is there or would be made: links are followed, those that lead
/// nowhere too.
std::string without_links(const std::string& typed);

/// Each with the option that names it. Standard input, devices and pipes are not files of anybody,
/// nor is an empty path. Standard output ("-") takes one output.
class FileNames {
 public:
  void reads(const std::string& option, const std::string& path);
  /// A directory whose meshes are read.
  void reads_meshes(const std::string& option, const std::string& directory);
  /// A store, with the files that SQLite keeps beside it.
  void keeps(const std::string& option, const std::string& path);
  void writes(const std::string& option, const std::string& path);
  /// A directory for files of the option's own, beside which no other output goes.
  void fills(const std::string& option, const std::string& directory);

  /// The first output that is a file of another option too, by whatever name, or goes where another
  /// one goes; or nothing. To be asked before anything is opened.
  std::optional<Error> clash() const;

 private:
  struct Named {
    std::string option;
    std::string path;
    /// Device and inode of a file that is there, else the whole path without links.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> inode;
    std::string absolute;

    bool same_file(const Named& other) const;
  };

  static std::optional<Named> named(const std::string& option, const std::string& path);
  std::optional<Error> folder_clash() const;
  static void add(std::vector<Named>& list, const std::string& option, const std::string& path);

  std::vector<Named> inputs_;  ///< and stores
  std::vector<Named> outputs_;
  std::vector<std::string> to_stdout_;                             ///< options
  std::vector<std::pair<std::string, std::string>> folders_;       ///< option, directory to fill
  std::vector<std::pair<std::string, std::string>> mesh_folders_;  ///< option, directory
};

}  // namespace touchstone

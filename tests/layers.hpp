// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the #include lines of a tree of sources and says which of them break the folder table of
// the architecture.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace touchstone {

/// Path from the repository's root -> text.
using SourceTree = std::map<std::string, std::string>;

/// The C++ sources and headers of the folders of the table under `root`, on disk.
SourceTree read_source_tree(const std::string& root);

/// One line for each include that breaks the table, that names no file of the tree, or that reaches
/// a third party which belongs to another folder.
std::vector<std::string> broken_includes(const SourceTree& tree);

/// One line for each folder or file that the table names and the tree lacks, and for each user of a
/// third party that does not include it.
std::vector<std::string> stale_permissions(const SourceTree& tree);

/// One line for each cycle between our files: "a.hpp -> b.hpp -> a.hpp".
std::vector<std::string> include_cycles(const SourceTree& tree);

/// One line for each cycle between rooms: "metrics/a -> metrics/b -> metrics/a". A room is a
/// folder; the root of a layer is two, the headers of its interface and, above its other rooms, its
/// registry and sources. Tests do not count, nor headers that only tests include.
std::vector<std::string> room_cycles(const SourceTree& tree);

}  // namespace touchstone

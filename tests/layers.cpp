// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layers.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/layer_tables.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

bool is_shared(const std::string& name) {
  return std::any_of(shared_headers().begin(), shared_headers().end(),
                     [&](const Shared& shared) { return shared.header == name; });
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool begins_with(const std::string& text, const std::string& begin) {
  return text.rfind(begin, 0) == 0;
}

/// The layer that a file belongs to: its first folder, except for the fuzz targets.
std::string folder_of(const std::string& path) {
  const std::string fuzz = "tests/fuzz";
  return begins_with(path, fuzz + "/") ? fuzz : path.substr(0, path.find('/'));
}

/// `user` is a folder or a file.
bool is_or_is_in(const std::string& path, const std::string& user) {
  return path == user || folder_of(path) == user;
}

bool is_test(const std::string& path) {
  return ends_with(path, "_test.cpp") || begins_with(path, "tests/") ||
         path.find("/tests/") != std::string::npos || path.find("/test_") != std::string::npos;
}

struct Include {
  std::string name;
  bool quoted = false;
  int line = 0;
};

std::vector<Include> includes_of(const std::string& text) {
  std::vector<Include> includes;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    char hash = 0;
    std::string word;
    if (!(words >> hash) || hash != '#' || !(words >> word) || !begins_with(word, "include"))
      continue;
    const auto open = line.find_first_of("<\"");
    if (open == std::string::npos) continue;
    const auto close = line.find_first_of(">\"", open + 1);
    if (close == std::string::npos) continue;
    includes.push_back({line.substr(open + 1, close - open - 1), line[open] == '"', number});
  }
  return includes;
}

/// A tree, read.
struct Sources {
  std::map<std::string, std::vector<Include>> includes;  ///< what each file includes
  std::set<std::string> of_tests;  ///< tests, and headers that only such files include

  bool has(const std::string& path) const { return includes.count(path) != 0; }
  bool serves_tests(const std::string& path) const { return of_tests.count(path) != 0; }
};

Sources read(const SourceTree& tree) {
  Sources sources;
  std::map<std::string, std::vector<std::string>> users;
  for (const auto& [path, text] : tree) {
    sources.includes[path] = includes_of(text);
    if (is_test(path)) sources.of_tests.insert(path);
    for (const Include& include : sources.includes[path]) {
      if (include.quoted) users[include.name].push_back(path);
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (const auto& [path, all] : users) {
      if (!ends_with(path, ".hpp") || !sources.has(path) || sources.serves_tests(path)) continue;
      if (!std::all_of(all.begin(), all.end(),
                       [&](const std::string& user) { return sources.serves_tests(user); }))
        continue;
      sources.of_tests.insert(path);
      more = true;
    }
  }
  return sources;
}

/// The room of metrics/ that a file lies in, "sat" of metrics/sat/sat.hpp; empty at its root.
std::string metric_room(const std::string& path) {
  const auto begin = path.find('/') + 1;
  const auto end = path.find('/', begin);
  return end == std::string::npos ? "" : path.substr(begin, end - begin);
}

/// Why a file of metrics/ may not include another of metrics/, or nothing. Everybody sees the root
/// and arithmetic/; rooms and the registry see the face of each metric's room, sat/sat.hpp; what
/// is common to rooms knows none of them.
std::string why_not_in_metrics(const Sources& sources, const std::string& path,
                               const std::string& name) {
  const std::string room = metric_room(path);
  const std::string other = metric_room(name);
  if (other.empty() || other == "arithmetic" || other == room) return "";
  if (other == "tests") return sources.serves_tests(path) ? "" : "is for tests";
  if (other == "common") return room == "arithmetic" ? "is not for metrics/arithmetic" : "";
  const bool sees_faces = path == "metrics/registry.cpp" ||
                          (!room.empty() && room != "arithmetic" && room != "common") ||
                          sources.serves_tests(path);
  const bool is_face = name == "metrics/" + other + "/" + other + ".hpp";
  return sees_faces && is_face ? "" : "is internal to metrics/" + other;
}

/// Why `path` may not include `name` of ours, or nothing.
std::string why_not_ours(const Sources& sources, const std::string& path, const std::string& name) {
  // The installed headers stand beside each other, wherever that is.
  const bool installed = folder_of(path) == "include" && sources.has("include/touchstone/" + name);
  if (installed) return "";
  if (!sources.has(name)) return "is not a file of ours, from the root of the repository";
  if (is_shared(path) && !is_shared(name)) return "is not for what metrics and their judge share";
  if (folder_of(path) == folder_of(name)) {
    return folder_of(path) == "metrics" ? why_not_in_metrics(sources, path, name) : "";
  }
  if (folder_of(path) == "reference" && is_shared(name)) return "";
  const auto layer = std::find_if(layers().begin(), layers().end(),
                                  [&](const Layer& l) { return folder_of(path) == l.folder; });
  std::vector<std::string> may = layer == layers().end() ? std::vector<std::string>() : layer->may;
  // A test may include what its subject may, plus the truth, the metrics that there are, and the
  // shape makers, which lie in geometry.
  if (folder_of(path) == "reference" && sources.serves_tests(path)) {
    may = shared_by_tests();
  } else if (folder_of(path) != "tests" && folder_of(path) != "geometry" &&
             sources.serves_tests(path)) {
    if (begins_with(name, "reference/tests/")) return "";
    may.insert(may.end(),
               {"geometry", "metrics/registry.hpp", "reference/truth.hpp", "reference/oracle.hpp",
                "reference/claims.hpp", "reference/certificates.hpp", "reference/overlap.hpp",
                "reference/gradient.hpp", "reference/steps.hpp"});
  }
  const bool allowed = std::any_of(
      may.begin(), may.end(), [&](const std::string& entry) { return is_or_is_in(name, entry); });
  return allowed ? "" : "is not for " + folder_of(path);
}

/// Why `path` may not include a third party's header `name`, or nothing.
std::string why_not_theirs(const Sources& sources, const std::string& path,
                           const std::string& name) {
  for (const ThirdParty& party : third_parties()) {
    if (!begins_with(name, party.prefix)) continue;
    if (begins_with(party.prefix, "gtest") || begins_with(party.prefix, "gmock")) {
      return sources.serves_tests(path) ? "" : "is for tests";
    }
    const bool allowed =
        std::any_of(party.users.begin(), party.users.end(),
                    [&](const std::string& user) { return is_or_is_in(path, user); });
    return allowed ? "" : "is private to other folders";
  }
  return "";
}

/// What each file, or each room, includes.
using Graph = std::map<std::string, std::set<std::string>>;

/// Depth-first search for back edges.
class CycleFinder {
 public:
  explicit CycleFinder(Graph graph) : graph_(std::move(graph)) {}

  std::vector<std::string> run() {
    for (const auto& [name, targets] : graph_) visit(name);
    return cycles_;
  }

 private:
  void visit(const std::string& name) {
    if (done_.count(name) != 0) return;
    const auto open = std::find(trail_.begin(), trail_.end(), name);
    if (open != trail_.end()) {
      std::string cycle;
      for (auto step = open; step != trail_.end(); ++step) cycle += *step + " -> ";
      cycles_.push_back(cycle + name);
      return;
    }
    trail_.push_back(name);
    const auto targets = graph_.find(name);
    if (targets != graph_.end()) {
      for (const std::string& target : targets->second) visit(target);
    }
    trail_.pop_back();
    done_.insert(name);
  }

  Graph graph_;
  std::vector<std::string> trail_;
  std::set<std::string> done_;
  std::vector<std::string> cycles_;
};

/// The folder that a file lies in. The root of a layer is two rooms: its headers, below the other
/// rooms, and its registry and sources, above them.
std::string room_of(const std::string& path) {
  const std::string room = path.substr(0, path.rfind('/'));
  if (room.find('/') != std::string::npos) return room;
  const bool above = ends_with(path, ".cpp") || begins_with(path, room + "/registry.");
  return above ? room + " (registry and sources)" : room;
}

/// The rooms that each room includes.
Graph rooms_of(const Sources& sources) {
  Graph rooms;
  for (const auto& [path, includes] : sources.includes) {
    if (sources.serves_tests(path)) continue;
    const std::string from = room_of(path);
    for (const Include& include : includes) {
      if (!include.quoted || !sources.has(include.name)) continue;
      const std::string to = room_of(include.name);
      if (from != to) rooms[from].insert(to);
    }
  }
  return rooms;
}

/// .inc: data that a test includes.
bool is_source(const std::string& extension) {
  return extension == ".cpp" || extension == ".hpp" || extension == ".h" || extension == ".inc";
}

}  // namespace

SourceTree read_source_tree(const std::string& root) {
  SourceTree tree;
  for (const Layer& layer : layers()) {
    const fs::path folder = fs::path(root) / layer.folder;
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || !is_source(extension)) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << file.rdbuf();
      tree[fs::relative(entry.path(), root).generic_string()] = text.str();
    }
  }
  return tree;
}

std::vector<std::string> broken_includes(const SourceTree& tree) {
  const Sources sources = read(tree);
  std::vector<std::string> broken;
  for (const auto& [path, includes] : sources.includes) {
    for (const Include& include : includes) {
      const std::string why = include.quoted ? why_not_ours(sources, path, include.name)
                                             : why_not_theirs(sources, path, include.name);
      if (why.empty()) continue;
      std::ostringstream line;
      line << path << ":" << include.line << ": " << include.name << " " << why;
      broken.push_back(line.str());
    }
  }
  return broken;
}

std::vector<std::string> stale_permissions(const SourceTree& tree) {
  const Sources sources = read(tree);
  const auto any_of_tree = [&sources](const auto& matches) {
    return std::any_of(sources.includes.begin(), sources.includes.end(), matches);
  };
  std::vector<std::string> stale;
  const auto need_place = [&](const std::string& place) {
    if (any_of_tree([&](const auto& file) { return is_or_is_in(file.first, place); })) return;
    stale.push_back(place + " does not exist");
  };
  for (const Layer& layer : layers()) {
    need_place(layer.folder);
    for (const std::string& entry : layer.may) need_place(entry);
  }
  for (const Shared& shared : shared_headers()) need_place(shared.header);
  for (const std::string& header : shared_by_tests()) need_place(header);
  for (const ThirdParty& party : third_parties()) {
    for (const std::string& user : party.users) {
      const bool used = any_of_tree([&](const auto& file) {
        if (!is_or_is_in(file.first, user)) return false;
        return std::any_of(file.second.begin(), file.second.end(), [&](const Include& include) {
          return !include.quoted && begins_with(include.name, party.prefix);
        });
      });
      if (!used) stale.push_back(user + " does not use " + party.prefix);
    }
  }
  std::sort(stale.begin(), stale.end());
  stale.erase(std::unique(stale.begin(), stale.end()), stale.end());
  return stale;
}

std::vector<std::string> include_cycles(const SourceTree& tree) {
  const Sources sources = read(tree);
  Graph files;
  for (const auto& [path, includes] : sources.includes) {
    for (const Include& include : includes) {
      if (include.quoted && sources.has(include.name)) files[path].insert(include.name);
    }
  }
  return CycleFinder(files).run();
}

std::vector<std::string> room_cycles(const SourceTree& tree) {
  return CycleFinder(rooms_of(read(tree))).run();
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layers.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// What a folder may include of ours. An entry is a folder, or a single file.
struct Layer {
  const char* folder;
  std::vector<std::string> may;
};

/// 3-architecture, "folder | may include". A folder may always include itself; for reference/ see
/// shared_headers(). Of reference/ others see the headers at its root, of metrics/ the interface
/// and the registry.
const std::vector<Layer>& layers() {
  static const std::vector<Layer> kLayers = [] {
    const std::vector<std::string> below_harness = {"schema",
                                                    "geometry",
                                                    "metrics/metric.hpp",
                                                    "metrics/registry.hpp",
                                                    "contact",
                                                    "dynamics",
                                                    "reference/truth.hpp",
                                                    "reference/oracle.hpp",
                                                    "reference/claims.hpp",
                                                    "reference/certificates.hpp",
                                                    "reference/overlap.hpp"};
    const auto with = [](std::vector<std::string> all, const std::vector<std::string>& more) {
      all.insert(all.end(), more.begin(), more.end());
      return all;
    };
    return std::vector<Layer>{
        {"geometry", {}},
        {"schema", {"geometry"}},
        {"metrics", {"geometry"}},
        {"reference", {}},
        {"contact", {"geometry", "metrics/metric.hpp"}},
        {"dynamics", {"geometry", "contact"}},
        {"include", {}},
        // Of ours they see the installed header alone, as any plug-in does.
        {"peers", {}},
        {"harness", with(below_harness, {"include/touchstone/plugin.h"})},
        {"benchmarks",
         {"schema", "geometry", "metrics/metric.hpp", "metrics/registry.hpp", "contact", "dynamics",
          "reference/oracle.hpp", "reference/claims.hpp", "reference/overlap.hpp", "harness"}},
        {"reports",
         {"schema", "geometry", "metrics/registry.hpp", "reference/truth.hpp", "harness",
          "benchmarks"}},
        {"cli",
         with(below_harness, {"include/touchstone/plugin.h", "harness", "benchmarks", "reports"})},
        // Whole-program tests see the program from outside, fuzz targets each reader from inside.
        {"tests", {}},
        {"tests/fuzz", {"geometry", "harness", "reference/oracle.hpp"}},
    };
  }();
  return kLayers;
}

/// What metrics and their judge both may stand on, and why. Each includes nothing of ours but
/// others of the list, so that what they bring along is listed too.
struct Shared {
  std::string header;
  const char* reason;
};

const std::vector<Shared>& shared_headers() {
  static const std::vector<Shared> kShared = {
      {"geometry/vector.hpp", "vectors of doubles, as Eigen has them"},
      {"geometry/result.hpp", "a value or the reason why there is none: no arithmetic"},
      {"geometry/loop_bound.hpp", "ends a loop that goes on for ever: no arithmetic"},
      {"geometry/query_scope.hpp", "says that the truth is asked: no arithmetic"},
      {"geometry/planted_fault.hpp", "makes a test's query fail: no arithmetic"},
      {"geometry/rational.hpp", "GMP's rationals, and the correct rounding that defines questions"},
      {"geometry/pose.hpp", "a part of the question: twelve doubles"},
      {"geometry/polytope.hpp",
       "a part of the question: vertices, interior point, radius; facets are unproven claims"},
      {"geometry/pair.hpp", "the question"},
      {"geometry/half_spaces.hpp", "the question of rounded facets is posed in them"},
      {"geometry/aligned_box.hpp", "a question about two boxes is posed in them"},
      {"metrics/metric.hpp", "the answer: data, and the interface that gives it"},
  };
  return kShared;
}

/// What tests of reference/ may include besides: they make the questions.
const std::vector<std::string> kSharedByTests = {"geometry/number_samples.hpp",
                                                 "geometry/random.hpp", "geometry/shapes.hpp"};

bool is_shared(const std::string& name) {
  return std::any_of(shared_headers().begin(), shared_headers().end(),
                     [&](const Shared& shared) { return shared.header == name; });
}

/// Third parties that are private to some folders or files; what is not listed here is the standard
/// library or the system.
struct ThirdParty {
  const char* prefix;
  std::vector<std::string> users;
};

const std::vector<ThirdParty>& third_parties() {
  static const std::vector<ThirdParty> kThirdParties = {
      {"Eigen/", {"geometry", "dynamics", "metrics/ratio_lp/extended_basis.hpp"}},
      {"CGAL/",
       {"geometry", "reference", "metrics/minkowski/filtered_points.hpp",
        "metrics/minkowski/minkowski.cpp"}},
      {"gmp", {"geometry", "reference", "metrics"}},
      {"mpfr", {"geometry"}},
      {"glpk", {"metrics"}},
      {"ccd/", {"metrics"}},
      {"nlohmann/",
       {"schema", "harness", "peers", "reports/html/report_json.cpp", "tests", "tests/fuzz"}},
      {"zlib.h", {"reports"}},
      {"sqlite3", {"harness", "tests"}},
      {"benchmark/", {"benchmarks"}},
      {"CLI/", {"cli/command_line.cpp"}},
      {"gtest/", {}},
      {"gmock/", {}},
  };
  return kThirdParties;
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

/// A test, or a header that only such files include. `users` are those that led here, which a cycle
/// of headers ends.
bool serves_tests(const SourceTree& tree, const std::string& path,
                  std::set<std::string> users = {}) {
  if (is_test(path)) return true;
  if (!ends_with(path, ".hpp") || !users.insert(path).second) return false;
  bool by_test = false;
  for (const auto& [user, text] : tree) {
    for (const Include& include : includes_of(text)) {
      if (!include.quoted || include.name != path) continue;
      if (!serves_tests(tree, user, users)) return false;
      by_test = true;
    }
  }
  return by_test;
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
std::string why_not_in_metrics(const SourceTree& tree, const std::string& path,
                               const std::string& name) {
  const std::string room = metric_room(path);
  const std::string other = metric_room(name);
  if (other.empty() || other == "arithmetic" || other == room) return "";
  if (other == "tests") return serves_tests(tree, path) ? "" : "is for tests";
  if (other == "common") return room == "arithmetic" ? "is not for metrics/arithmetic" : "";
  const bool sees_faces = path == "metrics/registry.cpp" ||
                          (!room.empty() && room != "arithmetic" && room != "common") ||
                          serves_tests(tree, path);
  const bool is_face = name == "metrics/" + other + "/" + other + ".hpp";
  return sees_faces && is_face ? "" : "is internal to metrics/" + other;
}

/// Why `path` may not include `name` of ours, or nothing.
std::string why_not_ours(const SourceTree& tree, const std::string& path, const std::string& name) {
  if (tree.find(name) == tree.end())
    return "is not a file of ours, from the root of the repository";
  if (is_shared(path) && !is_shared(name)) return "is not for what metrics and their judge share";
  if (folder_of(path) == folder_of(name)) {
    return folder_of(path) == "metrics" ? why_not_in_metrics(tree, path, name) : "";
  }
  if (folder_of(path) == "reference" && is_shared(name)) return "";
  const auto layer = std::find_if(layers().begin(), layers().end(),
                                  [&](const Layer& l) { return folder_of(path) == l.folder; });
  std::vector<std::string> may = layer == layers().end() ? std::vector<std::string>() : layer->may;
  // A test may include what its subject may, plus the truth and the shape makers, which lie in
  // geometry.
  if (folder_of(path) == "reference" && serves_tests(tree, path)) {
    may = kSharedByTests;
  } else if (folder_of(path) != "tests" && folder_of(path) != "geometry" &&
             serves_tests(tree, path)) {
    if (begins_with(name, "reference/tests/")) return "";
    may.insert(may.end(),
               {"geometry", "reference/truth.hpp", "reference/oracle.hpp", "reference/claims.hpp",
                "reference/certificates.hpp", "reference/overlap.hpp"});
  }
  const bool allowed = std::any_of(
      may.begin(), may.end(), [&](const std::string& entry) { return is_or_is_in(name, entry); });
  return allowed ? "" : "is not for " + folder_of(path);
}

/// Why `path` may not include a third party's header `name`, or nothing.
std::string why_not_theirs(const SourceTree& tree, const std::string& path,
                           const std::string& name) {
  for (const ThirdParty& party : third_parties()) {
    if (!begins_with(name, party.prefix)) continue;
    if (begins_with(party.prefix, "gtest") || begins_with(party.prefix, "gmock")) {
      return serves_tests(tree, path) ? "" : "is for tests";
    }
    const bool allowed =
        std::any_of(party.users.begin(), party.users.end(),
                    [&](const std::string& user) { return is_or_is_in(path, user); });
    return allowed ? "" : "is private to other folders";
  }
  return "";
}

/// Depth-first search for back edges.
class CycleFinder {
 public:
  explicit CycleFinder(const SourceTree& tree) : tree_(tree) {}

  std::vector<std::string> run() {
    for (const auto& [path, text] : tree_) visit(path);
    return cycles_;
  }

 private:
  void visit(const std::string& path) {
    if (done_.count(path) != 0) return;
    const auto open = std::find(trail_.begin(), trail_.end(), path);
    if (open != trail_.end()) {
      std::string cycle;
      for (auto step = open; step != trail_.end(); ++step) cycle += *step + " -> ";
      cycles_.push_back(cycle + path);
      return;
    }
    trail_.push_back(path);
    for (const Include& include : includes_of(tree_.at(path))) {
      if (include.quoted && tree_.count(include.name) != 0) visit(include.name);
    }
    trail_.pop_back();
    done_.insert(path);
  }

  const SourceTree& tree_;
  std::vector<std::string> trail_;
  std::set<std::string> done_;
  std::vector<std::string> cycles_;
};

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
  std::vector<std::string> broken;
  for (const auto& [path, text] : tree) {
    for (const Include& include : includes_of(text)) {
      const std::string why = include.quoted ? why_not_ours(tree, path, include.name)
                                             : why_not_theirs(tree, path, include.name);
      if (why.empty()) continue;
      std::ostringstream line;
      line << path << ":" << include.line << ": " << include.name << " " << why;
      broken.push_back(line.str());
    }
  }
  return broken;
}

std::vector<std::string> stale_permissions(const SourceTree& tree) {
  const auto any_of_tree = [&tree](const auto& matches) {
    return std::any_of(tree.begin(), tree.end(), matches);
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
  for (const std::string& header : kSharedByTests) need_place(header);
  for (const ThirdParty& party : third_parties()) {
    for (const std::string& user : party.users) {
      const bool used = any_of_tree([&](const auto& file) {
        if (!is_or_is_in(file.first, user)) return false;
        const auto includes = includes_of(file.second);
        return std::any_of(includes.begin(), includes.end(), [&](const Include& include) {
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

std::vector<std::string> include_cycles(const SourceTree& tree) { return CycleFinder(tree).run(); }

}  // namespace touchstone

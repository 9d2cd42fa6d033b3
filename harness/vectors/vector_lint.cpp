// SPDX-License-Identifier: GPL-3.0-or-later
// The lint makes the file anew from its questions alone, and says where the two differ.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "harness/runners/run_driver.hpp"
#include "harness/vectors/vector_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxShown = 60;  ///< characters of a value

std::string shown(const json& value) {
  std::string text = value.dump();
  if (text.size() > kMaxShown) text = text.substr(0, kMaxShown) + "...";
  return text;
}

/// Says at which key two values differ first; empty where they do not.
std::string difference(const json& is, const json& must, const std::string& place) {
  if (is.type() != must.type() && !(is.is_number() && must.is_number())) {
    return place + ": is " + shown(is) + ", must be " + shown(must);
  }
  if (is.is_object()) {
    for (const auto& [key, value] : must.items()) {
      const std::string below = place + "." + key;
      if (!is.contains(key)) return below + ": is missing";
      if (auto found = difference(is.at(key), value, below); !found.empty()) return found;
    }
    for (const auto& [key, value] : is.items()) {
      if (!must.contains(key)) return place + "." + key + ": must not be there";
    }
    return "";
  }
  if (is.is_array()) {
    for (std::size_t k = 0; k < std::min(is.size(), must.size()); ++k) {
      const std::string below = place + "[" + std::to_string(k) + "]";
      if (auto found = difference(is[k], must[k], below); !found.empty()) return found;
    }
  }
  if (is == must && shown(is) == shown(must)) return "";
  return place + ": is " + shown(is) + ", must be " + shown(must);
}

std::string place_of(std::string_view text, std::string_view must) {
  const auto first = std::mismatch(text.begin(), text.end(), must.begin(), must.end()).first;
  const auto lines = std::count(text.begin(), first, '\n');
  return "line " + std::to_string(lines + 1);
}

/// The differences of the groups pair by pair, then those of the head.
std::vector<std::string> differences(const std::string& text, const std::string& must) {
  const json is_file = parse_json(text);
  const json must_file = parse_json(must);
  std::vector<std::string> found;
  const json& is_groups = is_file.at("groups");
  const json& must_groups = must_file.at("groups");
  for (std::size_t g = 0; g < std::min(is_groups.size(), must_groups.size()); ++g) {
    const json& is_pairs = is_groups[g].at("pairs");
    const json& must_pairs = must_groups[g].at("pairs");
    for (std::size_t k = 0; k < std::min(is_pairs.size(), must_pairs.size()); ++k) {
      const std::string place = "pair " + is_pairs[k].at("id").get<std::string>() + " (" +
                                is_pairs[k].at("comment").get<std::string>() + ")";
      if (auto line = difference(is_pairs[k], must_pairs[k], place); !line.empty()) {
        found.push_back(std::move(line));
      }
    }
  }
  if (found.empty()) {
    if (auto line = difference(is_file, must_file, "file"); !line.empty()) found.push_back(line);
  }
  if (found.empty()) {
    found.push_back(place_of(text, must) + ": is not formatted as vectors --write formats it");
  }
  return found;
}

/// Ids that are there twice, and those of originals that are not.
std::vector<std::string> wrong_ids(const VectorFile& file) {
  std::vector<std::string> found;
  std::set<std::string> ids;
  for (const VectorGroup& group : file.groups) {
    for (const VectorPair& pair : group.pairs) {
      if (!ids.insert(pair.id).second) found.push_back("pair " + pair.id + ": is there twice");
    }
  }
  for (const VectorGroup& group : file.groups) {
    for (const VectorPair& pair : group.pairs) {
      const std::string& of = pair.question.of;
      if (!of.empty() && !ids.contains(of)) {
        found.push_back("pair " + pair.id + ": of: the file has no pair " + of);
      }
    }
  }
  return found;
}

bool is_whole(const WholeVector& u) {
  const auto is_number = [](const std::string& text) {
    const std::string digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
  };
  return std::all_of(u.begin(), u.end(), is_number) && u != WholeVector{"0", "0", "0"};
}

/// A number of a rounded pair that single precision does not have.
bool is_single(const VectorQuestion& question) {
  const auto all_single = [](const auto& list) {
    return std::all_of(list.begin(), list.end(), [](double x) {
      const volatile auto nearest = static_cast<float>(x);
      return static_cast<double>(nearest) == x;
    });
  };
  const auto body = [&](const VectorBody& b) {
    return all_single(b.interior_point) &&
           std::all_of(b.vertices.begin(), b.vertices.end(), all_single);
  };
  const auto pose = [&](const VectorPose& X) {
    return all_single(X.t) && std::all_of(X.R.begin(), X.R.end(), all_single);
  };
  return body(question.A) && body(question.B) && pose(question.X_WA) && pose(question.X_WB);
}

}  // namespace

Result<VectorFile> read_vectors(const std::string& name, const std::string& text) {
  auto read =
      read_json(text, name, [](const JsonNode& root) { return vectors_record().read(root); });
  if (!read) return read;
  VectorFile file = std::move(read).value();
  for (VectorGroup& group : file.groups) {
    for (VectorPair& pair : group.pairs) {
      if (!pair.truth.rho) continue;
      VectorDirections& directions = pair.truth.rho->directions;
      if (directions.whole.empty() ||
          !std::all_of(directions.whole.begin(), directions.whole.end(), is_whole)) {
        return Error{name + ": pair " + pair.id +
                     ": truth.rho.directions: must be whole numbers, not all 0"};
      }
      directions = directions_of(directions.whole);
    }
  }
  return file;
}

std::vector<std::string> lint_vectors(const std::string& name, const std::string& text, int jobs) {
  const auto read = read_vectors(name, text);
  if (!read) return {read.reason()};
  const VectorFile& file = read.value();
  VectorQuestions questions{name, file.title, {}};
  std::vector<std::string> faults;
  for (const VectorGroup& group : file.groups) {
    for (const VectorPair& pair : group.pairs) {
      questions.questions.push_back({group.source, pair.question});
      if (!pair.question.of.empty() && !is_single(pair.question)) {
        faults.push_back("pair " + pair.id + ": of: a number is none of single precision");
      }
    }
  }
  const auto named = [&name](std::vector<std::string> lines) {
    for (std::string& line : lines) line.insert(0, name + ": ");
    return lines;
  };
  std::vector<SolvedVector> solved;
  run_items(
      {jobs, {}, {}}, questions.questions.size(), [] { return Oracle(); },
      [&](Oracle& oracle, std::size_t k) {
        return solve_vector(questions.questions[k].question, oracle);
      },
      [&](std::size_t k, Result<SolvedVector> one) {
        if (one) {
          solved.push_back(std::move(one).value());
        } else {
          faults.push_back("pair " + std::to_string(k + 1) + ": " + one.reason());
        }
      });
  if (!faults.empty()) return named(faults);
  const std::string must = vectors_document(assembled(questions, std::move(solved)));
  faults = wrong_ids(file);
  if (text != must) {
    const auto more = differences(text, must);
    faults.insert(faults.end(), more.begin(), more.end());
  }
  return named(faults);
}

}  // namespace touchstone

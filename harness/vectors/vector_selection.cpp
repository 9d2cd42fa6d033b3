// SPDX-License-Identifier: GPL-3.0-or-later
// Which pairs the files have: of each family some small ones, and a part of these once more in
// single precision.
#include <algorithm>
#include <span>
#include <utility>

#include "geometry/single_precision.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/vectors/vector_file.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;
/// Pairs of families with smaller ones are chosen among so many times as many as are wanted.
constexpr std::uint64_t kCandidates = 12;
constexpr std::size_t kSmall = 12;  ///< vertices: below it a pair is not too large
constexpr int kSlowFamily = 256;    ///< vertices from which few candidates are made

/// How many pairs a file has of a family.
struct Portion {
  const char* family;
  std::uint64_t doubles, singles;
  std::uint64_t first = 0;  ///< index of the first case: those before are in another file
};

struct Selection {
  const char* name;
  const char* title;
  std::span<const Portion> portions;
};

constexpr Portion kBasic[] = {{"random-boxes", 12, 0},
                              {"posed-boxes", 6, 0},
                              {"random-hulls-8-separated", 6, 0},
                              {"random-hulls-8-shallow", 6, 0},
                              {"random-hulls-8-deep", 6, 0},
                              {"kissing-vertex-face", 3, 0},
                              {"kissing-edge-edge", 3, 0},
                              {"kissing-face-face", 3, 0},
                              {"symmetric", 3, 0},
                              {"lattice", 2, 0}};
constexpr Portion kBoxes[] = {{"random-boxes", 80, 72, 12},
                              {"posed-boxes", 16, 10, 6},
                              {"roofs", 12, 6},
                              {"box-fuzz", 5, 1},
                              {"motion-boxes", 10, 5}};
constexpr Portion kHulls[] = {{"random-hulls-8-separated", 14, 10, 24},
                              {"random-hulls-8-shallow", 14, 10, 24},
                              {"random-hulls-8-deep", 14, 10, 24},
                              {"random-hulls-16-separated", 5, 3},
                              {"random-hulls-16-shallow", 5, 3},
                              {"random-hulls-16-deep", 5, 3},
                              {"random-hulls-32-separated", 1, 1},
                              {"random-hulls-32-shallow", 1, 1},
                              {"random-hulls-32-deep", 1, 1},
                              {"random-hulls-64-separated", 1, 0},
                              {"random-hulls-64-shallow", 1, 0},
                              {"random-hulls-64-deep", 1, 0},
                              {"random-hulls-128-separated", 1, 0},
                              {"random-hulls-128-shallow", 1, 0},
                              {"random-hulls-128-deep", 1, 0},
                              {"random-hulls-256-separated", 1, 0},
                              {"random-hulls-256-shallow", 1, 0},
                              {"random-hulls-256-deep", 1, 0},
                              {"random-hulls-512-separated", 1, 0},
                              {"random-hulls-512-shallow", 1, 0},
                              {"random-hulls-512-deep", 1, 0},
                              {"random-hulls-1024-separated", 1, 0},
                              {"random-hulls-1024-shallow", 1, 0},
                              {"random-hulls-1024-deep", 1, 0},
                              {"icospheres-42", 1, 0},
                              {"icospheres-162", 1, 0},
                              {"icospheres-642", 1, 0},
                              {"high-valence-64", 1, 0},
                              {"high-valence-512", 1, 0},
                              {"motion-hulls", 4, 2},
                              {"motion-through", 2, 1}};
constexpr Portion kContact[] = {{"kissing-vertex-vertex", 24, 14},
                                {"kissing-vertex-vertex-rotated", 10, 6},
                                {"kissing-vertex-edge", 24, 14},
                                {"kissing-vertex-edge-rotated", 10, 6},
                                {"kissing-vertex-face", 24, 14, 12},
                                {"kissing-vertex-face-rotated", 10, 6},
                                {"kissing-edge-edge", 24, 14, 12},
                                {"kissing-edge-edge-rotated", 10, 6},
                                {"kissing-edge-edge-parallel", 24, 14},
                                {"kissing-edge-edge-parallel-rotated", 10, 6},
                                {"kissing-edge-face", 24, 14},
                                {"kissing-edge-face-rotated", 10, 6},
                                {"kissing-face-face", 24, 14, 12},
                                {"kissing-face-face-rotated", 10, 6},
                                {"motion-kissing", 12, 6}};
constexpr Portion kThin[] = {{"plates-needles", 25, 12}, {"aspect-1e2", 10, 5},
                             {"aspect-1e4", 12, 6},      {"aspect-1e6", 12, 7},
                             {"aspect-1e8", 12, 7},      {"slivers", 12, 6}};
constexpr Portion kPlaces[] = {
    {"scale-1e3", 10, 4},  {"scale-1e6", 10, 4},          {"scale-1e9", 8, 4}, {"scale-1e12", 8, 4},
    {"unequal", 1, 0},     {"ratio-1e20", 10, 0},         {"far-1e4", 10, 4},  {"far-1e6", 10, 4},
    {"far-1e8", 8, 3},     {"far-from-own-origin", 8, 3}, {"denormal", 14, 5}, {"sheared", 10, 4},
    {"sheared-1e-6", 8, 3}};
constexpr Portion kSymmetric[] = {{"symmetric", 36, 24, 12},
                                  {"lattice", 36, 24, 8},
                                  {"coincident", 10, 5},
                                  {"contained", 12, 6},
                                  {"concentric-42", 1, 0},
                                  {"concentric-162", 1, 0},
                                  {"concentric-642", 1, 0},
                                  {"prisms-stacked", 8, 4},
                                  {"centres-denormal", 8, 4},
                                  {"boundary-interior-point", 8, 4},
                                  {"kinks", 5, 1}};
constexpr Portion kDuplicates[] = {{"near-duplicate-vertices", 12, 6},
                                   {"near-duplicates-unequal", 8, 4},
                                   {"near-duplicates-nested", 8, 4},
                                   {"ulp-jiggled", 12, 6}};
constexpr Portion kFlat[] = {{"planar", 18, 10}, {"flat-facets", 10, 5}};
constexpr Portion kField[] = {{"field", 108, 30}};

const std::vector<Selection>& selections() {
  static const std::vector<Selection> kSelections = {
      {"basic", "pairs for the first hour: is the adapter right?", kBasic},
      {"boxes", "boxes", kBoxes},
      {"hulls", "hulls of points, from 8 vertices to 1,024", kHulls},
      {"contact", "contact of every kind of features, with gaps of 0 and from 1e-15 m", kContact},
      {"thin", "plates, needles and slivers", kThin},
      {"places-and-scales", "far from the origin, very large, very small, very unequal", kPlaces},
      {"symmetric", "ties, coincidences and nested bodies", kSymmetric},
      {"duplicates", "vertices that nearly coincide", kDuplicates},
      {"flat", "polygons, segments and points; facets that are flat to rounding", kFlat},
      {"field", "pairs from the issues and tests of collision libraries", kField},
      {"found", "pairs that implementations got wrong, each the smallest of its kind", {}},
  };
  return kSelections;
}

std::size_t vertices_of(const Case& c) {
  return std::max(c.pair().A->vertices().size(), c.pair().B->vertices().size());
}

/// The first cases of small bodies, or the smallest ones, in the order of their indices.
std::vector<Case> chosen_cases(const Family& family, const Portion& portion) {
  const std::uint64_t times = family.largest_vertices < kSlowFamily ? kCandidates : 2;
  const std::uint64_t candidates =
      family.finite_cases != 0 ? portion.doubles : times * portion.doubles;
  std::vector<std::pair<std::size_t, std::uint64_t>> ranked;
  std::vector<Case> cases;
  for (std::uint64_t k = 0; k < candidates; ++k) {
    cases.push_back(make_case(family, kSeed, portion.first + k));
    ranked.emplace_back(std::max(vertices_of(cases.back()), kSmall), k);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(portion.doubles);
  std::sort(ranked.begin(), ranked.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<Case> chosen;
  for (const auto& [vertices, k] : ranked) chosen.push_back(std::move(cases[k]));
  return chosen;
}

VectorQuestion commented(VectorQuestion question, const Case& c) {
  question.source = c.source;
  question.comment = c.id;
  return question;
}

/// The question rounded to single precision; nothing where that leaves no pair or changes nothing.
std::optional<VectorQuestion> rounded_question(const VectorQuestion& question) {
  // With its interior points given, so that these are rounded, too.
  const auto pair = rounded_to_float(pair_of(question).value());
  if (!pair) return std::nullopt;
  VectorQuestion rounded = question_of(pair.value());
  const std::string id = question_id(question);
  if (question_id(rounded) == id || !pair_of(rounded)) return std::nullopt;
  rounded.of = id;
  rounded.source = question.source;
  rounded.comment = question.comment;
  return rounded;
}

void add_portion(const Portion& portion, std::vector<VectorQuestions::From>& questions) {
  const Family& family = *find_family(portion.family);
  std::vector<VectorQuestions::From> singles;
  for (const Case& c : chosen_cases(family, portion)) {
    const VectorQuestion question = commented(question_of(c.pair()), c);
    if (joins_earlier(question, questions)) continue;
    questions.push_back({portion.family, question});
    if (singles.size() == portion.singles) continue;
    auto rounded = rounded_question(question);
    if (rounded && !joins_earlier(*rounded, singles)) {
      singles.push_back({portion.family, *std::move(rounded)});
    }
  }
  questions.insert(questions.end(), singles.begin(), singles.end());
}

const char* const kConventions[] = {
    "lengths in metres; world vertices are exactly R v + t in the doubles given",
    "a body is the convex hull of its vertices",
    "phi is the distance of bodies that are apart, and minus the length of the shortest "
    "translation that separates bodies that overlap",
    "normals n are unit vectors from B to A in world axes; true points satisfy p_A - p_B = phi n",
    "rho = (r - 1)/r, where r scales both bodies about their interior points until they touch; "
    "d = x_A - x_B is from the interior point of B to that of A, and p_A - p_B = rho d",
    "tolerances are relative to size, of rho to max(1, |rho|)",
    "value + tail has 106 bits; directions and fractions are exact"};

const std::vector<VectorPolicy>& policies() {
  static const std::vector<VectorPolicy> kPolicies = {
      {"near-contact", "0 < |phi| <= 1e-9 size: the sign of an answer is not judged"},
      {"flat", "a body is flat: a library may decline the pair"}};
  return kPolicies;
}

template <class Word>
bool holds(const std::vector<std::string>& words, const Word& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool joins_earlier(const VectorQuestion& question, std::vector<VectorQuestions::From>& questions) {
  const std::string id = question_id(question);
  for (VectorQuestions::From& one : questions) {
    if (question_id(one.question) != id) continue;
    std::string& comment = one.question.comment;
    // A name may have commas of its own.
    const bool is_named =
        (", " + comment + ", ").find(", " + question.comment + ", ") != comment.npos;
    if (!is_named) comment += ", " + question.comment;
    return true;
  }
  return false;
}

const std::vector<std::string>& vector_file_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Selection& selection : selections()) names.emplace_back(selection.name);
    return names;
  }();
  return kNames;
}

VectorQuestions vector_questions(std::string_view name,
                                 const std::vector<VectorQuestions::From>& found) {
  for (const Selection& selection : selections()) {
    if (selection.name != name) continue;
    VectorQuestions made{selection.name, selection.title, {}};
    for (const Portion& portion : selection.portions) add_portion(portion, made.questions);
    if (selection.portions.empty()) made.questions = found;
    return made;
  }
  return {};
}

VectorFile assembled(const VectorQuestions& questions, std::vector<SolvedVector> solved) {
  VectorFile file;
  file.title = questions.title;
  file.conventions.assign(std::begin(kConventions), std::end(kConventions));
  for (std::size_t k = 0; k < solved.size(); ++k) {
    SolvedVector& one = solved[k];
    const std::string& source = questions.questions[k].source;
    auto group = std::find_if(file.groups.begin(), file.groups.end(), [&](const VectorGroup& g) {
      return g.source == source && g.needs == one.needs;
    });
    if (group == file.groups.end()) {
      group = file.groups.insert(group, {source, "1", std::move(one.needs), {}});
    }
    group->pairs.push_back(std::move(one.pair));
  }
  const auto has_pair = [&](const auto& holds_of) {
    return std::any_of(file.groups.begin(), file.groups.end(), [&](const VectorGroup& group) {
      return std::any_of(group.pairs.begin(), group.pairs.end(), holds_of);
    });
  };
  for (const VectorFlag& flag : vector_flags()) {
    if (has_pair([&](const VectorPair& pair) { return holds(pair.flags, flag.flag); })) {
      file.flags.push_back(flag);
    }
  }
  for (const VectorPolicy& policy : policies()) {
    if (has_pair([&](const VectorPair& pair) { return pair.policy == policy.policy; })) {
      file.policies.push_back(policy);
    }
  }
  return file;
}

}  // namespace touchstone

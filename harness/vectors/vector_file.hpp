// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors: pairs with their exact truths in files that others copy (docs/vectors.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "reference/oracle.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A vector as a plain list.
using Entries = std::array<double, 3>;

/// A body as the file has it, in its own frame.
struct VectorBody {
  std::vector<Vec3> vertices;            ///< [m]
  std::vector<std::vector<int>> facets;  ///< counter-clockwise from outside; none of a flat body
  Vec3 interior_point = Vec3::Zero();    ///< [m]

  bool operator==(const VectorBody&) const = default;
};

struct VectorPose {
  Vec3 t = Vec3::Zero();       ///< [m]
  std::array<Entries, 3> R{};  ///< rows

  bool operator==(const VectorPose&) const = default;
};

/// What is asked, and what is said of it that cannot be computed.
struct VectorQuestion {
  std::string of;       ///< id of the pair in doubles of which this is the rounded one; else empty
  std::string source;   ///< the thread or test that the pair comes from; empty if generated
  std::string comment;  ///< id of the case, by which `touchstone ask` finds it
  VectorBody A;
  VectorPose X_WA;
  VectorBody B;
  VectorPose X_WB;

  bool operator==(const VectorQuestion&) const = default;
};

/// A vector of whole numbers, as text: too long for doubles.
using WholeVector = std::array<std::string, 3>;

/// All directions in which an optimum is attained, from B to A, world.
struct VectorDirections {
  std::vector<WholeVector> whole;
  std::vector<Vec3> normals;  ///< unit, each entry the nearest double
  std::vector<Vec3> tails;    ///< each the double nearest to what `normals` left
};

/// A pair of true witness points and the range of all of them [world, m].
struct VectorPoints {
  Vec3 a, b;
  std::optional<std::array<Entries, 2>> range_a, range_b;  ///< nothing where it is the point alone
};

struct VectorRho {
  double value = 0, tail = 0;
  std::string exact;
  VectorDirections directions;  ///< in the file the whole numbers alone
  VectorPoints points;
};

struct VectorTruth {
  int sign = 0;
  double phi = 0, phi_tail = 0;  ///< [m]
  std::string phi_squared;
  VectorDirections directions;
  std::vector<VectorPoints> points;  ///< one for each direction; one alone where phi = 0
  std::optional<VectorRho> rho;
  std::string no_rho;  ///< why there is none
  double size = 0;     ///< [m]
};

struct VectorPair {
  std::string id;
  VectorQuestion question;
  std::vector<std::string> flags;
  std::string result, policy;
  VectorTruth truth;
};

struct VectorGroup {
  std::string source, version;
  std::vector<std::string> needs;
  std::vector<VectorPair> pairs;
};

struct VectorFlag {
  std::string flag, bug_type, description, effect;
  std::vector<std::string> links;
};

struct VectorPolicy {
  std::string policy, meaning;
};

/// By which version of docs/vectors.md results, flags and needs are meant.
struct VectorVersions {
  std::uint64_t rules = 1;
};

struct VectorFile {
  std::string title;
  std::string licence = "CC0-1.0";
  VectorVersions versions;
  std::vector<std::string> conventions;
  std::vector<VectorPolicy> policies;
  std::vector<VectorFlag> flags;  ///< those that the pairs have
  std::vector<VectorGroup> groups;
};

const RecordDescription<VectorFile>& vectors_record();
/// The file as it is written: one pair on a line.
std::string vectors_document(const VectorFile& file);
/// One pair as a JSON object on one line.
std::string vector_json(const VectorPair& pair);

/// Directions with their unit vectors, from whole numbers.
VectorDirections directions_of(const std::vector<WholeVector>& whole);

/// The question of a pair; what it is written as stands for exactly the same pair.
VectorQuestion question_of(const Pair& pair);
/// The pair of a question, or why there is none.
Result<Pair> pair_of(const VectorQuestion& question);
/// FNV-1a of 64 bits in 16 hexadecimal digits, over the doubles in little endian, -0 as 0: of A,
/// then of B the number of vertices, the vertices, R by rows, t and the interior point.
std::string question_id(const VectorQuestion& question);

/// A solved question and what a library needs for it.
struct SolvedVector {
  VectorPair pair;
  std::vector<std::string> needs;  ///< words of the closed list
};
/// What the double nearest to phi leaves of it [m], and the one nearest to rho of rho [1], each the
/// nearest double.
double phi_tail(const Truth& truth);
double rho_tail(const RatioTruth& ratio);
/// The whole numbers of directions, as text.
std::vector<WholeVector> whole_entries(const std::vector<ExactVec3>& directions);
/// True points of each direction in turn, or of all together where phi = 0.
std::vector<VectorPoints> vector_points(const Pair& pair, const TruthOnDemand& truth);
/// All that follows from a pair, its question and its truth.
SolvedVector solved_vector(const Pair& pair, const VectorQuestion& question,
                           const TruthOnDemand& truth);
/// All that follows from a question. A question that is no pair is the reason.
Result<SolvedVector> solve_vector(const VectorQuestion& question, Oracle& oracle);

/// All flags that pairs can have.
const std::vector<VectorFlag>& vector_flags();

/// A source of pairs and its questions, in the order of the file.
struct VectorQuestions {
  std::string name;  ///< name of the file: "basic"
  std::string title;
  struct From {
    std::string source;
    VectorQuestion question;
  };
  std::vector<From> questions;
};

/// Whether the pair is there already, as two cases of the field corpus are: that one then names
/// this case, too.
bool joins_earlier(const VectorQuestion& question, std::vector<VectorQuestions::From>& questions);

/// The names of all files, in the order in which they are written.
const std::vector<std::string>& vector_file_names();
/// The questions of the file of this name; those of "found" are the ones given.
VectorQuestions vector_questions(std::string_view name,
                                 const std::vector<VectorQuestions::From>& found);

/// The file of solved questions, in their order: grouped by source and needs, each group where its
/// first pair stands.
VectorFile assembled(const VectorQuestions& questions, std::vector<SolvedVector> solved);

/// What is wrong with the text of a file, a line each that names the place; empty if it is as
/// vectors_document() writes it. Truths are computed anew by `jobs` threads.
std::vector<std::string> lint_vectors(const std::string& name, const std::string& text, int jobs);
/// Reads a file without a look at its truths.
Result<VectorFile> read_vectors(const std::string& name, const std::string& text);

/// The pairs as C99 arrays of hexadecimal floats, for touchstone/judge.h.
std::string vectors_header(const std::string& name, const VectorFile& file);

}  // namespace touchstone

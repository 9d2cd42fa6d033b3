// SPDX-License-Identifier: GPL-3.0-or-later

#include "harness/vectors/vector_file.hpp"

namespace touchstone {
namespace {

RecordFields<VectorBody> body_fields() {
  using Body = VectorBody;
  return RecordFields<Body>()
      .add(field("vertices", "points whose convex hull is the body, in its own frame", "m"),
           &Body::vertices)
      .add(field("facets",
                 "vertex indices from 0 of each facet, counter-clockwise seen from outside; "
                 "empty where the body is flat, has more than 100 vertices or facets that "
                 "cannot be told in doubles"),
           &Body::facets)
      .add(field("interior_point", "point about which rho scales the body, in its frame", "m"),
           &Body::interior_point);
}

RecordFields<VectorPose> vector_pose_fields() {
  using Pose = VectorPose;
  return RecordFields<Pose>()
      .add(field("t", "position of the body's frame in the world", "m"), &Pose::t)
      .add(field("R", "rotation by rows: a point p of the body is at R p + t in the world"),
           &Pose::R);
}

RecordFields<VectorDirections> direction_fields() {
  using Directions = VectorDirections;
  return RecordFields<Directions>()
      .add(field("directions",
                 "all optimal directions from B to A, or generators of their cone where phi is 0: "
                 "each three whole numbers without a common factor, as text"),
           &Directions::whole)
      .add(field("normals",
                 "unit vector along each of the directions, each entry the nearest "
                 "double"),
           &Directions::normals)
      .add(field("normal_tails", "double nearest to what the entries of the normals leave"),
           &Directions::tails);
}

RecordFields<VectorPoints> point_fields() {
  using Points = VectorPoints;
  return RecordFields<Points>()
      .add(field("a", "true witness point of A in the world, each coordinate the nearest double",
                 "m"),
           &Points::a)
      .add(field("b", "true witness point of B that belongs to a", "m"), &Points::b)
      .add(field("range_a", "least and greatest coordinates of all true witness points of A", "m")
               .omitted_where("they are those of a"),
           &Points::range_a)
      .add(field("range_b", "least and greatest coordinates of all true witness points of B", "m")
               .omitted_where("they are those of b"),
           &Points::range_b);
}

RecordFields<VectorRho> rho_fields() {
  using Rho = VectorRho;
  return RecordFields<Rho>()
      .add(field("value", "double nearest to rho = (r - 1)/r"), &Rho::value)
      .add(field("tail", "double nearest to rho - value"), &Rho::tail)
      .add(field("exact", "rho as a fraction p/q"), &Rho::exact)
      .add(
          field("directions",
                "all extreme directions in which rho is attained, from B to A: each three "
                "whole numbers without a common factor, as text"),
          [](auto& rho) -> auto& { return rho.directions.whole; })
      .add(field("points", "true witness points of rho: p_A - p_B = rho d"), &Rho::points,
           point_fields());
}

RecordFields<VectorTruth> vector_truth_fields() {
  using Truth = VectorTruth;
  return RecordFields<Truth>()
      .add(field("sign", "sign of phi: -1, 0 or 1").from(-1, 1), &Truth::sign)
      .add(field("phi", "double nearest to the signed distance", "m"), &Truth::phi)
      .add(field("phi_tail", "double nearest to what phi leaves", "m"), &Truth::phi_tail)
      .add(field("phi_squared", "square of the signed distance as a fraction p/q", "m^2"),
           &Truth::phi_squared)
      .include(&Truth::directions, direction_fields())
      .add(field("points",
                 "true witness points of each direction in turn, or of all together "
                 "where phi is 0"),
           &Truth::points, point_fields())
      .add(field("rho", "the ratio metric").omitted_where("no double is rho: see no_rho"),
           &Truth::rho, rho_fields())
      .add(field("no_rho", "why no double is rho").omitted_where("rho is there"), &Truth::no_rho)
      .add(field("size", "length to which tolerances are relative", "m"), &Truth::size);
}

const RecordFields<VectorPair>& pair_fields() {
  using Vector = VectorPair;
  using Asked = VectorQuestion;
  static const auto kQuestion =
      RecordFields<Asked>()
          .add(field("of", "id of the pair in doubles that was rounded to single precision")
                   .omitted_where("the pair is not rounded"),
               &Asked::of)
          .add(field("source", "thread or test of another library that the pair comes from")
                   .omitted_where("the pair was generated"),
               &Asked::source)
          .add(field("comment", "id by which touchstone finds the pair, or what it is"),
               &Asked::comment)
          .add(field("a", "body A in its own frame"), &Asked::A, body_fields())
          .add(field("pose_a", "pose of body A in the world"), &Asked::X_WA, vector_pose_fields())
          .add(field("b", "body B in its own frame"), &Asked::B, body_fields())
          .add(field("pose_b", "pose of body B in the world"), &Asked::X_WB, vector_pose_fields());
  static const auto kFields =
      RecordFields<Vector>()
          .add(field("id", "FNV-1a of the doubles of the question, 16 hexadecimal digits"),
               &Vector::id)
          .include(&Vector::question, kQuestion)
          .add(field("flags", "words of the file's flags that hold of the pair"), &Vector::flags)
          .add(field("result", "how many answers are right").one_of({"valid", "tie", "acceptable"}),
               &Vector::result)
          .add(field("policy", "what else than the truth is acceptable")
                   .omitted_where("nothing else is")
                   .one_of({"near-contact", "flat"}),
               &Vector::policy)
          .add(field("truth", "exact answer to the question"), &Vector::truth,
               vector_truth_fields());
  return kFields;
}

RecordFields<VectorGroup> group_fields() {
  using Group = VectorGroup;
  static const auto kSource =
      RecordFields<Group>()
          .add(field("name", "family of the pairs, or the corpus that they come from"),
               &Group::source)
          .add(field("version", "version of the source"), &Group::version);
  return RecordFields<Group>()
      .add_part(field("source", "where the pairs come from"), kSource)
      .add(field("needs",
                 "what a library must be able to take; else it skips the group: flat, "
                 "far, size-ratio, thin, denormal, sheared, float32"),
           &Group::needs)
      .add(field("pairs", "pairs of the group with their truths"), &Group::pairs, pair_fields());
}

RecordFields<VectorFile> head_fields() {
  using File = VectorFile;
  using Flag = VectorFlag;
  using Policy = VectorPolicy;
  const auto versions = RecordFields<VectorVersions>().add(
      field("rules", "version of the rules of docs/vectors.md").from(1, 1), &VectorVersions::rules);
  const auto policies =
      RecordFields<Policy>()
          .add(field("policy", "name of the policy"), &Policy::policy)
          .add(field("meaning", "what is acceptable under the policy"), &Policy::meaning);
  const auto flags =
      RecordFields<Flag>()
          .add(field("flag", "word that pairs have among their flags"), &Flag::flag)
          .add(field("bug_type", "what an implementation gets wrong there")
                   .one_of({"sign", "accuracy", "normal", "witness", "termination", "input"}),
               &Flag::bug_type)
          .add(field("description", "what such pairs have in common"), &Flag::description)
          .add(field("effect", "what is known to happen there"), &Flag::effect)
          .add(field("links", "threads in which it was reported"), &Flag::links);
  return RecordFields<File>()
      .add(field("title", "what the pairs of the file have in common"), &File::title)
      .add(field("licence", "licence of the file, an SPDX identifier"), &File::licence)
      .add(field("versions", "what the file is to be read by"), &File::versions, versions)
      .add(field("conventions", "units, frames and signs in words").with_lines(),
           &File::conventions)
      .add(field("policies", "policies that pairs name"), &File::policies, policies)
      .add(field("flags", "words that pairs have as flags"), &File::flags, flags);
}

/// Without the spaces behind commas and colons outside strings, which are a tenth of a file.
std::string without_spaces(const std::string& text) {
  std::string packed;
  packed.reserve(text.size());
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (!in_string && c == ' ' && (text[k - 1] == ',' || text[k - 1] == ':')) continue;
    packed += c;
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') packed += text[++k];
  }
  return packed;
}

}  // namespace

const RecordDescription<VectorFile>& vectors_record() {
  static const RecordDescription<VectorFile> kRecord = {
      "touchstone.vectors/1", "pairs of convex polytopes with their exact truths",
      head_fields().add(field("groups", "groups of pairs of one source and with the same needs"),
                        &VectorFile::groups, group_fields())};
  return kRecord;
}

std::string vector_json(const VectorPair& pair) { return pair_fields().row(pair); }

std::string vectors_document(const VectorFile& file) {
  return without_spaces(vectors_record().document(file));
}

}  // namespace touchstone

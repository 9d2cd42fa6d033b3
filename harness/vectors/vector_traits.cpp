// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/vectors/vector_traits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "harness/judge/exact_vectors.hpp"
#include "harness/judge/judge.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

// Rules of docs/vectors.md, relative to size or to the body's own bounding radius [1].
constexpr double kFar = 1e3;             ///< a frame's origin or an interior point is so far away
constexpr double kUnequal = 1e3;         ///< one body is so many times as large
constexpr double kThinWidth = 1e-3;      ///< a solid's least width across a facet
constexpr double kDeep = 0.5;            ///< depth
constexpr double kNearDuplicate = 1e-6;  ///< distance of two vertices
/// Entries of R'R - I that rounding R leaves, in doubles and in single precision [1].
constexpr double kSheared = 1e-12;
constexpr double kShearedSingle = 3e-7;
constexpr std::size_t kMany = 100;  ///< vertices

double largest(const Vec3& v) {
  return std::max({std::abs(v.x()), std::abs(v.y()), std::abs(v.z())});
}

double product(const Vec3& u, const Vec3& v) {
  return u.x() * v.x() + u.y() * v.y() + u.z() * v.z();
}

bool is_thin(const Polytope& body) {
  return std::any_of(body.facets().begin(), body.facets().end(), [&](const Facet& facet) {
    double least = facet.offset;
    for (const Vec3& v : body.vertices()) least = std::min(least, product(facet.normal, v));
    return body.dimension() == 3 && facet.offset - least < kThinWidth * body.bounding_radius();
  });
}

bool is_sheared(const VectorPose& X, double most) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double entry = i == j ? -1 : 0;
      for (const Entries& row : X.R) entry += row.at(i) * row.at(j);
      if (std::abs(entry) > most) return true;
    }
  }
  return false;
}

bool has_below(const VectorQuestion& question, double least) {
  const auto below = [&](const auto& v) {
    return std::any_of(v.begin(), v.end(), [&](double x) { return x != 0 && std::abs(x) < least; });
  };
  const auto body_below = [&](const VectorBody& body) {
    return below(body.interior_point) ||
           std::any_of(body.vertices.begin(), body.vertices.end(), below);
  };
  const auto pose_below = [&](const VectorPose& X) {
    return below(X.t) || std::any_of(X.R.begin(), X.R.end(), below);
  };
  return body_below(question.A) || body_below(question.B) || pose_below(question.X_WA) ||
         pose_below(question.X_WB);
}

bool has_near_duplicates(const Polytope& body) {
  std::vector<Vec3> sorted = body.vertices();
  const double near = kNearDuplicate * body.bounding_radius();
  std::sort(sorted.begin(), sorted.end(),
            [](const Vec3& p, const Vec3& q) { return p.x() < q.x(); });
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    for (std::size_t j = k; j-- > 0 && sorted[k].x() - sorted[j].x() <= near;) {
      if (largest(sorted[k] - sorted[j]) <= near) return true;
    }
  }
  return false;
}

/// Whether some optimal direction is attained on features of these dimensions.
bool meets(const Truth& truth, int least, int most) {
  return std::any_of(truth.features.begin(), truth.features.end(), [&](const ExactFeatures& f) {
    return std::min(f.dimension_A, f.dimension_B) == least &&
           std::max(f.dimension_A, f.dimension_B) == most;
  });
}

bool has_many_points(const VectorPair& vector) {
  const auto& points = vector.truth.points;
  return std::any_of(points.begin(), points.end(),
                     [](const VectorPoints& p) { return p.range_a || p.range_b; });
}

struct FlagText {
  const char *flag, *bug_type, *description, *effect;
  std::array<const char*, 2> links;  ///< nullptr: none
};

constexpr FlagText kFlagTexts[] = {
    {"touching",
     "sign",
     "the bodies touch: phi is 0",
     "a test of contact is decided by rounding; EPA starts without the origin inside",
     {"flexible-collision-library/fcl#493", "flexible-collision-library/fcl#503"}},
    {"near-contact",
     "sign",
     "phi is not 0, yet at most 1e-9 of size",
     "gaps are reported as overlaps, and two tests of one pair contradict each other",
     {"flexible-collision-library/fcl#495", "coal-library/coal#604"}},
    {"tie",
     "normal",
     "several directions have the same greatest gap",
     "the normal jumps from one to another, or is a mean of them, which is wrong",
     {}},
    {"cone",
     "normal",
     "the bodies touch and many directions are normals",
     "a normal outside the cone, or none",
     {}},
    {"face-face",
     "witness",
     "two faces meet across an optimal direction",
     "a corner of one face outside the other is given as witness point",
     {"flexible-collision-library/fcl#628"}},
    {"edge-edge",
     "accuracy",
     "two edges meet across an optimal direction",
     "the cross product of nearly parallel edges is taken for an axis",
     {}},
    {"many-points",
     "witness",
     "more than one pair of points is true",
     "points of two different pairs are given, whose difference is not phi n",
     {"flexible-collision-library/fcl#503"}},
    {"deep",
     "termination",
     "the depth is above half of size",
     "EPA ends at a facet that is not the nearest one",
     {}},
    {"concentric",
     "termination",
     "the interior points coincide",
     "the first direction of a search is zero",
     {}},
    {"near-duplicates",
     "input",
     "two vertices of a body are within 1e-6 of its radius",
     "simplices without volume, loops without end",
     {}},
    {"many-vertices",
     "termination",
     "a body has more than 100 vertices",
     "a fixed number of steps or a fixed buffer does not suffice",
     {}},
    {"no-rho",
     "input",
     "the ratio metric is undefined",
     "a value is given where there is none",
     {}},
    {"reported",
     "input",
     "the pair is from another library's thread or test",
     "what its source says",
     {}},
};

}  // namespace

const std::vector<VectorFlag>& vector_flags() {
  static const std::vector<VectorFlag> kFlags = [] {
    std::vector<VectorFlag> flags;
    for (const FlagText& text : kFlagTexts) {
      flags.push_back({text.flag, text.bug_type, text.description, text.effect, {}});
      for (const char* link : text.links) {
        if (link != nullptr) flags.back().links.emplace_back(link);
      }
    }
    return flags;
  }();
  return kFlags;
}

std::vector<std::string> flags_of(const Pair& pair, const Truth& truth, const VectorPair& vector) {
  const double size = vector.truth.size;
  const double phi = vector.truth.phi;
  const bool several = truth.directions.size() > 1;
  std::vector<std::string> flags;
  const auto add = [&](const char* flag, bool holds) {
    if (holds) flags.emplace_back(flag);
  };
  add("touching", truth.sign == 0);
  add("near-contact", truth.sign != 0 && !(std::abs(phi) > kSignThreshold * size));
  add("tie", truth.sign != 0 && several);
  add("cone", truth.sign == 0 && several);
  add("face-face", meets(truth, 2, 2));
  add("edge-edge", meets(truth, 1, 1));
  add("many-points", has_many_points(vector));
  add("deep", phi < -kDeep * size);
  add("concentric", interior_points_coincide(pair));
  add("near-duplicates", has_near_duplicates(*pair.A) || has_near_duplicates(*pair.B));
  add("many-vertices", std::max(pair.A->vertices().size(), pair.B->vertices().size()) > kMany);
  add("no-rho", !vector.truth.rho);
  add("reported", !vector.question.source.empty());
  return flags;
}

std::vector<std::string> needs_of(const Pair& pair, const VectorPair& vector) {
  const VectorQuestion& question = vector.question;
  const bool single = !question.of.empty();
  const double size = vector.truth.size;
  const auto [smaller, larger] =
      std::minmax({pair.A->bounding_radius(), pair.B->bounding_radius()});
  const double reach =
      std::max({largest(question.X_WA.t), largest(question.X_WB.t),
                largest(question.A.interior_point), largest(question.B.interior_point)});
  const double least = single ? static_cast<double>(std::numeric_limits<float>::min())
                              : std::numeric_limits<double>::min();
  const double sheared = single ? kShearedSingle : kSheared;
  std::vector<std::string> needs;
  const auto add = [&](const char* need, bool holds) {
    if (holds) needs.emplace_back(need);
  };
  add("flat", pair.A->dimension() < 3 || pair.B->dimension() < 3);
  add("far", reach > kFar * size);
  add("size-ratio", smaller > 0 && larger > kUnequal * smaller);
  add("thin", is_thin(*pair.A) || is_thin(*pair.B));
  add("denormal",
      has_below(question, least) || (vector.truth.phi != 0 && std::abs(vector.truth.phi) < least));
  add("sheared", is_sheared(question.X_WA, sheared) || is_sheared(question.X_WB, sheared));
  add("float32", single);
  return needs;
}

}  // namespace touchstone

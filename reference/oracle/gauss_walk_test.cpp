// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/gauss_walk.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/exact/body_cache.hpp"
#include "reference/oracle/exact_pair.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

/// A walk held against exact signs of all pairs of arcs.
class WalkExam {
 public:
  explicit WalkExam(const Pair& pair) {
    exact_.place(*cache_.find(pair.A).body, pair.X_WA, *cache_.find(pair.B).body, pair.X_WB);
    exact_.A().round_features();
    exact_.B().round_features();
    const double error = 2 * kDirectionError + A().largest_normal_error();
    for (int k = 0; k < A().normals().size(); ++k) {
      regions_.push_back(region_of(B(), A().normals().get(k), error, 0));
    }
  }

  void check() {
    check_regions();
    const GaussWalk walk(A(), B(), regions_);
    std::vector<GaussWalk::Crossing> found;
    for (int i = 0; i < static_cast<int>(A().body().arcs().size()); ++i) {
      ++arcs_;
      if (!walk.find(i, found)) continue;
      ++certain_;
      std::size_t next = 0;
      for (int j = 0; j < static_cast<int>(B().body().arcs().size()); ++j) {
        const int sense = exact_sense(i, j);
        if (sense == 0) continue;
        ++crossings_;
        ASSERT_LT(next, found.size()) << "arcs " << i << ", " << j;
        ASSERT_EQ(found[next].arc, j);
        ASSERT_EQ(found[next].sense, sense);
        ++next;
      }
      ASSERT_EQ(next, found.size()) << "arc " << i;
    }
  }

  int arcs() const { return arcs_; }
  int certain() const { return certain_; }
  int crossings() const { return crossings_; }

 private:
  PlacedBody& A() { return exact_.A(); }
  PlacedBody& B() { return exact_.B(); }

  /// The vertex of a certain region is the only one that is lowest.
  void check_regions() {
    for (int k = 0; k < static_cast<int>(regions_.size()); ++k) {
      const Region& region = regions_[at(k)];
      if (!region.certain) continue;
      for (int v = 0; v < B().body().vertex_count(); ++v) {
        if (v == region.vertex) continue;
        Integer3 up;
        set_difference(up, B().vertex(v), B().vertex(region.vertex));
        ASSERT_GT(dot_sign(up, A().normal(k)), 0) << "node " << k << ", vertex " << v;
      }
    }
  }

  /// The sign of f.n_left where the arcs cross strictly, else 0 (candidates.hpp).
  int exact_sense(int i, int j) {
    const ExactBody::Arc& a = A().body().arcs()[at(i)];
    const ExactBody::Arc& b = B().body().arcs()[at(j)];
    const int sense = dot_sign(B().edge(j), A().normal(a.left));
    const bool cross = sense != 0 && dot_sign(B().edge(j), A().normal(a.right)) == -sense &&
                       dot_sign(A().edge(i), B().normal(b.left)) == sense &&
                       dot_sign(A().edge(i), B().normal(b.right)) == -sense;
    return cross ? sense : 0;
  }

  BodyCache cache_;
  ExactPair exact_;
  std::vector<Region> regions_;
  int arcs_ = 0;
  int certain_ = 0;
  int crossings_ = 0;
};

bool both_solid(const Pair& pair) { return pair.A->dimension() == 3 && pair.B->dimension() == 3; }

TEST(GaussWalk, FindsTheCrossingsOfEveryKindOfPair) {
  int certain = 0;
  int open = 0;
  for_every_agreement_case(40, [&](const Pair& pair, int /*index*/) {
    if (!both_solid(pair)) return;
    WalkExam exam(pair);
    exam.check();
    certain += exam.certain();
    open += exam.arcs() - exam.certain();
  });
  // The sample has both: arcs in general position, and ties that leave a walk open.
  EXPECT_GT(certain, 1000);
  EXPECT_GT(open, 1000);
}

TEST(GaussWalk, IsCertainOfBodiesInGeneralPosition) {
  Random random(23);
  for (int index = 0; index < 60; ++index) {
    SCOPED_TRACE(index);
    const int points = 4 + static_cast<int>(random.below(60));
    const Pair pair{make_random_sphere_hull(random, points),
                    {random.rotation(), random.unit_vector()},
                    make_random_sphere_hull(random, 8),
                    {random.rotation(), random.unit_vector()}};
    WalkExam exam(pair);
    exam.check();
    EXPECT_EQ(exam.certain(), exam.arcs());
    EXPECT_GT(exam.crossings(), 0);
  }
}

TEST(GaussWalk, IsOpenWhereFacetsAreParallel) {
  const PolytopePtr box = make_box({1, 2, 3});
  WalkExam exam({box, {}, box, {Mat3::Identity(), {0.5, 0, 0}}});
  exam.check();
  EXPECT_EQ(exam.certain(), 0);
}

}  // namespace
}  // namespace touchstone

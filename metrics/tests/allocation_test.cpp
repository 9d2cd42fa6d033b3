// SPDX-License-Identifier: GPL-3.0-or-later
// Queries of the fast metrics ask the heap for nothing, and their shapes for little. A program of
// its own: it replaces the allocation functions of everything linked into it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "metrics/batch.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace {

std::atomic<long> g_allocations{0};
std::atomic<long> g_bytes{0};  ///< given out and not yet back

constexpr std::size_t kUsual = alignof(std::max_align_t);

/// What was asked for stands in front of the memory, in as many bytes as it is aligned to: how much
/// more the heap gives depends on what it gave before.
void* counted(std::size_t bytes, std::size_t alignment = kUsual) {
  ++g_allocations;
  // The size has to be a multiple of the alignment.
  bytes = (std::max(bytes, std::size_t{1}) + alignment - 1) / alignment * alignment;
  auto* block = static_cast<std::byte*>(std::aligned_alloc(alignment, alignment + bytes));
  if (block == nullptr) throw std::bad_alloc();
  std::memcpy(block, &bytes, sizeof bytes);
  g_bytes += static_cast<long>(bytes);
  return block + alignment;
}

void released(void* memory, std::size_t alignment = kUsual) {
  if (memory == nullptr) return;
  std::byte* const block = static_cast<std::byte*>(memory) - alignment;
  std::size_t bytes = 0;
  std::memcpy(&bytes, block, sizeof bytes);
  g_bytes -= static_cast<long>(bytes);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { released(memory); }
void operator delete[](void* memory) noexcept { released(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { released(memory); }
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept { released(memory); }
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  released(memory, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t alignment) noexcept {
  released(memory, static_cast<std::size_t>(alignment));
}

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261121;

TEST(Allocations, AreCounted) {
  const long before = g_allocations;
  // Called by its name it may not be optimised away.
  void* one = ::operator new(8);
  const long after = g_allocations;
  const long bytes = g_bytes;
  ::operator delete(one);
  EXPECT_EQ(after - before, 1);
  EXPECT_GE(bytes - g_bytes, 8);
}

/// Allocations in 200 queries between the same two bodies, cold and warm, after the first.
TEST(Allocations, OfAQueryAreNone) {
  for (const char* name :
       {"certified", "ratio_ray", "ratio_facets", "ratio_seidel", "box15", "sat_gauss", "gjk"}) {
    const MetricRow& row = *find_metric(name);
    const auto metric = row.make();
    Random random(kSeed, 0, 0);
    for (const int points : {8, 30, 200, 1000}) {
      if (row.traits.boxes_only && points > 8) continue;
      SCOPED_TRACE(std::string(name) + " on bodies of " + std::to_string(points));
      const PolytopePtr body = row.traits.boxes_only ? make_box(Vec3(0.5, 0.6, 0.8))
                                                     : make_random_sphere_hull(random, points);
      const auto A = metric->prepare(*body);
      const auto B = metric->prepare(*body);
      const auto workspace = metric->make_workspace();
      std::vector<Pair> pairs;
      for (int i = 0; i < 200; ++i) {
        pairs.push_back(placed_apart(random, body, body, 0.5, 3));
        // Every other pair is the one before, moved a little.
        if (i % 2 == 0) continue;
        pairs.back() = pairs[pairs.size() - 2];
        pairs.back().X_WB.t += Vec3(1e-3, 2e-3, -1e-3);
      }
      int exact = 0;
      long allocations = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const long before = g_allocations;
        const Answer answer = metric->evaluate(*A, pairs[i].X_WA, *B, pairs[i].X_WB, *workspace);
        const long after = g_allocations;
        ASSERT_NE(answer.status, AnswerStatus::no_answer) << answer.note;
        exact += answer.work.exact;
        // Integers live on the heap, and the first query may make room.
        if (i > 0 && answer.work.exact == 0) allocations += after - before;
      }
      EXPECT_EQ(allocations, 0);
      EXPECT_LE(exact, 2);
    }
  }
}

/// Allocations in queries of a metric that gives values to separated pairs only, on hulls of 4 to
/// 1,000 points.
TEST(Allocations, OfAQueryForADistanceAreNone) {
  const auto metric = find_metric("vclip")->make();
  Random random(kSeed, 1, 0);
  for (const int points : {4, 30, 200, 1000}) {
    SCOPED_TRACE("vclip on hulls of " + std::to_string(points));
    const PolytopePtr body = make_random_sphere_hull(random, points);
    const auto A = metric->prepare(*body);
    const auto B = metric->prepare(*body);
    const auto workspace = metric->make_workspace();
    int separated = 0;
    for (int i = 0; i < 200; ++i) {
      // Every other pair is touching to rounding, or overlapping.
      Pair pair = placed_apart(random, body, body, 0.5, 3);
      const Answer far = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      if (far.status == AnswerStatus::answered && i % 2 == 0) {
        pair.X_WA.t -= far.value * *far.normal;
      }
      const long before = g_allocations;
      const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      const long after = g_allocations;
      ASSERT_NE(answer.status, AnswerStatus::no_answer);
      separated += answer.status == AnswerStatus::answered ? 1 : 0;
      EXPECT_EQ(after - before, 0);
    }
    EXPECT_GE(separated, 50);
    EXPECT_LE(separated, 180);
  }
}

/// Bodies a billion sizes apart, which these metrics hand to the vertices: tables are made for the
/// first query, and for no other.
TEST(Allocations, OfAQueryThatIsHandedOnAreNone) {
  for (const char* name : {"ratio_facets", "ratio_seidel"}) {
    SCOPED_TRACE(name);
    const auto metric = find_metric(name)->make();
    Random random(kSeed, 2, 0);
    const PolytopePtr small = make_random_sphere_hull(random, 30);
    PolytopeInput input;
    for (const Vec3& v : small->vertices()) input.vertices.emplace_back(1e9 * v);
    const PolytopePtr large = make_polytope(input).value();
    const auto A = metric->prepare(*small);
    const auto B = metric->prepare(*large);
    const auto workspace = metric->make_workspace();
    int of_vertices = 0;
    long allocations = 0;
    for (int i = 0; i < 200; ++i) {
      const Pair pair = placed_apart(random, small, large, 0.5e9, 3e9);
      const long before = g_allocations;
      const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
      const long after = g_allocations;
      ASSERT_EQ(answer.status, AnswerStatus::answered);
      if (i == 0 || answer.work.exact != 0) continue;
      of_vertices += answer.ratio->portal_count > 0 ? 1 : 0;
      allocations += after - before;
    }
    EXPECT_EQ(allocations, 0);
    EXPECT_GE(of_vertices, 150);
  }
}

/// Boxes, which lanes take, and a hull in every fifth pair, which they leave to a loop.
TEST(Allocations, OfABatchAreNone) {
  Random random(kSeed, 3, 0);
  const std::array bodies = {make_box(Vec3(0.5, 0.6, 0.8)), make_box(Vec3(1, 0.7, 0.4)),
                             make_random_sphere_hull(random, 12)};
  for (const char* name : {"certified", "box15"}) {
    SCOPED_TRACE(name);
    const MetricRow& row = *find_metric(name);
    const auto metric = row.make();
    std::vector<std::unique_ptr<Shape>> shapes;
    for (const PolytopePtr& body : bodies) shapes.push_back(metric->prepare(*body));
    std::vector<Pair> pairs;
    std::vector<BatchQuery> queries;
    pairs.reserve(300);
    for (std::size_t k = 0; k < 300; ++k) {
      const std::size_t a = k % 5 == 4 && !row.traits.boxes_only ? 2 : k % 2;
      pairs.push_back(placed_apart(random, bodies.at(a), bodies[1], 0.5, 3));
      queries.push_back({shapes[a].get(), &pairs[k].X_WA, shapes[1].get(), &pairs[k].X_WB});
    }
    std::vector<BatchAnswer> answers(queries.size());
    const auto workspace = metric->make_workspace();
    evaluate_batch(*metric, queries, *workspace, answers.data());  // may make room
    const long before = g_allocations;
    evaluate_batch(*metric, queries, *workspace, answers.data());
    EXPECT_EQ(g_allocations - before, 0);
    for (const BatchAnswer& answer : answers) {
      EXPECT_NE(answer.status, AnswerStatus::no_answer);
      EXPECT_EQ(answer.exact, 0) << "integers live on the heap";
    }
  }
}

/// Two boxes apart need no tables of a search. The first search makes them, once for all threads.
TEST(Allocations, OfABoxForItsSearchesAreMadeOnce) {
  const auto metric = find_metric("certified")->make();
  Random random(kSeed, 4, 0);
  const PolytopePtr body = make_box(Vec3(0.5, 0.6, 0.8));
  const PolytopePtr round_body = make_random_sphere_hull(random, 12);
  const auto hull = metric->prepare(*round_body);
  const Pose here;
  const Pose there{random.rotation(), Vec3(3, 1, 2)};
  const std::array workspaces = {metric->make_workspace(), metric->make_workspace()};
  for (const auto& workspace : workspaces) {
    metric->evaluate(*hull, here, *hull, there, *workspace);  // may make room
  }
  long once = 0;
  double phi = 0;
  for (int round = 0; round < 100; ++round) {
    const auto box = metric->prepare(*body);
    long before = g_allocations;
    metric->evaluate(*box, here, *box, there, *workspaces[0]);
    EXPECT_EQ(g_allocations, before);
    const auto ask = [&](std::size_t i) {
      return metric->evaluate(*box, here, *hull, there, *workspaces.at(i)).value;
    };
    if (round == 0) {
      phi = ask(0);
      once = g_allocations - before;
      EXPECT_GT(once, 0);
      EXPECT_EQ(ask(1), phi);
      EXPECT_EQ(g_allocations, before + once);
      continue;
    }
    std::atomic<int> arrived = 0;
    const auto ask_together = [&](std::size_t i) {
      for (++arrived; arrived < 2;) {
      }
      return ask(i);
    };
    double other_phi = 0;
    std::thread other([&] { other_phi = ask_together(1); });
    before = g_allocations;
    EXPECT_EQ(ask_together(0), phi);
    other.join();
    EXPECT_EQ(other_phi, phi);
    ASSERT_EQ(g_allocations, before + once);
  }
}

TEST(Allocations, OfAPreparedShapeAreAtMost200BytesForEachVertex) {
  Random random(kSeed, 1, 0);
  std::vector<PolytopePtr> bodies = {make_box(Vec3(1, 2, 3)), make_icosphere(1), make_icosphere(4),
                                     make_uv_sphere(16, 8), make_prism(256, 1, 1)};
  for (const int points : {8, 14, 52, 252, 1002, 5002}) {
    bodies.push_back(make_random_sphere_hull(random, points));
  }
  for (const char* name : {"ratio_ray", "ratio_facets", "ratio_seidel", "certified", "gjk"}) {
    const auto metric = find_metric(name)->make();
    for (const PolytopePtr& body : bodies) {
      const long before = g_bytes;
      const auto shape = metric->prepare(*body);
      const double bytes = static_cast<double>(g_bytes - before);
      const auto vertices = static_cast<double>(body->vertices().size());
      EXPECT_LE(bytes, 200 * vertices) << name << ", " << vertices << " vertices";
    }
  }
}

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// After the first query contacts ask the heap for nothing. A program of its own: it replaces the
// allocation functions of everything linked into it.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "contact/events/event_contacts.hpp"
#include "contact/metric_contacts.hpp"
#include "geometry/shapes.hpp"

namespace {

std::atomic<long> g_allocations{0};

void* counted(std::size_t bytes) {
  ++g_allocations;
  void* memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }

namespace touchstone {
namespace {

/// A metric of bodies whose highest and lowest points are 1 m from their origins: straight up.
class Upwards final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& X_WA, const Shape& /*B*/, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = X_WA.t.z() - X_WB.t.z() - 2;
    answer.normal = Vec3::UnitZ();
    answer.witnesses = WitnessPoints{X_WA.t - Vec3::UnitZ(), X_WB.t + Vec3::UnitZ()};
    return answer;
  }
};

long allocations_of_later_queries(const PolytopePtr& above, const PolytopePtr& below,
                                  std::size_t points) {
  const auto method = make_metric_contacts(std::make_unique<Upwards>());
  const auto A = method->prepare(*above);
  const auto B = method->prepare(*below);
  const auto workspace = method->make_workspace();
  ContactData data;
  long before = 0;
  for (int k = 0; k <= 100; ++k) {
    if (k == 1) before = g_allocations;
    const Pose X_WA{Mat3::Identity(), Vec3(0.001 * k, 0.2, 1.999)};
    method->find(*A, X_WA, *B, Pose{}, 0.01, *workspace, data);
  }
  EXPECT_EQ(data.points.size(), points);
  return g_allocations - before;
}

/// A ratio metric of two boxes of half extents 1 that meet with their faces.
class UpwardsGrown final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    for (std::size_t k = 0; k < polytope.facets().size(); ++k) {
      if (polytope.facets()[k].normal.z() > 0.5) top_ = static_cast<int>(k);
      if (polytope.facets()[k].normal.z() < -0.5) bottom_ = static_cast<int>(k);
    }
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& X_WA, const Shape& /*B*/, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.normal = Vec3::UnitZ();
    RatioDetail& detail = answer.ratio.emplace();
    detail.r = (X_WA.t - X_WB.t).z() / 2;
    detail.x_W = Vec3(0.1, 0.1, detail.r);
    detail.active_count = 2;
    detail.active_facet = {bottom_, top_, 0, 0};
    detail.active_on_A = {true, false, false, false};
    answer.value = 1 - 1 / detail.r;
    return answer;
  }

 private:
  mutable int top_ = 0;
  mutable int bottom_ = 0;
};

TEST(ContactAllocations, OfAQueryOfEventsAreNone) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const auto method = make_event_contacts(std::make_unique<UpwardsGrown>(), {});
  const auto A = method->prepare(*box);
  const auto B = method->prepare(*box);
  const auto workspace = method->make_workspace();
  ContactData data;
  long before = 0;
  for (int k = 0; k <= 100; ++k) {
    if (k == 1) before = g_allocations;
    const Pose X_WA{Mat3::Identity(), Vec3(0.2 - 0.001 * k, 0.2, 1.999)};
    method->find(*A, X_WA, *B, Pose{}, 0.01, *workspace, data);
    EXPECT_GE(data.points.size(), 4U);
  }
  EXPECT_EQ(g_allocations - before, 0);
}

TEST(ContactAllocations, AreCounted) {
  const long before = g_allocations;
  // Called by its name it may not be optimised away.
  ::operator delete(::operator new(8));
  EXPECT_EQ(g_allocations - before, 1);
}

TEST(ContactAllocations, OfAQueryAreNone) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  EXPECT_EQ(allocations_of_later_queries(box, box, 4), 0);
  EXPECT_EQ(allocations_of_later_queries(make_uv_sphere(32, 32), box, 33), 0);
  EXPECT_EQ(allocations_of_later_queries(box, make_uv_sphere(32, 32), 33), 0);
}

}  // namespace
}  // namespace touchstone

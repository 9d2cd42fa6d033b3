// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_metric.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <string_view>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/plugins/empty_plugin.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/plugin_library.hpp"
#include "harness/plugins/shape_arrays.hpp"
#include "metrics/batch.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

std::string library(const std::string& name) { return TOUCHSTONE_PLUGINS "/" + name + ".so"; }

bool same_bits(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i) {
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  }
  return true;
}

bool same_answer(const Answer& a, const Answer& b) {
  if (a.status != b.status || a.normal.has_value() != b.normal.has_value() ||
      a.witnesses.has_value() != b.witnesses.has_value()) {
    return false;
  }
  if (a.normal && !same_bits(*a.normal, *b.normal)) return false;
  if (a.witnesses && !(same_bits(a.witnesses->p_WA, b.witnesses->p_WA) &&
                       same_bits(a.witnesses->p_WB, b.witnesses->p_WB))) {
    return false;
  }
  return a.status == AnswerStatus::answered ? a.value == b.value : a.sign == b.sign;
}

/// Answers of the metric to some pairs of two bodies, at once apart and overlapping.
std::vector<Answer> answers_of(const Metric& metric, const Polytope& A, const Polytope& B) {
  const auto shape_A = metric.prepare(A);
  const auto shape_B = metric.prepare(B);
  const auto workspace = metric.make_workspace();
  std::vector<Answer> answers;
  for (std::uint64_t k = 0; k < 20; ++k) {
    Random random(7, k);
    const Pose X_WA{random.rotation(), random.unit_vector()};
    const Pose X_WB{random.rotation(),
                    X_WA.t + 0.15 * static_cast<double>(k) * random.unit_vector()};
    answers.push_back(metric.evaluate(*shape_A, X_WA, *shape_B, X_WB, *workspace));
  }
  return answers;
}

TEST(CollectionRows, BehindTheInterfaceEveryMetricGivesTheSameBits) {
  const PolytopePtr box = make_box({0.5, 0.7, 0.9});
  Random random(3);
  const PolytopePtr hull = make_random_sphere_hull(random, 20);
  for (const MetricRow& row : metric_registry()) {
    const MetricRow behind = behind_interface(row);
    EXPECT_EQ(behind.name, row.name);
    const PolytopePtr& A = row.traits.boxes_only ? box : hull;
    const std::vector<Answer> direct = answers_of(*row.make(), *A, *box);
    const std::vector<Answer> asked = answers_of(*behind.make(), *A, *box);
    std::size_t answered = 0;
    for (std::size_t k = 0; k < direct.size(); ++k) {
      EXPECT_TRUE(same_answer(direct[k], asked[k])) << row.name << " of pair " << k;
      answered += direct[k].status == AnswerStatus::no_answer ? 0 : 1;
      // The interface carries no counts: else the metric itself would have been asked.
      EXPECT_EQ(asked[k].work.supports + asked[k].work.iterations, 0) << row.name;
    }
    EXPECT_GT(answered, direct.size() / 2) << row.name;
  }
}

std::vector<std::string> names_of_batch_metrics(
    const std::function<MetricRow(const MetricRow&)>& of) {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_registry()) {
    const std::unique_ptr<Metric> metric = of(row).make();
    if (dynamic_cast<const BatchMetric*>(metric.get()) != nullptr) names.push_back(row.name);
  }
  return names;
}

TEST(CollectionRows, BehindTheInterfaceTheSameMetricsTakeBatches) {
  const auto direct = names_of_batch_metrics([](const MetricRow& row) { return row; });
  EXPECT_THAT(direct, testing::IsSupersetOf({"box15", "certified"}));
  EXPECT_EQ(names_of_batch_metrics(behind_interface), direct);
}

/// Boxes at once apart and overlapping, and one in five is a hull, which no lane takes.
TEST(CollectionRows, BatchesBehindTheInterfaceHaveTheBitsOfOneByOne) {
  const std::array<PolytopePtr, 2> boxes = {make_box({0.5, 0.7, 0.9}), make_box({1, 0.6, 0.4})};
  Random random(5);
  const PolytopePtr hull = make_random_sphere_hull(random, 12);
  std::vector<Pose> poses;
  for (std::uint64_t k = 0; k < 400; ++k) {
    Random own(11, k);
    const Vec3 place = 0.01 * static_cast<double>(k) * own.unit_vector();
    poses.push_back({own.rotation(), place});
  }
  for (const char* name : {"box15", "certified"}) {
    const std::unique_ptr<Metric> metric = behind_interface(*find_metric(name)).make();
    std::vector<std::unique_ptr<Shape>> shapes;
    for (const PolytopePtr& body : {boxes[0], boxes[1], hull}) {
      shapes.push_back(metric->prepare(*body));
    }
    const auto workspace = metric->make_workspace();
    std::vector<BatchQuery> queries;
    std::vector<BatchAnswer> alone;
    for (std::size_t k = 0; k + 1 < poses.size(); ++k) {
      const Shape* A = shapes[k % 5 == 4 ? 2 : k % 2].get();
      queries.push_back({A, &poses[k], shapes[1].get(), &poses[k + 1]});
      alone.push_back(
          plain_answer(metric->evaluate(*A, poses[k], *shapes[1], poses[k + 1], *workspace)));
    }
    std::vector<BatchAnswer> together(queries.size());
    evaluate_batch(*metric, queries, *metric->make_workspace(), together.data());
    std::size_t answered = 0;
    for (std::size_t k = 0; k < queries.size(); ++k) {
      EXPECT_EQ(std::memcmp(&alone[k], &together[k], sizeof(BatchAnswer)), 0) << name << " " << k;
      answered += alone[k].status == AnswerStatus::no_answer ? 0 : 1;
    }
    EXPECT_GE(answered, queries.size() * 4 / 5) << name;
    if (std::string(name) == "box15") {
      EXPECT_LT(answered, queries.size()) << "hulls are refused";
    }
  }
}

/// A plain record does not say why there is no answer. Asked for that alone, a metric would begin
/// its next batch at another warm start.
TEST(CollectionRows, AQuestionOfABatchWithoutAnAnswerIsAskedOnce) {
  PluginInstance instance(own_algorithm("box15").value());
  Random random(5);
  const PolytopePtr hull = make_random_sphere_hull(random, 12);
  struct alignas(kShapeAlignment) Block {
    std::array<std::byte, 1U << 14U> bytes;
  };
  const auto block = std::make_unique<Block>();
  ASSERT_LE(shape_bytes(*hull), block->bytes.size());
  write_shape(*hull, 1, block->bytes.data());
  const touchstone_shape shape = read_shape(block->bytes.data());
  const touchstone_body body = read_body(block->bytes.data(), shape);
  void* const prepared = instance.prepare(&body);
  const touchstone_pose here = plugin_pose(Pose{});
  const touchstone_query refused{prepared, prepared, here, here};
  const std::array queries = {refused, refused};
  std::array<touchstone_answer, 2> answers{};
  instance.evaluate_unguarded(queries, answers.data());
  EXPECT_EQ(answers[1].status, TOUCHSTONE_NO_ANSWER);
  EXPECT_STREQ(answers[1].note, "");
  instance.evaluate_unguarded(refused, answers[0]);
  EXPECT_STRNE(answers[0].note, "");
  instance.release(prepared);
}

TEST(CollectionRows, ALibraryOfBatchesAloneIsAskedInBatchesOfOne) {
  const auto rows = collection_rows(library("touchstone_spheres_batch_plugin"));
  ASSERT_TRUE(rows.ok()) << rows.reason();
  EXPECT_TRUE(rows.value().front().plugin.in_batches);
  EXPECT_NE(rows.value().front().make(), nullptr);
}

/// What says 1 to a question, and 2 in a batch.
const void* interface_of_both(const char* id) {
  static const touchstone_descriptor kDescriptor = [] {
    touchstone_descriptor descriptor{};
    descriptor.name = "both";
    descriptor.version = descriptor.build = descriptor.summary = "";
    return descriptor;
  }();
  static constexpr touchstone_evaluate_1 kOne = {
      [](void* /*instance*/, const touchstone_query* /*query*/, touchstone_answer* out) {
        out->status = TOUCHSTONE_ANSWERED;
        out->value = 1;
      }};
  static constexpr touchstone_batch_1 kBatch = {[](void* /*instance*/,
                                                   const touchstone_query* /*queries*/,
                                                   std::size_t count, touchstone_answer* out) {
    for (std::size_t k = 0; k < count; ++k) {
      out[k].status = TOUCHSTONE_ANSWERED;
      out[k].value = 2;
    }
  }};
  const std::string_view name = id;
  if (name == TOUCHSTONE_DESCRIPTOR_1) return &kDescriptor;
  if (name == TOUCHSTONE_DISTANCE_1) return &kOne;
  if (name == TOUCHSTONE_DISTANCE_BATCH_1) return &kBatch;
  return name == TOUCHSTONE_INSTANCE_1 ? empty_plugin().get_interface(id) : nullptr;
}

const void* collection_of_both(const char* id) {
  static constexpr touchstone_collection_1 kCollection = {
      1, [](std::size_t /*k*/, const char* of_one) { return interface_of_both(of_one); }};
  return std::string_view(id) == TOUCHSTONE_COLLECTION_1 ? &kCollection : nullptr;
}

TEST(CollectionRows, APlugInIsAskedWhatCampaignsAsk) {
  const PolytopePtr box = make_box({1, 1, 1});
  for (const bool collected : {false, true}) {
    const touchstone_plugin entry = {TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, nullptr, nullptr,
                                     collected ? collection_of_both : interface_of_both};
    const auto all = PluginLibrary::algorithms_of(entry, "both");
    ASSERT_TRUE(all.ok()) << all.reason();
    const auto metric = make_trusted_metric(all.value().at(0));
    // Collections have no campaigns; those of earlier builds take no batches.
    for (const Answer& answer : answers_of(*metric, *box, *box)) {
      EXPECT_EQ(answer.value, collected ? 1 : 2);
    }
  }
}

TEST(CollectionRows, ALibraryOfSeveralHasARowForEach) {
  const auto rows = collection_rows(library("touchstone_collection_plugin"));
  ASSERT_TRUE(rows.ok()) << rows.reason();
  ASSERT_EQ(rows.value().size(), 2U);
  EXPECT_EQ(rows.value()[0].name, "certified");
  EXPECT_EQ(rows.value()[1].name, "one");
  const PolytopePtr box = make_box({1, 1, 1});
  for (const Answer& answer : answers_of(*rows.value()[0].make(), *box, *box)) {
    EXPECT_EQ(answer.status, AnswerStatus::no_answer);
    EXPECT_EQ(answer.note, "knows nothing");
  }
  for (const Answer& answer : answers_of(*rows.value()[1].make(), *box, *box)) {
    EXPECT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_EQ(answer.value, 1);
  }
}

TEST(CollectionRows, WhatIsNotFiniteIsNoAnswer) {
  const auto rows = collection_rows(library("touchstone_collection_plugin"));
  ASSERT_TRUE(rows.ok()) << rows.reason();
  const auto metric = rows.value().at(1).make();
  const PolytopePtr box = make_box({1, 1, 1});
  const auto shape = metric->prepare(*box);
  const auto workspace = metric->make_workspace();
  const auto answer_at = [&](double x) {
    return metric->evaluate(*shape, {}, *shape, {Mat3::Identity(), {x, 0, 0}}, *workspace);
  };
  EXPECT_EQ(answer_at(5).status, AnswerStatus::answered);
  EXPECT_EQ(answer_at(1234567).status, AnswerStatus::no_answer);
  EXPECT_EQ(answer_at(1234567).note, "its value is not finite");
  EXPECT_EQ(answer_at(7654321).status, AnswerStatus::no_answer);
  EXPECT_EQ(answer_at(7654321).note, "its normal is not finite");
}

TEST(CollectionRows, ALibraryOfOneIsACollectionOfOne) {
  const auto rows = collection_rows(library("touchstone_aligned_boxes_plugin"));
  ASSERT_TRUE(rows.ok()) << rows.reason();
  ASSERT_EQ(rows.value().size(), 1U);
  const auto metric = trusted_maker(library("touchstone_aligned_boxes_plugin"))();
  const PolytopePtr box = make_box({1, 1, 1});
  const auto shape = metric->prepare(*box);
  const auto workspace = metric->make_workspace();
  const Answer apart =
      metric->evaluate(*shape, {}, *shape, {Mat3::Identity(), {0, 5, 0}}, *workspace);
  EXPECT_EQ(apart.status, AnswerStatus::answered);
  EXPECT_EQ(apart.value, 3);
  ASSERT_TRUE(apart.normal.has_value());
  EXPECT_EQ(*apart.normal, Vec3(0, -1, 0));
}

TEST(CollectionRows, TheEmptyOneAnswersAllAtOnce) {
  const PolytopePtr box = make_box({1, 1, 1});
  for (const bool guarded : {false, true}) {
    for (const Answer& answer : answers_of(*empty_metric(guarded).make(), *box, *box)) {
      EXPECT_EQ(answer.status, AnswerStatus::answered);
      EXPECT_EQ(answer.value, 0);
      EXPECT_TRUE(answer.normal && answer.witnesses);
    }
  }
}

TEST(CollectionRows, RejectsWhatIsNoLibraryOfMetrics) {
  EXPECT_THAT(collection_rows(library("touchstone_no_entry_plugin")).reason(),
              HasSubstr("exports no symbol"));
  EXPECT_THAT(collection_rows(library("touchstone_other_abi_plugin")).reason(),
              HasSubstr("ABI version 99"));
  EXPECT_THAT(collection_rows("none.so").reason(), HasSubstr("none.so: "));
}

}  // namespace
}  // namespace touchstone

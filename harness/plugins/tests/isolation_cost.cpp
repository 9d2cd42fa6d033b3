// SPDX-License-Identifier: GPL-3.0-or-later
// What isolation costs: the same empty plug-in, or metric of this program, over a family, in this
// process and in a worker. Of a library that gives manifolds or gradients also what such a question
// costs: of the first pair of the family, again and again, in batches and alone. Prints both medians
// and the median of their differences, of interleaved runs. For a metric it also prints what the
// gradient costs that follows from each answer, and which part of the query that is.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "harness/plugins/contact_questions.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/shape_arrays.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/statistics/statistics.hpp"
#include "metrics/gradient.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kBatch = 64;
constexpr int kRuns = 9;

std::vector<Case> cases_of_family(const Family& family, std::uint64_t count) {
  std::vector<Case> cases;
  cases.reserve(count);
  for (std::uint64_t k = 0; k < count; ++k) {
    cases.push_back(make_case(family, 42, k));
  }
  return cases;
}

using plugin_channel::Wanted;

/// Microseconds that each of `count` calls takes.
template <class Call>
double time_calls_us(std::uint64_t count, const Call& call) {
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t k = 0; k < count; ++k) call();
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / static_cast<double>(count);
}

/// Times of asking in this process and in a worker [us].
class CostOfIsolation {
 public:
  void add(double here_us, double isolated_us) {
    here_.push_back(here_us);
    isolated_.push_back(isolated_us);
    difference_.push_back(isolated_us - here_us);
  }
  void print(const std::string& what) const {
    std::cout << what << ": in process " << median(here_) << " us, isolated " << median(isolated_)
              << " us, difference " << median(difference_) << " us a question\n";
  }

 private:
  std::vector<double> here_, isolated_, difference_;
};

/// A body that a plug-in in this process has prepared.
class PreparedBody {
 public:
  PreparedBody(PluginInstance& instance, const Polytope& body)
      : instance_(instance), blocks_(shape_bytes(body) / kShapeAlignment) {
    std::byte* const block = blocks_.front().bytes.data();
    write_shape(body, 1, block);
    shape_ = read_shape(block);
    body_ = read_body(block, shape_);
    handle_ = instance.prepare(&body_);
  }
  ~PreparedBody() { instance_.release(handle_); }
  PreparedBody(const PreparedBody&) = delete;
  PreparedBody& operator=(const PreparedBody&) = delete;
  void* handle() const { return handle_; }

 private:
  struct alignas(kShapeAlignment) Block {
    std::array<std::byte, kShapeAlignment> bytes;
  };
  PluginInstance& instance_;
  std::vector<Block> blocks_;
  touchstone_shape shape_{};
  touchstone_body body_{};
  void* handle_ = nullptr;
};

/// Questions for a manifold or a gradient of one pair.
class ContactQuestionCost {
 public:
  ContactQuestionCost(std::shared_ptr<const PluginLibrary> library, ContactQuestions& worker,
                      const Pair& pair)
      : instance_(std::move(library)),
        worker_(worker),
        pair_(pair),
        A_(instance_, *pair.A),
        B_(instance_, *pair.B),
        query_{A_.handle(), B_.handle(), plugin_pose(pair.X_WA), plugin_pose(pair.X_WB)} {}

  void measure(Wanted wanted, const std::string& what, std::uint64_t count) {
    for (const std::size_t batch : {kBatch, std::size_t{1}}) {
      CostOfIsolation cost;
      const std::vector<ContactQuestion> questions(batch,
                                                   {&pair_, wanted, 0, wanted == Wanted::gradient});
      const auto here = [&] { ask_here(wanted); };
      const auto isolated = [&] { worker_.ask(questions); };
      isolated();  // the worker prepares the bodies
      for (int k = 0; k < kRuns; ++k) {
        const double here_us = time_calls_us(count, here);
        const double batch_us = time_calls_us(count / batch, isolated);
        cost.add(here_us, batch_us / static_cast<double>(batch));
      }
      cost.print(batch == 1 ? what + ", alone" : what);
    }
  }

 private:
  void ask_here(Wanted wanted) {
    touchstone_answer answer;
    if (wanted == Wanted::manifold) {
      std::uint64_t found = 0;
      instance_.find_manifold(query_, 0, answer, points_, found);
    } else {
      touchstone_gradient gradient;
      bool there = false;
      instance_.differentiate(query_, answer, gradient, there);
    }
  }

  PluginInstance instance_;
  ContactQuestions& worker_;
  const Pair& pair_;
  PreparedBody A_, B_;
  touchstone_query query_;
  std::array<touchstone_manifold_point, plugin_channel::kMaxManifoldPoints> points_{};
};

void measure_contact_questions(const MetricRow& row, const RunnerOptions& options, const Pair& pair,
                               std::uint64_t count) {
  auto library = PluginLibrary::load(row.plugin.where);
  if (!library) return;
  ContactQuestions worker(row, options);
  ContactQuestionCost cost(library.value(), worker, pair);
  if (library.value()->manifolds() != nullptr) cost.measure(Wanted::manifold, "manifold", count);
  if (library.value()->gradients() != nullptr) cost.measure(Wanted::gradient, "gradient", count);
}

void measure_derived_gradients(const MetricRow& row, const std::vector<Case>& cases) {
  struct Asked {
    const Pair* pair;
    std::unique_ptr<Shape> A, B;
    Answer answer = {};
  };
  const auto metric = row.make();
  const auto workspace = metric->make_workspace();
  std::vector<Asked> asked;
  for (const Case& one : cases) {
    const Pair& pair = one.pair();
    if (!why_not_applicable(row.traits, pair).empty()) continue;
    asked.push_back({&pair, metric->prepare(*pair.A), metric->prepare(*pair.B)});
  }
  if (asked.empty()) return;
  std::size_t found = 0;
  std::vector<double> query_ns, gradient_ns;  // batch by batch: the answers are still at hand
  for (int k = 0; k < kRuns; ++k) {
    for (std::size_t first = 0; first < asked.size(); first += kBatch) {
      const std::span batch =
          std::span(asked).subspan(first, std::min(kBatch, asked.size() - first));
      const double ns = 1e3 / static_cast<double>(batch.size());
      query_ns.push_back(ns * time_calls_us(1, [&] {
                           for (auto& [pair, A, B, answer] : batch) {
                             answer = metric->evaluate(*A, pair->X_WA, *B, pair->X_WB, *workspace);
                           }
                         }));
      gradient_ns.push_back(ns * time_calls_us(1, [&] {
                              for (const Asked& one : batch) {
                                if (gradient_of(one.answer, row.traits, *one.pair)) ++found;
                              }
                            }));
    }
  }
  const double part = 100 * median(gradient_ns) / median(query_ns);
  std::cout << "query: " << median(query_ns) << " ns, gradient of " << found / kRuns << " of "
            << asked.size() << ": " << median(gradient_ns) << " ns, " << part << " % of it\n";
}

/// Microseconds a question.
double time_us(const MetricRow& row, const RunnerOptions& options, const std::vector<Case>& cases) {
  const auto runner = make_runner(row, options);
  std::vector<AskedPair> batch = {&cases.front().pair()};
  runner->run(batch);  // starts the worker
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t first = 0; first < cases.size(); first += kBatch) {
    batch.clear();
    for (std::size_t k = first; k < std::min(first + kBatch, cases.size()); ++k) {
      batch.push_back(&cases[k].pair());
    }
    runner->run(batch);
  }
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / static_cast<double>(cases.size());
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

int measure(const std::string& worker, const std::string& asked, const Family& family,
            std::uint64_t count) {
  RunnerOptions options;
  options.worker_command = words_of(worker);
  const MetricRow* own = find_metric(asked);
  auto found = own != nullptr ? Result<MetricRow>(*own) : plugin_row(asked, options);
  if (!found) {
    std::cerr << found.reason() << "\n";
    return 2;
  }
  const MetricRow row = std::move(found).value();
  const std::vector<Case> cases = cases_of_family(family, count);
  CostOfIsolation cost;
  for (int k = 0; k < kRuns; ++k) {
    const double here_us = time_us(row, {}, cases);
    cost.add(here_us, time_us(row, options, cases));
  }
  cost.print("distance");
  if (row.plugin.kind == PluginSource::Kind::library) {
    measure_contact_questions(row, options, cases.front().pair(), count);
  }
  if (own != nullptr) measure_derived_gradients(row, cases);
  return 0;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  const touchstone::Family* family = argc == 5 ? touchstone::find_family(argv[3]) : nullptr;
  if (family == nullptr) {
    std::cerr << "usage: " << argv[0] << " WORKER PLUGIN|METRIC FAMILY CASES\n";
    return 2;
  }
  return touchstone::measure(argv[1], argv[2], *family, std::strtoull(argv[4], nullptr, 10));
}

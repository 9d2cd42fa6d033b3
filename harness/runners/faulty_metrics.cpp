// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/faulty_metrics.hpp"

#include <malloc.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "geometry/loop_bound.hpp"
#include "geometry/shapes.hpp"
#include "harness/plugins/plugin_channel.hpp"

namespace touchstone {
namespace {

enum class Fault {
  none,
  segfault,
  kill,
  abort,
  exit_quietly,
  loop,
  loop_without_signals,
  sleep,
  throw_error,
  throw_number,
  endless,
  answer_nan,
  answer_infinite,
  answer_beyond_bodies,
  nan_normal,
  infinite_normal,
  long_normal,
  print,
  scribble,
  overwrite_answers,
  damage_heap,
  close_everything,
  leak,
  die_later,
  crash_in_prepare,
};

struct Extent {
  Vec3 low;
  Vec3 high;
};

Extent extent(const Polytope& body, const Pose& X) {
  Extent box{body.vertices().front(), body.vertices().front()};
  for (const Vec3& v : body.vertices()) {
    box.low = box.low.cwiseMin(v);
    box.high = box.high.cwiseMax(v);
  }
  return {box.low + X.t, box.high + X.t};
}

/// Signed distance of axis-aligned boxes. It fills every part of an answer, so that a test of the
/// transport can compare them.
Answer box_distance(const Extent& A, const Extent& B) {
  Vec3 gap;   // along each axis, of the better side [m]
  Vec3 side;  // +1: A lies above B
  for (int i = 0; i < 3; ++i) {
    const double above = A.low[i] - B.high[i];
    const double below = B.low[i] - A.high[i];
    gap[i] = std::max(above, below);
    side[i] = above >= below ? 1 : -1;
  }
  // Common points of the shadows on each axis, or the two ends of the gap between them.
  const Vec3 middle = 0.5 * (A.low.cwiseMax(B.low) + A.high.cwiseMin(B.high));
  WitnessPoints p{middle, middle};
  Answer answer;
  answer.status = AnswerStatus::answered;
  Vec3 n = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    if (gap.maxCoeff() > 0 ? gap[i] <= 0 : gap[i] < gap.maxCoeff() || !n.isZero()) continue;
    n[i] = gap.maxCoeff() > 0 ? side[i] * gap[i] : side[i];
    p.p_WA[i] = side[i] > 0 ? A.low[i] : A.high[i];
    p.p_WB[i] = side[i] > 0 ? B.high[i] : B.low[i];
  }
  answer.value = gap.maxCoeff() > 0 ? n.norm() : gap.maxCoeff();
  answer.normal = n / n.norm();
  answer.witnesses = p;
  answer.feature_A = {Feature::Kind::facet, 3};
  answer.feature_B = {Feature::Kind::edge, 4};
  answer.ratio = RatioDetail{1.25, false, middle, 2, {1, 2, 3, 4}, {true, false, true, false}, {}};
  answer.work = {7, 11};
  answer.note = "boxes";
  return answer;
}

[[noreturn]] void spin() {
  std::atomic<unsigned> turns = 0;
  for (;;) ++turns;
}

/// The memory that the worker leaves its answers in; nullptr outside a worker.
plugin_channel::Answers* shared_answers() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const bool is_shared = line.find(" rw-s ") != std::string::npos &&
                           line.find("/memfd:touchstone") != std::string::npos;
    if (!is_shared) continue;
    const auto begin = static_cast<std::uintptr_t>(std::strtoull(line.c_str(), nullptr, 16));
    return reinterpret_cast<plugin_channel::Answers*>(begin);
  }
  return nullptr;
}

/// Makes every question of the batch look answered, and dies.
void overwrite_answers() {
  plugin_channel::Answers* answers = shared_answers();
  if (answers == nullptr) return;
  for (plugin_channel::AnswerRecord& record : answers->records) record = {};
  raise(SIGKILL);
}

/// Overwrites the size of what the heap has left, which the allocator compares only when it next
/// takes from there.
void damage_heap() {
  // Blocks in use fill the gaps of the heap, so that the rest of it follows the last one.
  constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;
  void* block = nullptr;
  for (int k = 0; k < 64; ++k) {
    block = std::malloc(kBlockBytes);
    if (block == nullptr) return;
    *static_cast<volatile unsigned char*>(block) = 0;  // a block that is used is not left out
  }
  volatile unsigned char* beyond =
      static_cast<volatile unsigned char*>(block) + malloc_usable_size(block);
  for (std::size_t k = 0; k < sizeof(std::size_t); ++k) beyond[k] = 0xff;
}

class BoxShape : public Shape {
 public:
  explicit BoxShape(const Polytope& polytope) : body(polytope) {}
  const Polytope& body;
};

template <Fault kFault>
class Misbehaving : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    // The mark of this one is in the shape: a box that is not a cube of half-width 1.
    if (kFault == Fault::crash_in_prepare && polytope.vertices().front().x() != -1) {
      std::abort();
    }
    return std::make_unique<BoxShape>(polytope);
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    if (X_WB.t.z() == kMarkedHeight) misbehave();
    Answer answer = box_distance(extent(dynamic_cast<const BoxShape&>(A).body, X_WA),
                                 extent(dynamic_cast<const BoxShape&>(B).body, X_WB));
    if (X_WB.t.z() == kMarkedHeight) spoil(answer);
    return answer;
  }

 private:
  static void spoil(Answer& answer) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (kFault == Fault::answer_nan) answer.value = kNan;
    if (kFault == Fault::answer_infinite) answer.value = kInfinity;
    if (kFault == Fault::answer_beyond_bodies) answer.value = -1e140;
    if (kFault == Fault::nan_normal) answer.normal->x() = kNan;
    if (kFault == Fault::infinite_normal) answer.normal->x() = -kInfinity;
    if (kFault == Fault::long_normal) *answer.normal *= 1.00001;
  }

  static void misbehave() {
    switch (kFault) {
      case Fault::segfault:
        raise(SIGSEGV);
        break;
      case Fault::kill:
        raise(SIGKILL);
        break;
      case Fault::abort:
        std::abort();
      case Fault::exit_quietly:
        std::exit(0);
      case Fault::loop:
        spin();
      case Fault::loop_without_signals: {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        spin();
      }
      case Fault::sleep:
        std::this_thread::sleep_for(std::chrono::hours(1));
        break;
      case Fault::throw_error:
        throw std::runtime_error("singular matrix");
      case Fault::throw_number:
        throw 42;  // NOLINT(hicpp-exception-baseclass): as a careless library would
      case Fault::endless:
        throw_endless_loop("walk: steps", 7);
      case Fault::print:
        std::cout << std::string(100000, 'x') << std::endl;
        std::cerr << "warning: degenerate\n";
        std::puts("TSM1");
        std::fflush(stdout);
        break;
      case Fault::scribble:
        for (int descriptor = 0; descriptor < 256; ++descriptor) {
          if (write(descriptor, "rubbish, and more of it", 23) < 0) continue;
        }
        break;
      case Fault::overwrite_answers:
        overwrite_answers();
        break;
      case Fault::damage_heap:
        damage_heap();
        break;
      case Fault::close_everything:
        for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
        break;
      case Fault::leak: {
        std::vector<void*> kept;
        for (;;) kept.push_back(::operator new (std::size_t{64} << 20U));
      }
      case Fault::die_later:
        std::thread([] {
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          std::_Exit(9);
        }).detach();
        break;
      case Fault::none:
      case Fault::answer_nan:
      case Fault::answer_infinite:
      case Fault::answer_beyond_bodies:
      case Fault::nan_normal:
      case Fault::infinite_normal:
      case Fault::long_normal:
      case Fault::crash_in_prepare:
        break;
    }
  }
};

template <Fault kFault>
MetricRow row(const char* name) {
  MetricTraits traits;
  traits.isolated = true;
  traits.gives_features = true;
  return {name, "misbehaves on purpose", traits,
          [] { return std::unique_ptr<Metric>(std::make_unique<Misbehaving<kFault>>()); }};
}

MetricRow failing_row() {
  MetricRow failing = row<Fault::none>("cannot_be_made");
  failing.make = []() -> std::unique_ptr<Metric> { throw std::runtime_error("no licence"); };
  return failing;
}

}  // namespace

std::span<const MetricRow> faulty_registry() {
  static const std::array rows{
      row<Fault::none>("sound"),
      row<Fault::segfault>("segfault"),
      row<Fault::kill>("kill"),
      row<Fault::abort>("abort"),
      row<Fault::exit_quietly>("exit_quietly"),
      row<Fault::loop>("loop"),
      row<Fault::loop_without_signals>("loop_without_signals"),
      row<Fault::sleep>("sleep"),
      row<Fault::throw_error>("throw_error"),
      row<Fault::throw_number>("throw_number"),
      row<Fault::endless>("endless"),
      row<Fault::answer_nan>("answer_nan"),
      row<Fault::answer_infinite>("answer_infinite"),
      row<Fault::answer_beyond_bodies>("answer_beyond_bodies"),
      row<Fault::nan_normal>("nan_normal"),
      row<Fault::infinite_normal>("infinite_normal"),
      row<Fault::long_normal>("long_normal"),
      row<Fault::print>("print"),
      row<Fault::scribble>("scribble"),
      row<Fault::overwrite_answers>("overwrite_answers"),
      row<Fault::damage_heap>("damage_heap"),
      row<Fault::close_everything>("close_everything"),
      row<Fault::leak>("leak"),
      row<Fault::die_later>("die_later"),
      row<Fault::crash_in_prepare>("crash_in_prepare"),
      failing_row(),
  };
  return rows;
}

Pair cube_pair(const Vec3& t) {
  Pair pair;
  pair.A = make_box(Vec3::Ones());
  pair.B = pair.A;
  pair.X_WB.t = t;
  return pair;
}

}  // namespace touchstone

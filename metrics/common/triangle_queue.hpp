// SPDX-License-Identifier: GPL-3.0-or-later
// In which order the triangles of the expanding polytope are looked at. Internal to the exact
// metrics.
//
// A heap, the least level first, is best where few triangles are looked at. Where thousands are
// almost as near as each other, nearly all have to be expanded in any order, and the heap takes a
// third of the time. So many waiting triangles are taken in waves: all in the lower part of the
// levels up to the ceiling, in any order. Those made meanwhile wait for the next wave, and those
// that end on a facet of C are put aside. Once few are left, the heap goes on with them and with
// those put aside: the last triangle is always the least.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "geometry/loop_bound.hpp"

namespace touchstone {

class TriangleQueue {
 public:
  /// Beyond what a new or rebuilt polytope begins with (measured: docs/performance.md).
  static constexpr std::size_t kMaxSorted = 128;
  /// A wave ends so far from the least level to the ceiling.
  static constexpr double kPartOfWave = 0.5;

  void reserve(std::size_t triangles) {
    sorted_.reserve(triangles);
    wave_.reserve(triangles);
    waiting_.reserve(triangles);
    aside_.reserve(triangles);
  }
  void clear() {
    sorted_.clear();
    most_sorted_ = kMaxSorted;
    in_waves_ = false;
  }
  /// Triangles 0 to n - 1, with the level of each: the first ones after clear().
  template <class Level>
  void begin(int count, const Level& level_of) {
    for (int i = 0; i < count; ++i) sorted_.push_back({level_of(i), i});
    sort();
  }
  /// Nothing above `ceiling` is wanted. Waves need one.
  void push(double level, int triangle, double ceiling) {
    if (level > ceiling) return;
    if (in_waves_) {
      waiting_.push_back({level, triangle});
      return;
    }
    sorted_.push_back({level, triangle});
    std::push_heap(sorted_.begin(), sorted_.end());
    if (sorted_.size() > most_sorted_ && std::isfinite(ceiling)) begin_waves();
  }
  /// The next of those that are `alive(triangle)`, -1 if there is none. It stays the next one while
  /// it is alive and not set aside.
  template <class Alive>
  int next(const Alive& alive, double ceiling) {
    // Each wave takes at least one of those that wait for it.
    LoopBound bound("expanding polytope: waves of triangles",
                    static_cast<std::int64_t>(waiting_.size()) + 2);
    while (in_waves_) {
      bound.step();
      for (; next_ < wave_.size(); ++next_) {
        const Entry& entry = wave_[next_];
        if (entry.level <= ceiling && alive(entry.triangle)) return entry.triangle;
      }
      begin_wave(alive, ceiling);
    }
    while (!sorted_.empty() && !alive(sorted_.front().triangle)) {
      std::pop_heap(sorted_.begin(), sorted_.end());
      sorted_.pop_back();
    }
    return sorted_.empty() ? -1 : sorted_.front().triangle;
  }
  /// Whether next() may be another than the least.
  bool in_waves() const { return in_waves_; }
  /// next() has nothing beyond it: it waits until the waves have ended.
  void set_aside() { aside_.push_back(wave_[next_++]); }

 private:
  struct Entry {
    double level;
    int triangle;
    bool operator<(const Entry& other) const { return level > other.level; }
  };

  void sort() {
    std::make_heap(sorted_.begin(), sorted_.end());
    most_sorted_ = sorted_.size() + kMaxSorted;
    in_waves_ = false;
  }
  void begin_waves() {
    in_waves_ = true;
    waiting_.swap(sorted_);
    sorted_.clear();
    aside_.clear();
    wave_.clear();
    next_ = 0;
  }
  template <class Alive>
  void begin_wave(const Alive& alive, double ceiling) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t count = 0;
    for (const Entry& entry : waiting_) {
      if (entry.level > ceiling || !alive(entry.triangle)) continue;
      waiting_[count++] = entry;
      least = std::min(least, entry.level);
    }
    waiting_.resize(count);
    if (count <= kMaxSorted / 2) {
      sorted_.swap(waiting_);
      for (const Entry& entry : aside_) {
        if (entry.level <= ceiling) sorted_.push_back(entry);
      }
      sort();
      return;
    }
    const double end = least + kPartOfWave * (ceiling - least);
    wave_.clear();
    next_ = 0;
    count = 0;
    for (const Entry& entry : waiting_) {
      // Not a number: all of them, so that each wave has at least one.
      if (entry.level > end) {
        waiting_[count++] = entry;
      } else {
        wave_.push_back(entry);
      }
    }
    waiting_.resize(count);
  }

  std::vector<Entry> sorted_;   ///< a heap, the least level first
  std::vector<Entry> wave_;     ///< in waves: what is left of this one begins at next_
  std::vector<Entry> waiting_;  ///< for the next one
  std::vector<Entry> aside_;
  std::size_t next_ = 0;
  std::size_t most_sorted_ = kMaxSorted;
  bool in_waves_ = false;
};

}  // namespace touchstone

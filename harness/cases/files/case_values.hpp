// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a case's JSON, and what is wrong with one where. Serves case_json.cpp and
// case_body.cpp.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/polytope.hpp"
#include "harness/cases/files/case_json.hpp"

namespace touchstone {

/// Where in a case something stands: "a.vertices[3]". Parts are joined only when there is something
/// to complain about.
class Place {
 public:
  explicit Place(std::string_view key) : key_(key) {}
  Place(const Place& parent, std::string_view key) : parent_(&parent), key_(key) {}
  Place(const Place& parent, std::size_t index) : parent_(&parent), index_(index) {}

  std::string text() const {
    if (parent_ == nullptr) return std::string(key_);
    if (!key_.empty()) return parent_->text() + "." + std::string(key_);
    return parent_->text() + "[" + std::to_string(index_) + "]";
  }

 private:
  const Place* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
};

/// Reads values. Each reader returns false after noting what is wrong where.
class CaseValues {
 public:
  const std::string& problem() const { return problem_; }

 protected:
  using json = nlohmann::json;

  bool fail(const Place& place, const std::string& rule) {
    problem_ = place.text() + ": " + rule;
    return false;
  }

  bool required_object(const json& object, const Place& place, const char* key) {
    if (!object.contains(key)) return fail(place, "is missing");
    if (!object[key].is_object())
      return fail(place, "must be an object, not " + kind_of(object[key]));
    return true;
  }

  bool vertices(const json& value, const Place& place, std::vector<Vec3>& out) {
    if (!value.is_array()) return fail(place, "must be a list of points, not " + kind_of(value));
    if (value.empty()) return fail(place, "holds no point");
    out.resize(value.size());
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (!vector(value[k], Place(place, k), out[k])) return false;
    }
    return true;
  }

  /// The length `key` of `object`, which is not negative, nor 0 unless `may_be_0`.
  bool length(const json& object, const Place& parent, const char* key, bool may_be_0,
              double& out) {
    const Place place(parent, key);
    if (!object.contains(key)) return fail(place, "is missing");
    if (!number(object[key], place, out)) return false;
    if (out < 0) return fail(place, "must not be negative");
    if (out == 0 && !may_be_0) return fail(place, "must not be 0");
    return out <= kMaxCoordinate || fail(place, "is beyond 1e60 m");
  }

  /// A point or an extent: lengths.
  bool vector(const json& value, const Place& place, Vec3& out) {
    std::array<double, 3> entries{};
    if (!numbers(value, place, entries)) return false;
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::abs(entries[k]) > kMaxCoordinate) {
        return fail(Place(place, k), "is beyond 1e60 m");
      }
    }
    out << entries[0], entries[1], entries[2];
    return true;
  }

  template <std::size_t count>
  bool numbers(const json& value, const Place& place, std::array<double, count>& out) {
    if (!value.is_array() || value.size() != count) {
      return fail(place,
                  "must be a list of " + std::to_string(count) + " numbers, not " + kind_of(value));
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (!number(value[k], Place(place, k), out[k])) return false;
    }
    return true;
  }

  bool number(const json& value, const Place& place, double& out) {
    if (!value.is_number()) return fail(place, "must be a number, not " + kind_of(value));
    out = value.get<double>();
    return true;
  }

 private:
  std::string problem_;
};

}  // namespace touchstone

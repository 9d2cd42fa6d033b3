// SPDX-License-Identifier: GPL-3.0-or-later
// The values that a field of a record can have without being a record: numbers, texts, truth
// values, vectors, lists and optionals of these, and JSON that is made already.
#pragma once

#include <array>
#include <concepts>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "schema/json_shape.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {

/// A value that is JSON already; absent where the text is empty.
struct RawJson {
  std::string json;

  friend bool operator==(const RawJson&, const RawJson&) = default;
};

/// A number that need not be finite: JSON has words for infinities and NaN.
struct AnyReal {
  double x = 0;
};

/// A vector whose entries need not be finite: those that are not are null.
using EntriesOrNull = std::array<std::optional<double>, 3>;
inline constexpr std::string_view kNotFinite = "it is not finite";  ///< when such an entry is null
inline EntriesOrNull entries_or_null(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

template <class V>
concept TextValue = std::convertible_to<V, std::string_view>;
template <class V>
concept OptionalValue = std::same_as<V, std::optional<typename V::value_type>>;
template <class V>
concept ListValue = !TextValue<V> && !std::same_as<V, Vec3> && requires(const V& list) {
  typename V::value_type;
  list.begin();
};

/// How many items each list of this type has; 0 if that differs.
template <class V>
inline constexpr std::size_t kFixedSize = 0;
template <class V, std::size_t N>
inline constexpr std::size_t kFixedSize<std::array<V, N>> = N;

template <class V>
JsonShape json_shape() {
  if constexpr (OptionalValue<V>) {
    JsonShape shape = json_shape<typename V::value_type>();
    shape.nullable = true;
    return shape;
  } else if constexpr (std::same_as<V, bool>) {
    return {.kind = JsonKind::boolean, .fields = {}};
  } else if constexpr (std::integral<V>) {
    return {.kind = JsonKind::integer, .fields = {}};
  } else if constexpr (std::floating_point<V>) {
    return {.kind = JsonKind::number, .fields = {}};
  } else if constexpr (std::same_as<V, AnyReal>) {
    return {.kind = JsonKind::any_real, .fields = {}};
  } else if constexpr (TextValue<V>) {
    return {.kind = JsonKind::text, .fields = {}};
  } else if constexpr (std::same_as<V, Vec3>) {
    return {JsonKind::list, false, 3, std::make_shared<JsonShape>(json_shape<double>()), {}};
  } else if constexpr (ListValue<V>) {
    return {JsonKind::list,
            false,
            kFixedSize<V>,
            std::make_shared<JsonShape>(json_shape<typename V::value_type>()),
            {}};
  } else {
    static_assert(std::same_as<V, RawJson>, "a value of this type needs fields of its own");
    return {.kind = JsonKind::any, .fields = {}};
  }
}

template <class V>
std::string json_value(const V& value) {
  if constexpr (OptionalValue<V>) {
    return value ? json_value(*value) : "null";
  } else if constexpr (std::same_as<V, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::integral<V>) {
    return std::to_string(value);
  } else if constexpr (std::floating_point<V>) {
    return json_number(value);
  } else if constexpr (std::same_as<V, AnyReal>) {
    return json_any_real(value.x);
  } else if constexpr (TextValue<V>) {
    return json_string(value);
  } else if constexpr (std::same_as<V, Vec3>) {
    return json_vector(value);
  } else if constexpr (ListValue<V>) {
    return json_row(json_items(value, [](const auto& item) { return json_value(item); }));
  } else {
    return value.json;
  }
}

/// Whether there is none: an empty optional, text, list or RawJson, a count of 0, NaN.
template <class V>
bool is_absent_value(const V& value) {
  if constexpr (OptionalValue<V>) {
    return !value;
  } else if constexpr (TextValue<V>) {
    return std::string_view(value).empty();
  } else if constexpr (ListValue<V>) {
    return value.begin() == value.end();
  } else if constexpr (std::same_as<V, RawJson>) {
    return value.json.empty();
  } else if constexpr (std::floating_point<V>) {
    return json_number(value) == "null";
  } else if constexpr (std::unsigned_integral<V> && !std::same_as<V, bool>) {
    return value == 0;
  } else {
    return false;
  }
}

/// Writes a value for CSV. Numbers read back as the same doubles.
template <class V>
std::string csv_value(const V& value) {
  if constexpr (OptionalValue<V>) {
    return value ? csv_value(*value) : "";
  } else if constexpr (std::floating_point<V>) {
    return exact_text(value);
  } else if constexpr (TextValue<V>) {
    return csv_text(value);
  } else {
    return json_value(value);
  }
}

/// Writes a value for a table: a number by `text.format` or with three digits, a count of 0 as ".",
/// a missing value as "-".
template <class V>
std::string table_value(const V& value, const FieldText& text) {
  if constexpr (OptionalValue<V>) {
    return value ? table_value(*value, text) : "-";
  } else if constexpr (std::same_as<V, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::integral<V> || std::floating_point<V>) {
    if (text.format != nullptr) return text.format(static_cast<double>(value));
    if constexpr (std::floating_point<V>) return short_text(value);
    return value == 0 ? "." : std::to_string(value);
  } else if constexpr (TextValue<V>) {
    return std::string(std::string_view(value));
  } else {
    return json_value(value);
  }
}

/// The value that `node` holds; null is NaN, "" or no value.
template <class V>
V read_value(const JsonNode& node) {
  if constexpr (OptionalValue<V>) {
    return node.is_null() ? V() : V(read_value<typename V::value_type>(node));
  } else if constexpr (std::same_as<V, bool>) {
    return node.truth();
  } else if constexpr (std::unsigned_integral<V>) {
    return node.is_null() ? V() : static_cast<V>(node.whole());
  } else if constexpr (std::integral<V>) {
    const double x = node.number();
    if (x < std::numeric_limits<V>::min() || x > std::numeric_limits<V>::max()) {
      node.refuse("is out of range");
    }
    return static_cast<V>(x);
  } else if constexpr (std::floating_point<V>) {
    return node.is_null() ? std::numeric_limits<V>::quiet_NaN() : node.number();
  } else if constexpr (std::same_as<V, AnyReal>) {
    return {node.is_string() ? std::strtod(node.text().c_str(), nullptr) : node.number()};
  } else if constexpr (std::same_as<V, Vec3>) {
    const auto x = read_value<std::array<double, 3>>(node);
    return {x[0], x[1], x[2]};
  } else if constexpr (std::same_as<V, std::string>) {
    return node.is_null() ? "" : node.text();
  } else if constexpr (ListValue<V>) {
    V list{};
    if (node.is_null()) return list;
    auto place = list.begin();
    for (const JsonNode& item : node.items()) {
      auto value = read_value<typename V::value_type>(item);
      if constexpr (requires { list.push_back(value); }) {
        list.push_back(std::move(value));
      } else if (place != list.end()) {
        *place++ = std::move(value);
      }
    }
    return list;
  } else {
    static_assert(std::same_as<V, RawJson>, "a value of this type is not read");
    return {node.dumped()};
  }
}

}  // namespace touchstone

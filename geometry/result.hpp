// SPDX-License-Identifier: GPL-3.0-or-later
// A value, or the reason why there is no value: the channel for rejected input.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace touchstone {

/// Why an input was rejected: one line that names the place and the rule broken.
struct Error {
  std::string reason;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    assert(ok());
    return std::get<T>(state_);
  }
  T&& value() && {
    assert(ok());
    return std::get<T>(std::move(state_));
  }
  const std::string& reason() const {
    assert(!ok());
    return std::get<Error>(state_).reason;
  }
  const Error& error() const {
    assert(!ok());
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// Moves a value to where it is kept; or returns why there is none.
template <class Kept, class T>
[[nodiscard]] std::optional<Error> assign(Kept& kept, Result<T> given) {
  if (!given) return given.error();
  kept = std::move(given).value();
  return std::nullopt;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a command's options: what was typed, or a default, and whether the run has looked
// at it. An option that is accepted and has no effect is a trap: a command asks unread_option()
// before its work begins, and what was typed in vain ends it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

/// What is known of every option, whatever its value is.
class OptionUse {
 public:
  /// Whether the option was typed. Counts as reading its value.
  bool given() const {
    read_ = true;
    return given_;
  }
  bool given_in_vain() const { return given_ && !read_; }

  /// When the option has an effect: "with --record". Empty where no one thing decides.
  const std::string& only() const { return only_; }
  void set_only(std::string when) { only_ = std::move(when); }

 protected:
  bool given_ = false;
  mutable bool read_ = false;
  std::string only_;
};

template <class Value>
class Typed : public OptionUse {
 public:
  Typed() = default;
  /// `value` holds until another one is typed.
  Typed(Value value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  const Value& operator*() const {
    read_ = true;
    return value_;
  }
  const Value* operator->() const { return &**this; }

  void set(Value value) {
    value_ = std::move(value);
    given_ = true;
  }
  /// The value, without counting as reading it: for what is done with every option, such as help.
  const Value& peek() const { return value_; }

 private:
  Value value_ = {};
};

/// The base of what a command's options fill in.
class Arguments {
 public:
  Arguments() = default;
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  void keep(std::string option, const OptionUse& use) {
    uses_.emplace_back(std::move(option), &use);
  }
  /// What is wrong with the options of this run: one was typed and not read. To be asked when all
  /// that decides what is done has been read, before anything is opened or run.
  std::optional<Error> unread_option() const;

 private:
  std::vector<std::pair<std::string, const OptionUse*>> uses_;
};

}  // namespace touchstone

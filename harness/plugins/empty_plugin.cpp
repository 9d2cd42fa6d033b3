// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/empty_plugin.hpp"

#include <cstdint>
#include <string_view>

namespace touchstone {
namespace {

/// Every instance is this one: there is nothing to remember.
int the_instance = 0;

constexpr touchstone_instance_1 kEmptyInstance = {
    []() -> void* { return &the_instance; }, [](void* /*instance*/) {}, [](void* /*instance*/) {},
    [](void* /*instance*/, const touchstone_shape* shape) -> void* {
      return const_cast<touchstone_shape*>(shape);
    },
    [](void* /*instance*/, void* /*prepared*/) {}};

constexpr touchstone_evaluate_1 kEmptyEvaluate = {
    [](void* /*instance*/, const touchstone_query* /*query*/, touchstone_answer* answer) {
      answer->status = TOUCHSTONE_ANSWERED;
      answer->normal[2] = 1;
      answer->given = TOUCHSTONE_HAS_NORMAL | TOUCHSTONE_HAS_WITNESSES;
    }};

const void* interface_of_empty(const char* id) {
  static const touchstone_descriptor kDescriptor = [] {
    constexpr std::uint32_t kAll =
        TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL | TOUCHSTONE_GIVES_WITNESSES;
    touchstone_descriptor descriptor{};
    descriptor.name = "empty";
    descriptor.version = descriptor.build = "";
    descriptor.summary = "returns at once";
    descriptor.when_separated = descriptor.when_touching = descriptor.when_penetrating = kAll;
    return descriptor;
  }();
  const std::string_view name = id;
  if (name == TOUCHSTONE_DESCRIPTOR_1) return &kDescriptor;
  if (name == TOUCHSTONE_INSTANCE_1) return &kEmptyInstance;
  if (name == TOUCHSTONE_DISTANCE_1) return &kEmptyEvaluate;
  return nullptr;
}

}  // namespace

const touchstone_plugin& empty_plugin() {
  static const touchstone_plugin kPlugin = {TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, nullptr,
                                            nullptr, interface_of_empty};
  return kPlugin;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_library.hpp"

#include <dlfcn.h>

#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace touchstone {
namespace {

constexpr const char* kEntry = "touchstone_plugin_entry";

/// dlopen searches system folders for a name without a slash; a user means the file.
std::string as_path(const std::string& path) {
  return path.find('/') == std::string::npos ? "./" + path : path;
}

/// Whether `path` can be read and is not a shared library of any machine.
bool is_another_file(const std::string& path) {
  constexpr std::string_view kElf =
      "\x7f"
      "ELF";
  std::array<char, 4> begin{};
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  file.read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) != kElf;
}

/// The loader's words without the path, which they repeat.
std::string loader_message(const std::string& path) {
  const char* text = dlerror();
  std::string message = text == nullptr ? "cannot be loaded" : text;
  if (const std::string prefix = path + ": "; message.rfind(prefix, 0) == 0) {
    message.erase(0, prefix.size());
  }
  // A program that has no fixed place looks like a library to all but the loader.
  const bool program = message.find("cannot dynamically load") != std::string::npos;
  return program || is_another_file(path) ? "is not a plug-in: " + message : message;
}

}  // namespace

Result<std::shared_ptr<const PluginLibrary>> PluginLibrary::load(const std::string& path) {
  const CallingProcess process;
  auto loaded = start(path);
  process.end_children();
  return loaded;
}

Result<std::shared_ptr<const PluginLibrary>> PluginLibrary::start(const std::string& path) {
  const std::string file = as_path(path);
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error{path + ": " + loader_message(file)};
  const auto* entry = static_cast<const touchstone_plugin*>(dlsym(handle, kEntry));
  if (entry == nullptr) {
    return Error{path + ": exports no symbol " + kEntry + ", so it is not a plug-in"};
  }
  if (entry->major != TOUCHSTONE_ABI_MAJOR) {
    return Error{path + ": is a plug-in of ABI version " + std::to_string(entry->major) + "." +
                 std::to_string(entry->minor) + ", and this program takes version " +
                 std::to_string(TOUCHSTONE_ABI_MAJOR) + " (touchstone/plugin.h)"};
  }
  if (entry->get_interface == nullptr) return Error{path + ": its get_interface is NULL"};
  std::shared_ptr<PluginLibrary> library(new PluginLibrary(*entry));
  if (entry->init != nullptr) {
    if (const int code = entry->init(file.c_str()); code != 0) {
      return Error{path + ": its init failed with " + std::to_string(code)};
    }
  }
  library->begun_ = true;
  if (std::string missing = library->find_interfaces(); !missing.empty()) {
    return Error{path + ": " + missing};
  }
  return std::shared_ptr<const PluginLibrary>(std::move(library));
}

PluginLibrary::~PluginLibrary() {
  if (!begun_ || entry_.deinit == nullptr) return;
  entry_.deinit();
  process_.end_children();
}

std::string PluginLibrary::find_interfaces() {
  const auto find = [&]<class Interface>(const char* id, const Interface*& found) {
    found = static_cast<const Interface*>(entry_.get_interface(id));
    return found != nullptr;
  };
  if (!find(TOUCHSTONE_DESCRIPTOR_1, descriptor_)) {
    return std::string("has no interface ") + TOUCHSTONE_DESCRIPTOR_1;
  }
  if (!find(TOUCHSTONE_INSTANCE_1, instances_)) {
    return std::string("has no interface ") + TOUCHSTONE_INSTANCE_1;
  }
  if (instances_->create == nullptr || instances_->destroy == nullptr ||
      instances_->reset == nullptr || instances_->prepare == nullptr ||
      instances_->release == nullptr) {
    return std::string(TOUCHSTONE_INSTANCE_1) + " has a function that is NULL";
  }
  find(TOUCHSTONE_DISTANCE_BATCH_1, batch_);
  if (batch_ == nullptr && !find(TOUCHSTONE_DISTANCE_1, evaluate_)) {
    is_ratio_ = find(TOUCHSTONE_RATIO_1, evaluate_);
    if (!is_ratio_) {
      return std::string("has none of the interfaces ") + TOUCHSTONE_DISTANCE_1 + ", " +
             TOUCHSTONE_DISTANCE_BATCH_1 + ", " + TOUCHSTONE_RATIO_1;
    }
  }
  if (find(TOUCHSTONE_CONTACTS_1, contacts_) && contacts_->find == nullptr) {
    return std::string(TOUCHSTONE_CONTACTS_1) + " has a function that is NULL";
  }
  if (find(TOUCHSTONE_PROOF_1, proof_) && proof_->prove == nullptr) {
    return std::string(TOUCHSTONE_PROOF_1) + " has a function that is NULL";
  }
  if (batch_ != nullptr && batch_->evaluate == nullptr) {
    return std::string(TOUCHSTONE_DISTANCE_BATCH_1) + " has a function that is NULL";
  }
  if (evaluate_ != nullptr && evaluate_->evaluate == nullptr) {
    return std::string(is_ratio_ ? TOUCHSTONE_RATIO_1 : TOUCHSTONE_DISTANCE_1) +
           " has a function that is NULL";
  }
  return {};
}

}  // namespace touchstone

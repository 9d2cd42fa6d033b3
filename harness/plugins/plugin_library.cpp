// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_library.hpp"

#include <dlfcn.h>

#include <array>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include "geometry/arithmetic/floating_point.hpp"
#include "harness/plugins/calling_process.hpp"

namespace touchstone {
namespace {

constexpr const char* kEntry = "touchstone_plugin_entry";
/// An interface of ABI 1.1, whose structs are gone.
constexpr const char* kOldContacts = "touchstone.contacts/1";

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

std::string null_function(const char* id) {
  return std::string(id) + " has a function that is NULL";
}

/// What `load` returns: a child that the plug-in forks meanwhile would return as well.
template <class Load>
auto in_this_process(Load load) {
  const CallingProcess process;
  auto loaded = load();
  process.end_children();
  return loaded;
}

/// Whether it is a solver of contact steps, or a collection that has one.
bool offers_solver(const std::function<const void*(const char* id)>& get_interface) {
  if (get_interface(TOUCHSTONE_SOLVER_1) != nullptr) return true;
  const auto* collection =
      static_cast<const touchstone_collection_1*>(get_interface(TOUCHSTONE_COLLECTION_1));
  if (collection == nullptr || collection->get_interface == nullptr) return false;
  for (std::size_t k = 0; k < collection->count; ++k) {
    if (collection->get_interface(k, TOUCHSTONE_SOLVER_1) != nullptr) return true;
  }
  return false;
}

}  // namespace

/// The entry of a loaded library or of this program. A library stays in memory: threads of its own
/// may still run in it.
class PluginLibrary::Entry {
 public:
  using Find = std::string (PluginLibrary::*)(const GetInterface&);

  Entry(const touchstone_plugin& plugin, std::string where)
      : plugin_(plugin), where_(std::move(where)) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  /// The entry of the library at `path`, begun.
  static Result<std::shared_ptr<const Entry>> load(const std::string& path) {
    void* handle = dlopen(as_path(path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return Error{path + ": " + loader_message(as_path(path))};
    const auto* plugin = static_cast<const touchstone_plugin*>(dlsym(handle, kEntry));
    if (plugin == nullptr) {
      return Error{path + ": exports no symbol " + kEntry + ", so it is not a plug-in"};
    }
    const std::lock_guard<std::mutex> lock(loaded().mutex);
    Begun& begun = loaded().entries[plugin];
    if (begun.entry == nullptr) {
      auto entry = std::make_shared<Entry>(*plugin, path);
      begun.failure = entry->begin();
      begun.entry = std::move(entry);
    }
    if (begun.failure) return *begun.failure;
    return begun.entry;
  }

  static void end_all() {
    const std::lock_guard<std::mutex> lock(loaded().mutex);
    for (auto& [plugin, begun] : loaded().entries) {
      const bool in_use = begun.entry == nullptr || begun.entry.use_count() > 1;
      if (in_use || begun.failure || plugin->deinit == nullptr) continue;
      begun.failure = Error{begun.entry->where_ + ": its deinit has been called"};
      plugin->deinit();
      begun.entry->process_.end_children();
      set_default_floating_point();  // a library of ours looks at it when the program ends
    }
  }

  /// Checks the version and calls init; what is wrong, or nothing.
  std::optional<Error> begin() {
    if (plugin_.major != TOUCHSTONE_ABI_MAJOR) {
      return Error{where_ + ": is a plug-in of ABI version " + std::to_string(plugin_.major) + "." +
                   std::to_string(plugin_.minor) + ", and this program takes version " +
                   std::to_string(TOUCHSTONE_ABI_MAJOR) + " (touchstone/plugin.h)"};
    }
    if (plugin_.get_interface == nullptr) return Error{where_ + ": its get_interface is NULL"};
    if (plugin_.init != nullptr) {
      if (const int code = plugin_.init(as_path(where_).c_str()); code != 0) {
        return Error{where_ + ": its init failed with " + std::to_string(code)};
      }
    }
    return std::nullopt;
  }

  /// The algorithm or the solver that has these interfaces, by what `find` finds of them.
  static Result<std::shared_ptr<const PluginLibrary>> algorithm(
      const std::shared_ptr<const Entry>& entry, const GetInterface& get_interface,
      Find find = &PluginLibrary::find_interfaces, bool in_collection = false) {
    std::shared_ptr<PluginLibrary> library(new PluginLibrary(entry));
    library->in_collection_ = in_collection;
    const std::string missing = (library.get()->*find)(get_interface);
    if (!missing.empty()) return Error{entry->where_ + ": " + missing};
    return std::shared_ptr<const PluginLibrary>(std::move(library));
  }

  /// All of them, of an entry that has begun.
  static Result<std::vector<std::shared_ptr<const PluginLibrary>>> algorithms(
      const std::shared_ptr<const Entry>& entry, Find find = &PluginLibrary::find_interfaces) {
    const touchstone_plugin& plugin = entry->plugin_;
    std::vector<std::shared_ptr<const PluginLibrary>> found;
    const auto* collection =
        static_cast<const touchstone_collection_1*>(plugin.get_interface(TOUCHSTONE_COLLECTION_1));
    if (collection == nullptr) {
      auto single = algorithm(entry, plugin.get_interface, find);
      if (!single) return single.error();
      found.push_back(single.value());
      return found;
    }
    if (collection->get_interface == nullptr) {
      return Error{entry->where_ + ": " + TOUCHSTONE_COLLECTION_1 + " has a function that is NULL"};
    }
    const bool of_solvers = find == &PluginLibrary::find_solver;
    for (std::size_t k = 0; k < collection->count; ++k) {
      // Algorithms may stand between solvers.
      if (of_solvers && collection->get_interface(k, TOUCHSTONE_SOLVER_1) == nullptr) continue;
      auto one = algorithm(
          entry, [collection, k](const char* id) { return collection->get_interface(k, id); }, find,
          true);
      if (!one) return one.error();
      found.push_back(one.value());
    }
    return found;
  }

  GetInterface get_interface() const { return plugin_.get_interface; }

 private:
  struct Begun {
    std::shared_ptr<const Entry> entry;
    std::optional<Error> failure;  ///< why it cannot be used
  };
  /// What this process has loaded. Its init is not called again.
  struct Loaded {
    std::mutex mutex;
    std::map<const touchstone_plugin*, Begun> entries;
  };
  static Loaded& loaded() {
    static Loaded all;
    return all;
  }

  const touchstone_plugin& plugin_;
  std::string where_;
  CallingProcess process_;
};

void PluginLibrary::end_all() { Entry::end_all(); }

Result<std::shared_ptr<const PluginLibrary>> PluginLibrary::load(const std::string& path) {
  return in_this_process([&]() -> Result<std::shared_ptr<const PluginLibrary>> {
    const auto entry = Entry::load(path);
    if (!entry) return entry.error();
    return Entry::algorithm(entry.value(), entry.value()->get_interface());
  });
}

Result<std::vector<std::shared_ptr<const PluginLibrary>>> PluginLibrary::load_solvers(
    const std::string& path) {
  return in_this_process([&]() -> Result<std::vector<std::shared_ptr<const PluginLibrary>>> {
    const auto entry = Entry::load(path);
    if (!entry) return entry.error();
    return Entry::algorithms(entry.value(), &PluginLibrary::find_solver);
  });
}

Result<std::vector<std::shared_ptr<const PluginLibrary>>> PluginLibrary::load_all(
    const std::string& path) {
  return in_this_process([&]() -> Result<std::vector<std::shared_ptr<const PluginLibrary>>> {
    const auto entry = Entry::load(path);
    if (!entry) return entry.error();
    return Entry::algorithms(entry.value());
  });
}

Result<std::vector<std::shared_ptr<const PluginLibrary>>> PluginLibrary::algorithms_of(
    const touchstone_plugin& plugin, const std::string& where) {
  const auto entry = std::make_shared<Entry>(plugin, where);
  if (const auto error = entry->begin()) return *error;
  return Entry::algorithms(entry);
}

std::string PluginLibrary::find_solver(const GetInterface& get_interface) {
  solver_ = static_cast<const touchstone_solver_1*>(get_interface(TOUCHSTONE_SOLVER_1));
  if (solver_ == nullptr && get_interface(TOUCHSTONE_DESCRIPTOR_1) != nullptr) {
    return "is no solver of contact steps; touchstone validate judges it";
  }
  if (solver_ == nullptr) return std::string("has no interface ") + TOUCHSTONE_SOLVER_1;
  if (solver_->create == nullptr || solver_->destroy == nullptr || solver_->reset == nullptr ||
      solver_->solve == nullptr) {
    return null_function(TOUCHSTONE_SOLVER_1);
  }
  return {};
}

std::string PluginLibrary::find_interfaces(const GetInterface& get_interface) {
  const auto find = [&]<class Interface>(const char* id, const Interface*& found) {
    found = static_cast<const Interface*>(get_interface(id));
    return found != nullptr;
  };
  if (!find(TOUCHSTONE_DESCRIPTOR_1, descriptor_)) {
    if (offers_solver(get_interface)) {
      return "is a solver of contact steps, which touchstone solve --solver judges";
    }
    return std::string("has no interface ") + TOUCHSTONE_DESCRIPTOR_1;
  }
  if (!find(TOUCHSTONE_INSTANCE_1, instances_)) {
    return std::string("has no interface ") + TOUCHSTONE_INSTANCE_1;
  }
  if (instances_->create == nullptr || instances_->destroy == nullptr ||
      instances_->reset == nullptr || instances_->prepare == nullptr ||
      instances_->release == nullptr) {
    return null_function(TOUCHSTONE_INSTANCE_1);
  }
  if (find(TOUCHSTONE_INSTANCE_2, bodies_) && bodies_->prepare == nullptr) {
    return null_function(TOUCHSTONE_INSTANCE_2);
  }
  if (find(TOUCHSTONE_DESCRIPTOR_2, descriptor_2_) && descriptor_2_->takes != 0 &&
      bodies_ == nullptr) {
    return std::string("takes bodies by descriptor/2, and has no interface ") +
           TOUCHSTONE_INSTANCE_2;
  }
  find(TOUCHSTONE_DISTANCE_BATCH_1, batch_);
  if (!find(TOUCHSTONE_DISTANCE_1, evaluate_) && batch_ == nullptr) {
    is_ratio_ = find(TOUCHSTONE_RATIO_1, evaluate_);
    if (!is_ratio_) {
      return std::string("has none of the interfaces ") + TOUCHSTONE_DISTANCE_1 + ", " +
             TOUCHSTONE_DISTANCE_BATCH_1 + ", " + TOUCHSTONE_RATIO_1;
    }
  }
  if (find(TOUCHSTONE_MANIFOLD_1, manifolds_) && manifolds_->find == nullptr) {
    return null_function(TOUCHSTONE_MANIFOLD_1);
  }
  if (find(TOUCHSTONE_GRADIENT_1, gradients_) && gradients_->differentiate == nullptr) {
    return null_function(TOUCHSTONE_GRADIENT_1);
  }
  gives_old_contacts_ = manifolds_ == nullptr && get_interface(kOldContacts) != nullptr;
  if (find(TOUCHSTONE_PROOF_1, proof_) && proof_->prove == nullptr) {
    return null_function(TOUCHSTONE_PROOF_1);
  }
  if (batch_ != nullptr && batch_->evaluate == nullptr) {
    return null_function(TOUCHSTONE_DISTANCE_BATCH_1);
  }
  if (evaluate_ != nullptr && evaluate_->evaluate == nullptr) {
    return null_function(is_ratio_ ? TOUCHSTONE_RATIO_1 : TOUCHSTONE_DISTANCE_1);
  }
  return {};
}

}  // namespace touchstone

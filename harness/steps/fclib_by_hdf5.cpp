// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5's C library, loaded when such a file is read: the program needs it for nothing else, nor its
// headers. What is declared here has been so in each version since 1.10.
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/steps/fclib_file.hpp"
#include "schema/foreign_file.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

using Id = std::int64_t;  // hid_t

constexpr std::array kLibraries = {"libhdf5_serial.so.103", "libhdf5_serial.so.310",
                                   "libhdf5.so.103", "libhdf5.so.310", "libhdf5.so.320"};
constexpr int kInteger = 0, kReal = 1;            // H5T_class_t
constexpr std::int64_t kMaxNumbers = 50'000'000;  ///< in one array

class Hdf5File {
 public:
  Hdf5File(const std::string& path, int descriptor) : descriptor_(descriptor) {
    // It shall load no filters of others.
    setenv("HDF5_PLUGIN_PRELOAD", "::", 1);
    for (std::size_t k = 0; library_ == nullptr && k < kLibraries.size(); ++k) {
      library_ = dlopen(kLibraries.at(k), RTLD_NOW | RTLD_LOCAL);
    }
    if (library_ == nullptr) {
      fail("is read by HDF5's library, which is not here: apt-get install libhdf5-103-1");
    }
    function<int()>("H5open")();
    function<int(Id, void*, void*)>("H5Eset_auto2")(0, nullptr, nullptr);
    file_ = function<Id(const char*, unsigned, Id)>("H5Fopen")(path.c_str(), 0, 0);
    if (file_ < 0) fail("HDF5's library rejects it");
  }

  [[noreturn]] void fail(const std::string& why) const { fail_in_worker(descriptor_, why); }

  /// Whether there is such a thing in a group that is there.
  bool has(const std::string& place) const {
    return function<int(Id, const char*, Id)>("H5Lexists")(file_, place.c_str(), 0) > 0;
  }
  std::string integers(const std::string& place) const {
    return numbers<int>(place, "H5T_NATIVE_INT_g", [](int x) { return std::to_string(x); });
  }
  std::string doubles(const std::string& place) const {
    // What is not finite is a text, which the reader rejects with its name.
    return numbers<double>(place, "H5T_NATIVE_DOUBLE_g", json_any_real);
  }

 private:
  template <class Function>
  Function* function(const char* name) const {
    auto* found = reinterpret_cast<Function*>(dlsym(library_, name));
    if (found == nullptr) fail(std::string("is read by HDF5's library, and that lacks ") + name);
    return found;
  }

  /// HDF5 would convert what is stored otherwise in silence, and follow numbers into other files.
  void check_storage(const std::string& place, Id set, int number_class, std::size_t bytes) const {
    const Id stored = function<Id(Id)>("H5Dget_type")(set);
    if (function<int(Id)>("H5Tget_class")(stored) != number_class ||
        function<std::size_t(Id)>("H5Tget_size")(stored) != bytes) {
      fail(place + (number_class == kInteger ? ": must hold integers of 32 bits"
                                             : ": must hold real numbers of 64 bits"));
    }
    const Id creation = function<Id(Id)>("H5Dget_create_plist")(set);
    if (function<int(Id)>("H5Pget_external_count")(creation) != 0) {
      fail(place + ": lies in another file");
    }
  }

  template <class Number, class Text>
  std::string numbers(const std::string& place, const char* type, const Text& text) const {
    const Id set = function<Id(Id, const char*, Id)>("H5Dopen2")(file_, place.c_str(), 0);
    if (set < 0) fail(place + ": is not there");
    check_storage(place, set, std::is_integral_v<Number> ? kInteger : kReal, sizeof(Number));
    const Id space = function<Id(Id)>("H5Dget_space")(set);
    const std::int64_t count = function<std::int64_t(Id)>("H5Sget_simple_extent_npoints")(space);
    if (count < 0 || count > kMaxNumbers) fail(place + ": holds too much");
    std::vector<Number> read(static_cast<std::size_t>(count));
    const Id memory_type = *reinterpret_cast<const Id*>(function<void()>(type));
    const int failed =
        function<int(Id, Id, Id, Id, Id, void*)>("H5Dread")(set, memory_type, 0, 0, 0, read.data());
    if (failed < 0) fail(place + ": cannot be read as numbers");
    return json_row(json_items(read, text));
  }

  int descriptor_;
  void* library_ = nullptr;
  Id file_ = -1;
};

std::string matrix_text(const Hdf5File& file, const std::string& group) {
  JsonObject matrix;
  for (const char* key : {"m", "n", "nz", "p", "i"}) {
    matrix.add(key, file.integers(group + "/" + key));
  }
  return matrix.add("x", file.doubles(group + "/x")).row();
}

void write_all(int descriptor, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(descriptor, text.data() + written, text.size() - written);
    if (count <= 0) _exit(1);
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace

void write_fclib_text(const std::string& path, int descriptor) {
  const Hdf5File file(path, descriptor);
  const std::string root = "/fclib_local";
  if (!file.has(root)) {
    file.fail(file.has("/fclib_global_rolling") || file.has("/fclib_local_rolling")
                  ? "has rolling friction, which is not judged"
              : file.has("/fclib_global")
                  ? "/fclib_global: is a problem in global form, and only local ones are read"
                  : "has no group /fclib_local: it is none of FCLIB's");
  }
  if (file.has(root + "/V") || file.has(root + "/R")) {
    file.fail(root + "/V: is a problem with joints, which are not read yet");
  }
  if (!file.has(root + "/W") || !file.has(root + "/vectors")) {
    file.fail(root + ": has no W or no vectors");
  }
  JsonObject arrays;
  arrays.add("spacedim", file.integers(root + "/spacedim"))
      .add("W", matrix_text(file, root + "/W"))
      .add("q", file.doubles(root + "/vectors/q"))
      .add("mu", file.doubles(root + "/vectors/mu"));
  if (file.has("/solution") && file.has("/solution/r")) {
    arrays.add("solution", file.doubles("/solution/r"));
  }
  write_all(descriptor, arrays.document());
}

}  // namespace touchstone

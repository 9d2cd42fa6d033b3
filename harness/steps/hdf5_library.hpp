// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5's C library, loaded when such a file is read or written: the program needs it for nothing
// else, nor its headers. What is declared here has been so in each version since 1.10.
#pragma once

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace touchstone {

/// Why HDF5's library does not do what is asked of it.
class Hdf5Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Hdf5Id = std::int64_t;  // hid_t

class Hdf5Library {
 public:
  Hdf5Library() {
    constexpr std::array kLibraries = {"libhdf5_serial.so.103", "libhdf5_serial.so.310",
                                       "libhdf5.so.103", "libhdf5.so.310", "libhdf5.so.320"};
    // It shall load no filters of others.
    setenv("HDF5_PLUGIN_PRELOAD", "::", 1);
    for (std::size_t k = 0; library_ == nullptr && k < kLibraries.size(); ++k) {
      library_ = dlopen(kLibraries.at(k), RTLD_NOW | RTLD_LOCAL);
    }
    if (library_ == nullptr) {
      throw Hdf5Failure("needs HDF5's library, which is not here: apt-get install libhdf5-103-1");
    }
    function<int()>("H5open")();
    function<int(Hdf5Id, void*, void*)>("H5Eset_auto2")(0, nullptr, nullptr);
  }

  template <class Function>
  Function* function(const char* name) const {
    auto* found = reinterpret_cast<Function*>(dlsym(library_, name));
    if (found == nullptr) throw Hdf5Failure(std::string("needs HDF5's library with ") + name);
    return found;
  }
  /// A type of numbers, "H5T_NATIVE_INT_g".
  Hdf5Id type(const char* name) const {
    return *reinterpret_cast<const Hdf5Id*>(function<void()>(name));
  }

 private:
  void* library_ = nullptr;
};

}  // namespace touchstone

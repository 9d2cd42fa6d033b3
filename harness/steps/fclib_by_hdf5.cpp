// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/steps/fclib_file.hpp"
#include "harness/steps/hdf5_library.hpp"
#include "schema/foreign_file.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr int kInteger = 0, kReal = 1, kString = 3;  // H5T_class_t
constexpr std::int64_t kMaxNumbers = 50'000'000;     ///< in one array
constexpr std::size_t kMaxTextBytes = 1'000'000;
constexpr int kMaxGuesses = 1000;

class Hdf5File {
 public:
  explicit Hdf5File(const std::string& path)
      : file_(library_.function<Hdf5Id(const char*, unsigned, Hdf5Id)>("H5Fopen")(path.c_str(), 0,
                                                                                  0)) {
    if (file_ < 0) throw Hdf5Failure("HDF5's library rejects it");
  }

  /// Whether there is such a thing in a group that is there.
  bool has(const std::string& place) const {
    return library_.function<int(Hdf5Id, const char*, Hdf5Id)>("H5Lexists")(file_, place.c_str(),
                                                                            0) > 0;
  }
  std::string integers(const std::string& place) const {
    return json_row(json_items(numbers<int>(place, "H5T_NATIVE_INT_g"),
                               [](int x) { return std::to_string(x); }));
  }
  std::string doubles(const std::string& place) const {
    // What is not finite is a text, which the reader rejects with its name.
    return json_row(json_items(real_numbers(place), json_any_real));
  }
  std::vector<double> real_numbers(const std::string& place) const {
    return numbers<double>(place, "H5T_NATIVE_DOUBLE_g");
  }
  /// A text up to its first zero, of fixed length as fclib.h writes it, or of any.
  std::string text(const std::string& place) const {
    const Hdf5Id set = opened(place);
    const Hdf5Id stored = library_.function<Hdf5Id(Hdf5Id)>("H5Dget_type")(set);
    const auto bytes = library_.function<std::size_t(Hdf5Id)>("H5Tget_size")(stored);
    if (library_.function<int(Hdf5Id)>("H5Tget_class")(stored) != kString ||
        count_in(set, place) != 1 || bytes > kMaxTextBytes) {
      throw Hdf5Failure(place + ": must be a text, up to a megabyte");
    }
    check_place(place, set);
    if (library_.function<int(Hdf5Id)>("H5Tis_variable_str")(stored) > 0) {
      char* read = nullptr;  // HDF5's, for as long as the worker lives
      read_all(set, place, stored, static_cast<void*>(&read));
      return read == nullptr ? "" : std::string(read, strnlen(read, kMaxTextBytes));
    }
    std::vector<char> read(bytes + 1, '\0');
    read_all(set, place, stored, read.data());
    return read.data();
  }
  /// A number of 64 bits at most, in any type of integers.
  std::int64_t any_integer(const std::string& place) const {
    const Hdf5Id set = opened(place);
    const Hdf5Id stored = library_.function<Hdf5Id(Hdf5Id)>("H5Dget_type")(set);
    if (library_.function<int(Hdf5Id)>("H5Tget_class")(stored) != kInteger ||
        count_in(set, place) != 1) {
      throw Hdf5Failure(place + ": must be a whole number");
    }
    check_place(place, set);
    std::int64_t read = 0;
    read_all(set, place, library_.type("H5T_NATIVE_INT64_g"), &read);
    return read;
  }

 private:
  /// HDF5 would convert what is stored otherwise in silence, and follow numbers into other files.
  void check_storage(const std::string& place, Hdf5Id set, int number_class,
                     std::size_t bytes) const {
    check_place(place, set);
    const Hdf5Id stored = library_.function<Hdf5Id(Hdf5Id)>("H5Dget_type")(set);
    if (library_.function<int(Hdf5Id)>("H5Tget_class")(stored) != number_class ||
        library_.function<std::size_t(Hdf5Id)>("H5Tget_size")(stored) != bytes) {
      throw Hdf5Failure(place + (number_class == kInteger ? ": must hold integers of 32 bits"
                                                          : ": must hold real numbers of 64 bits"));
    }
  }

  void check_place(const std::string& place, Hdf5Id set) const {
    const Hdf5Id creation = library_.function<Hdf5Id(Hdf5Id)>("H5Dget_create_plist")(set);
    if (library_.function<int(Hdf5Id)>("H5Pget_external_count")(creation) != 0) {
      throw Hdf5Failure(place + ": lies in another file");
    }
  }

  Hdf5Id opened(const std::string& place) const {
    const Hdf5Id set =
        library_.function<Hdf5Id(Hdf5Id, const char*, Hdf5Id)>("H5Dopen2")(file_, place.c_str(), 0);
    if (set < 0) throw Hdf5Failure(place + ": is not there");
    return set;
  }

  std::int64_t count_in(Hdf5Id set, const std::string& place) const {
    const Hdf5Id space = library_.function<Hdf5Id(Hdf5Id)>("H5Dget_space")(set);
    const auto count =
        library_.function<std::int64_t(Hdf5Id)>("H5Sget_simple_extent_npoints")(space);
    if (count < 0 || count > kMaxNumbers) throw Hdf5Failure(place + ": holds too much");
    return count;
  }

  void read_all(Hdf5Id set, const std::string& place, Hdf5Id type, void* out) const {
    const int failed = library_.function<int(Hdf5Id, Hdf5Id, Hdf5Id, Hdf5Id, Hdf5Id, void*)>(
        "H5Dread")(set, type, 0, 0, 0, out);
    if (failed < 0) throw Hdf5Failure(place + ": cannot be read");
  }

  template <class Number>
  std::vector<Number> numbers(const std::string& place, const char* type) const {
    const Hdf5Id set = opened(place);
    check_storage(place, set, std::is_integral_v<Number> ? kInteger : kReal, sizeof(Number));
    std::vector<Number> read(static_cast<std::size_t>(count_in(set, place)));
    read_all(set, place, library_.type(type), read.data());
    return read;
  }

  Hdf5Library library_;
  Hdf5Id file_;
};

std::string matrix_text(const Hdf5File& file, const std::string& group) {
  JsonObject matrix;
  for (const char* key : {"m", "n", "nz", "p", "i"}) {
    matrix.add(key, file.integers(group + "/" + key));
  }
  return matrix.add("x", file.doubles(group + "/x")).row();
}

/// The vectors u, r, v and l of a group, as JSON; a vector that the group lacks has no key.
std::string vectors_text(const Hdf5File& file, const std::string& group) {
  JsonObject vectors;
  for (const char* key : {"u", "r", "v", "l"}) {
    const std::string place = group + "/" + key;
    if (file.has(place)) vectors.add(key, file.doubles(place));
  }
  return vectors.row();
}

/// The vectors u, r, v and l of a guess, as JSON. A vector that is not of finite numbers is left out.
std::string guess_text(const Hdf5File& file, const std::string& group) {
  JsonObject vectors;
  for (const char* key : {"u", "r", "v", "l"}) {
    const std::string place = group + "/" + key;
    if (!file.has(place)) continue;
    const std::vector<double> read = file.real_numbers(place);
    if (std::all_of(read.begin(), read.end(), [](double x) { return std::isfinite(x); })) {
      vectors.add(key, json_row(json_items(read, json_any_real)));
    }
  }
  return vectors.row();
}

std::string guesses_text(const Hdf5File& file) {
  const std::int64_t number = file.any_integer("/guesses/number_of_guesses");
  std::vector<std::string> guesses;
  for (std::int64_t k = 1; k <= std::min<std::int64_t>(number, kMaxGuesses); ++k) {
    guesses.push_back(guess_text(file, "/guesses/" + std::to_string(k)));
  }
  return json_row(guesses);
}

/// Adds what decides nothing, or nothing where it cannot be read.
template <class Read>
void add_if_read(JsonObject& arrays, const char* key, const Read& read) {
  try {
    arrays.add(key, read());
  } catch (const Hdf5Failure&) {
    return;
  }
}

/// What may stand beside a problem: its solution, `info` in its group, and guesses.
void add_beside(const Hdf5File& file, const std::string& root, JsonObject& arrays) {
  if (file.has("/solution")) arrays.add("solution", vectors_text(file, "/solution"));
  if (file.has(root + "/info")) {
    JsonObject info;
    for (const char* key : {"title", "description", "math_info"}) {
      const std::string place = root + "/info/" + key;
      if (!file.has(place)) continue;
      add_if_read(info, key, [&] { return json_string(file.text(place)); });
    }
    arrays.add("info", info.row());
  }
  if (file.has("/guesses")) add_if_read(arrays, "guesses", [&] { return guesses_text(file); });
}

/// The arrays of a problem of either form.
std::string problem_text(const Hdf5File& file) {
  const bool local = file.has("/fclib_local");
  const std::string root = local ? "/fclib_local" : "/fclib_global";
  if (!file.has(root)) {
    throw Hdf5Failure(file.has("/fclib_global_rolling") || file.has("/fclib_local_rolling")
                          ? "has rolling friction, which is not judged"
                          : "has no group /fclib_local or /fclib_global: it is none of FCLIB's");
  }
  JsonObject arrays;
  arrays.add("form", json_string(local ? "local" : "global"))
      .add("spacedim", file.integers(root + "/spacedim"));
  const auto add_matrix = [&](const std::string& key, bool required) {
    if (file.has(root + "/" + key)) {
      arrays.add(key, matrix_text(file, root + "/" + key));
    } else if (required) {
      throw Hdf5Failure(root + "/" + key + ": is not there");
    }
  };
  for (const char* key : {"W", "M", "H"}) {
    const bool of_local = *key == 'W';
    if (of_local == local) add_matrix(key, true);
  }
  for (const char* key : {"V", "R", "G"}) add_matrix(key, false);
  if (!file.has(root + "/vectors")) throw Hdf5Failure(root + "/vectors: is not there");
  const std::vector<const char*> required =
      local ? std::vector{"q", "mu"} : std::vector{"f", "w", "mu"};
  for (const char* key : required) arrays.add(key, file.doubles(root + "/vectors/" + key));
  for (const char* key : {"s", "b"}) {
    const std::string place = root + "/vectors/" + key;
    if (file.has(place)) arrays.add(key, file.doubles(place));
  }
  add_beside(file, root, arrays);
  return arrays.document();
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
  std::string text;
  try {
    text = problem_text(Hdf5File(path));
  } catch (const Hdf5Failure& failure) {
    fail_in_worker(descriptor, failure.what());
  }
  write_all(descriptor, text);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <cstdint>
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
    return json_row(json_items(whole_numbers(place), [](int x) { return std::to_string(x); }));
  }
  std::vector<int> whole_numbers(const std::string& place) const {
    return numbers<int>(place, "H5T_NATIVE_INT_g");
  }
  std::string doubles(const std::string& place) const {
    // What is not finite is a text, which the reader rejects with its name.
    return json_row(json_items(numbers<double>(place, "H5T_NATIVE_DOUBLE_g"), json_any_real));
  }
  /// A text of fixed length up to its first zero, as fclib.h writes it.
  std::string text(const std::string& place) const {
    const Hdf5Id set = opened(place);
    const Hdf5Id stored = library_.function<Hdf5Id(Hdf5Id)>("H5Dget_type")(set);
    const auto bytes = library_.function<std::size_t(Hdf5Id)>("H5Tget_size")(stored);
    const bool fixed = library_.function<int(Hdf5Id)>("H5Tget_class")(stored) == kString &&
                       library_.function<int(Hdf5Id)>("H5Tis_variable_str")(stored) == 0;
    if (!fixed || count_in(set, place) != 1 || bytes > kMaxTextBytes) {
      throw Hdf5Failure(place + ": must be a text of fixed length, up to a megabyte");
    }
    check_place(place, set);
    std::vector<char> read(bytes + 1, '\0');
    read_all(set, place, stored, read.data());
    return read.data();
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

/// Those of u, r, v and l that a group has.
std::string vectors_text(const Hdf5File& file, const std::string& group) {
  JsonObject vectors;
  for (const char* key : {"u", "r", "v", "l"}) {
    const std::string place = group + "/" + key;
    if (file.has(place)) vectors.add(key, file.doubles(place));
  }
  return vectors.row();
}

/// What may stand beside a problem: `info` in its group, and guesses.
void add_beside(const Hdf5File& file, const std::string& root, JsonObject& arrays) {
  if (file.has("/solution")) arrays.add("solution", vectors_text(file, "/solution"));
  if (file.has(root + "/info")) {
    JsonObject info;
    for (const char* key : {"title", "description", "math_info"}) {
      const std::string place = root + "/info/" + key;
      if (file.has(place)) info.add(key, json_string(file.text(place)));
    }
    arrays.add("info", info.row());
  }
  if (!file.has("/guesses")) return;
  const std::string place = "/guesses/number_of_guesses";
  const std::vector<int> number = file.whole_numbers(place);
  if (number.size() != 1 || number.front() < 0 || number.front() > kMaxGuesses) {
    throw Hdf5Failure(place + ": must be a number up to " + std::to_string(kMaxGuesses));
  }
  std::vector<std::string> guesses;
  for (int k = 1; k <= number.front(); ++k) {
    const std::string group = "/guesses/" + std::to_string(k);
    if (!file.has(group)) throw Hdf5Failure(group + ": is not there");
    guesses.push_back(vectors_text(file, group));
  }
  arrays.add("guesses", json_row(guesses));
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

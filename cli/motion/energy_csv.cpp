// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/motion/energy_csv.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/process/output_file.hpp"
#include "reports/energy_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Whether it was made; rejects a path that is not a directory and cannot be made one.
Result<bool> make_directory(const std::string& directory) {
  std::error_code error;
  const bool made = std::filesystem::create_directory(directory, error);
  if (error || !std::filesystem::is_directory(directory)) {
    return Error{"--csv: '" + directory + "' is not a directory and cannot be made" +
                 (error ? ": " + error.message() : "")};
  }
  return made;
}

}  // namespace

std::optional<Error> try_csv_directory(const std::string& directory) {
  const auto made = make_directory(directory);
  if (!made) return made.error();
  const bool writable = ::access(directory.c_str(), W_OK | X_OK) == 0;
  const std::string why = std::strerror(errno);
  std::error_code none;
  if (made.value()) std::filesystem::remove(directory, none);
  if (!writable) return Error{"--csv: " + directory + ": cannot write here: " + why};
  return std::nullopt;
}

std::optional<Error> make_csv_directory(const std::string& directory) {
  const auto made = make_directory(directory);
  return made ? std::nullopt : std::optional(made.error());
}

std::string csv_name(std::size_t number, std::string what, double dt) {
  std::replace_if(
      what.begin(), what.end(), [](char c) { return c == '/' || c == ' '; }, '_');
  return std::to_string(number + 1) + "-" + what + "-dt" + exact_text(dt) + ".csv";
}

std::optional<Error> write_energy_csv(const std::string& directory,
                                      const std::vector<EnergyResult>& results) {
  if (const auto made = make_directory(directory); !made) return made.error();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const EnergyResult& result = results[i];
    const std::string name =
        csv_name(i, result.scene + "-" + sizes_text(result.vertices, result.sides), result.dt);
    const std::string text = energy_sample_fields(result.overlap.has_value()).csv(result.samples);
    if (const auto error = write_file(directory + "/" + name, text)) return error;
  }
  return std::nullopt;
}

}  // namespace touchstone

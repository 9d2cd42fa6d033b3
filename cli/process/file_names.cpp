// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process/file_names.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace touchstone {
namespace {

namespace fs = std::filesystem;

bool is_mesh(const fs::path& path) {
  constexpr std::array<const char*, 4> kEndings = {".obj", ".off", ".stl", ".ply"};
  std::string ending = path.extension().string();
  for (char& letter : ending) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

}  // namespace

std::string without_links(const std::string& typed) {
  fs::path path = typed;
  constexpr int kMaxLinks = 40;  // the kernel follows no more, either
  std::error_code error;
  for (int k = 0; k < kMaxLinks && fs::is_symlink(path, error); ++k) {
    const fs::path to = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / to;  // an absolute one replaces it all
  }
  const fs::path absolute = fs::absolute(path, error);
  if (error) return path.string();
  const fs::path target = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal().string() : target.string();
}

bool FileNames::Named::same_file(const Named& other) const {
  if (inode && other.inode) return *inode == *other.inode;
  return !inode && !other.inode && absolute == other.absolute;
}

std::optional<FileNames::Named> FileNames::named(const std::string& option,
                                                 const std::string& path) {
  if (path.empty() || path == "-") return std::nullopt;
  Named made{option, path, std::nullopt, without_links(path)};
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    made.inode = {status.st_dev, status.st_ino};
  }
  return made;
}

void FileNames::add(std::vector<Named>& list, const std::string& option, const std::string& path) {
  if (auto made = named(option, path)) list.push_back(std::move(*made));
}

void FileNames::reads(const std::string& option, const std::string& path) {
  add(inputs_, option, path);
}

void FileNames::reads_meshes(const std::string& option, const std::string& directory) {
  if (!directory.empty()) mesh_folders_.emplace_back(option, directory);
}

void FileNames::keeps(const std::string& option, const std::string& path) {
  if (path.empty() || path == "-") return;
  for (const char* suffix : {"", "-wal", "-journal", "-shm"}) add(inputs_, option, path + suffix);
}

void FileNames::writes(const std::string& option, const std::string& path) {
  if (path == "-") to_stdout_.push_back(option);
  add(outputs_, option, path);
}

void FileNames::fills(const std::string& option, const std::string& directory) {
  if (!directory.empty()) folders_.emplace_back(option, directory);
}

/// An output that is a directory of another one, or lies in it; or nothing.
std::optional<Error> FileNames::folder_clash() const {
  for (const auto& [option, directory] : folders_) {
    fs::path folder = without_links(directory);
    if (folder.filename().empty()) folder = folder.parent_path();  // typed with a / at its end
    for (const Named& output : outputs_) {
      const fs::path path = output.absolute;
      if (path != folder && path.parent_path() != folder) continue;
      return Error{output.option + " " + output.path + ": is " + (path == folder ? "" : "in ") +
                   "the directory of " + option};
    }
  }
  return std::nullopt;
}

std::optional<Error> FileNames::clash() const {
  if (to_stdout_.size() > 1) {
    return Error{to_stdout_[1] + ": standard output is where " + to_stdout_[0] + " goes"};
  }
  if (auto inside = folder_clash()) return inside;
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    const Named& output = outputs_[k];
    const auto is_it = [&output](const Named& other) { return other.same_file(output); };
    const auto refusal = [&output](const std::string& option, const std::string& what) {
      std::string reason = output.option;
      reason.append(" ").append(output.path).append(": is ").append(what).append(option);
      return Error{reason.append(", which would be lost")};
    };
    const auto input = std::find_if(inputs_.begin(), inputs_.end(), is_it);
    if (input != inputs_.end()) return refusal(input->option, "the file of ");
    const auto end = outputs_.begin() + static_cast<std::ptrdiff_t>(k);
    const auto other = std::find_if(outputs_.begin(), end, is_it);
    if (other != end) return refusal(other->option, "the file of ");
    for (const auto& [option, directory] : mesh_folders_) {
      std::error_code error;
      const bool inside = fs::equivalent(fs::path(output.absolute).parent_path(), directory, error);
      if (inside && output.inode && is_mesh(output.absolute)) {
        return refusal(option, "a mesh of ");
      }
    }
  }
  return std::nullopt;
}

}  // namespace touchstone

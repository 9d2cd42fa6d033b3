// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/plugin_file.hpp"

#include <elf.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "reports/ask_command.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// What runs a script whose name ends in `ending`; empty for others.
std::string interpreter_of(const std::string& ending) {
  return ending == ".py" ? "python3" : ending == ".js" ? "node" : "";
}

/// Whether a file can be run by its name: a script needs a first line that says by what, as a shell
/// would take it for a script of its own.
bool is_program(const std::string& path) {
  if (::access(path.c_str(), X_OK) != 0) return false;
  if (interpreter_of(fs::path(path).extension().string()).empty()) return true;
  std::ifstream file(path, std::ios::binary);
  return file.get() == '#' && file.get() == '!';
}

}  // namespace

bool is_library(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  const bool is_elf = file && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
  if (!is_elf || header.e_type != ET_DYN) return false;
  for (int k = 0; k < header.e_phnum; ++k) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff) + k * header.e_phentsize);
    file.read(reinterpret_cast<char*>(&segment), sizeof segment);
    if (!file || segment.p_type == PT_INTERP) return false;
  }
  return true;
}

bool is_file(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

bool is_directory(const std::string& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

bool can_be_plugin(const std::string& path) { return is_library(path) || is_program(path); }

Error no_directory(const std::string& path) {
  const fs::path named =
      path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
  const std::string stem = named.filename().string();
  const bool is_nameless = stem.empty() || stem == "." || stem == "..";
  return Error{path + " is a directory; name the library in it, e.g. " +
               (named / (is_nameless ? "mine.so" : stem + ".so")).string()};
}

Error no_plugin(const std::string& path, const std::string& guide) {
  const std::string ending = fs::path(path).extension().string();
  if (const std::string runs = interpreter_of(ending); !runs.empty()) {
    return Error{path + ": is not a program by itself; did you mean " +
                 shell_word(runs + " " + shell_word(path)) + "?"};
  }
  const bool is_source =
      ending == ".c" || ending == ".cc" || ending == ".cpp" || ending == ".cxx" || ending == ".rs";
  return Error{path + ": is neither a shared library nor a program" +
               (is_source ? ": compile it first (" + guide + ")" : "")};
}

}  // namespace touchstone

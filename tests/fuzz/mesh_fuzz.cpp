// SPDX-License-Identifier: GPL-3.0-or-later
// The mesh reader: the first byte chooses the format, the rest is the file. It is refused in one
// line, or is a solid.
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "geometry/mesh/mesh_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

constexpr std::array<const char*, 4> kEndings = {".obj", ".off", ".stl", ".ply"};

/// One file of each format, written again and again and removed at the end.
class MeshFiles {
 public:
  MeshFiles()
      : stem_(std::filesystem::temp_directory_path() /
              ("touchstone-fuzz-" + std::to_string(::getpid()))) {}
  ~MeshFiles() {
    std::error_code ignored;
    for (const char* ending : kEndings) std::filesystem::remove(path(ending), ignored);
  }
  MeshFiles(const MeshFiles&) = delete;
  MeshFiles& operator=(const MeshFiles&) = delete;

  std::string write(const char* ending, std::string_view bytes) const {
    std::ofstream file(path(ending), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    require(static_cast<bool>(file.flush()), "the fuzzer can write its files");
    return path(ending);
  }

 private:
  std::string path(const char* ending) const { return stem_.string() + ending; }

  std::filesystem::path stem_;
};

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  if (size == 0) return 0;
  static const MeshFiles kFiles;
  const char* ending = kEndings[data[0] % kEndings.size()];
  const std::string path = kFiles.write(ending, as_text(data + 1, size - 1));
  if (const auto parts = read_mesh_file(path, MeshObjects::parts); parts.ok()) {
    require(parts.value().remark.find('\n') == std::string::npos, "a remark is one line");
    for (const MeshPiece& piece : parts.value().pieces) {
      require(piece.hull->dimension() >= 2, "a piece that is taken has an area");
    }
  }
  const auto mesh = read_mesh(path);
  if (!mesh.ok()) {
    require_one_line(mesh.reason(), path + ": ");
    return 0;
  }
  require(mesh.value()->dimension() >= 2, "a mesh that is taken has an area");
  return 0;
}

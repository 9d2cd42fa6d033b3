// SPDX-License-Identifier: GPL-3.0-or-later
// Assimp reads a model in a worker process. The library is loaded there, so that the program needs
// it for nothing else.
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "import/model_file.hpp"
#include "schema/foreign_file.hpp"

namespace touchstone {
namespace {

/// The library whose structures the headers describe.
constexpr const char* kLibrary = "libassimp.so.5";
constexpr unsigned kMajor = 5;
constexpr int kMaxDepth = 1000;  ///< nodes in nodes

template <class Function>
Function* function_of(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

using Matrix = std::array<std::array<double, 4>, 3>;

/// Columns of A are multiplied in doubles: assimp's own product is of floats.
Matrix times(const Matrix& A, const aiMatrix4x4& B) {
  Matrix product{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (unsigned column = 0; column < 4; ++column) {
      for (unsigned k = 0; k < 4; ++k) product[row][column] += A[row][k] * double{B[k][column]};
    }
  }
  return product;
}

class ObjWriter {
 public:
  explicit ObjWriter(int descriptor) : file_(fdopen(descriptor, "w")) {}

  /// False where nodes lie too deep in each other or name what is not there.
  bool write(const aiScene& scene, const aiNode& node, const Matrix& above, int depth) {
    if (depth > kMaxDepth) return false;
    const Matrix X = times(above, node.mTransformation);
    if (node.mNumMeshes > 0) begin_object(node.mName);
    for (unsigned k = 0; k < node.mNumMeshes; ++k) {
      if (node.mMeshes[k] >= scene.mNumMeshes) return false;
      write(*scene.mMeshes[node.mMeshes[k]], X);
    }
    for (unsigned k = 0; k < node.mNumChildren; ++k) {
      if (!write(scene, *node.mChildren[k], X, depth + 1)) return false;
    }
    return true;
  }
  bool end() { return fclose(file_) == 0; }

 private:
  void begin_object(const aiString& name) {
    constexpr std::size_t kMaxName = 100;
    std::string shown(name.C_Str());
    shown.resize(std::min(shown.size(), kMaxName));
    for (char& c : shown) {
      if (static_cast<unsigned char>(c) <= ' ' || c == '#' || c == '\\') c = '_';
    }
    // Nodes may have equal names, and are objects apart.
    std::fprintf(file_, "o %s%s%d\n", shown.c_str(), shown.empty() ? "" : "-", ++objects_);
  }

  void write(const aiMesh& mesh, const Matrix& X) {
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
      const aiVector3D& p = mesh.mVertices[i];
      std::fputs("v", file_);
      for (const auto& row : X) {
        std::fprintf(file_, " %.17g",
                     row[0] * double{p.x} + row[1] * double{p.y} + row[2] * double{p.z} + row[3]);
      }
      std::fputs("\n", file_);
    }
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices < 3) continue;  // points and lines
      std::fputs("f", file_);
      for (unsigned k = 0; k < face.mNumIndices; ++k) {
        std::fprintf(file_, " %llu", points_ + face.mIndices[k] + 1);
      }
      std::fputs("\n", file_);
    }
    points_ += mesh.mNumVertices;
  }

  std::FILE* file_;
  unsigned long long points_ = 0;
  int objects_ = 0;
};

}  // namespace

void write_model_as_obj(const std::string& path, int descriptor) {
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fail_in_worker(descriptor, "is read by assimp, which is not here: apt-get install libassimp5");
  }
  const auto version = function_of<decltype(aiGetVersionMajor)>(library, "aiGetVersionMajor");
  const auto error = function_of<decltype(aiGetErrorString)>(library, "aiGetErrorString");
  const auto store = function_of<decltype(aiCreatePropertyStore)>(library, "aiCreatePropertyStore");
  const auto set =
      function_of<decltype(aiSetImportPropertyInteger)>(library, "aiSetImportPropertyInteger");
  const auto import =
      function_of<decltype(aiImportFileExWithProperties)>(library, "aiImportFileExWithProperties");
  if (version == nullptr || error == nullptr || store == nullptr || set == nullptr ||
      import == nullptr || version() != kMajor) {
    fail_in_worker(descriptor, "is read by assimp 5, and another one is installed");
  }
  aiPropertyStore* const properties = store();
  set(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  const aiScene* const scene = import(path.c_str(), aiProcess_Triangulate, nullptr, properties);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    fail_in_worker(descriptor, "assimp rejects it: " + std::string(error()));
  }
  const Matrix identity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  ObjWriter writer(descriptor);
  if (!writer.write(*scene, *scene->mRootNode, identity, 0) || !writer.end()) _exit(1);
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/model_file.hpp"

#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

#include <tinyxml2.h>

#include "geometry/mesh/obj_file.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr rlim_t kMaxSeconds = 20;               ///< processor time
constexpr unsigned kMaxWait = 3 * kMaxSeconds;   ///< where the machine is busy [s]
constexpr rlim_t kMaxMemory = rlim_t{8} << 30U;  ///< address space [byte]

/// Whether a sanitizer is in, which takes more address space than any limit allows.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#elif defined(__has_feature)
constexpr bool kLimitsMemory =
    !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer));
#else
constexpr bool kLimitsMemory = true;
#endif

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// `parent`: who waits, and whose end ends the worker.
[[noreturn]] void work(const std::string& path, int descriptor, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, kMaxSeconds);
  if (kLimitsMemory) limit(RLIMIT_AS, kMaxMemory);
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPIPE}) {
    signal(fatal, SIG_DFL);
  }
  alarm(kMaxWait);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  write_model_as_obj(path, descriptor);
  _exit(0);
}

/// What the worker writes, at most kMaxMeshFile.
std::string all_of(int descriptor) {
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (text.size() <= kMaxMeshFile) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

/// The file as OBJ, by a process of its own.
Result<std::string> as_obj(const std::string& path) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return Error{"no pipe to a worker can be made"};
  const pid_t parent = getpid();
  const pid_t worker = fork();
  if (worker == 0) {
    close(ends[0]);
    work(path, ends[1], parent);
  }
  close(ends[1]);
  std::string text;
  if (worker > 0) text = all_of(ends[0]);
  close(ends[0]);
  if (worker < 0) return Error{"no worker can be started"};
  int status = 0;
  while (waitpid(worker, &status, 0) < 0 && errno == EINTR) {
  }
  if (text.size() > kMaxMeshFile) return Error{"holds too much"};
  if (WIFSIGNALED(status)) {
    const int by = WTERMSIG(status);
    const bool slow = by == SIGXCPU || by == SIGALRM || by == SIGKILL;
    return Error{slow ? "assimp took too long to read it"
                      : "assimp crashed on it (signal " + std::to_string(by) + ")"};
  }
  if (WEXITSTATUS(status) != 0) return Error{"assimp failed on it"};
  if (text.starts_with('!')) return Error{text.substr(1)};
  return text;
}

/// The unit and the axis that is up: of COLLADA as its last asset says, metres and y if it does not.
std::string unit_and_axis(const std::string& text, const std::string& ending) {
  if (ending != ".dae") return "glTF's unit is 1 m, y is up; axes are the file's";
  tinyxml2::XMLDocument document;
  document.Parse(text.data(), text.size());
  if (document.Error() || document.RootElement() == nullptr) {
    return "COLLADA in metres, as assimp reads its unit; axes are the file's";
  }
  double unit = 1;
  std::string up = "Y_UP";
  const tinyxml2::XMLElement* root = document.RootElement();
  for (const auto* asset = root->FirstChildElement("asset"); asset != nullptr;
       asset = asset->NextSiblingElement("asset")) {
    const auto* of_unit = asset->FirstChildElement("unit");
    const auto* of_axis = asset->FirstChildElement("up_axis");
    if (of_unit != nullptr) of_unit->QueryDoubleAttribute("meter", &unit);
    const char* axis = of_axis == nullptr ? nullptr : of_axis->GetText();
    for (const char* known : {"X_UP", "Y_UP", "Z_UP"}) {
      if (axis != nullptr && std::string_view(axis).find(known) != std::string_view::npos)
        up = known;
    }
  }
  return "COLLADA's unit is " + exact_text(unit) + " m, into metres; up is " + up +
         ", axes are the file's";
}

}  // namespace

bool is_model_name(const std::string& name) {
  const std::string ending = ending_of(name);
  return ending == ".dae" || ending == ".gltf" || ending == ".glb";
}

Result<MeshFile> read_model_file(const std::string& path, MeshObjects objects,
                                 std::vector<std::string>& read_as) {
  const auto rejected = [&path](const std::string& why) { return Error{path + ": " + why}; };
  auto bytes = read_mesh_bytes(path);
  if (!bytes) return rejected(bytes.reason());
  auto text = as_obj(path);
  if (!text) return rejected(text.reason());
  std::istringstream lines(std::move(text).value());
  auto data = read_obj(lines);
  if (!data) return rejected(data.reason());
  auto file = make_pieces(std::move(data).value(), objects);
  if (!file) return rejected(file.reason());
  read_as.push_back(path + ": " + unit_and_axis(bytes.value(), ending_of(path)));
  return file;
}

}  // namespace touchstone

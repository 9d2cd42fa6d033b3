// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/shared_block.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "harness/asking/run_outcome.hpp"

namespace touchstone {
namespace {

#ifdef F_SEAL_FUTURE_WRITE
constexpr int kSealFutureWrite = F_SEAL_FUTURE_WRITE;
#else
constexpr int kSealFutureWrite = 0x0010;  // Linux 5.1
#endif

/// The lowest descriptor of shared memory. A supervisor gets its descriptors one after the other
/// under lower numbers, none of which may be that of one that is still to be given.
constexpr int kLowestDescriptor = 16;

/// Memory by a descriptor; -1 where there is none.
int make_memory() {
  const int made = memfd_create("touchstone", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return made;
  const int moved = fcntl(made, F_DUPFD_CLOEXEC, kLowestDescriptor);
  close(made);
  return moved;
}

[[noreturn]] void fail(const char* what) {
  throw HarnessError(std::string("cannot ") + what +
                     " memory for a worker: " + std::generic_category().message(errno));
}

}  // namespace

SharedBlock::SharedBlock(std::size_t bytes) : descriptor_(make_memory()), bytes_(bytes) {
  if (descriptor_ < 0) fail("make");
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
    close(descriptor_);
    fail("size");
  }
  // Whoever maps it would die where it is cut short.
  fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
  memory_ =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor_, 0);
  if (memory_ == MAP_FAILED) {
    close(descriptor_);
    fail("map");
  }
}

SharedBlock::SharedBlock(int descriptor, std::size_t bytes, Access access) : bytes_(bytes) {
  const int protection = access == Access::read_only ? PROT_READ : PROT_READ | PROT_WRITE;
  memory_ = mmap(nullptr, bytes, protection, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory_ == MAP_FAILED) fail("map");
  close(descriptor);
}

SharedBlock::~SharedBlock() {
  munmap(memory_, bytes_);
  if (descriptor_ >= 0) close(descriptor_);
}

void SharedBlock::seal() const {
  // An older kernel does not know it: then only the mapping protects the shapes.
  fcntl(descriptor_, F_ADD_SEALS, kSealFutureWrite);
}

}  // namespace touchstone

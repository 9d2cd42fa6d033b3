// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <system_error>
#include <thread>

namespace touchstone {
namespace {

constexpr std::chrono::seconds kPipePatience{3};  ///< for a writer to open the other end
constexpr std::chrono::milliseconds kPipePeriod{20};
constexpr std::size_t kChunk = std::size_t{1} << 17U;  ///< [byte]

std::atomic<bool> read_a_stream = false;

/// An open file; standard input is left open.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : owned_(path != "-"),
        // Without O_NONBLOCK, opening a pipe waits for a writer, possibly for ever.
        number_(owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
                       : STDIN_FILENO) {}
  ~Descriptor() {
    if (owned_ && number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool owned() const { return owned_; }

 private:
  bool owned_;
  int number_;
};

std::string why(int code) { return std::generic_category().message(code); }

std::string size_rule(std::size_t limit) {
  return "is larger than " + std::to_string(limit >> 20U) + " MiB: split it into several files";
}

/// Reading an open file into a text.
class Reading {
 public:
  Reading(int descriptor, std::size_t limit) : descriptor_(descriptor), limit_(limit) {}

  /// Why the file is refused, or nothing.
  std::string run(bool patient) {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return "cannot be read: " + why(errno);
    if (S_ISDIR(status.st_mode)) return "is a directory";
    if (S_ISREG(status.st_mode)) {
      const auto size = static_cast<std::size_t>(status.st_size);
      if (size > limit_) return size_rule(limit_);
      text_.reserve(size + 1);
    }
    if (!S_ISREG(status.st_mode)) read_a_stream = true;
    if (patient && S_ISFIFO(status.st_mode)) {
      if (std::string reason = wait_for_writer(); !reason.empty()) return reason;
    }
    // From here on reading waits for what has been promised.
    if (patient) ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
    return read_all();
  }
  std::string take() { return std::move(text_); }

 private:
  /// Until there is something to read, or a writer. While a pipe has no writer it
  /// seems to be at its end.
  std::string wait_for_writer() {
    const auto deadline = std::chrono::steady_clock::now() + kPipePatience;
    for (;;) {
      const ssize_t got = read_some(kChunk);
      if (got > 0 || (got < 0 && errno == EAGAIN)) return "";
      if (got < 0) return "cannot be read: " + why(errno);
      if (std::chrono::steady_clock::now() > deadline) {
        return "is a pipe that nobody writes to (waited " + std::to_string(kPipePatience.count()) +
               " s)";
      }
      std::this_thread::sleep_for(kPipePeriod);
    }
  }

  std::string read_all() {
    for (;;) {
      if (text_.size() > limit_) return size_rule(limit_);
      if (text_.find('\0', checked_) != std::string::npos) return why_not_text(text_);
      checked_ = text_.size();
      const ssize_t got = read_some(std::min(kChunk, limit_ + 1 - text_.size()));
      if (got < 0) return "cannot be read: " + why(errno);
      if (got == 0) return "";
    }
  }

  /// Appends up to `count` bytes to the text. Returns how many, 0 at the end, or -1 with errno.
  ssize_t read_some(std::size_t count) {
    const std::size_t old = text_.size();
    text_.resize(old + count);
    ssize_t got = -1;
    do {
      got = ::read(descriptor_, text_.data() + old, count);
    } while (got < 0 && errno == EINTR);
    text_.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return got;
  }

  int descriptor_;
  std::size_t limit_;
  std::size_t checked_ = 0;  ///< bytes known not to be zero
  std::string text_;
};

}  // namespace

bool read_what_cannot_be_read_again() { return read_a_stream; }

std::string why_not_text(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return "is UTF-16 text: save it as UTF-8";
  }
  if (text.starts_with("SQLite format 3")) {
    return "is a store of verdicts, not JSON text: touchstone verify --db takes it";
  }
  return text.find('\0') == text.npos ? "" : "holds a zero byte: not JSON text";
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Result<std::string> read_input_file(const std::string& path, std::size_t limit) {
  const auto refuse = [&path](const std::string& rule) {
    return Error{input_name(path) + ": " + rule};
  };
  const Descriptor file(path);
  if (file.number() < 0) {
    return refuse(errno == ENOENT || errno == ENOTDIR
                      ? "no such file"
                      : "cannot be opened for reading: " + why(errno));
  }
  Reading reading(file.number(), limit);
  if (const std::string reason = reading.run(file.owned()); !reason.empty()) return refuse(reason);
  return reading.take();
}

}  // namespace touchstone

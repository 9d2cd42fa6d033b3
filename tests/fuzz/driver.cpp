// SPDX-License-Identifier: GPL-3.0-or-later
// The short deterministic run of a fuzz target in the ordinary tests, without libFuzzer: the whole
// corpus, then a fixed number of mutations of it.
//
//   touchstone_fuzz_NAME CORPUS [MUTATIONS [SEED [DICTIONARY]]]
//
// CORPUS may be a single file, say one that libFuzzer left. On a signal the input at fault is
// written to ./finding-NAME; sanitizers end the process before that, and the same seed finds it
// again.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "geometry/random.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxInput = 4096;  ///< length of a mutation, at most [byte]

std::string finding_path;   // NOLINT(*-avoid-non-const-global-variables): for the signal handler
std::string current_input;  // NOLINT(*-avoid-non-const-global-variables)

/// Only what a handler may call. The signal then takes its course.
void keep_finding(int signal) {
  const int file = ::open(finding_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  [[maybe_unused]] const auto written = ::write(file, current_input.data(), current_input.size());
  ::close(file);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In the order of their names, whatever the file system's.
std::vector<std::string> read_corpus(const fs::path& path) {
  std::vector<fs::path> files;
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
  } else {
    files.push_back(path);
  }
  std::vector<std::string> corpus;
  corpus.reserve(files.size());
  for (const fs::path& file : files) corpus.push_back(read_bytes(file));
  return corpus;
}

/// The quoted words of a libFuzzer dictionary: \\, \" and \xAB are its escapes.
std::vector<std::string> read_dictionary(const fs::path& path) {
  std::vector<std::string> words;
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path.string() + ": cannot be read");
  for (std::string line; std::getline(file, line);) {
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind('"');
    if (line.empty() || line.front() == '#' || begin == end) continue;
    std::string word;
    for (std::size_t k = begin + 1; k < end; ++k) {
      if (line[k] == '\\' && line[k + 1] == 'x') {
        unsigned code = 0;
        std::from_chars(&line[k + 2], &line[k + 4], code, 16);
        word += static_cast<char>(code);
        k += 3;
      } else {
        if (line[k] == '\\') ++k;
        word += line[k];
      }
    }
    words.push_back(word);
  }
  return words;
}

class Mutator {
 public:
  Mutator(const std::vector<std::string>& corpus, const std::vector<std::string>& words,
          std::uint64_t seed)
      : corpus_(corpus), words_(words), random_(seed) {}

  std::string next() {
    std::string input = any(corpus_);
    for (std::uint64_t k = random_.below(4) + 1; k > 0; --k) mutate(input);
    if (input.size() > kMaxInput) input.resize(kMaxInput);
    return input;
  }

 private:
  const std::string& any(const std::vector<std::string>& list) {
    return list[random_.below(list.size())];
  }
  /// A place in or just behind the input.
  std::size_t place(const std::string& input) { return random_.below(input.size() + 1); }
  std::string piece_of(const std::string& input) {
    const std::size_t begin = place(input);
    return input.substr(begin, random_.below(input.size() - begin + 1));
  }

  void mutate(std::string& input) {
    const std::size_t at = place(input);
    switch (random_.below(7)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(random_.below(256));
        break;
      case 1:
        if (at < input.size()) {
          input[at] =
              static_cast<char>(static_cast<unsigned char>(input[at]) ^ (1U << random_.below(8)));
        }
        break;
      case 2:
        input.insert(at, 1, static_cast<char>(random_.below(256)));
        break;
      case 3:
        input.erase(at, random_.below(16) + 1);
        break;
      case 4:
        input.insert(at, piece_of(input));
        break;
      case 5:
        input.replace(at, random_.below(16), piece_of(any(corpus_)));
        break;
      default:
        input.replace(at, random_.below(2) * random_.below(16), words_.empty() ? "" : any(words_));
    }
  }

  const std::vector<std::string>& corpus_;
  const std::vector<std::string>& words_;
  Random random_;
};

void run(const std::string& input) {
  current_input = input;
  // A buffer of exactly this size, so that AddressSanitizer sees a read behind it.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

int run_all(const std::vector<std::string>& arguments) {
  const std::vector<std::string> corpus = read_corpus(arguments.at(1));
  if (corpus.empty()) throw std::runtime_error(arguments.at(1) + ": no corpus");
  const std::uint64_t mutations = arguments.size() > 2 ? std::stoull(arguments[2]) : 0;
  const std::uint64_t seed = arguments.size() > 3 ? std::stoull(arguments[3]) : 1;
  std::vector<std::string> words;
  if (arguments.size() > 4) words = read_dictionary(arguments[4]);
  finding_path = "finding-" + fs::path(arguments.at(0)).filename().string();
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    std::signal(fatal, keep_finding);
  }
  std::cout << corpus.size() << " inputs, " << mutations << " mutations, seed " << seed
            << std::endl;
  for (const std::string& input : corpus) run(input);
  Mutator mutator(corpus, words, seed);
  for (std::uint64_t k = 0; k < mutations; ++k) run(mutator.next());
  return 0;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  try {
    return touchstone::run_all({argv, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 3;
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/timing/time_worker.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/fault_guard.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/query_scope.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_library.hpp"
#include "harness/plugins/plugin_supervisor.hpp"
#include "harness/plugins/printable.hpp"
#include "harness/plugins/shared_block.hpp"
#include "harness/plugins/supervisor_client.hpp"

namespace touchstone {
namespace {

/// Without a sign of life the worker is stopped, or its watcher is gone [s].
constexpr int kSilence_s = 30;
/// Between the record and the end of the worker, in which the plug-ins end [s].
constexpr double kEnd_s = 5;
constexpr std::size_t kMaxSent = std::size_t{64} << 20U;

/// What the worker has left so far. The plug-ins may write any other number: nothing, then.
enum class Sent : std::uint32_t { nothing, record, faulty_record, failure };

/// What host and worker share. The plug-ins may have written anything there: what the host reads it
/// copies, and checks as it does a file.
struct TimesBlock {
  LastWords words;
  std::atomic<Sent> sent;  ///< `faulty_record`: a plug-in lost pairs; `failure`: see `words`
  std::uint64_t bytes;
  std::array<char, kMaxSent> record;  ///< pages that are never written cost no memory
};

TimesBlock* host_block = nullptr;  ///< in a worker

/// The words of this process's command line.
std::vector<std::string> own_words() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

void run_words(const std::vector<std::string>& words) {
  CommandLine line("", {}, "");
  add_time(line);
  const auto run = line.parse(words);
  if (run) {
    run.value()();
  } else {
    send_failure(run.reason(), kExitBadInput);
  }
  const QueryScope scope(QueryKind::metric, plugin_asked_last());
  PluginLibrary::end_all();
}

/// A fork of the supervisor becomes a process that is guarded as the host is. Of the descriptors it
/// has only the outputs.
[[noreturn]] void run_time_worker(const std::vector<std::string>& words) {
  const SharedBlock block(plugin_channel::kFirstSharedDescriptor, sizeof(TimesBlock),
                          SharedBlock::Access::read_write);
  host_block = block.as<TimesBlock>();
  static std::array<char*, 1> no_arguments = {nullptr};
  ::open("/dev/null", O_RDONLY);  // standard input
  // A timer that a question leaves behind would end the process in another one.
  for (const int timer : {SIGALRM, SIGVTALRM, SIGPROF}) ::signal(timer, SIG_IGN);
  guard_against_faults(no_arguments.data());
  start_watching();
  end_for_faults_of_plugins(host_block->words);
  try {
    run_words(words);
  } catch (const HarnessError& error) {
    send_failure(error.what(), kExitHarnessFailed);
  } catch (const EndlessLoop& endless) {
    send_failure(std::string("the harness itself failed: ") + endless.what(), kExitHarnessFailed);
  } catch (...) {
    const std::string how = WorkerFaults::describe_exception();
    // The end of this thread, which must not go on to its end: no code of ours asks for it.
    const bool thread_ends = abi::__cxa_current_exception_type() == nullptr;
    if (thread_ends || is_fault_of_plugin()) blame_plugin(how);
    send_failure("the harness itself failed: " + how, kExitHarnessFailed);
  }
  std::_Exit(EXIT_SUCCESS);
}

/// The words that the worker left, for a line.
std::string words_of(const TimesBlock& block) {
  const auto text = plugin_channel::own_copy(block.words.text);
  return printable({text.data(), ::strnlen(text.data(), text.size())});
}

std::string record_of(const TimesBlock& block) {
  const auto bytes = std::min<std::uint64_t>(plugin_channel::own_copy(block.bytes), kMaxSent);
  return {block.record.data(), static_cast<std::size_t>(bytes)};
}

/// Waits until the worker has written its record or a reason, or has ended. Returns false if the
/// worker gave no sign of life for `kSilence_s`.
bool await_times(const SupervisorClient& worker, const TimesBlock& block) {
  std::uint32_t seen = 0;
  for (int silent_s = 0; silent_s < kSilence_s; ++silent_s) {
    if (worker.await_worker_end(1)) return true;
    if (block.sent != Sent::nothing) {
      worker.await_worker_end(kEnd_s);  // whoever takes longer is killed
      return true;
    }
    const std::uint32_t now = block.words.alive;
    if (now != std::exchange(seen, now)) silent_s = 0;
  }
  return false;
}

}  // namespace

int serve_time_workers(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + " ";
  return serve_process_workers(all, [&] { run_time_worker(words); });
}

bool is_time_worker() { return host_block != nullptr; }

void send_times(const TimeRecord& record, bool faulty) {
  const std::string text = time_record().document(record);
  if (text.size() > kMaxSent) throw HarnessError("time: the record is too large");
  std::memcpy(host_block->record.data(), text.data(), text.size());
  host_block->bytes = text.size();
  host_block->sent = faulty ? Sent::faulty_record : Sent::record;
}

int send_failure(const std::string& reason, int exit_code) {
  LastWords& words = host_block->words;
  words.text[reason.copy(words.text.data(), words.text.size() - 1)] = '\0';
  words.exit_code = exit_code;
  host_block->sent = Sent::failure;
  return exit_code;
}

Result<SentTimes> times_of_worker(const std::string& whose) {
  const SharedBlock memory(sizeof(TimesBlock));
  const auto& block = *memory.as<const TimesBlock>();
  std::vector<std::string> command = own_workers().worker_command;
  command.emplace_back("time");
  for (const std::string& word : own_words()) command.push_back(word);
  const std::array<int, 1> shared = {memory.descriptor()};
  const MovedMetrics moved;
  SupervisorClient worker(std::move(command), shared);
  for (int channel : worker.start_worker()) close_if_open(channel);
  const bool lives = await_times(worker, block);
  const std::string end = worker.end_worker();
  const Sent sent = block.sent;
  if (sent == Sent::record || sent == Sent::faulty_record) {
    auto record = parse_time_record(record_of(block), "time: what the worker sent");
    if (!record) {
      return Error{"time: " + whose + ": spoiled its record (" + record.reason() +
                   "): a fault of the plug-in, and nothing is kept"};
    }
    return SentTimes{std::move(record).value(), sent == Sent::faulty_record};
  }
  const std::string words = words_of(block);
  if (!words.empty() && block.words.exit_code == kExitHarnessFailed) throw HarnessError(words);
  if (!words.empty()) return Error{words};
  return Error{"time: " + whose + ": " + (lives ? end : "stopped") +
               " in its process: a fault of the plug-in, and nothing is kept"};
}

}  // namespace touchstone

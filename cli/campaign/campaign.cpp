// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone campaign`: verify or validate, with --shard and --db, cut into shards for an engine
// that is there (docs/cluster.md). Nothing of ours schedules or retries.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <thread>

#include "cli/campaign/campaign_files.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/run/own_run.hpp"
#include "cli/run/run_folder.hpp"
#include "harness/cluster/campaign_folder.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/store/part_file.hpp"
#include "harness/store/store.hpp"
#include "reports/ask_command.hpp"
#include "reports/verify_table.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kDefaultMinutes = 20;

struct CampaignArguments : Arguments {
  Typed<std::string> folder;
  Typed<std::string> engine;
  Typed<std::uint64_t> shards;
  Typed<std::uint64_t> minutes;
  Typed<bool> submit;
  Typed<bool> status;
  Typed<std::vector<std::string>> words;
};

/// A part of the campaign that was run here, to see how long it takes.
struct Sample {
  int exit_code = 0;
  std::uint64_t all_chunks = 0;  ///< chunks of the whole campaign; 0: no store was made
  std::uint64_t chunks_done = 0;
  double elapsed_s = 0;
  std::string fingerprint;  ///< campaign_fingerprint()
};

/// Runs the first of `parts` shards, for at most so many seconds.
Sample run_sample(const std::vector<std::string>& words, std::uint64_t parts, double limit_s) {
  Sample sample;
  const auto folder = RunFolder::make("campaign");
  if (!folder) {
    sample.exit_code = fail(folder.reason(), kExitHarnessFailed);
    return sample;
  }
  const std::string db = folder.value().file("sample.db");
  std::vector<std::string> command = words;
  command.insert(command.end(), {"--shard", "1/" + std::to_string(parts), "--db", db});
  const auto begin = std::chrono::steady_clock::now();
  sample.exit_code = run_this_program(command, limit_s);
  sample.elapsed_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (const auto store = Store::open(db)) {
    const CampaignDescription& description = store.value()->description();
    for (const SourceEntry& source : description.sources) {
      if (!source.metrics.empty()) sample.all_chunks += source.chunks();
    }
    sample.chunks_done = store.value()->chunks_done();
    sample.fingerprint = campaign_fingerprint(description);
  }
  return sample;
}

/// Shards of about so many minutes, by the rate of chunks from all over the campaign; 0 if none was
/// finished in time.
std::uint64_t shards_of_minutes(const std::vector<std::string>& words, std::uint64_t chunks,
                                std::uint64_t minutes) {
  constexpr std::uint64_t kSampleChunks = 64;
  constexpr double kSample_s = 60;
  const std::uint64_t parts = std::clamp<std::uint64_t>(chunks / kSampleChunks, 1, kMaxShards);
  const Sample sample = run_sample(words, parts, kSample_s);
  if (sample.chunks_done == 0) return 0;
  const double chunk_s = sample.elapsed_s / static_cast<double>(sample.chunks_done);
  const double all_s = chunk_s * static_cast<double>(chunks);
  std::cout << "measured here: " << sample.chunks_done << " of " << chunks << " chunks in "
            << time_text(sample.elapsed_s) << ", so all take about " << time_text(all_s)
            << " of one machine like this"
            << (sample.elapsed_s >= kSample_s ? " (the sample was cut: it has the first families)\n"
                                              : "\n");
  const double wanted = std::ceil(all_s / (60 * static_cast<double>(minutes)));
  return static_cast<std::uint64_t>(
      std::clamp(wanted, 1.0, static_cast<double>(std::min(chunks, kMaxShards))));
}

/// Why these words are not a command that can be cut, or nothing.
std::optional<Error> why_not_cut(const std::vector<std::string>& words) {
  if (words.empty()) return Error{"campaign: which command? put it at the end: -- verify OPTIONS"};
  if (words.front() != "verify" && words.front() != "validate") {
    return Error{"campaign: " + words.front() +
                 " is not cut into shards: must be verify or validate"};
  }
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    for (const char* ours : {"--shard", "--db", "--json"}) {
      if (option == ours) {
        return Error{"campaign: " + option + ": each shard gets its own; merge writes the whole"};
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> why_not_named(const CampaignFolder& folder) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._+-,=@:").find(c) != std::string_view::npos;
  };
  // Shells of the engines read these paths, ssh's twice.
  for (const std::string& path : {folder.path, folder.program}) {
    if (!std::all_of(path.begin(), path.end(), plain)) {
      return Error{path + ": engines need a path of letters, digits and /._+-,=@: alone"};
    }
  }
  std::error_code unknown;
  if (fs::exists(folder.path, unknown) && !fs::is_empty(folder.path, unknown)) {
    return Error{folder.path + (fs::exists(folder.path + "/campaign.json", unknown)
                                    ? ": holds a campaign already (--status looks at it)"
                                    : ": is not empty")};
  }
  return std::nullopt;
}

/// Runs the engine in a process group of its own, which gets the signal that ends this program.
/// Returns how it ended; `failure`: why it could not be started, or 0.
int run_engine(const std::vector<char*>& words, int& failure) {
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  failure = ::posix_spawnp(&process, words[0], nullptr, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  int status = 0;
  bool told = false;
  while (failure == 0 && ::waitpid(process, &status, WNOHANG) == 0) {
    if (received_signal() != 0 && !told) {
      ::kill(-process, SIGTERM);
      told = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return status;
}

/// Starts the engine with the plan, once: a file in the folder says that it was.
int submit(const CampaignFolder& folder) {
  catch_end_signals();
  const std::string note = folder.path + "/submitted";
  const int made = ::open(note.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (made < 0) {
    const bool again = errno == EEXIST;
    return fail(again ? folder.path + ": was submitted already (--status tells what to run again)"
                      : note + ": cannot write here: " + std::generic_category().message(errno),
                kExitBadInput);
  }
  ::close(made);
  std::string start = folder.start_file();
  std::string engine = folder.engine == ShardEngine::slurm ? "sbatch" : start;
  std::vector<char*> words = {engine.data()};
  if (folder.engine == ShardEngine::slurm) words.push_back(start.data());
  words.push_back(nullptr);
  std::cout.flush();  // what is said of the plan comes before what the engine says
  int failure = 0;
  const int status = run_engine(words, failure);
  const bool started = failure == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (started) return kExitAsExpected;
  ::unlink(note.c_str());
  if (const int signal = received_signal()) {
    return fail("interrupted; what is finished is kept", kExitBySignal + signal);
  }
  return fail(engine + ": " +
                  (failure != 0 ? std::generic_category().message(failure)
                                : std::string("failed; what is finished is kept")),
              kExitHarnessFailed);
}

/// Writes the plan and says how to start it. `folder` has 0 shards where their minutes are asked for.
int plan(CampaignFolder folder, std::uint64_t minutes, bool submits) {
  folder.working_folder = fs::current_path().string();
  folder.program = own_workers().worker_command.front();
  folder.versions = versions_json();
  if (const auto error = why_not_cut(folder.words)) return fail(error->reason, kExitBadInput);
  if (const auto error = why_not_named(folder)) return fail(error->reason, kExitBadInput);
  catch_end_signals();
  const bool shards_given = folder.shards > 0;
  constexpr double kProbe_s = 30;
  const Sample probe = run_sample(folder.words, kMaxShards, kProbe_s);
  if (received_signal() != 0)
    return fail("interrupted; nothing is written", kExitBySignal + received_signal());
  if (probe.all_chunks == 0) {
    return probe.exit_code <= kExitJudgedWrong
               ? fail("campaign: " + folder.words.front() + " keeps no store", kExitBadInput)
               : probe.exit_code;
  }
  folder.fingerprint = probe.fingerprint;
  if (!shards_given) folder.shards = shards_of_minutes(folder.words, probe.all_chunks, minutes);
  if (received_signal() != 0)
    return fail("interrupted; nothing is written", kExitBySignal + received_signal());
  if (folder.shards == 0) {
    return fail("campaign: no chunk was finished in a minute: give --shards", kExitBadInput);
  }
  if (folder.shards > probe.all_chunks) {
    return fail("--shards: must be at most " + std::to_string(probe.all_chunks) +
                    ": so many chunks are in the campaign, and a shard has at least one",
                kExitBadInput);
  }
  if (const auto error = write_campaign(folder)) return fail(error->reason, kExitBadInput);
  std::cout << "wrote " << folder.path << ": " << how_many(folder.shards, "shard") << " of about "
            << how_many((probe.all_chunks + folder.shards - 1) / folder.shards, "chunk") << "\n";
  if (submits) return submit(folder);
  const std::string again = typed_program() + " campaign " + folder.path;
  std::cout << "start it:   " << start_command(folder) << "\nlook at it: " << again
            << " --status\nat last:    " << typed_program() << " merge OUT.db " << folder.path
            << "\n";
  return kExitAsExpected;
}

void show_rate(const CampaignFolder& folder, const FolderState& state) {
  std::error_code unknown;
  const auto began = fs::last_write_time(folder.path + "/began", unknown);
  if (unknown || state.chunks_done == 0) return;
  auto last = began;
  for (const auto* shards : {&state.complete, &state.partial}) {
    for (const std::uint64_t shard : *shards) {
      const auto made = fs::last_write_time(folder.shard_file(shard), unknown);
      if (!unknown) last = std::max(last, made);
    }
  }
  const double elapsed_s = std::chrono::duration<double>(last - began).count();
  const double rate = elapsed_s > 0 ? static_cast<double>(state.chunks_done) / elapsed_s : 0;
  std::cout << state.chunks_done << " of " << state.chunks << " chunks";
  if (rate > 0) {
    std::cout << ", " << static_cast<std::uint64_t>(rate * 60) << " a minute since it began";
    if (state.chunks > state.chunks_done) {
      std::cout << ", about "
                << time_text(static_cast<double>(state.chunks - state.chunks_done) / rate)
                << " left";
    }
  }
  std::cout << "\n";
}

int show_status(const CampaignFolder& folder) {
  const FolderState state = state_of(folder);
  std::cout << how_many(folder.shards, "shard") << ": " << state.complete.size() << " complete, "
            << state.partial.size() << " partial, " << state.damaged.size() << " damaged, "
            << state.missing.size() << " missing\n";
  show_rate(folder, state);
  for (const std::string& line : state.damage) std::cout << "damaged: " << line << "\n";
  for (const std::string& part : parts_in(folder.path + "/shards")) {
    std::cout << "being copied, or left by a killed task: shards/" << part << "\n";
  }
  const AccuracyCheck check =
      check_accuracy(state.found, committed_accuracy(extent_of(state.found)));
  for (const CampaignRow& row : state.found.rows) {
    const std::uint64_t wrong = shown_wrong(state.found, check, row);
    if (wrong == 0) continue;
    std::cout << row.metric << " is wrong in " << wrong << " of " << row.decided() << " of "
              << row.family << (row.worst.empty() ? "" : ", for example " + row.worst.front())
              << "\n";
  }
  const std::string left = array_text(state.unfinished());
  if (left.empty()) {
    std::cout << "put it together: " << typed_program() << " merge OUT.db " << folder.path << "\n";
  } else if (folder.engine == ShardEngine::slurm) {
    std::cout << "not complete, and to run again unless queued: sbatch --array=" << left << " "
              << folder.start_file() << "\n";
  } else {
    std::cout << "not complete: " << left << "; to go on: " << start_command(folder) << "\n";
  }
  return kExitAsExpected;
}

int campaign(const CampaignArguments& arguments) {
  const std::string& typed = *arguments.folder;
  if (typed.empty()) return fail("campaign: in which folder?", kExitBadInput);
  if (*arguments.status || !arguments.engine.given()) {
    const bool status = *arguments.status;
    const bool looks = status || *arguments.submit;
    const std::string neither =
        "campaign: --on " + engine_list() + " makes one; --status looks at one";
    if (!status && arguments.words.given()) return fail(neither, kExitBadInput);
    if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
    if (!looks) return fail(neither, kExitBadInput);
    const auto folder = read_campaign_folder(typed);
    if (!folder) return fail(folder.reason(), kExitBadInput);
    return status ? show_status(folder.value()) : submit(folder.value());
  }
  if (arguments.shards.given() && arguments.minutes.given()) {
    return fail("campaign: --shards and --minutes exclude each other", kExitBadInput);
  }
  CampaignFolder folder;
  const auto engine = engine_of(*arguments.engine);
  if (!engine) {
    return fail("--on: unknown engine '" + *arguments.engine + "': must be " + engine_list(),
                kExitBadInput);
  }
  folder.engine = *engine;
  folder.path = fs::absolute(typed).lexically_normal().string();
  while (folder.path.size() > 1 && folder.path.back() == '/') folder.path.pop_back();
  folder.words = *arguments.words;
  folder.shards = *arguments.shards;
  const std::uint64_t minutes = *arguments.minutes;
  const bool submits = *arguments.submit;
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  return plan(std::move(folder), minutes, submits);
}

}  // namespace

void add_campaign(CommandLine& line) {
  Command command = line.command(
      "campaign", "Cuts a campaign into shards for an engine that is there (docs/cluster.md)");
  CampaignArguments& a = command.runs(campaign);
  a.minutes = Typed<std::uint64_t>{kDefaultMinutes};
  command.text("DIR", "", a.folder, "Folder of the campaign, which all its machines see");
  command.text("--on", "ENGINE", a.engine, engine_list() + " (parallel: GNU's, over ssh)");
  command.count("--shards", "N", a.shards, {1, kMaxShards}, "How many shards");
  command.count("--minutes", "M", a.minutes, {1, 100'000},
                "Minutes of a shard, by the rate measured here first");
  command.flag("--submit", a.submit, "Start it; a campaign is submitted once");
  command.flag("--status", a.status, "What is complete, and what was found so far");
  command.texts("COMMAND", "", a.words, "Behind --: verify or validate, and its options", false);
}

}  // namespace touchstone

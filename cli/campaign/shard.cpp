// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone shard DIR K`: what a task of an engine runs. The store is on this machine's own disk;
// the folder gets copies, and a task begins with what the folder has. It may be killed, requeued
// and started twice: a copy is replaced only by a fuller one.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>

#include "cli/campaign/store_copies.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/run/own_run.hpp"
#include "cli/run/run_folder.hpp"
#include "harness/cluster/campaign_folder.hpp"
#include "harness/store/part_file.hpp"
#include "harness/store/store.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

struct ShardArguments : Arguments {
  Typed<std::vector<std::string>> words;
};

/// Why this process cannot read a file, whatever is in it: no rights, a disk that fails, no
/// descriptor left.
std::optional<Error> why_unreadable(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  std::array<char, std::size_t{1} << 16U> bytes{};
  ssize_t got = descriptor < 0 ? -1 : 1;
  while (got > 0) got = ::read(descriptor, bytes.data(), bytes.size());
  const std::error_code failed(errno, std::generic_category());
  if (descriptor >= 0) ::close(descriptor);
  if (got == 0) return std::nullopt;
  return Error{file + ": cannot be read: " + failed.message()};
}

std::string shard_name(std::uint64_t shard, const CampaignFolder& folder) {
  return "shard " + std::to_string(shard) + " of " + std::to_string(folder.shards) + ": ";
}

/// Lets the store begin with the copy in the folder. The exit code where there is nothing to run: the
/// copy is complete, cannot be read or is not the shard's. A damaged copy is put aside, and the
/// shard begins again.
std::optional<int> begin_with_copy(const CampaignFolder& folder, std::uint64_t shard,
                                   const std::string& store) {
  const std::string copy = folder.shard_file(shard);
  std::error_code failed;
  if (!store_exists(copy)) return std::nullopt;
  if (const auto error = why_unreadable(copy)) return fail(error->reason, kExitHarnessFailed);
  auto kept = Store::open(copy, StoreUse::copy);
  if (!kept) {
    const auto aside = put_damaged_aside(copy);
    if (!aside) return fail(aside.reason(), kExitHarnessFailed);
    if (aside.value()) {
      print_note(kept.reason() + "; the shard begins again");
      return std::nullopt;
    }
    kept = Store::open(copy, StoreUse::copy);  // another task may have replaced it
    if (!kept) return fail(kept.reason(), kExitBadInput);
  }
  if (const auto error = why_foreign(folder, shard, copy, kept.value()->description())) {
    return fail(error->reason, kExitBadInput);
  }
  if (kept.value()->complete()) {
    std::cout << shard_name(shard, folder) << "complete already" << std::endl;
    return kExitAsExpected;
  }
  std::filesystem::copy_file(copy, store, failed);
  if (!failed) return std::nullopt;
  return fail(store + ": cannot write here: " + failed.message(), kExitHarnessFailed);
}

std::string kept_line(const Store& store, std::uint64_t shard, const CampaignFolder& folder) {
  const std::string name = shard_name(shard, folder);
  if (store.complete()) return name + "complete";
  return name + std::to_string(store.chunks_done()) + " of " +
         std::to_string(store.chunks_in_shard()) + " chunks are kept in " + folder.path;
}

/// Makes the last copy of a run that ended with `exit_code`. The exit code of the task.
int end_shard(const CampaignFolder& folder, std::uint64_t shard, const std::string& store,
              int exit_code) {
  const auto kept = Store::open(store);
  // The command said why it made none.
  if (!kept) return exit_code <= kExitJudgedWrong ? kExitHarnessFailed : exit_code;
  // The command said why it made none.
  const auto foreign = why_foreign(folder, shard, store, kept.value()->description());
  if (foreign) return exit_code == kExitBadInput ? exit_code : fail(foreign->reason, kExitBadInput);
  if (const auto error = kept.value()->copy_to(folder.shard_file(shard))) {
    return fail(error->reason, kExitHarnessFailed);
  }
  std::cout << kept_line(*kept.value(), shard, folder) << std::endl;
  if (kept.value()->complete()) return kExitAsExpected;
  return exit_code <= kExitJudgedWrong ? kExitHarnessFailed : exit_code;
}

int run_shard(const CampaignFolder& folder, std::uint64_t shard) {
  const auto disk = RunFolder::make("shard");
  if (!disk) return fail(disk.reason(), kExitHarnessFailed);
  const std::string store = disk.value().file("shard.db");
  remove_dead_parts(folder.path + "/shards");
  if (const auto exit_code = begin_with_copy(folder, shard, store)) return *exit_code;
  std::error_code failed;
  std::filesystem::current_path(folder.working_folder, failed);
  if (failed) {
    return fail(folder.working_folder + ": where the campaign was typed: " + failed.message(),
                kExitBadInput);
  }
  // From when the rate of the campaign counts.
  const std::string began = folder.path + "/began";
  if (const int made = ::open(began.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0666); made >= 0) {
    ::close(made);
  }
  const std::string copies = std::to_string(folder.copy_every_s) + " " + folder.fingerprint + " " +
                             folder.shard_file(shard);
  ::setenv(kStoreCopies, copies.c_str(), 1);
  std::vector<std::string> words = folder.words;
  words.insert(words.end(), {"--shard", std::to_string(shard) + "/" + std::to_string(folder.shards),
                             "--db", store});
  return end_shard(folder, shard, store, run_this_program(words));
}

int shard(const ShardArguments& arguments) {
  const std::vector<std::string>& words = *arguments.words;
  if (words.size() != 2) return fail("shard: DIR K is needed", kExitBadInput);
  const auto folder = read_campaign_folder(words[0]);
  if (!folder) return fail(folder.reason(), kExitBadInput);
  const auto index = parse_count("shard", words[1], 1, folder.value().shards);
  if (!index) return fail(index.reason(), kExitBadInput);
  if (folder.value().versions != versions_json()) {
    const auto made = read_versions(folder.value().versions);
    return fail(words[0] + ": was planned by another version of this program" +
                    (made ? ": " + made->text() : ""),
                kExitBadInput);
  }
  // An engine and the script that it runs may both signal: the last copy is made all the same.
  catch_all_end_signals();
  return run_shard(folder.value(), index.value());
}

}  // namespace

void add_shard(CommandLine& line) {
  Command command = line.command("shard", "Runs one shard of a campaign, as its engine asks");
  command.hide();
  ShardArguments& a = command.runs(shard);
  command.texts("WHAT", "", a.words, "folder of the campaign, and number of the shard", false);
}

}  // namespace touchstone

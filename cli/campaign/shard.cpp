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
#include "harness/cluster/campaign_folder.hpp"
#include "harness/store/store.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

struct ShardArguments : Arguments {
  Typed<std::vector<std::string>> words;
};

/// A folder for the store on this machine, removed with this object.
class OwnDisk {
 public:
  explicit OwnDisk(std::error_code& failed) {
    const auto place = std::filesystem::temp_directory_path(failed);
    if (failed) return;
    std::string name = (place / "touchstone-shard-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      failed = {errno, std::generic_category()};
      return;
    }
    folder_ = name;
  }
  ~OwnDisk() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  OwnDisk(const OwnDisk&) = delete;
  OwnDisk& operator=(const OwnDisk&) = delete;

  std::string store() const { return folder_ + "/shard.db"; }

 private:
  std::string folder_;
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

/// Lets the store begin with the copy in the folder. Whether that is complete, or what failed. A
/// damaged copy is put aside, and the shard begins again; one that cannot be read is left alone.
Result<bool> begin_with(const std::string& copy, const std::string& store) {
  std::error_code failed;
  if (!store_exists(copy)) return false;
  if (const auto error = why_unreadable(copy)) return *error;
  const auto kept = Store::open(copy, StoreUse::copy);
  if (!kept) {
    print_note(kept.reason() + "; the shard begins again");
    std::filesystem::rename(copy, copy + ".damaged", failed);
    if (failed) return Error{copy + ": cannot be put aside: " + failed.message()};
    return false;
  }
  if (kept.value()->complete()) return true;
  std::filesystem::copy_file(copy, store, failed);
  if (failed) return Error{store + ": cannot write here: " + failed.message()};
  return false;
}

std::string kept_line(const Store& store, std::uint64_t shard, const CampaignFolder& folder) {
  const std::string name =
      "shard " + std::to_string(shard) + " of " + std::to_string(folder.shards) + ": ";
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
  if (const auto error = kept.value()->copy_to(folder.shard_file(shard))) {
    return fail(error->reason, kExitHarnessFailed);
  }
  std::cout << kept_line(*kept.value(), shard, folder) << std::endl;
  if (kept.value()->complete()) return kExitAsExpected;
  return exit_code <= kExitJudgedWrong ? kExitHarnessFailed : exit_code;
}

int run_shard(const CampaignFolder& folder, std::uint64_t shard) {
  std::error_code failed;
  const OwnDisk disk(failed);
  if (failed)
    return fail("shard: no folder for the store here: " + failed.message(), kExitHarnessFailed);
  const std::string copy = folder.shard_file(shard);
  const auto complete = begin_with(copy, disk.store());
  if (!complete) return fail(complete.reason(), kExitHarnessFailed);
  if (complete.value()) {
    std::cout << "shard " << shard << " of " << folder.shards << ": complete already" << std::endl;
    return kExitAsExpected;
  }
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
  const std::string copies = std::to_string(folder.copy_every_s) + " " + copy;
  ::setenv(kStoreCopies, copies.c_str(), 1);
  std::vector<std::string> words = folder.words;
  for (const std::string& word :
       {std::string("--shard"), std::to_string(shard) + "/" + std::to_string(folder.shards),
        std::string("--db"), disk.store()}) {
    words.push_back(word);
  }
  return end_shard(folder, shard, disk.store(), run_this_program(words));
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

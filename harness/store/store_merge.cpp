// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <system_error>

#include "harness/asking/run_outcome.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_schema.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// What a merge makes: under another name, until it is whole and becomes `path`. Removed if that
/// does not happen.
class NewFile {
 public:
  explicit NewFile(std::string path)
      : path_(std::move(path)), beside_(path_ + "-" + std::to_string(::getpid()) + ".part") {}
  ~NewFile() {
    for (const char* suffix : {"", "-wal", "-shm"}) ::unlink((beside_ + suffix).c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::string& name() const { return beside_; }
  /// Does not replace what was made under the name meanwhile.
  std::optional<Error> keep() const {
    if (::link(beside_.c_str(), path_.c_str()) == 0) return std::nullopt;
    if (errno != EEXIST && ::access(path_.c_str(), F_OK) != 0 &&
        ::rename(beside_.c_str(), path_.c_str()) == 0) {
      return std::nullopt;  // renamed: the file system has no links
    }
    return Error{path_ + ": cannot write here: " + std::generic_category().message(errno)};
  }

 private:
  std::string path_;
  std::string beside_;
};

/// The campaign of which these are all the shards, each once and finished; or why they are not.
/// Adds to `commits` what Merged has.
Result<CampaignDescription> common_campaign(const std::vector<std::string>& shards, StoreUse use,
                                            const std::string& versions,
                                            std::vector<std::string>& commits) {
  std::map<std::uint64_t, std::string> seen;  // the file of each shard
  CampaignDescription first;
  for (const std::string& path : shards) {
    auto opened = Store::open(path, use);
    if (!opened) return opened.error();
    const Store& store = *opened.value();
    const CampaignDescription& here = store.description();
    if (seen.empty()) first = here;
    if (const auto unlike = difference(first, here)) {
      return Error{not_one_campaign(shards.front(), path, *unlike)};
    }
    if (!versions.empty() && here.versions != versions) return Error{path + kOtherVersion};
    if (here.shard.count != first.shard.count) {
      return Error{path + ": is shard " + shard_text(here.shard) + ", but " + shards.front() +
                   " is shard " + shard_text(first.shard)};
    }
    const auto [known, fresh] = seen.emplace(here.shard.index, path);
    if (!fresh) {
      return Error{path + ": is shard " + shard_text(here.shard) + ", as " + known->second + " is"};
    }
    if (!store.complete()) return Error{store.why_not_complete(path)};
    const std::string commit = read_versions(here.versions).value_or(Versions()).commit;
    if (std::find(commits.begin(), commits.end(), commit) == commits.end()) {
      commits.push_back(commit);
    }
  }
  for (std::uint64_t k = 1; k <= first.shard.count; ++k) {
    if (seen.count(k) == 0) {
      return Error{"shard " + shard_text({k, first.shard.count}) + " is missing"};
    }
  }
  first.shard = {};
  return first;
}

void append(SqliteFile& file, const std::string& path, StoreUse use) {
  const auto access = access_to_read(path, use);
  if (!access) throw HarnessError(access.reason());
  const std::string name = sqlite_path(path, access.value());
  file.prepare("ATTACH ? AS shard").bind(std::string_view(name)).run();
  SqliteTransaction transaction(file);
  file.run("INSERT INTO tally SELECT * FROM shard.tally");
  file.run("INSERT INTO failure SELECT * FROM shard.failure");
  transaction.commit();
  file.run("DETACH shard");
}

/// Each shard kept the first kMaxFailures of its own; the merged store keeps as many, not more.
void trim_failures(SqliteFile& file) {
  file.prepare(
          "DELETE FROM failure WHERE (source, metric, case_index) IN (SELECT source, metric, "
          "case_index FROM (SELECT source, metric, case_index, row_number() OVER (PARTITION BY "
          "source, metric ORDER BY case_index) AS place FROM failure) WHERE place > ?)")
      .bind(kMaxFailures)
      .run();
}

}  // namespace

Result<Merged> merge_stores(const std::string& out, const std::vector<std::string>& shards,
                            StoreUse use, const std::string& versions) {
  if (::access(out.c_str(), F_OK) == 0) return Error{out + ": is there already"};
  Merged merged;
  const auto campaign = common_campaign(shards, use, versions, merged.commits);
  if (!campaign) return campaign.error();
  if (const auto why = why_not_writable(out)) return Error{out + ": cannot write here: " + *why};
  const NewFile made(out);
  {
    SqliteFile file;
    file.show_as(out);
    const auto state = open_store_file(file, made.name(), SqliteAccess::make);
    if (!state) return state.error();
    write_description(file, campaign.value());
    for (const std::string& path : shards) append(file, path, use);
    trim_failures(file);
  }
  if (auto error = made.keep()) return std::move(*error);
  return merged;
}

}  // namespace touchstone

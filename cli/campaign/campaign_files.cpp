// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/campaign/campaign_files.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "cli/process/output_file.hpp"
#include "reports/ask_command.hpp"

namespace touchstone {
namespace {

std::string replaced(std::string text, std::string_view place, const std::string& by) {
  for (std::size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + by.size())) {
    text.replace(at, place.size(), by);
  }
  return text;
}

// Before its limit the script gets USR1, stops the task, which makes its last copy, and requeues
// itself. A cancelled task gets TERM and is not requeued.
constexpr std::string_view kSlurm = R"(#!/bin/bash
#SBATCH --job-name=touchstone
#SBATCH --array=1-{N}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={DIR}/logs/%a.log
#SBATCH --signal=B:USR1@120
requeue=
trap 'requeue=1; kill -TERM "$task"' USR1
trap 'kill -TERM "$task"' TERM
{PROGRAM} shard {DIR} "$SLURM_ARRAY_TASK_ID" &
task=$!
while :; do
  wait "$task"
  code=$?
  [ "$code" -gt 128 ] && kill -0 "$task" 2>/dev/null || break
done
[ -z "$requeue" ] || [ "$code" = 0 ] || exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
exit "$code"
)";

constexpr std::string_view kParallel = R"(#!/bin/bash
# start [HOST,HOST...]: one shard at a time on each host, over ssh; without hosts here.
seq {N} | exec parallel --will-cite --sshlogin "${1:-:}" --jobs 1 --joblog {DIR}/logs/jobs {PROGRAM} shard {DIR} {}
)";

constexpr std::string_view kLocal = R"(#!/bin/bash
for shard in $(seq {N}); do
  {PROGRAM} shard {DIR} "$shard" || exit
done
)";

/// By ShardEngine.
constexpr std::array<std::string_view, kEngineNames.size()> kScripts = {kSlurm, kParallel, kLocal};

std::string script(const CampaignFolder& folder) {
  const std::string_view text = kScripts.at(static_cast<std::size_t>(folder.engine));
  std::string made = replaced(std::string(text), "{N}", std::to_string(folder.shards));
  made = replaced(std::move(made), "{PROGRAM}", shell_word(folder.program));
  return replaced(std::move(made), "{DIR}", folder.path);
}

}  // namespace

std::optional<Error> write_campaign(const CampaignFolder& folder) {
  std::error_code failed;
  if (auto error = make_folder(folder.path)) return error;
  const bool empty = std::filesystem::is_empty(folder.path, failed);
  if (failed) return Error{folder.path + ": cannot be read: " + failed.message()};
  if (!empty) return Error{folder.path + ": is not empty"};
  for (const char* name : {"/shards", "/logs"}) {
    if (auto error = make_folder(folder.path + name)) return error;
  }
  if (auto error = write_file(folder.start_file(), script(folder))) return error;
  std::filesystem::permissions(folder.start_file(), std::filesystem::perms(0777 & ~022), failed);
  return write_file(folder.plan_file(), plan_text(folder));
}

std::string start_command(const CampaignFolder& folder) {
  if (folder.engine == ShardEngine::slurm) return "sbatch " + folder.start_file();
  return folder.start_file() + (folder.engine == ShardEngine::parallel ? " HOST,HOST..." : "");
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce conjecture`: the conjecture after Remark 2.20 of Hart's thesis.
#include <unistd.h>

#include <algorithm>

#include "cli/motion/energy_csv.hpp"
#include "cli/papers/names.hpp"
#include "cli/process/output_file.hpp"
#include "reports/conjecture_record.hpp"
#include "reports/conjecture_text.hpp"
#include "reports/terminal.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kDefaultCases = 25;
constexpr std::uint64_t kMaxConjectureCases = 5000;
/// A family with bodies of more vertices gets one in kPartOfLarge of the cases, as they take long,
/// unless families are named.
constexpr int kSmallVertices = 64;
constexpr std::uint64_t kPartOfLarge = 10;

std::optional<Error> write_conjecture_csv(const std::string& directory,
                                          const std::vector<ConjectureCase>& cases,
                                          const ConjectureSummary& summary) {
  if (auto error = make_csv_directory(directory)) return error;
  if (auto error = write_file(directory + "/cases.csv", conjecture_csv(cases))) return error;
  return write_file(directory + "/contacts.csv", contact_kinds_csv(summary));
}

int check_conjecture(const RunArguments& typed) {
  const std::uint64_t wanted = *typed.cases;
  const bool named = typed.families.given();
  const auto chosen = choose_polytopes(typed, [&](const Family& family) {
    const bool part = !named && family.largest_vertices > kSmallVertices;
    return part ? std::max<std::uint64_t>(1, wanted / kPartOfLarge) : wanted;
  });
  if (!chosen) return fail("reproduce conjecture: " + chosen.reason(), kExitBadInput);
  CheckOptions options;
  options.sources = chosen.value().sources;
  options.seed = chosen.value().seed;
  options.jobs = *typed.jobs;
  options.stop_requested = stop_requested;
  return run_recorded(typed, "cases", Interrupted::kept, [&](Progress& progress) -> Result<Made> {
    options.progress = progress.updates();
    const std::vector<ConjectureCase> cases = measure_conjecture(options);
    const ConjectureSummary summary = summarise(cases, options.sources);
    const auto write = [cases, summary](const std::string& directory) {
      return write_conjecture_csv(directory, cases, summary);
    };
    return Made{summary.cases == 0 ? "" : conjecture_text(summary, columns_of(STDOUT_FILENO)),
                conjecture_record().document({summary, options.seed}),
                summary.as_proven(),
                "",
                "",
                write,
                how_many(summary.cases, "case")};
  });
}

}  // namespace

RunArguments& add_conjecture(Command& command) {
  RunArguments& a = command.runs(check_conjecture);
  a.cases = kDefaultCases;
  command.group("Which cases");
  add_case_options(command, a,
                   "Cases of each family; a tenth of them of families of more than 64 vertices, "
                   "unless families are named",
                   {1, kMaxConjectureCases}, OwnCases::none);
  return a.add_tables(command, "Write the cases, and the kinds of contact, as tables");
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `touchstone verify`, of which validate has most as well.
#include <string>

#include "cli/commands.hpp"
#include "cli/peers.hpp"
#include "cli/verify.hpp"

namespace touchstone {
void add_campaign_options(Command& command, VerifyArguments& a, const std::string& metric_help) {
  command.option("--metric", "NAME", a.metrics, metric_help).list();
  add_family_option(command, a.families);
  command
      .option("--file", "FILE", a.files,
              "Case file (docs/case-file.md), judged alone unless --family is given; repeatable")
      .names_something()
      .repeatable();
  command
      .option(
          "--meshes", "DIR", a.meshes,
          "Directory of meshes (OBJ, OFF, STL, PLY; docs/meshes.md): pairs of their hulls, judged "
          "alone unless --family is given, which can also choose from meshes-*")
      .names_something();
  command.option("--cases", "N", a.cases,
                 "Cases of each family (default: a count of the family's own)");
  command.flag("--quick", a.outcome.quick, "A tenth of the default cases of each family");
  command.option("--seed", "S", a.seed, "Seed of the families (default: 42)");
  command.option("--tolerance", "T", a.tolerance,
                 "What counts as right, relative to size: above 0, at most 1 (default: 1e-8)");
  command.option("--jobs", "J", a.jobs, "Threads (default: one for each core)");
  command
      .option("--db", "FILE", a.db,
              "Keep records and failures in this SQLite file (docs/store.md); if it is there "
              "already, go on with its campaign, which need not be typed again")
      .names_something();
  command.option("--shard", "I/N", a.shard,
                 "Judge the Ith of N parts only, for touchstone merge; with --db");
}

void add_mode_options(Command& command, VerifyArguments& a) {
  command
      .option("--properties", "[N]", a.properties,
              "Also examine properties that need no truth (docs/properties.md) on N cases of each "
              "family (without N: a tenth of its cases, at most 50)")
      .words(0, 1);
  command
      .option(
          "--contacts", "[METHOD,...]", a.contacts,
          "Instead hold these contact methods (without a name: all) to the conditions on contact "
          "data (docs/contacts.md)")
      .words(0, 1);
  command
      .option("--dump-cases", "N FILE", a.dump,
              "Instead write the first N cases of each family with their exact truths to FILE, "
              "as JSON lines (docs/dump.md; - is standard output); no metric is run")
      .words(2, 2)
      .names_something();
  command.flag("--shrink", a.shrink,
               "Also sort what is wrong by kind, and show the simplest pair of each kind "
               "(docs/shrink.md)");
  command.flag("--degeneracy", a.degeneracy,
               "Also show errors by how near a penetrating case is to a tie of two facets "
               "(docs/degeneracy.md); kept with --db");
  command.flag("--certify", a.certify,
               "Judge distances by the certificates that answers bring, where they hold: "
               "exactly and without the oracle (docs/certificates.md); kept with --db");
}

void add_verify(CommandLine& line) {
  Command command =
      line.command("verify", "Judges metrics on families of cases against the exact truth");
  VerifyArguments& a = command.runs(verify_with_peers);
  add_campaign_options(command, a,
                       "Metric to judge; repeatable, or several with commas (default: all)");
  add_mode_options(command, a);
  command
      .option("--plugin", "FILE", a.contacts_plugin,
              "With --contacts: judge the contact data of this plug-in, alone or beside METHOD")
      .names_something();
  command.flag("--peers", a.peers,
               "Also judge the libraries that ./touchstone peers has built (docs/peers.md); not "
               "with --db");
  add_outcome_options(command, a.outcome);
  command
      .option("--write-accuracy", "DIR", a.outcome.accuracy,
              "Write the accuracy table of the plain campaign: DIR/accuracy.json, which the next "
              "build has built in, and its pages DIR/accuracy.md and DIR/accuracy/GROUP.md; with "
              "--quick DIR/accuracy-quick.json")
      .names_something();
  command.footer(
      "Exit code 1: something is not as in the accuracy table (docs/accuracy.md), better or worse; "
      "or a case is flaky or order-dependent; "
      "or, where the table says nothing, something was judged wrong: at the looser of --tolerance "
      "and the metric's own; at --tolerance where the metric claims to be exact, or computes in "
      "double precision and the cases are from a file or meshes of your own; or a metric that "
      "claims to be exact violates a property, or with --certify does not prove an answer.\n"
      "--fail-on and --baseline each put another rule in the place of this one (docs/ci.md).\n"
      "Exit code 130 or 143: interrupted; with --db the same command goes on.\n"
      "Metrics are left out above their largest default size unless metric and family (not its "
      "group) are both named.");
}

}  // namespace touchstone

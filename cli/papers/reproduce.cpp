// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce`: everything that exists to check a paper's claim, and the figures of the
// documentation, by its name; `--list`: what became of each item of the papers.
#include <utility>

#include "benchmarks/converge/position_order.hpp"
#include "benchmarks/converge/step_claims.hpp"
#include "benchmarks/papers/accelerations.hpp"
#include "benchmarks/peg/peg_crash.hpp"
#include "benchmarks/peg/peg_friction.hpp"
#include "benchmarks/peg/peg_lemmas.hpp"
#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
#include "harness/contact_conditions/indeterminate.hpp"
#include "harness/contact_conditions/mtd_normal.hpp"
#include "harness/thesis/pair_claims.hpp"
#include "reports/papers_text.hpp"

namespace touchstone {
namespace {

struct PaperName {
  std::string name;
  std::string shows;  ///< one line
  std::function<RunArguments&(Command&)> add;
};

/// Figures of one kind: what each shows is its title.
template <class Figure>
void append(std::vector<PaperName>& names, const std::vector<Figure>& figures,
            RunArguments& (*add)(Command&, const Figure&)) {
  for (const Figure& figure : figures) {
    names.push_back({figure.name, figure.title, [add, &figure](Command& command) -> RunArguments& {
                       return add(command, figure);
                     }});
  }
}

/// Claims of other papers, and those of Hart's about motion.
const std::vector<PaperClaim>& other_claims() {
  static const std::vector<PaperClaim> kClaims = {
      {"slides-rest", "Hart: no overlap where nothing moves", ClaimCases::scenes, 0, check_rest},
      {"theorem6.12", "Hart: speeds are bounded, and overlaps by C |v|^2 h^2", ClaimCases::scenes,
       0, check_bounds},
      {"thesis-accuracy", "Hart: positions are accurate to O(h), held to steps of h/64",
       ClaimCases::scenes, 0, check_positions},
      {"mtd-normal", "Yi & Drumwright: the normal of minimum translation is piecewise continuous",
       ClaimCases::families, 4, check_mtd_normals},
      {"indeterminate", "Yi & Drumwright: normals that are not unique are found and can be used",
       ClaimCases::families, 10, check_indeterminate},
      {"peg-lemmas", "Williams, Lu & Trinkle: Lemmas 1.1 to 1.4 and an I, in every case",
       ClaimCases::every, 0, check_peg_lemmas},
      {"peg-friction", "Williams, Lu & Trinkle: whether a step with friction has a solution",
       ClaimCases::problems, 100, check_peg_friction},
      {"peg-crash", "Williams, Lu & Trinkle: steps that the standard model leaves unsolved",
       ClaimCases::scenes, 0, check_peg_crash},
      {"accelerations",
       "Yi & Drumwright: contacts that permit several forces permit several accelerations",
       ClaimCases::problems, 20, check_accelerations}};
  return kClaims;
}

std::vector<PaperName> paper_names() {
  std::vector<PaperName> names = {
      {"table1", "Yi & Drumwright: error in the signed distance of two boxes", add_table1},
      {"table2", "Yi & Drumwright: time of a simulation step", add_table2},
      {"figure5", "Yi & Drumwright: what is said of the two energy scenarios", add_figure5}};
  append(names, geometry_figures(), add_geometry_figure);
  append(names, thesis_figures(), add_thesis_figure);
  append(names, peg_figures(), add_peg_figure);
  append(names, pair_claims(), add_claim);
  append(names, other_claims(), add_claim);
  names.insert(
      names.end(),
      {{"converge", "Hart: how overlaps shrink with the step in the problems of his thesis",
        add_converge},
       {"conjecture",
        "Hart: whether the planes of contracted bodies come to be the depth apart, over families",
        add_conjecture},
       {"contraction", "Hart: how fast the maps chi_1, chi_2 and chi_3 contract, against mu",
        add_contraction},
       {"methods",
        "Hart: his problems by every combination of the rules that his thesis prints, beside ours",
        add_methods},
       {"events", "Hart: what his thesis says of events, held to the exact truth", add_events},
       {"concepts", "The figures of this documentation, each of which shows one idea",
        add_concepts}});
  return names;
}

struct PaperListArguments : Arguments {
  Typed<std::string> json;
};

int list_papers(const PaperListArguments& typed) {
  const std::string& path = *typed.json;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  auto json = OutputFile::open(path);
  if (!json) return fail(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  return show(output, papers_record().document(papers()), papers_text(papers()), kExitAsExpected);
}

}  // namespace

void add_reproduce(CommandLine& line) {
  Command reproduce = line.command(
      "reproduce", "Makes a table or figure of the papers again, or checks what they claim");
  for (const PaperName& paper : paper_names()) {
    Command command = reproduce.command(paper.name, paper.shows);
    paper.add(command).name = "reproduce " + paper.name;
  }
  Command list = reproduce.command(
      "list", "Prints every item of the papers with command and verdict; also --list");
  add_json_option(list, list.runs(list_papers).json);
  add_all_papers(reproduce);
  reproduce.footer(
      "peg-figures are of Williams, Lu & Trinkle (docs/peg-figures.md), thesis-figures of Hart "
      "(docs/converge.md). Figures 1, 2, 13 to 15 and 17 of the thesis show nothing to "
      "compute. --list has every item of the papers; --all --quick runs their commands in "
      "minutes.");
}

}  // namespace touchstone

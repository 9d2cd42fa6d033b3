// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce`: everything that exists to check a paper's claim, and the figures of the
// documentation, by its name; `--list`: what became of each item of the papers.
#include <utility>

#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
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

std::vector<PaperName> paper_names() {
  std::vector<PaperName> names = {
      {"table1", "Yi & Drumwright: error in the signed distance of two boxes", add_table1},
      {"table2", "Yi & Drumwright: time of a simulation step", add_table2},
      {"figure5", "Yi & Drumwright: what is said of the two energy scenarios", add_figure5}};
  append(names, geometry_figures(), add_geometry_figure);
  append(names, thesis_figures(), add_thesis_figure);
  append(names, peg_figures(), add_peg_figure);
  append(names, paper_claims(), add_claim);
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
       {"brazil-nut", "Hart: whether a large body is on top of small ones after some 40 shakes",
        add_nut},
       {"events", "Hart: what his thesis says of events, held to the exact truth", add_events},
       {"movies", "All motions that the papers show, each as a page on which one watches it",
        add_movies},
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
  return show(path, papers_record().document(papers()), papers_text(papers()), kExitAsExpected);
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
      "peg-figures are of Williams, Lu & Trinkle (docs/peg-figures.md), yi-figures of Yi & "
      "Drumwright, thesis-figures of Hart (docs/converge.md). Figures 1, 2, 13 to 15 and 17 of the "
      "thesis show nothing to compute. --list has every item of the papers; --all --quick runs "
      "their commands in minutes.");
}

}  // namespace touchstone

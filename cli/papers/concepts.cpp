// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce concepts DIR`: the figures of the documentation as SVG files.
#include <iostream>

#include "benchmarks/concepts/concept_figures.hpp"
#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
#include "cli/process/output_file.hpp"
#include "reports/svg/drawing_svg.hpp"

namespace touchstone {
namespace {

struct ConceptArguments : RunArguments {
  Typed<std::string> folder;
};

std::string concept_svg(const ConceptFigure& figure) {
  std::vector<SvgPart> parts;
  for (const ConceptPanel& panel : figure.make(guarded_metric)) {
    parts.push_back(drawing_part(panel.drawing, panel.title));
  }
  return svg_document(parts);
}

int write_concepts(const ConceptArguments& typed) {
  const std::string& folder = *typed.folder;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (const auto error = make_folder(folder)) {
    return fail("reproduce concepts: " + error->reason, kExitBadInput);
  }
  for (const ConceptFigure& figure : concept_figures()) {
    const std::string path = folder + "/" + figure.name + ".svg";
    if (const auto error = write_file(path, concept_svg(figure))) {
      return fail("reproduce concepts: " + error->reason, kExitHarnessFailed);
    }
    std::cout << "wrote " << path << "\n";
  }
  return kExitAsExpected;
}

}  // namespace

RunArguments& add_concepts(Command& command) {
  ConceptArguments& a = command.runs(write_concepts);
  command.fills("DIR", a.folder, "Folder of the figures").required();
  return a;
}

}  // namespace touchstone

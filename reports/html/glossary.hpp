// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of docs/glossary.md and the words of docs/verdicts.md, which are built in.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

struct Term {
  std::string name;
  std::string meaning;  ///< plain text
};

const std::vector<Term>& glossary();

}  // namespace touchstone

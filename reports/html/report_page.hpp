// SPDX-License-Identifier: GPL-3.0-or-later
// The page: the template that reports/web/ builds, filled with tables and data. The template has
// each of four markers once: kind, title, body, data.
#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// The committed template, built in.
std::string_view report_template();
/// docs/glossary.md, docs/verdicts.md and docs/findings.md, the last as HTML, built in.
std::string_view glossary_markdown();
std::string_view verdicts_markdown();
std::string_view findings_html();

struct PageParts {
  std::string kind;   ///< "report" or "pair"
  std::string title;  ///< text
  std::string body;   ///< HTML that can be read without JavaScript
  std::string data;   ///< JSON of the schema touchstone.report/1
};

/// The whole page. `data` is compressed: base64 of gzip.
std::string fill_page(const PageParts& parts);

/// base64 of gzip, the same bytes for the same text.
std::string compressed(std::string_view text);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/store.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "schema/json_node.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

Difference only_there(const std::string& what, const char* pronoun = "it") {
  return {what, pronoun, false, true, ""};
}
Difference only_asked(const std::string& what, const char* pronoun = "it") {
  return {what, pronoun, true, false, ""};
}

/// The names of `a` that are not in `b`.
template <class Entry>
std::vector<std::string> missing(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  std::vector<std::string> names;
  for (const Entry& entry : a) {
    const bool known = std::any_of(b.begin(), b.end(),
                                   [&](const Entry& other) { return other.name == entry.name; });
    if (!known) names.push_back(entry.name);
  }
  return names;
}

/// "sat and 3 others"
std::string first_of(const std::vector<std::string>& names) {
  const std::size_t others = names.size() - 1;
  if (others == 0) return names.front();
  return names.front() + " and " + how_many(others, "other");
}

template <class Entry>
std::optional<Difference> list_difference(const std::string& what, const std::vector<Entry>& there,
                                          const std::vector<Entry>& asked) {
  const auto pronoun = [](const auto& names) { return names.size() == 1 ? "it" : "them"; };
  const auto lost = missing(there, asked);
  if (!lost.empty()) return only_there(what + first_of(lost), pronoun(lost));
  const auto added = missing(asked, there);
  if (!added.empty()) return only_asked(what + first_of(added), pronoun(added));
  for (std::size_t k = 0; k < there.size(); ++k) {
    const std::string& a = there[k].name;
    const std::string& b = asked[k].name;
    if (a != b) return Difference{a + " before " + b, b + " before " + a, false, false, ""};
  }
  return std::nullopt;
}

/// The first line of `a` that is not in `b`, as "minkowski on hulls (bodies of ...)".
std::string left_out_line(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (const std::string& line : a) {
    if (std::find(b.begin(), b.end(), line) != b.end()) continue;
    const auto colon = line.find(": ");
    if (colon == std::string::npos) return line;
    return line.substr(0, colon) + " (" + line.substr(colon + 2) + ")";
  }
  return "";
}

/// Compares two entries of one source, whose cases should be the same.
std::optional<Difference> case_difference(const SourceEntry& a, const SourceEntry& b) {
  const std::string changed = a.path.empty() || b.path.empty() ? "" : b.path + " has changed since";
  if (a.cases != b.cases) {
    const auto count = [](const SourceEntry& source) {
      return how_many(source.cases, "case") + " of " + source.name;
    };
    return Difference{count(a), count(b), false, false, changed};
  }
  if (a.fingerprint != b.fingerprint) {
    const std::string made_otherwise = "the two programs make other cases of this family";
    return Difference{"other cases of " + a.name + " (of the fingerprint " + a.fingerprint + ")",
                      "those of the fingerprint " + b.fingerprint, false, false,
                      changed.empty() ? made_otherwise : changed};
  }
  return std::nullopt;
}

std::string claim_text(const MetricEntry& metric) {
  return metric.name + " claiming " +
         (metric.claims_exact ? "to be exact" : json_number(metric.own_tolerance));
}

/// The first text that differs between two JSON objects of versions. Their commits may: whoever
/// works on the program goes on with a campaign.
std::optional<Difference> version_difference(const std::string& there, const std::string& asked) {
  json a = parse_json(there);
  json b = parse_json(asked);
  if (a.is_object() && b.is_object()) {
    for (json* versions : {&a, &b}) versions->erase("commit");
    if (a == b) return std::nullopt;
    for (const auto& [key, value] : b.items()) {
      const auto before = a.find(key);
      if (before == a.end() || *before == value || !before->is_string() || !value.is_string()) {
        continue;
      }
      return Difference{key + " " + before->get<std::string>(),
                        key + " " + value.get<std::string>(), false, false,
                        "another build of the program"};
    }
  }
  return Difference{there, asked, false, false, "another build of the program"};
}

std::string with_note(const Difference& found) {
  return found.note.empty() ? "" : " (" + found.note + ")";
}

Difference unlike(const std::string& what, const std::string& a, const std::string& b) {
  return {what + " " + a, what + " " + b, false, false, ""};
}

/// The first difference in seed, tolerance, certificates or degeneracy.
std::optional<Difference> setting_difference(const CampaignDescription& there,
                                             const CampaignDescription& asked) {
  const CampaignOptions defaults;
  const auto setting = [](const std::string& option, const std::string& a, const std::string& b,
                          const std::string& by_default) {
    const std::string note = b == by_default ? "the default" : "";
    return Difference{option + " " + a, option + " " + b, false, false, note};
  };
  if (there.seed != asked.seed) {
    return setting("--seed", std::to_string(there.seed), std::to_string(asked.seed),
                   std::to_string(defaults.seed));
  }
  if (there.tolerance != asked.tolerance) {
    return setting("--tolerance", json_number(there.tolerance), json_number(asked.tolerance),
                   json_number(defaults.tolerance));
  }
  if (there.certify != asked.certify) {
    return there.certify ? only_there("--certify") : only_asked("--certify");
  }
  if (there.degeneracy == asked.degeneracy) return std::nullopt;
  return there.degeneracy ? only_there("--degeneracy") : only_asked("--degeneracy");
}

/// The first difference in metrics' claims or sources' chunks. Both lists have the same names.
std::optional<Difference> entry_difference(const CampaignDescription& there,
                                           const CampaignDescription& asked) {
  for (std::size_t k = 0; k < there.metrics.size(); ++k) {
    const std::string a = claim_text(there.metrics[k]);
    const std::string b = claim_text(asked.metrics[k]);
    if (a != b) return Difference{a, b, false, false, ""};
    if (auto found = plugin_difference(there.metrics[k], asked.metrics[k].fingerprint))
      return found;
  }
  for (std::size_t k = 0; k < there.sources.size(); ++k) {
    const SourceEntry& a = there.sources[k];
    const SourceEntry& b = asked.sources[k];
    if (a.chunk_cases != b.chunk_cases) {
      return unlike("chunks of " + a.name + " of", std::to_string(a.chunk_cases),
                    std::to_string(b.chunk_cases));
    }
    if (a.metrics != b.metrics) {
      return unlike("on " + a.name, std::to_string(a.metrics.size()) + " metrics",
                    std::to_string(b.metrics.size()));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Difference> plugin_difference(const MetricEntry& there, const std::string& asked) {
  if (there.fingerprint == asked) return std::nullopt;
  const auto build = [](const std::string& fingerprint) {
    return fingerprint.empty() ? "no file of its own" : "the fingerprint " + fingerprint;
  };
  return Difference{"a " + there.name + " of " + build(there.fingerprint), "one of " + build(asked),
                    false, false, "its file has changed since"};
}

std::optional<Difference> limit_difference(const CampaignDescription& there,
                                           const CampaignDescription& asked) {
  if (there.query_limit_s != asked.query_limit_s) {
    return unlike("a limit in seconds for a query of", json_number(there.query_limit_s),
                  json_number(asked.query_limit_s));
  }
  if (there.wall_limit_s != asked.wall_limit_s) {
    return unlike("a limit in seconds of waiting (0: the default) of",
                  json_number(there.wall_limit_s), json_number(asked.wall_limit_s));
  }
  if (there.memory_limit_bytes != asked.memory_limit_bytes) {
    return unlike("a limit of memory in bytes of", std::to_string(there.memory_limit_bytes),
                  std::to_string(asked.memory_limit_bytes));
  }
  if (there.in_process != asked.in_process) {
    return asked.in_process ? only_asked("--in-process") : only_there("--in-process");
  }
  return std::nullopt;
}

std::optional<Difference> difference(const CampaignDescription& there,
                                     const CampaignDescription& asked) {
  if (auto found = setting_difference(there, asked)) return found;
  if (auto found = list_difference("the metric ", there.metrics, asked.metrics)) return found;
  if (auto found = list_difference("the family ", there.sources, asked.sources)) return found;
  for (std::size_t k = 0; k < there.sources.size(); ++k) {
    if (auto found = case_difference(there.sources[k], asked.sources[k])) return found;
  }
  const std::string left_out = left_out_line(there.not_run, asked.not_run);
  if (!left_out.empty()) return only_asked(left_out);
  const std::string now_left_out = left_out_line(asked.not_run, there.not_run);
  if (!now_left_out.empty()) return only_there(now_left_out);
  if (auto found = entry_difference(there, asked)) return found;
  if (auto found = limit_difference(there, asked)) return found;
  return version_difference(there.versions, asked.versions);
}

std::string another_campaign(const std::string& path, const Difference& found) {
  return path + ": holds another campaign: it was made " +
         (found.there_without ? "without " : "with ") + found.there + ", this asks for " +
         (found.asked_without ? "a campaign without " : "") + found.asked + with_note(found);
}

std::string not_one_campaign(const std::string& first, const std::string& path,
                             const Difference& found) {
  return path + ": is not of the campaign of " + first + ": " + first + " was made " +
         (found.there_without ? "without " : "with ") + found.there + ", " + path +
         (found.asked_without ? " without " : " with ") + found.asked + with_note(found);
}

}  // namespace touchstone

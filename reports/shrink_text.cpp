// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/shrink_text.hpp"

#include <algorithm>
#include <sstream>

#include "harness/shrink/pair_draft.hpp"
#include "reports/ask_command.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kOthersShown = 5;
constexpr std::size_t kMaxVerticesShown = 16;  ///< a body with more shows their number only

std::string core_line(const BodyDraft& body) {
  if (body.curved) {
    const bool is_ellipsoid = std::holds_alternative<Ellipsoid>(*body.curved);
    std::vector<double> lengths;
    for (const Vec3& v : vertices_of(body)) lengths.push_back(v.x());
    return std::string(curved_name(*body.curved)) +
           (is_ellipsoid ? " of semi-axes " : " of radius and half length ") +
           json_row(json_items(lengths, json_number));
  }
  if (body.half_extents) return "box of half extents " + json_vector(*body.half_extents);
  if (body.vertices.size() > kMaxVerticesShown) {
    return "hull of " + std::to_string(body.vertices.size()) + " vertices";
  }
  std::string text = "hull " + json_row(json_items(body.vertices, json_vector));
  if (body.interior_point) text += " interior point " + json_vector(*body.interior_point);
  return text;
}

std::string body_line(const BodyDraft& body) {
  if (body.radius == 0) return core_line(body);
  return core_line(body) + " radius " + json_number(body.radius);
}

std::string pose_line(const PoseDraft& pose) {
  std::string text;
  if (!pose.t.isZero(0)) text += " t " + json_vector(pose.t);
  if (!pose.q) {
    text += " R " + json_row({json_vector(pose.R.row(0).transpose()),
                              json_vector(pose.R.row(1).transpose()),
                              json_vector(pose.R.row(2).transpose())});
  } else if (*pose.q != kIdentityRotation) {
    text += " q " + json_row(json_items(*pose.q, json_number));
  }
  return text;
}

/// A line for each body.
std::string draft_lines(const PairDraft& draft) {
  std::string text;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    text += std::string(k == 0 ? "A: " : "B: ") + body_line(draft.bodies[k]) +
            pose_line(draft.poses[k]) + "\n";
  }
  return text;
}

/// A line for the kind; below it the reason, the command and the pair.
std::string group_text(const MetricFailures& metric, const FailureGroup& group,
                       const CampaignResult& result) {
  CampaignRow row;
  // Whatever its family, a row of the metric knows how that was asked.
  const auto known =
      std::find_if(result.rows.begin(), result.rows.end(),
                   [&](const CampaignRow& one) { return one.metric == metric.metric; });
  if (known != result.rows.end()) row.plugin_limits = known->plugin_limits;
  for (const CampaignRow& one : result.rows) {
    if (one.metric == metric.metric && one.family == group.family) row.after = one.after;
  }
  row.metric = metric.metric;
  row.plugin = metric.plugin;
  row.family = group.family;
  row.path = group.path;
  std::string text = "  " + std::to_string(group.count) + " x " + kind_text(group.kind) + "\n";
  if (!group.reason.empty()) {
    text += (group.reason_count == group.count
                 ? "    reason: "
                 : "    most frequent reason, of " + std::to_string(group.reason_count) + ": ") +
            group.reason + "\n";
  }
  text += "    " + ask_command(row, group.id, result.tolerance);
  if (!group.shrunk) return text + "\n    not shrunk: " + group.why_not_shrunk + "\n";
  text += " --shrink\n";
  std::istringstream lines(draft_lines(group.shrunk->draft));
  for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
  return text;
}

/// What stands above the ways of the likely cause, and above the others; nothing without a cause.
std::string cause_heading(const MetricFailures& metric, const FailureGroup& group,
                          const CampaignResult& result) {
  for (const LikelyCause& cause : result.causes) {
    if (cause.metric != metric.metric) continue;
    return is_of_cause(group.explained, group.count)
               ? "  by the likely cause, " + cause.name + ":\n"
               : "  by something else:\n";
  }
  return "";
}

/// Whether it is told with its own lines, and not only counted.
bool is_shown(const FailureGroup& group) { return group.shrunk || !group.why_not_shrunk.empty(); }

}  // namespace

std::string draft_summary(const PairDraft& draft) {
  const auto body = [&](std::size_t k) {
    const std::optional<Core>& curved = draft.bodies[k].curved;
    if (curved) return std::string(curved_name(*curved));
    return draft.bodies[k].half_extents
               ? std::string("a box")
               : std::to_string(draft.bodies[k].vertex_count()) + " vertices";
  };
  return "A " + body(0) + ", B " + body(1) + ", at most " +
         how_many(static_cast<std::uint64_t>(significant_digits(draft)), "digit");
}

std::string shrunk_text(const ShrunkFailure& shrunk, const std::string& metric,
                        const std::string& id) {
  std::string text = metric + " shrunk: " + kind_text(shrunk.kind()) + "; " +
                     draft_summary(shrunk.draft) + " (" + std::to_string(shrunk.calls) +
                     " calls)\n" + shrunk_case_text(shrunk, metric, id);
  if (shrunk.examined.error > 0) {
    text += "  error " + short_text(shrunk.examined.error) + ", of the pair that it comes from " +
            short_text(shrunk.first_error) + "\n";
  }
  if (!shrunk.robust)
    text += "  hangs on a tie or on last bits: B moved by 1e-7 of size is judged otherwise\n";
  for (const std::string& name : shrunk.does_not_matter) {
    text += "  does not matter: " + name + " (fails with the same verdict)\n";
  }
  for (std::size_t k = 0; k < shrunk.also_found.size(); ++k) {
    if (k == kOthersShown) {
      text += "  and " + std::to_string(shrunk.also_found.size() - k) +
              " other kinds (--json has them)\n";
      break;
    }
    const OtherFailure& other = shrunk.also_found[k];
    text += "  also found: " + kind_text(other.kind) + "; " + draft_summary(other.draft) +
            " (seen " + std::to_string(other.count) + " times)\n";
  }
  return text;
}

std::string failures_text(const std::vector<MetricFailures>& failures,
                          const CampaignResult& result) {
  std::string text;
  for (const MetricFailures& metric : failures) {
    if (metric.count == 0) continue;
    text += metric.metric + " fails in " + how_many(metric.groups.size(), "way") + ": " +
            how_many(metric.count, "failure") +
            (metric.sorted < metric.count
                 ? ", of which the first " + std::to_string(metric.sorted) + " were sorted"
                 : "") +
            "\n";
    std::uint64_t more = 0;
    std::string heading;
    for (const FailureGroup& group : metric.groups) {
      if (is_shown(group)) {
        const std::string of = cause_heading(metric, group, result);
        if (of != heading) text += of;
        heading = of;
        text += group_text(metric, group, result);
      } else {
        ++more;
      }
    }
    if (more > 0) text += "  and " + std::to_string(more) + " rarer ways (--json has them)\n";
    if (metric.within_own > 0) {
      text += "  not sorted: " + std::to_string(metric.within_own) +
              " that are right at its own tolerance\n";
    }
  }
  return text;
}

void note_kinds(const std::vector<MetricFailures>& failures, CampaignResult& result) {
  for (const MetricFailures& metric : failures) {
    for (const FailureGroup& group : metric.groups) {
      const auto row =
          std::find_if(result.rows.begin(), result.rows.end(), [&](const CampaignRow& r) {
            return r.metric == metric.metric && r.family == group.family;
          });
      if (row != result.rows.end() && is_shown(group)) {
        row->kinds += group_text(metric, group, result);
      }
    }
  }
}

}  // namespace touchstone

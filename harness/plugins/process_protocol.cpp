// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/process_protocol.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "geometry/aligned_box.hpp"
#include "harness/plugins/bare_numbers.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/printable.hpp"
#include "schema/json_append.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone::process_protocol {
namespace {

using plugin_channel::Wanted;

/// A message quotes at most so much of what a program wrote [byte].
constexpr std::size_t kMaxWords = 160;
/// Longest note of an answer [byte].
constexpr std::size_t kMaxNote = 200;
/// More than an answer has: a line with more values is not read into memory.
constexpr std::size_t kMaxValuesPerAnswer = 64;
constexpr std::size_t kMaxValuesOfHello = 256;
/// More than a manifold's answer has, of a point that has 8.
constexpr std::size_t kMaxValuesPerManifold =
    kMaxValuesPerAnswer + 16 * plugin_channel::kMaxManifoldPoints;

int sign_of(const JsonNode& node) {
  const double sign = node.number();
  if (sign != -1 && sign != 0 && sign != 1) node.refuse("must be -1, 0 or 1");
  return static_cast<int>(sign);
}

std::string read_note(const JsonNode& answer) {
  if (!answer.has("note")) return {};
  return printable(answer.at("note").text(), kMaxNote);
}

RunOutcome read_answer(const JsonNode& node) {
  RunOutcome outcome;
  Answer& answer = outcome.answer;
  answer.note = read_note(node);
  outcome.detail = answer.note;
  const std::string status = node.at("status").text();
  if (status == "skipped") {
    return {RunStatus::skipped, {}, answer.note.empty() ? "without a reason" : answer.note};
  }
  if (status == "no_answer") return outcome;
  if (status == "answered") {
    answer.value = number_of(node.at("value"));
  } else if (status == "sign_only") {
    answer.sign = sign_of(node.at("sign"));
  } else {
    node.at("status").refuse("must be answered, sign_only, no_answer or skipped");
  }
  if (node.has("normal")) answer.normal = read_vector(node.at("normal"));
  if (node.has("witness_A") || node.has("witness_B")) {
    answer.witnesses = {read_vector(node.at("witness_A")), read_vector(node.at("witness_B"))};
  }
  answer.status = status == "answered" ? AnswerStatus::answered : AnswerStatus::sign_only;
  return outcome;
}

std::vector<ManifoldPoint> read_points(const JsonNode& node) {
  std::vector<ManifoldPoint> points;
  for (const JsonNode& item : node.items()) {
    item.allow_only({"position", "depth", "normal", "id"});
    ManifoldPoint& point = points.emplace_back();
    point.p_W = read_vector(item.at("position"));
    point.depth = number_of(item.at("depth"));
    point.normal = read_vector(item.at("normal"));
    if (item.has("id")) point.id = item.at("id").whole();
  }
  if (points.size() > plugin_channel::kMaxManifoldPoints) node.refuse("has more than 256 points");
  return points;
}

ClaimedGradient read_gradient(const JsonNode& node) {
  node.allow_only({"v_A", "w_A", "v_B", "w_B", "differentiable"});
  const auto part = [&](const char* key) { return read_vector(node.at(key)); };
  ClaimedGradient gradient{{part("v_A"), part("w_A"), part("v_B"), part("w_B")}, {}};
  if (node.has("differentiable")) gradient.differentiable = node.at("differentiable").truth();
  return gradient;
}

PluginReply without_answer(std::string why) {
  PluginReply reply;
  reply.outcome.answer.note = why;
  reply.outcome.detail = std::move(why);
  return reply;
}

/// Without the answer's place in its list: a question's outcome does not depend on that.
std::string without_place(const std::string& refusal) {
  const std::size_t place = refusal.find(']');
  if (place == std::string::npos) return refusal;
  return refusal.substr(std::min(refusal.find_first_not_of(".: ", place + 1), refusal.size()));
}

void append_numbers(const double* numbers, int count, std::string& message) {
  message += '[';
  for (int k = 0; k < count; ++k) {
    if (k > 0) message += ',';
    append_json_number(numbers[k], message);
  }
  message += ']';
}

void append_vector(const Vec3& v, std::string& message) { append_numbers(v.data(), 3, message); }

void append_pose(const Pose& pose, std::string& message) {
  std::array<double, 9> rows{};
  for (int k = 0; k < 9; ++k) rows[static_cast<std::size_t>(k)] = pose.R(k / 3, k % 3);
  message += "{\"R\":";
  append_numbers(rows.data(), 9, message);
  message += ",\"t\":";
  append_vector(pose.t, message);
  message += '}';
}

/// A list of what `append` appends for each item.
template <class Items, class Append>
void append_list(const Items& items, std::string& message, const Append& append) {
  message += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) message += ',';
    first = false;
    append(item);
  }
  message += ']';
}

void append_index(int index, std::string& message) { message += std::to_string(index); }

void append_facet(const Facet& facet, std::string& message) {
  message += "{\"normal\":";
  append_vector(facet.normal, message);
  message += ",\"offset\":";
  append_json_number(facet.offset, message);
  message += ",\"vertices\":";
  append_list(facet.vertices, message, [&](int vertex) { append_index(vertex, message); });
  message += '}';
}

/// What to do about a line that was meant for people.
std::string hint_for(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  const bool may_be_json = first != std::string_view::npos && line[first] == '{';
  return may_be_json ? "" : "; its standard output is for the protocol: print to standard error";
}

}  // namespace

std::string excerpt(std::string_view text) { return printable(text, kMaxWords); }

std::string hello_line() {
  return JsonObject()
             .add("hello", json_count(kVersion))
             .add("touchstone", json_string(version_number()))
             .row() +
         "\n";
}

Result<MetricRow> read_hello(std::string_view line, const std::string& where) {
  const Tidied tidied(line, kMaxValuesOfHello);
  bool is_solver = false;
  std::optional<std::string> fault;
  if (!tidied.fault().empty()) {
    fault = tidied.fault();
  } else {
    fault = visit_json(tidied.text(), [&is_solver](const JsonNode& root) {
      const std::uint64_t version = root.at("hello").whole();
      if (version != kVersion) {
        root.at("hello").refuse("it speaks version " + std::to_string(version) +
                                " of the protocol, and this program version " +
                                std::to_string(kVersion));
      }
      is_solver = root.has("solver");
      if (is_solver) return;
      root.allow_only({"hello",      "name",       "version",      "build",         "summary",
                       "policy",     "quantity",   "precision",    "own_tolerance", "takes",
                       "takes_flat", "boxes_only", "max_vertices", "offset",        "reach",
                       "separated",  "touching",   "penetrating",  "manifold",      "gradient"});
    });
  }
  if (is_solver) {
    return Error{where + ": is a solver of contact steps, which touchstone solve --solver judges"};
  }
  if (fault) {
    return Error{where + ": its first line is not a hello (docs/process-plugin.md): " +
                 printable(*fault) + ": '" + excerpt(line) + "'" + hint_for(line)};
  }
  return read_claims(tidied.text(), where);
}

std::string claims_of(std::string_view hello) {
  return std::string(Tidied(hello, kMaxValuesOfHello).text());
}

void append_body(std::uint64_t number, const Polytope& body, std::string& message) {
  message += "{\"body\":" + std::to_string(number) +
             ",\"dimension\":" + std::to_string(body.dimension()) + ",\"vertices\":";
  append_list(body.vertices(), message, [&](const Vec3& v) { append_vector(v, message); });
  message += ",\"facets\":";
  append_list(body.facets(), message, [&](const Facet& f) { append_facet(f, message); });
  message += ",\"edges\":";
  append_list(body.edges(), message, [&](const Edge& edge) {
    append_list(std::array{edge.v0, edge.v1, edge.left, edge.right}, message,
                [&](int index) { append_index(index, message); });
  });
  message += ",\"interior_point\":";
  append_vector(body.interior_point(), message);
  message += ",\"bounding_radius\":";
  append_json_number(body.bounding_radius(), message);
  if (body.radius() > 0) {
    message += ",\"radius\":";
    append_json_number(body.radius(), message);
  }
  if (const std::optional<AlignedBox> box = as_aligned_box(body)) {
    message += ",\"box\":{\"center\":";
    append_vector((box->least + box->most) / 2, message);
    message += ",\"half_extents\":";
    append_vector((box->most - box->least) / 2, message);
    message += '}';
  }
  message += "}\n";
}

void append_curved_body(std::uint64_t number, const ConvexBody& body, std::string& message) {
  const auto add = [&message](const char* before, double x) {
    message += before;
    append_json_number(x, message);
  };
  message += "{\"body\":" + std::to_string(number);
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&body.core())) {
    message += ",\"ellipsoid\":{\"semi_axes\":";
    append_vector(ellipsoid->semi_axes, message);
  } else if (const auto* cone = std::get_if<Cone>(&body.core())) {
    add(",\"cone\":{\"radius\":", cone->radius);
    add(",\"half_length\":", cone->half_length);
  } else {
    const Cylinder& cylinder = std::get<Cylinder>(body.core());
    add(",\"cylinder\":{\"radius\":", cylinder.radius);
    add(",\"half_length\":", cylinder.half_length);
  }
  add("},\"bounding_radius\":", body.bounding_radius());
  if (body.radius() > 0) add(",\"radius\":", body.radius());
  message += "}\n";
}

void append_forget(std::string& message) { message += "{\"forget\":true}\n"; }

BatchWriter::BatchWriter(std::string& message) : message_(message) {
  message_ += "{\"questions\":[";
}

void BatchWriter::add(std::uint64_t id, std::uint64_t A, const Pose& X_WA, std::uint64_t B,
                      const Pose& X_WB, const ContactQuestion* contact) {
  if (!empty_) message_ += ',';
  empty_ = false;
  message_ += "{\"id\":" + std::to_string(id) + ",\"A\":" + std::to_string(A) + ",\"X_WA\":";
  append_pose(X_WA, message_);
  message_ += ",\"B\":" + std::to_string(B) + ",\"X_WB\":";
  append_pose(X_WB, message_);
  if (contact != nullptr && contact->wanted == Wanted::manifold) {
    message_ += ",\"manifold_reach\":" + json_any_real(contact->reach);
  } else if (contact != nullptr && contact->wanted == Wanted::gradient) {
    message_ += ",\"gradient\":true";
  }
  message_ += '}';
}

void BatchWriter::end(std::uint64_t reset) {
  message_ += "]}\n{\"reset\":" + std::to_string(reset) + "}\n";
}

BatchReader::BatchReader(std::uint64_t first, std::size_t count, std::uint64_t reset, Wanted wanted)
    : first_(first),
      reset_(reset),
      replies_(count, without_answer("it gave this question no answer")),
      answered_(count, false),
      wanted_(wanted) {}

PluginReply BatchReader::read(const JsonNode& node) const {
  std::vector<std::string_view> keys = {"id",     "status",    "value",     "sign",
                                        "normal", "witness_A", "witness_B", "note"};
  const bool manifolds = wanted_ == Wanted::manifold;
  if (manifolds) keys.emplace_back("points");
  if (wanted_ == Wanted::gradient) keys.emplace_back("gradient");
  node.allow_only(keys);
  PluginReply reply{checked_outcome(read_answer(node))};
  // An answer says that there are none by an empty list.
  const bool must_have = manifolds && reply.outcome.answer.status == AnswerStatus::answered;
  if (must_have || node.has("points")) reply.points = read_points(node.at("points"));
  if (node.has("gradient")) reply.gradient = read_gradient(node.at("gradient"));
  return reply;
}

LineTaken BatchReader::take(std::string_view line) {
  const std::size_t values =
      wanted_ == Wanted::manifold ? kMaxValuesPerManifold : kMaxValuesPerAnswer;
  const Tidied tidied(line, values * (replies_.size() + 1));
  bool last = false;
  std::optional<std::string> fault;
  if (!tidied.fault().empty()) {
    fault = tidied.fault();
  } else {
    fault = visit_json(tidied.text(), [&](const JsonNode& root) {
      if (root.has("reset")) {
        if (root.at("reset").whole() != reset_) root.refuse("is not the reset of this batch");
        last = true;
        return;
      }
      for (const JsonNode& node : root.at("answers").items()) {
        const std::uint64_t id = node.at("id").whole();
        const std::size_t k = id - first_;
        if (id < first_ || k >= replies_.size()) node.refuse("answers what was not asked");
        if (answered_[k]) node.refuse("answers for the second time");
        answered_[k] = true;
        try {
          replies_[k] = read(node);
        } catch (const JsonRefusal& refusal) {
          replies_[k] =
              without_answer("its answer is not one: " + printable(without_place(refusal.what())));
        }
      }
    });
  }
  if (!fault) return last ? LineTaken::last : LineTaken::more;
  fault_ = "wrote a line that is not in the protocol: " + printable(without_place(*fault)) + ": '" +
           excerpt(line) + "'" + hint_for(line);
  return LineTaken::broken;
}

}  // namespace touchstone::process_protocol

// SPDX-License-Identifier: GPL-3.0-or-later
// What a record of contact solvers says twice, held to itself.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/steps/performance_profile.hpp"
#include "reports/solve_record.hpp"
#include "schema/derived_number.hpp"

namespace touchstone {
namespace {

/// A number, or the word of one that is not finite; never below 0.
double size_at(const JsonNode& object, const char* key) {
  const JsonNode node = object.at(key);
  if (node.is_string() && node.text() != "NaN" && node.text() != "Infinity") {
    node.refuse("must be a number, \"Infinity\" or \"NaN\"");
  }
  return read_value<AnyReal>(node).x;
}

void check_name(const JsonNode& name, const JsonNode& wanted) {
  if (name.text() != wanted.text()) name.refuse("must be that of " + wanted.place());
}

/// Whether impulses were given.
bool gave_impulses(const std::string& word) {
  return word == "solved" || word == "approximate" || word == "unusable";
}

/// Holds what is known of a problem to its limit and to whether an answer is `solved`.
void check_known(const JsonNode& problem, bool solved) {
  const std::string known = problem.at("known").text();
  const bool proven = problem.at("proven").truth();
  if (proven && known != "solvable" && known != "infeasible") {
    problem.at("proven").refuse("must be false where a problem is " + known);
  }
  const bool ill_scaled = size_at(problem, "limit") > accepted_step_error();
  const std::string wanted = ill_scaled                        ? "ill-scaled"
                             : proven || known == "infeasible" ? known
                             : solved                          ? "solvable"
                                                               : "open";
  if (known != wanted) {
    problem.at("known").refuse("is not what limit, proven and answers say: " + wanted);
  }
}

void check_r(const JsonNode& answer, const std::string& word) {
  constexpr double kRounding = 1e-9;  // relative [1]
  const JsonNode r = answer.at("r");
  if (!gave_impulses(word)) {
    if (!r.is_null()) r.refuse("must be null where there are no impulses");
    return;
  }
  if (r.is_null()) r.refuse("must be there where there are impulses");
  const double size = size_at(answer, "r");
  if (word == "solved" && size > accepted_step_error() * (1 + kRounding)) {
    r.refuse("must be up to 1e-9 where the word is solved");
  }
  if (word == "approximate" && size <= accepted_step_error()) {
    r.refuse("must be above 1e-9 where the word is approximate");
  }
  if (word == "unusable" && std::isfinite(size)) {
    r.refuse("must be \"Infinity\" where the word is unusable");
  }
}

/// Where a problem is ill-scaled rounding may excuse a claim.
void check_claim(const JsonNode& answer, const JsonNode& problem, const JsonNode& solver) {
  const std::string word = answer.at("word").text();
  const bool claims = answer.at("claims_solved").truth();
  if (claims && !gave_impulses(word)) {
    answer.at("claims_solved").refuse("must be false where there are no impulses");
  }
  const bool as_meant =
      word == "solved" ||
      (word == "approximate" && size_at(answer, "r") <= solver.at("tolerance").number());
  const bool false_claim = answer.at("false_claim").truth();
  const bool excused = !false_claim && problem.at("known").text() == "ill-scaled";
  if (false_claim != (claims && !as_meant) && !excused) {
    answer.at("false_claim").refuse("is not what claims_solved, word, r and tolerance say");
  }
  if (answer.at("flaky").truth() && word != "crashed") {
    answer.at("flaky").refuse("must be false where the word is not crashed");
  }
}

void check_contact_numbers(const JsonNode& answer, const JsonNode& problem) {
  const std::string word = answer.at("word").text();
  const double contacts = problem.at("contacts").number();
  if (answer.at("exact_contacts").number() > contacts) {
    answer.at("exact_contacts").refuse("must not be above the contacts of the problem");
  }
  for (const char* key : {"natural_map", "residuals", "worst_contact"}) {
    if (answer.at(key).is_null() || (gave_impulses(word) && word != "unusable")) continue;
    answer.at(key).refuse("must be null where no impulses are usable");
  }
  const JsonNode worst = answer.at("worst_contact");
  if (!worst.is_null() && worst.number() >= std::max(contacts, 1.0)) {
    worst.refuse("must be below the contacts of the problem");
  }
}

/// Two or three of a contact where they were judged; any number where they are unusable.
void check_impulses(const JsonNode& answer, const JsonNode& problem, const std::string& word) {
  const std::size_t count =
      answer.has("impulses") ? answer.at("impulses").items().size() : std::size_t{0};
  const auto contacts = static_cast<std::size_t>(problem.at("contacts").number());
  if (!gave_impulses(word)) {
    for (const char* key : {"impulses", "joint_impulses"}) {
      if (answer.has(key)) answer.at(key).refuse("must be missing where none were given");
    }
  } else if (word != "unusable" && count != 2 * contacts && count != 3 * contacts) {
    answer.refuse("impulses: must be two or three of each contact");
  }
}

void check_answer(const JsonNode& answer, const JsonNode& problem, const JsonNode& solver) {
  check_name(answer.at("problem"), problem.at("problem"));
  check_name(answer.at("group"), problem.at("group"));
  check_name(answer.at("solver"), solver.at("solver"));
  const std::string word = answer.at("word").text();
  if (word.starts_with("infeasible")) {
    const std::string wanted = !problem.at("proven").truth()                ? "infeasible_open"
                               : problem.at("known").text() == "infeasible" ? "infeasible_right"
                                                                            : "infeasible_wrong";
    if (word != wanted) answer.at("word").refuse("is not what is proven: " + wanted);
  }
  check_r(answer, word);
  check_impulses(answer, problem, word);
  check_claim(answer, problem, solver);
  check_contact_numbers(answer, problem);
}

/// The parts of an answer that rows are made of.
JudgedStep judged_step(const JsonNode& answer) {
  constexpr double kMicrosecond_s = 1e-6;
  const std::vector<std::string_view> words = step_words();
  const auto word = std::find(words.begin(), words.end(), answer.at("word").text());
  JudgedStep judged;
  judged.solver = answer.at("solver").text();
  judged.group = answer.at("group").text();
  judged.word = static_cast<StepWord>(word - words.begin());
  if (!answer.at("r").is_null()) judged.r = size_at(answer, "r");
  judged.false_claim = answer.at("false_claim").truth();
  judged.flaky = answer.at("flaky").truth();
  judged.time_s = kMicrosecond_s * answer.at("time_us").number();
  return judged;
}

/// A figure that is not finite is null.
void check_figure(const JsonNode& figure, const std::optional<double>& made, double unit = 1) {
  if (!made) {
    if (!figure.is_null()) figure.refuse("must be null where there are no such answers");
  } else if (std::isfinite(*made)) {
    check_derived(figure, unit * *made, "answers");
  } else if (!figure.is_null()) {
    figure.refuse("must be null where r is not finite");
  }
}

void check_row(const JsonNode& row, const SolveRow& made) {
  const auto check_count = [&row](std::string_view key, std::uint64_t count) {
    check_derived(row.at(std::string(key).c_str()), static_cast<double>(count), "answers");
  };
  check_count("problems", made.problems);
  check_count("flaky", made.flaky);
  check_count("ill_scaled", made.ill_scaled);
  check_count("false_claims", made.false_claims);
  check_count("proven_solvable", made.proven_solvable);
  check_count("missed_solutions", made.missed_solutions);
  for (std::size_t k = 0; k < kStepWordCount; ++k) check_count(step_words()[k], made.words.at(k));
  check_figure(row.at("median_r"), made.median_r);
  check_figure(row.at("p90_r"), made.p90_r);
  check_figure(row.at("largest_r"), made.largest_r);
  check_figure(row.at("median_us"), made.median_s, 1e6);
}

void check_rows(const JsonNode& root, const std::vector<JsonNode>& solvers,
                const std::vector<SolveRow>& made) {
  std::vector<JsonNode> groups;
  for (const JsonNode& problem : root.at("problems").items()) {
    const JsonNode group = problem.at("group");
    const auto is_same = [&group](const JsonNode& one) { return one.text() == group.text(); };
    if (std::none_of(groups.begin(), groups.end(), is_same)) groups.push_back(group);
  }
  const std::vector<JsonNode> rows = root.at("rows").items();
  if (rows.size() != groups.size() * solvers.size()) {
    root.at("rows").refuse("must have an entry for each group and solver");
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    check_name(rows[k].at("solver"), solvers[k % solvers.size()].at("solver"));
    check_name(rows[k].at("group"), groups[k / solvers.size()]);
    check_row(rows[k], made[k]);
  }
}

/// Times as they are written do not say exactly what is within a multiple of the fastest one's:
/// shares are held to each other, and the last one to the answers.
void check_profile(const JsonNode& root, const std::vector<JsonNode>& solvers,
                   const std::vector<double>& shares) {
  const std::vector<double>& multiples = profile_multiples();
  const bool stored = solvers.back().at("solver").text() == kStoredSolutions;
  const std::vector<JsonNode> rows = root.at("profile").items();
  if (rows.size() != (solvers.size() - (stored ? 1 : 0)) * multiples.size()) {
    root.at("profile").refuse("must have an entry for each solver and multiple");
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::size_t solver = k / multiples.size();
    const double multiple = multiples[k % multiples.size()];
    check_name(rows[k].at("solver"), solvers[solver].at("solver"));
    const JsonNode within = rows[k].at("within");
    const JsonNode share = rows[k].at("share");
    if (k % multiples.size() > 0 && share.number() < rows[k - 1].at("share").number()) {
      share.refuse("must not be below that of the multiple before");
    }
    if (std::isfinite(multiple)) {
      check_derived(within, multiple, "multiples of a profile");
    } else {
      if (!within.is_null()) within.refuse("must be null behind all multiples");
      check_derived(share, shares[solver], "answers");
    }
  }
}

void check_shrunk_steps(const JsonNode& root) {
  if (!root.has("shrunk")) return;
  const std::vector<JsonNode> problems = root.at("problems").items();
  for (const JsonNode& shrunk : root.at("shrunk").items()) {
    double contacts = 0;  // the most, where two problems have one name
    for (const JsonNode& problem : problems) {
      if (problem.at("problem").text() != shrunk.at("problem").text()) continue;
      contacts = std::max(contacts, problem.at("contacts").number());
    }
    for (const JsonNode& contact : shrunk.at("contacts").items()) {
      if (contact.number() >= contacts) contact.refuse("must be a contact of a problem");
    }
  }
}

}  // namespace

void check_solve_record(const JsonNode& root) {
  solve_record().check(root);
  const std::vector<JsonNode> solvers = root.at("solvers").items();
  const std::vector<JsonNode> problems = root.at("problems").items();
  const std::vector<JsonNode> answers = root.at("answers").items();
  if (solvers.empty()) root.at("solvers").refuse("must not be empty");
  if (problems.empty() && !root.at("partial").truth()) {
    root.at("problems").refuse("must not be empty where the run was not interrupted");
  }
  if (answers.size() != problems.size() * solvers.size()) {
    root.at("answers").refuse("must have an entry for each problem and solver");
  }
  SolveRun run;  // as far as rows are made of it
  for (const JsonNode& solver : solvers) {
    run.solvers.emplace_back().name = solver.at("solver").text();
  }
  std::vector<double> shares(solvers.size());  // what each solved of the problems of the profile
  double counted = 0;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    const JsonNode& problem = problems[p];
    const std::string known = problem.at("known").text();
    const bool counts = known != "ill-scaled" && known != "infeasible";
    counted += counts ? 1 : 0;
    StepSummary& summary = run.problems.emplace_back();
    summary.group = problem.at("group").text();
    summary.known = known;
    summary.proven = problem.at("proven").truth();
    bool any_solved = false;
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      const JsonNode& answer = answers[p * solvers.size() + s];
      check_answer(answer, problem, solvers[s]);
      const bool solved = answer.at("word").text() == "solved";
      any_solved = any_solved || solved;
      shares[s] += solved && counts ? 1 : 0;
      run.answers.push_back(judged_step(answer));
    }
    check_known(problem, any_solved);
  }
  for (double& share : shares) share /= std::max(counted, 1.0);
  check_rows(root, solvers, solve_rows(run));
  check_profile(root, solvers, shares);
  check_shrunk_steps(root);
}

}  // namespace touchstone

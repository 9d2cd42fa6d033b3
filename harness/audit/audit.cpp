// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <stdexcept>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/asking/engine.hpp"
#include "harness/gradient/finite_differences.hpp"
#include "harness/gradient/gradient_check.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/sure_inradius.hpp"
#include "harness/statistics/statistics.hpp"
#include "harness/thesis/pair_claims.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

bool same_directions(const std::vector<ExactVec3>& a, const std::vector<ExactVec3>& b) {
  const auto contains = [](const std::vector<ExactVec3>& all, const ExactVec3& u) {
    return std::any_of(all.begin(), all.end(),
                       [&](const ExactVec3& v) { return same_direction(u, v); });
  };
  return a.size() == b.size() &&
         std::all_of(a.begin(), a.end(), [&](const ExactVec3& u) { return contains(b, u); });
}

/// Whether the cone of optimal directions at phi = 0 holds a line. Its generators are then a choice
/// of basis, which two routes make differently; a pointed cone has one set of extreme rays.
bool has_linear_part(const Truth& truth) {
  if (truth.sign != 0) return false;
  const auto& all = truth.directions;
  return std::any_of(all.begin(), all.end(), [&](const ExactVec3& u) {
    const ExactVec3 minus_u = ExactVec3() - u;
    return std::any_of(all.begin(), all.end(),
                       [&](const ExactVec3& v) { return same_direction(minus_u, v); });
  });
}

bool agree(const Truth& fast, const Truth& slow) {
  if (fast.sign != slow.sign || fast.phi_squared != slow.phi_squared || fast.phi != slow.phi)
    return false;
  if (has_linear_part(fast) && has_linear_part(slow)) return true;
  return same_directions(fast.directions, slow.directions);
}

/// The inequalities of "Equivalence with the Euclidean metric" (2-mathematics), Hart's thesis
/// Theorem 2.16 among them, each where its hypotheses are met. Each is decided exactly, as one of
/// squares.
void check_bounds(const Case& c, const Truth& truth, const Rational& R_K_squared, CheckRow& row) {
  ClaimFinding distance, inradius, thesis;
  if (truth.ratio) {
    const Pair& pair = c.pair();
    const Rational& rho = truth.ratio->rho;
    const Rational rho_squared = rho * rho;
    const Rational& s_squared = truth.phi_squared;

    distance = ClaimFinding::of(s_squared <= rho_squared * exact_d_squared(pair));

    // rho (s + R_K) <= s and |rho| (R_K - p) <= p are both |rho| R_K <= s (1 - rho); rho < 1.
    if (truth.sign >= 0 || s_squared < R_K_squared) {
      const Rational rest = std::max(Rational(1 - rho), Rational(0));
      inradius = ClaimFinding::of(rho_squared * R_K_squared <= s_squared * rest * rest);
    }

    // Balls of radius eps in both bodies are one of 2 eps in K: else an inradius is wrong.
    const double eps = std::min(sure_inradius(*pair.A), sure_inradius(*pair.B));
    const Rational eps_squared = Rational(eps) * Rational(eps);
    if (eps > 0 && (truth.sign >= 0 || s_squared <= eps_squared)) {
      thesis = ClaimFinding::of(4 * eps_squared <= R_K_squared &&
                                rho_squared * eps_squared <= s_squared);
    }
  }
  row.claim("distance_bound").add(distance, c.id);
  row.claim("inradius_bound").add(inradius, c.id);
  row.claim("thesis_bound").add(thesis, c.id);
}

/// Theorem 2.16 with either body fixed.
void check_fixed_bodies(const Case& c, const Truth& truth, CheckRow& row) {
  for (const Pair& pair : {c.pair(), swapped(c.pair())}) {
    const FixedBodyBound found = fixed_body_bound(pair, truth, solve_fixed_body(pair), 2);
    for (const ClaimFinding& one : {found.lower, found.separate, found.overlap}) {
      if (one.checked) row.claim("fixed_body_bound").add(one, c.id);
    }
  }
}

/// CPU time of this thread [s], so that other work on the machine counts less.
double cpu_time_s() {
  std::timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) throw std::runtime_error("no CPU clock");
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Eight vertices, coordinate by coordinate.
struct Points8 {
  std::array<double, 8> x, y, z;
};

/// The vertex farthest along u, by a plain scan.
int support8(const Points8& v, const Vec3& u) {
  int farthest = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 8; ++i) {
    const double along = u.x() * v.x[i] + u.y() * v.y[i] + u.z() * v.z[i];
    farthest = along > most ? static_cast<int>(i) : farthest;
    most = along > most ? along : most;
  }
  return farthest;
}

Points8 random_points8(Random& random) {
  Points8 points{};
  for (std::size_t i = 0; i < 8; ++i) {
    const Vec3 p = random.unit_vector();
    points.x[i] = p.x();
    points.y[i] = p.y();
    points.z[i] = p.z();
  }
  return points;
}

double measure_floor_ns(std::uint64_t seed) {
  Random random(seed);
  const Points8 a = random_points8(random);
  const Points8 b = random_points8(random);
  std::vector<Vec3> directions(1024);
  for (Vec3& u : directions) u = random.unit_vector();
  // A reading of the clock must be small beside what it times.
  constexpr int kSweeps = 16;
  constexpr int kRepetitions = 101;
  std::vector<double> times;
  std::int64_t sink = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const double start_s = cpu_time_s();
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (const Vec3& u : directions) sink += support8(a, u) + support8(b, -u);
    }
    times.push_back((cpu_time_s() - start_s) / static_cast<double>(kSweeps * directions.size()));
  }
  volatile std::int64_t keep = sink;  // the scans must not be optimised away
  static_cast<void>(keep);
  return median(times) * 1e9;
}

/// Cases of several families in turn, the same ones each time.
struct Sample {
  std::vector<const Family*> families;
  std::uint64_t seed;
  std::size_t count;

  Case make(std::size_t i) const {
    return make_case(*families[i % families.size()], seed, i / families.size());
  }
};

/// Right answers by the truth itself.
std::vector<RunOutcome> euclidean_answers(const Sample& sample) {
  std::vector<RunOutcome> outcomes(sample.count);
  Oracle oracle;
  for (std::size_t i = 0; i < sample.count; ++i) {
    const Truth truth = oracle.solve(sample.make(i).pair(), false);
    Answer& answer = outcomes[i].answer;
    answer.status = AnswerStatus::answered;
    answer.value = truth.phi;
    answer.normal = truth.normals.front();
    answer.witnesses = {rounded_entries(truth.witness_A), rounded_entries(truth.witness_B)};
  }
  return outcomes;
}

/// Answers of the metric that the registry has for rho.
std::vector<RunOutcome> ratio_answers(const Sample& sample) {
  std::vector<RunOutcome> outcomes(sample.count);
  const MetricRow* row = find_metric("ratio_lp");
  if (row == nullptr) throw std::logic_error("ratio_lp is not in the registry");
  Engine engine(*row);
  for (std::size_t i = 0; i < sample.count; ++i) {
    engine.begin_batch();
    outcomes[i].answer = engine.evaluate(sample.make(i).pair());
  }
  return outcomes;
}

/// The median rate of several runs of `work`, which goes through the whole sample.
template <class Work>
double measure_rate(const Sample& sample, Work work) {
  constexpr int kRuns = 5;
  std::vector<double> rates;
  for (int run = 0; run < kRuns; ++run) {
    const double start_s = cpu_time_s();
    work();
    rates.push_back(static_cast<double>(sample.count) / (cpu_time_s() - start_s));
  }
  return median(rates);
}

SpeedRow measure_row(const std::string& name, const std::vector<std::string>& families,
                     std::uint64_t seed, std::size_t count) {
  Sample sample{{}, seed, count};
  for (const std::string& family : families) sample.families.push_back(find_family(family));
  volatile double keep = 0;  // what is measured must not be optimised away
  SpeedRow row;
  row.name = name;
  const auto verdicts = [&](Quantity quantity, const std::vector<RunOutcome>& outcomes) {
    MetricTraits traits;
    traits.quantity = quantity;
    std::size_t right = 0;
    const double rate = measure_rate(sample, [&] {
      QuickOracle oracle;
      right = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const Case c = sample.make(i);
        const Verdict verdict = judge(c.pair(), oracle.solve(c.pair()), traits, outcomes[i]);
        if (verdict.word == Word::right) ++right;
      }
    });
    row.right_share =
        std::min(row.right_share, static_cast<double>(right) / static_cast<double>(count));
    return rate;
  };
  row.cases_per_s = measure_rate(sample, [&] {
    for (std::size_t i = 0; i < count; ++i) keep = keep + sample.make(i).pair().X_WB.t.x();
  });
  row.truths_per_s = measure_rate(sample, [&] {
    QuickOracle oracle;
    for (std::size_t i = 0; i < count; ++i) {
      keep = keep + oracle.solve(sample.make(i).pair()).phi().value;
    }
  });
  row.euclidean_per_s = verdicts(Quantity::euclidean, euclidean_answers(sample));
  row.ratio_per_s = verdicts(Quantity::ratio, ratio_answers(sample));
  return row;
}

std::string gives_no_certificates(const MetricRow& metric, const RunnerOptions& /*runner*/) {
  if (metric.traits.gives_certificate) return "";
  std::string able;
  for (const MetricRow& row : metric_registry()) {
    if (row.traits.gives_certificate) able += (able.empty() ? "" : ", ") + row.name;
  }
  return metric.name + " gives no certificates; those that do: " + able;
}

std::string is_no_ratio_metric(const MetricRow& metric, const RunnerOptions& /*runner*/) {
  return metric.traits.quantity == Quantity::ratio ? "" : metric.name + " is not a ratio metric";
}

std::string gives_no_value(const MetricRow& metric, const RunnerOptions& /*runner*/) {
  const auto& gives = metric.traits.gives;
  const bool values = gives.separated.value || gives.penetrating.value;
  return values ? "" : metric.name + " gives no value";
}

}  // namespace

Check routes_check() {
  Check check;
  check.name = "routes";
  check.claims = {
      {"phi", "both exact routes give the same sign, square and directions"},
      {"rho", "both exact routes give the same fraction, where rho is defined"},
      {"distance_bound", "|phi| / D <= |rho|, always", kJudgedColumns, "s/D <= rho"},
      {"inradius_bound",
       "separated: rho <= s / (s + R_K); penetrating and p < R_K: |rho| <= p / (R_K - p)",
       kJudgedColumns, "inradius of K"},
      {"thesis_bound",
       "a ball of radius eps is in both bodies, and p <= eps: |rho| <= |phi| / eps, R_K >= 2 eps",
       kJudgedColumns, "Theorem 2.16"},
      {"fixed_body_bound",
       "one body is fixed, and a ball of 2 eps is in the other: the same bounds (Remark 2.18)",
       kJudgedColumns, "one fixed"}};
  check.of_the_truth = true;
  return check;
}

void audit_truths(const Case& c, const Truth& fast, const Truth& slow, const Rational& R_K_squared,
                  const std::optional<Rational>& rho, CheckRow& row) {
  ++row.cases;
  row.claim("phi").add(ClaimFinding::of(agree(fast, slow)), c.id);
  const bool defined = fast.ratio || rho;
  const bool same = fast.ratio && rho && fast.ratio->rho == *rho;
  row.claim("rho").add({defined, same}, c.id);
  check_bounds(c, fast, R_K_squared, row);
  check_fixed_bodies(c, fast, row);
}

CheckReport audit_routes(const CheckOptions& options) {
  return judge_cases(
      routes_check(), {CheckSubject{}}, options, 1, [] { return Oracle(); },
      [](Oracle& oracle, const CheckedCase& one, std::vector<CheckRow>& rows) {
        const Pair& pair = one.c.pair();
        Rational R_K_squared;
        const Truth slow = solve_explicit(pair, &R_K_squared);
        audit_truths(one.c, oracle.solve(pair), slow, R_K_squared, solve_ratio_program(pair),
                     rows[0]);
      });
}

Speed measure_speed(std::uint64_t seed) {
  const auto hulls = [](int points) {
    const std::string name = "random-hulls-" + std::to_string(points);
    return std::vector<std::string>{name + "-shallow", name + "-deep", name + "-separated"};
  };
  std::vector<std::string> small = hulls(8);
  for (std::string& family : hulls(16)) small.push_back(std::move(family));
  Speed speed;
  speed.floor_ns = measure_floor_ns(seed);
  speed.rows = {measure_row("random-boxes", {"random-boxes"}, seed, 20000),
                measure_row("random-hulls-8,16-*", small, seed, 1500),
                measure_row("random-hulls-32-*", hulls(32), seed, 600)};
  for (SpeedRow& row : speed.rows) {
    row.scaled_euclidean_per_s = speed.scaled(row.euclidean_per_s);
    row.scaled_ratio_per_s = speed.scaled(row.ratio_per_s);
  }
  return speed;
}

const std::vector<CaseAudit>& case_audits() {
  static const std::vector<CaseAudit> kAudits = {
      {"routes",
       "Compares both exact routes to the truth, and the bounds that hold between metrics", "cases",
       [](const AuditOptions& options) { return audit_routes(options); }},
      {"fast-truth",
       "Compares what doubles settle with the exact truth, on the cases and on near ties made of "
       "them (docs/truth.md)",
       "fast truths", [](const AuditOptions& options) { return audit_fast_truth(options); }},
      {"certificates",
       "Checks the certificates that a metric's answers bring, exactly, and its values to an ulp "
       "(docs/certificates.md)",
       "certificates",
       [](const AuditOptions& options) {
         return audit_certificates(*options.metric, options, options.programs);
       },
       "certified", "Metric whose answers bring certificates",
       "Cases of each family of small bodies in which the oracle's second route must agree with "
       "the certificate",
       gives_no_certificates},
      {"half-spaces",
       "Compares a ratio metric's values, to an ulp, with the exact linear program of the facets "
       "as they are rounded",
       "programs",
       [](const AuditOptions& options) { return audit_half_spaces(*options.metric, options); },
       "ratio_facets", "Ratio metric", "", is_no_ratio_metric},
      {"gradients", "Checks a metric's gradients (docs/gradients.md)", "blocks of cases",
       [](const AuditOptions& options) {
         return audit_gradients(*options.metric, options.runner, options);
       },
       "certified",
       "Metric with normals and witness points, or a plug-in (./mine.so, 'python3 mine.py')", "",
       gives_no_gradient, true},
      {"gradient-differences",
       "Measures how far central differences of a metric are from the exact gradient "
       "(docs/gradients.md)",
       "cases",
       [](const AuditOptions& options) {
         return audit_differences(*options.metric, options.runner, options);
       },
       "certified", "Metric or plug-in", "", gives_no_value, true, false}};
  return kAudits;
}

}  // namespace touchstone

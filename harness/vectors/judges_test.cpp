// SPDX-License-Identifier: GPL-3.0-or-later
// The judges that others copy say of an answer what the harness says: judge.h here, judge.py and
// other builds of judge.h in tests/vectors/judges.py. With TOUCHSTONE_ANSWERS=FILE all answers to
// all pairs are written, for that script by hand.
#include <gtest/gtest.h>
#include <touchstone/judge.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <tuple>

#include "geometry/random.hpp"
#include "harness/judge/judge.hpp"
#include "harness/vectors/vector_file.hpp"
#include "schema/input_file.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const char* const kFolder = TOUCHSTONE_SOURCE_DIR "/portable/vectors/";

/// A pair as judge.h has it; points into `pair`.
struct PortablePair {
  std::vector<touchstone_direction> directions, rho_directions;
  std::vector<touchstone_points> points, rho_points;
  touchstone_vector vector{};
};

void set(double* to, const Vec3& v) { std::copy(v.begin(), v.end(), to); }

touchstone_body portable_body(const VectorBody& body, const VectorPose& X) {
  touchstone_body made{};
  made.count = body.vertices.size();
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  made.vertices = reinterpret_cast<const double(*)[3]>(body.vertices.data());
  for (std::size_t i = 0; i < 3; ++i) std::copy(X.R[i].begin(), X.R[i].end(), made.R[i]);
  set(made.t, X.t);
  set(made.interior_point, body.interior_point);
  return made;
}

std::vector<touchstone_direction> portable_directions(const VectorDirections& directions) {
  std::vector<touchstone_direction> made(directions.normals.size());
  for (std::size_t k = 0; k < made.size(); ++k) {
    set(made[k].normal, directions.normals[k]);
    set(made[k].tail, directions.tails[k]);
  }
  return made;
}

touchstone_points portable_points(const VectorPoints& points) {
  touchstone_points made{};
  const auto put = [](double* low, double* high, const auto& range, const Vec3& point) {
    for (Eigen::Index i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      low[i] = range ? (*range)[0].at(k) : point[i];
      high[i] = range ? (*range)[1].at(k) : point[i];
    }
  };
  put(made.low_a, made.high_a, points.range_a, points.a);
  put(made.low_b, made.high_b, points.range_b, points.b);
  return made;
}

void fill(PortablePair& made, const VectorPair& pair) {
  const VectorTruth& truth = pair.truth;
  made.directions = portable_directions(truth.directions);
  for (const VectorPoints& points : truth.points) made.points.push_back(portable_points(points));
  touchstone_vector& v = made.vector;
  v.id = pair.id.c_str();
  v.a = portable_body(pair.question.A, pair.question.X_WA);
  v.b = portable_body(pair.question.B, pair.question.X_WB);
  v.size = truth.size;
  v.sign = truth.sign;
  v.phi = truth.phi;
  v.phi_tail = truth.phi_tail;
  v.directions = made.directions.size();
  v.direction = made.directions.data();
  v.points = made.points.data();
  if (!truth.rho) return;
  made.rho_directions = portable_directions(truth.rho->directions);
  made.rho_points.push_back(portable_points(truth.rho->points));
  v.has_rho = 1;
  v.rho = truth.rho->value;
  v.rho_tail = truth.rho->tail;
  v.rho_directions = made.rho_directions.size();
  v.rho_direction = made.rho_directions.data();
  v.rho_points = made.rho_points.data();
}

/// Answers to one pair: right ones, and each part wrong or at the edge of what is right.
class Answers {
 public:
  Answers(const VectorPair& pair, bool ratio, double tolerance, std::uint64_t seed)
      : truth_(pair.truth), ratio_(ratio), random_(seed, ratio ? 1 : 0, 0) {
    const VectorDirections& directions = ratio ? truth_.rho->directions : truth_.directions;
    const VectorPoints& points = ratio ? truth_.rho->points : truth_.points.front();
    value_ = ratio ? truth_.rho->value : truth_.phi;
    scale_ = ratio ? std::max(1.0, std::abs(value_)) : truth_.size;
    tolerance_ = tolerance;
    normals_ = directions.normals;
    right_.status = AnswerStatus::answered;
    right_.value = value_;
    right_.normal = normals_.front();
    right_.witnesses = WitnessPoints{points.a, points.b};
  }

  std::vector<Answer> all() {
    add(right_);
    add_values();
    add_normals();
    add_points();
    add_without();
    return std::move(answers_);
  }

 private:
  void add(const Answer& answer) { answers_.push_back(answer); }

  double near_edge() {
    static constexpr double kFactors[] = {1 - 1e-7, 1 + 1e-7, 0.5, 2, 1e3};
    return kFactors[random_.below(std::size(kFactors))];
  }

  void add_values() {
    Answer answer = right_;
    for (const double factor : {1 - 1e-7, 1 + 1e-7, -1 + 1e-7, -1 - 1e-7}) {
      answer.value = value_ + factor * tolerance_ * scale_;
      add(answer);
    }
    for (const double value :
         {std::nextafter(value_, kInfinity), std::nextafter(value_, -kInfinity), -value_, 0.0, kNaN,
          kInfinity, value_ + scale_}) {
      answer.value = value;
      add(answer);
    }
  }

  void add_normal(const Vec3& n) {
    Answer answer = right_;
    answer.normal = n;
    add(answer);
  }

  /// Points that belong to a normal of their own.
  void add_along(const Vec3& n) {
    Answer answer = right_;
    answer.normal = n;
    answer.witnesses->p_WB = answer.witnesses->p_WA - value_ * n;
    add(answer);
    answer.witnesses->p_WB = right_.witnesses->p_WB;
    answer.witnesses->p_WA = answer.witnesses->p_WB + value_ * n;
    add(answer);
  }

  void add_normals() {
    const Vec3 n = normals_[random_.below(normals_.size())];
    add_normal(-n);
    add_normal(Vec3::Zero());
    add_normal({kNaN, 0, 1});
    add_normal(n * (1 + 2e-6));
    add_normal(n * (1 - 5e-7));
    for (int k = 0; k < 3; ++k) {
      Vec3 bent = n;
      for (Eigen::Index i = 0; i < 3; ++i) {
        bent[i] += static_cast<double>(random_.below(9)) * 0x1p-53 - 0x1p-51;
      }
      add_normal(bent);
    }
    // A turn by t costs about t times the lever, or t^2 / 2 of phi.
    const double levers = tolerance_ * near_edge();
    add_normal((n + levers * random_.unit_vector()).normalized());
    const Vec3 turned = (n + std::sqrt(levers) * random_.unit_vector()).normalized();
    add_normal(turned);
    if (!ratio_) add_along(turned);
    if (normals_.size() < 2) return;
    const Vec3& other = normals_[random_.below(normals_.size())];
    const Vec3 between = n + random_.uniform(0, 1) * (other - n);
    if (between.norm() < 1e-3) return;
    add_normal(between.normalized());
    for (const double units : {2.0, 3.9, 4.1, 6.0}) {
      add_normal(between.normalized() + units * 0x1p-53 * random_.unit_vector());
    }
  }

  void add_pair(const Vec3& a, const Vec3& b) {
    Answer answer = right_;
    answer.witnesses = WitnessPoints{a, b};
    add(answer);
    answer.normal.reset();
    add(answer);
  }

  void add_points() {
    const Vec3 a = right_.witnesses->p_WA;
    const Vec3 b = right_.witnesses->p_WB;
    const double tolerance = tolerance_ * truth_.size;
    const Vec3 n = *right_.normal;
    for (const double factor : {1 - 1e-7, 1 + 1e-7}) add_pair(a + factor * tolerance * n, b);
    const Vec3 off = near_edge() * tolerance * random_.unit_vector();
    add_pair(a + off, b + off);
    add_pair(a, b - 0.5 * off);
    add_pair(b, a);
    add_pair(Vec3::Zero(), Vec3::Zero());
    add_pair({kNaN, 0, 0}, b);
    Vec3 moved_a = a;
    Vec3 moved_b = b;
    for (Eigen::Index i = 0; i < 3; ++i) {
      for (std::size_t k = random_.below(7); k > 0; --k) {
        moved_a[i] = std::nextafter(moved_a[i], kInfinity);
        moved_b[i] = std::nextafter(moved_b[i], -kInfinity);
      }
    }
    add_pair(moved_a, moved_b);
    const auto& all = truth_.points;
    const VectorPoints& other = all[random_.below(all.size())];
    if (!ratio_) add_pair(other.a, other.b);
  }

  void add_without() {
    Answer answer = right_;
    answer.normal.reset();
    add(answer);
    answer = right_;
    answer.witnesses.reset();
    add(answer);
    for (const int sign : {-1, 0, 1}) {
      answer = {};
      answer.status = AnswerStatus::sign_only;
      answer.sign = sign;
      add(answer);
      answer.normal = right_.normal;
      add(answer);
    }
    add({});
  }

  const VectorTruth& truth_;
  bool ratio_;
  Random random_;
  double value_ = 0, scale_ = 1, tolerance_ = 0;
  std::vector<Vec3> normals_;
  Answer right_;
  std::vector<Answer> answers_;
};

touchstone_word portable_word(const PortablePair& pair, const Answer& answer,
                              const touchstone_rules& rules) {
  touchstone_answer given{};
  given.status = answer.status == AnswerStatus::answered    ? TOUCHSTONE_GIVES_VALUE
                 : answer.status == AnswerStatus::sign_only ? TOUCHSTONE_GIVES_SIGN
                                                            : TOUCHSTONE_GIVES_NOTHING;
  given.value = answer.value;
  given.sign = answer.sign;
  std::array<double, 6> points{};
  if (answer.normal) given.normal = answer.normal->data();
  if (answer.witnesses) {
    set(points.data(), answer.witnesses->p_WA);
    set(points.data() + 3, answer.witnesses->p_WB);
    given.points = points.data();
  }
  return touchstone_judge(&pair.vector, &given, rules).word;
}

std::string answer_line(const VectorPair& pair, const Answer& answer, const touchstone_rules& rules,
                        std::string_view word) {
  JsonObject line;
  line.add("id", json_string(pair.id)).add("tolerance", json_number(rules.tolerance));
  line.add("ratio", rules.ratio != 0 ? "true" : "false");
  line.add("single", rules.single_precision != 0 ? "true" : "false");
  const auto vector = [](const Vec3& v) {
    std::vector<std::string> entries;
    for (const double x : v) entries.push_back(json_any_real(x));
    return json_row(entries);
  };
  if (answer.status == AnswerStatus::answered) line.add("value", json_any_real(answer.value));
  if (answer.status == AnswerStatus::sign_only) line.add("sign", std::to_string(answer.sign));
  if (answer.normal) line.add("normal", vector(*answer.normal));
  if (answer.witnesses) {
    line.add("points", json_row({vector(answer.witnesses->p_WA), vector(answer.witnesses->p_WB)}));
  }
  return line.add("word", json_string(word)).row() + "\n";
}

struct Agreement {
  std::map<std::string, int> words;
  int answers = 0, differences = 0, undecided = 0;
  std::ofstream lines;
  /// A quarter of the pairs have next to no tolerance: what is allowed for rounding decides then.
  bool some_tight = false;
  std::uint64_t line_of = 1;  ///< one answer of so many is written
};

void compare(const VectorPair& vector, const Pair& pair, bool ratio, Agreement& found) {
  if (ratio && !vector.truth.rho) return;
  MetricTraits traits;
  traits.quantity = ratio ? Quantity::ratio : Quantity::euclidean;
  traits.scalar = vector.question.of.empty() ? Scalar::float64 : Scalar::float32;
  const std::uint64_t seed = std::hash<std::string>()(vector.id);
  const bool tight = found.some_tight && seed % 4 == 0 && vector.truth.size > 1e-9;
  const double tolerance = tight ? kDefaultTolerance * kDefaultTolerance
                           : traits.scalar == Scalar::float32 ? 1e-5
                                                              : kDefaultTolerance;
  traits.own_tolerance = tolerance;
  touchstone_rules rules = touchstone_default_rules();
  rules.tolerance = tolerance;
  rules.ratio = ratio ? 1 : 0;
  rules.single_precision = traits.scalar == Scalar::float32 ? 1 : 0;
  QuickOracle oracle;
  const TruthOnDemand truth = oracle.solve(pair);
  PortablePair portable;
  fill(portable, vector);
  for (const Answer& answer : Answers(vector, ratio, tolerance, seed).all()) {
    RunOutcome outcome;
    outcome.answer = answer;
    const std::string word(word_name(judge(pair, truth, traits, outcome, tolerance).word));
    const touchstone_word theirs = portable_word(portable, answer, rules);
    ++found.words[word];
    if (found.lines.is_open() && static_cast<std::uint64_t>(found.answers) % found.line_of == 0) {
      found.lines << answer_line(vector, answer, rules, word);
    }
    ++found.answers;
    if (theirs == TOUCHSTONE_UNDECIDED) ++found.undecided;
    if (theirs == TOUCHSTONE_UNDECIDED || touchstone_word_name(theirs) == word) continue;
    ++found.differences;
    EXPECT_LT(found.differences, 20)
        << vector.id << " " << vector.question.comment << (ratio ? " rho: " : ": ") << word
        << " here, " << touchstone_word_name(theirs) << " there\n"
        << answer_line(vector, answer, rules, word);
  }
}

/// All files, or those of `names`, and of each one pair of `every`.
void compare_files(const std::vector<std::string>& names, std::size_t every, Agreement& found) {
  for (const std::string& name : names) {
    const std::string path = kFolder + name + ".json";
    if (!std::filesystem::exists(path)) continue;
    const VectorFile file = read_vectors(path, read_input_file(path).value()).value();
    std::size_t k = 0;
    for (const VectorGroup& group : file.groups) {
      for (const VectorPair& vector : group.pairs) {
        if (k++ % every != 0 || vector.question.A.vertices.size() > 600) continue;
        const Pair pair = pair_of(vector.question).value();
        compare(vector, pair, false, found);
        compare(vector, pair, true, found);
      }
    }
  }
}

TEST(PortableJudges, SayOfAnAnswerWhatTheHarnessSays) {
  Agreement found;
  const char* all = std::getenv("TOUCHSTONE_ANSWERS");
  const std::string lines =
      all != nullptr ? all : testing::TempDir() + "portable_answers-" + std::to_string(getpid());
  found.lines.open(lines);
  found.line_of = all != nullptr ? 1 : 10;
  found.some_tight = all == nullptr;
  compare_files(vector_file_names(), all != nullptr ? 1 : 8, found);
  found.lines.close();
  for (const auto& [word, count] : found.words) RecordProperty(word, count);
  std::printf("%d answers, %d differences, %d undecided\n", found.answers, found.differences,
              found.undecided);
  for (const auto& [word, count] : found.words) std::printf("  %s %d\n", word.c_str(), count);
  EXPECT_GT(found.answers, 1000);
  EXPECT_EQ(found.differences, 0);
  EXPECT_LE(found.undecided, 10);
  for (const char* word : {"right", "wrong_sign", "inaccurate", "invalid_normal", "invalid_witness",
                           "missing", "no_answer"}) {
    EXPECT_GT(found.words[word], 20) << word;
  }
  if (all != nullptr) return;
  const std::string script = kFolder + std::string("../../tests/vectors/judges.py");
  EXPECT_EQ(std::system((TOUCHSTONE_PYTHON " -B '" + script + "' '" + lines + "'").c_str()), 0);
  std::filesystem::remove(lines);
}

}  // namespace
}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that the host and a worker share, and the messages that go with it. What is said of a
// plug-in here holds for a metric of this program that runs in a worker.
//
// Questions lie in one block, which the worker can only read; answers in another one, where the
// plug-in may have written anything: the host copies what it judges and trusts no number in it.
// Each batch has a nonce of the host's; a reply brings it back with the worker's process id, so
// that nothing that a forked child of the plug-in says is taken for an answer.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "harness/plugins/metric_answer.hpp"
#include "include/touchstone/solver.h"

namespace touchstone::plugin_channel {

/// Shapes that a worker remembers at once.
inline constexpr std::size_t kMaxShapes = 1U << 15U;
/// Bytes for their arrays. Pages that are never written cost no memory.
inline constexpr std::size_t kArenaBytes = std::size_t{1} << 30U;
/// The host lets a library forget its shapes beyond so many bytes: what lies in a cache.
inline constexpr std::size_t kRememberedBytes = std::size_t{4} << 20U;
/// The host lets a metric of this program forget its bodies beyond so many bytes: those of some
/// kRememberedVertices vertices. To build a body anew costs its hull.
inline constexpr std::size_t kMetricRememberedBytes = std::size_t{12} << 20U;

/// Points that a manifold may have, and triangles of a proof.
inline constexpr std::size_t kMaxManifoldPoints = 256;
inline constexpr std::size_t kMaxProofTriangles = 1024;
/// Questions for manifolds or gradients in a batch.
inline constexpr std::size_t kMaxContactQuestions = 64;

/// Contacts of a problem that is put to a solver (touchstone/solver.h), rows of its joints, and
/// doubles of an answer.
inline constexpr std::size_t kMaxStepContacts = 20'000;
inline constexpr std::size_t kMaxStepJoints = 10'000;
inline constexpr std::size_t kMaxStepDoubles = 2 * 3 * kMaxStepContacts + kMaxStepJoints;

/// Longest text of a worker on why it ends [byte].
inline constexpr std::size_t kMaxLastWords = 512;

struct QueryRecord {
  std::uint32_t A = 0;  ///< shape
  std::uint32_t B = 0;
  touchstone_pose X_WA;
  touchstone_pose X_WB;
  double reach = 0;        ///< look-ahead of a manifold [m]
  std::uint32_t cold = 0;  ///< 1: warm starts are forgotten before it
};

/// What is asked of a pair.
enum class Wanted : std::uint32_t { distance, distance_and_proof, manifold, gradient };

/// What the host writes.
struct Questions {
  std::uint64_t nonce = 0;
  std::uint32_t count = 0;
  std::uint32_t forget = 0;       ///< 1: the worker forgets its shapes before this batch
  std::uint32_t shape_count = 0;  ///< since the last forget
  Wanted wanted = Wanted::distance;
  std::uint32_t at_once = 0;  ///< 1: all questions are put in one call of the batch interface
  /// 1: the worker looks once, at the end of the batch, for what the plug-in has printed or closed,
  /// and not after each question, which costs as much as a quick answer.
  std::uint32_t checks_per_batch = 0;
  /// 1: the next batch may come soon, so that the worker polls for it before it sleeps.
  std::uint32_t polls = 0;
  /// Instances of a library that share the batch in equal parts, each on a thread of its own if they
  /// are more than one. A batch without questions has the shapes prepared and no more.
  std::uint32_t threads = 1;
  std::array<std::uint64_t, kMaxShapes> shape_begin;  ///< in `arena` [byte]
  std::array<QueryRecord, TOUCHSTONE_MAX_BATCH> queries;
  alignas(64) std::array<std::byte, kArenaBytes> arena;
};

struct AnswerRecord {
  touchstone_answer answer;
  /// PluginFault. Written last: until then it is the host's `not_answered`, which says after the
  /// end of a worker which question that was at.
  std::uint32_t fault = 0;
  std::uint32_t printed = 0;  ///< bytes on its standard streams
  float spent_s = 0;          ///< time of the answer; of several put at once its share [s]
};

/// What a plug-in says proves its value.
struct ProofRecord {
  std::uint32_t there = 0;  ///< 1: there is a proof
  std::uint32_t nearest_count = 0;
  std::uint32_t support_count = 0;
  std::uint32_t cycle_count = 0;  ///< triangles
  std::array<touchstone_vertex_pair, 3> nearest;
  std::array<touchstone_vertex_pair, 3> support;
  std::array<touchstone_vertex_pair, 3 * kMaxProofTriangles> cycle;
};

/// What a plug-in says of a manifold or a gradient, the answer apart.
struct ContactRecord {
  std::uint64_t point_count = 0;   ///< may be more than there is room for
  std::uint32_t has_gradient = 0;  ///< 1: `gradient` holds
  touchstone_gradient gradient;
  std::array<touchstone_manifold_point, kMaxManifoldPoints> points;
};

/// What a solver says of a problem, the arrays apart.
struct StepRecord {
  std::int32_t status = 0;
  std::uint32_t given = 0;
  double residual = 0;
  std::uint64_t iterations = 0;
  std::array<char, sizeof touchstone_step_answer::note> note = {};
};

/// What the worker writes.
struct Answers {
  /// k while the plug-in has question k - 1; 0 before the first; 1 while all are put at once.
  std::atomic<std::uint32_t> progress;
  std::array<AnswerRecord, TOUCHSTONE_MAX_BATCH> records;
  std::array<ProofRecord, TOUCHSTONE_MAX_BATCH> proofs;
  /// What a metric of this program answers, which leaves the answers in `records` empty.
  std::array<MetricAnswer, TOUCHSTONE_MAX_BATCH> metric_answers;
  /// 1: the library has changed the floating-point state of a thread, here or in a batch before.
  std::uint32_t changed_floating_point = 0;
  std::uint32_t counts_allocations = 0;  ///< 1: `allocations` holds
  std::uint64_t allocations = 0;  ///< calls of the allocator while the library answered the batch
  std::array<ContactRecord, kMaxContactQuestions> contacts;
  std::uint32_t printed = 0;  ///< bytes in a batch at whose end the worker looks once
  /// Why the worker ends, where it knows: text up to a zero byte.
  std::array<char, kMaxLastWords> last_words;
  StepRecord step;
  /// Impulses of a solver, then its velocities, then impulses of joints. Pages that are never written cost no memory.
  std::array<double, kMaxStepDoubles> step_values;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// Worker -> host at the end of a batch.
struct Reply {
  std::uint64_t nonce = 0;
  std::int32_t pid = 0;
};

/// Host -> supervisor.
enum class Request : std::uint32_t { start_worker, end_worker };

/// Supervisor -> host. The reply to start_worker carries descriptors: of the worker's process, then
/// of what leads to it: a command's standard streams, or else a socket for messages. The reply to
/// end_worker says how it ended.
struct Report {
  /// The worker's number for itself, which in a namespace is not the host's; -1 if it cannot be
  /// started.
  std::int32_t pid = -1;
  std::int32_t status = 0;  ///< status from waitpid
};

/// What the host judges: its own copy of what the plug-in may go on writing to. Nothing is read
/// from there again.
template <class T>
T own_copy(const T& shared) {
  T copy = shared;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return copy;
}

/// The most descriptors of one report.
inline constexpr std::size_t kMaxChannels = 4;

/// Descriptors that the supervisor starts with; without a command with the two blocks.
inline constexpr int kControlDescriptor = 0;
inline constexpr int kFirstSharedDescriptor = 3;
inline constexpr int kQuestionsDescriptor = kFirstSharedDescriptor;
inline constexpr int kAnswersDescriptor = kFirstSharedDescriptor + 1;

/// The longest text of a worker's first message [byte].
inline constexpr std::size_t kMaxHello = 1U << 16U;

}  // namespace touchstone::plugin_channel

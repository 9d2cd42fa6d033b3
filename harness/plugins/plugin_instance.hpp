// SPDX-License-Identifier: GPL-3.0-or-later
// One instance of a plug-in, its prepared shapes, and the buffers that it writes into. One thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "geometry/pose.hpp"
#include "harness/plugins/calling_process.hpp"
#include "harness/plugins/guarded_buffer.hpp"
#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_library.hpp"

namespace touchstone {

/// What the host saw of one question besides the answer.
enum class PluginFault : std::uint32_t {
  none,
  wrote_outside_answer,  ///< the bytes before the answers have changed
  not_prepared,          ///< `prepare` returned NULL for one of the bodies
  endless_loop,          ///< a metric of this program exceeds the bound of a loop, as its note says
  not_answered           ///< the host's word before a question: the worker has written no answer
};

class NoInstance : public std::runtime_error {
 public:
  NoInstance() : std::runtime_error("the plug-in's create returned NULL") {}
};

class PluginInstance : public GuardedRooms {
 public:
  /// Throws NoInstance where the plug-in makes none.
  explicit PluginInstance(std::shared_ptr<const PluginLibrary> library);
  ~PluginInstance() override;
  PluginInstance(const PluginInstance&) = delete;
  PluginInstance& operator=(const PluginInstance&) = delete;

  const PluginLibrary& library() const { return *library_; }

  /// Whether a plug-in has changed the floating-point state of a thread of this process, which was
  /// put back, since this was asked last.
  static bool take_floating_point_changed();

  /// Forgets warm starts.
  void reset();
  /// nullptr where the plug-in cannot take the body. The pointer and the body's shape stay valid
  /// until release. A plug-in that takes shapes alone gets the core.
  void* prepare(const touchstone_body* body);
  void release(void* prepared);

  /// Puts one question: where the library has batch(), in a batch of one.
  PluginFault evaluate(const touchstone_query& query, touchstone_answer& answer);
  /// Puts a question of prepared bodies without any guard, in the way of evaluate(); to an algorithm
  /// of a collection by itself where it has evaluate(), since earlier builds have no batch().
  void evaluate_unguarded(const touchstone_query& query, touchstone_answer& answer) const;
  /// Puts such questions at once; only where the library has batch().
  void evaluate_unguarded(std::span<const touchstone_query> queries,
                          touchstone_answer* answers) const {
    library_->batch()->evaluate(instance_, queries.data(), queries.size(), answers);
  }
  /// Puts all questions at once; only where the library has batch().
  PluginFault evaluate(std::span<const touchstone_query> queries, touchstone_answer* answers);
  /// Asks for a manifold; only where the library has manifolds(). `count` may be more than there is
  /// room for in `points`, whose rest stays as it is.
  PluginFault find_manifold(const touchstone_query& query, double reach, touchstone_answer& answer,
                            std::span<touchstone_manifold_point> points, std::uint64_t& count);
  /// Asks for a gradient; only where the library has gradients(). `there`: whether it has one.
  PluginFault differentiate(const touchstone_query& query, touchstone_answer& answer,
                            touchstone_gradient& gradient, bool& there);
  /// Asks what proves the last answer; only where the library has proof().
  PluginFault prove(const touchstone_query& query, plugin_channel::ProofRecord& proof);

  /// False if single questions since the last call wrote further before an answer than is looked at
  /// after each of them.
  bool kept_to_answers() { return answers_.is_intact(); }
  bool guards(const void* address) const override;

 private:
  /// What `prove` writes.
  struct ProofBuffers {
    GuardedBuffer nearest{sizeof(plugin_channel::ProofRecord::nearest)};
    GuardedBuffer support{sizeof(plugin_channel::ProofRecord::support)};
    GuardedBuffer cycle{sizeof(plugin_channel::ProofRecord::cycle)};
    std::array<GuardedBuffer, 3> counts{GuardedBuffer{8}, GuardedBuffer{8}, GuardedBuffer{8}};

    std::array<GuardedBuffer*, 6> all();
  };

  touchstone_answer* clear_answers(std::size_t count);
  /// After each call of the plug-in.
  void returned() const;

  std::shared_ptr<const PluginLibrary> library_;
  CallingProcess process_;
  const touchstone_instance_1& functions_;
  void* instance_;
  GuardedBuffer answers_{TOUCHSTONE_MAX_BATCH * sizeof(touchstone_answer)};
  std::optional<GuardedBuffer> points_;    ///< from the first question for contact points on
  std::optional<GuardedBuffer> gradient_;  ///< from the first question for a gradient on
  std::unique_ptr<ProofBuffers> proof_;    ///< from the first proof on
};

touchstone_pose plugin_pose(const Pose& pose);

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
// What a runner and its worker process say to each other: frames of a length, a type and a body, in
// the machine's own byte order (both ends are the same machine, and doubles must keep their bits).
//
//   runner -> worker   start (limits)
//                      batch (new polytopes, queries)
//   worker -> runner   hello
//                      begun, then for each query in order an answer, or endless (text) where a
//                      loop of the metric exceeds its bound
//                      failure (text) if a message makes no sense
//
// `begun` says that the metric has the first query; answer k says that it has query k + 1, so that
// a death is charged to the query that was running and to no other.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"

namespace touchstone::protocol {

enum class FrameType : std::uint8_t { start = 1, hello, batch, begun, answer, failure, endless };

struct Frame {
  FrameType type = FrameType::failure;
  std::string body;
};

/// The bytes received cannot be what the other end meant.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `body` as a frame, ready to be sent.
std::string encode_frame(FrameType type, std::string_view body = {});

/// Cuts a stream of bytes into frames.
class FrameReader {
 public:
  void append(std::string_view bytes);
  /// The next whole frame; nothing while it is incomplete. Throws ProtocolError on bytes that start
  /// no frame.
  std::optional<Frame> next();

 private:
  std::string buffer_;
  std::size_t used_ = 0;
};

struct StartMessage {
  double query_limit_s = 0;              ///< CPU time of one query [s]
  std::uint64_t memory_limit_bytes = 0;  ///< of address space; 0: none
};

struct Query {
  std::uint32_t A = 0;  ///< polytope ids
  Pose X_WA;
  std::uint32_t B = 0;
  Pose X_WB;
};

struct NewPolytope {
  std::uint32_t id = 0;
  std::uint64_t content_hash = 0;  ///< the polytope that the worker builds must have it too
  PolytopeInput input;             ///< without facets
};

struct BatchMessage {
  bool forget = false;  ///< drop every polytope sent before
  std::vector<NewPolytope> polytopes;
  std::vector<Query> queries;
};

/// Bodies of frames. Each decode_ throws ProtocolError on a body that is too short, too long or out
/// of range.
std::string encode(const StartMessage& start);
std::string encode(const BatchMessage& batch);
std::string encode(const Answer& answer);
StartMessage decode_start(std::string_view body);
BatchMessage decode_batch(std::string_view body);
Answer decode_answer(std::string_view body);

}  // namespace touchstone::protocol

// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/protocol.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace touchstone::protocol {
namespace {

constexpr std::uint32_t kMagic = 0x314d5354;   // "TSM1": what no stray print begins with
constexpr std::uint32_t kMaxBody = 1U << 30U;  // bytes; a batch of the largest bodies is far below
constexpr std::size_t kMaxNote = 1000;         // characters of a note that travel
constexpr std::size_t kHeaderBytes = 2 * sizeof(std::uint32_t) + 1;

class Encoder {
 public:
  template <class T>
  requires std::is_arithmetic_v<T>
  void put(T value) {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    bytes_.append(raw.data(), sizeof(T));
  }
  void put(const Vec3& v) {
    for (int i = 0; i < 3; ++i) put(v[i]);
  }
  void put(const Pose& X) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) put(X.R(row, column));
    }
    put(X.t);
  }
  void put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_.append(text);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  requires std::is_arithmetic_v<T> T get() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  bool get_bool() { return get_below(2) != 0; }
  /// One byte that must be below `limit`.
  std::uint8_t get_below(std::uint8_t limit) {
    const auto value = get<std::uint8_t>();
    if (value >= limit) throw ProtocolError("value out of range");
    return value;
  }
  /// A count of things that take at least `bytes_each` bytes: bounded by what is there, so that
  /// garbage allocates nothing.
  std::uint32_t get_count(std::size_t bytes_each) {
    const auto count = get<std::uint32_t>();
    if (count > rest_.size() / bytes_each) throw ProtocolError("count beyond the message");
    return count;
  }
  Vec3 get_vec3() {
    Vec3 v;
    for (int i = 0; i < 3; ++i) v[i] = get<double>();
    return v;
  }
  Pose get_pose() {
    Pose X;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) X.R(row, column) = get<double>();
    }
    X.t = get_vec3();
    return X;
  }
  std::string get_text() { return std::string(take(get_count(1))); }
  void finish() const {
    if (!rest_.empty()) throw ProtocolError("message too long");
  }

 private:
  std::string_view take(std::size_t count) {
    if (rest_.size() < count) throw ProtocolError("message too short");
    const std::string_view head = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return head;
  }

  std::string_view rest_;
};

void put_feature(Encoder& out, const Feature& feature) {
  out.put(static_cast<std::uint8_t>(feature.kind));
  out.put(feature.index);
}

Feature get_feature(Decoder& in) {
  Feature feature;
  feature.kind = static_cast<Feature::Kind>(in.get_below(4));
  feature.index = in.get<int>();
  return feature;
}

void put_ratio(Encoder& out, const RatioDetail& ratio) {
  out.put(ratio.r);
  out.put(static_cast<std::uint8_t>(ratio.no_growth ? 1 : 0));
  out.put(ratio.x_W);
  out.put(ratio.active_count);
  for (std::size_t k = 0; k < ratio.active_facet.size(); ++k) {
    out.put(ratio.active_facet[k]);
    out.put(static_cast<std::uint8_t>(ratio.active_on_A[k] ? 1 : 0));
    out.put(ratio.active_multiplier[k]);
  }
  out.put(ratio.portal_count);
  for (const PortalPair& pair : ratio.portal) {
    out.put(pair.vertex_A);
    out.put(pair.vertex_B);
    out.put(pair.weight);
  }
}

RatioDetail get_ratio(Decoder& in) {
  RatioDetail ratio;
  ratio.r = in.get<double>();
  ratio.no_growth = in.get_bool();
  ratio.x_W = in.get_vec3();
  ratio.active_count = in.get<int>();
  for (std::size_t k = 0; k < ratio.active_facet.size(); ++k) {
    ratio.active_facet[k] = in.get<int>();
    ratio.active_on_A[k] = in.get_bool();
    ratio.active_multiplier[k] = in.get<double>();
  }
  ratio.portal_count = in.get<int>();
  for (PortalPair& pair : ratio.portal) {
    pair.vertex_A = in.get<int>();
    pair.vertex_B = in.get<int>();
    pair.weight = in.get<double>();
  }
  return ratio;
}

}  // namespace

std::string encode_frame(FrameType type, std::string_view body) {
  Encoder out;
  out.put(kMagic);
  out.put(static_cast<std::uint8_t>(type));
  out.put(body);
  return out.take();
}

void FrameReader::append(std::string_view bytes) {
  if (used_ == buffer_.size()) {
    buffer_.clear();
    used_ = 0;
  }
  buffer_.append(bytes);
}

std::optional<Frame> FrameReader::next() {
  const std::string_view pending = std::string_view(buffer_).substr(used_);
  if (pending.size() < kHeaderBytes) return std::nullopt;
  Decoder header(pending);
  if (header.get<std::uint32_t>() != kMagic) throw ProtocolError("no frame begins here");
  const auto type = header.get<std::uint8_t>();
  const auto size = header.get<std::uint32_t>();
  if (type < static_cast<std::uint8_t>(FrameType::start) ||
      type > static_cast<std::uint8_t>(FrameType::endless) || size > kMaxBody) {
    throw ProtocolError("no such frame");
  }
  if (pending.size() - kHeaderBytes < size) return std::nullopt;
  Frame frame{static_cast<FrameType>(type), std::string(pending.substr(kHeaderBytes, size))};
  used_ += kHeaderBytes + size;
  return frame;
}

std::string encode(const StartMessage& start) {
  Encoder out;
  out.put(start.query_limit_s);
  out.put(start.memory_limit_bytes);
  return out.take();
}

StartMessage decode_start(std::string_view body) {
  Decoder in(body);
  StartMessage start;
  start.query_limit_s = in.get<double>();
  start.memory_limit_bytes = in.get<std::uint64_t>();
  in.finish();
  return start;
}

std::string encode(const BatchMessage& batch) {
  Encoder out;
  out.put(static_cast<std::uint8_t>(batch.forget ? 1 : 0));
  out.put(static_cast<std::uint32_t>(batch.polytopes.size()));
  for (const NewPolytope& polytope : batch.polytopes) {
    out.put(polytope.id);
    out.put(polytope.content_hash);
    out.put(static_cast<std::uint32_t>(polytope.input.vertices.size()));
    for (const Vec3& v : polytope.input.vertices) out.put(v);
    const auto& interior_point = polytope.input.interior_point;
    out.put(static_cast<std::uint8_t>(interior_point ? 1 : 0));
    if (interior_point) out.put(*interior_point);
  }
  out.put(static_cast<std::uint32_t>(batch.queries.size()));
  for (const Query& query : batch.queries) {
    out.put(query.A);
    out.put(query.X_WA);
    out.put(query.B);
    out.put(query.X_WB);
  }
  return out.take();
}

BatchMessage decode_batch(std::string_view body) {
  constexpr std::size_t kVectorBytes = 3 * sizeof(double);
  Decoder in(body);
  BatchMessage batch;
  batch.forget = in.get_bool();
  batch.polytopes.resize(in.get_count(sizeof(std::uint32_t)));
  for (NewPolytope& polytope : batch.polytopes) {
    polytope.id = in.get<std::uint32_t>();
    polytope.content_hash = in.get<std::uint64_t>();
    polytope.input.vertices.resize(in.get_count(kVectorBytes));
    for (Vec3& v : polytope.input.vertices) v = in.get_vec3();
    if (in.get_bool()) polytope.input.interior_point = in.get_vec3();
  }
  batch.queries.resize(in.get_count(8 * kVectorBytes));
  for (Query& query : batch.queries) {
    query.A = in.get<std::uint32_t>();
    query.X_WA = in.get_pose();
    query.B = in.get<std::uint32_t>();
    query.X_WB = in.get_pose();
  }
  in.finish();
  return batch;
}

std::string encode(const Answer& answer) {
  Encoder out;
  out.put(static_cast<std::uint8_t>(answer.status));
  out.put(answer.value);
  out.put(answer.sign);
  out.put(static_cast<std::uint8_t>(answer.normal ? 1 : 0));
  if (answer.normal) out.put(*answer.normal);
  out.put(static_cast<std::uint8_t>(answer.witnesses ? 1 : 0));
  if (answer.witnesses) {
    out.put(answer.witnesses->p_WA);
    out.put(answer.witnesses->p_WB);
  }
  put_feature(out, answer.feature_A);
  put_feature(out, answer.feature_B);
  out.put(static_cast<std::uint8_t>(answer.ratio ? 1 : 0));
  if (answer.ratio) put_ratio(out, *answer.ratio);
  out.put(answer.work.supports);
  out.put(answer.work.iterations);
  out.put(answer.work.exact);
  out.put(std::string_view(answer.note).substr(0, kMaxNote));
  return out.take();
}

Answer decode_answer(std::string_view body) {
  Decoder in(body);
  Answer answer;
  answer.status = static_cast<AnswerStatus>(in.get_below(3));
  answer.value = in.get<double>();
  answer.sign = in.get<int>();
  if (in.get_bool()) answer.normal = in.get_vec3();
  if (in.get_bool()) {
    const Vec3 p_WA = in.get_vec3();
    const Vec3 p_WB = in.get_vec3();
    answer.witnesses = WitnessPoints{p_WA, p_WB};
  }
  answer.feature_A = get_feature(in);
  answer.feature_B = get_feature(in);
  if (in.get_bool()) answer.ratio = get_ratio(in);
  answer.work.supports = in.get<int>();
  answer.work.iterations = in.get<int>();
  answer.work.exact = in.get<int>();
  answer.note = in.get_text();
  in.finish();
  return answer;
}

}  // namespace touchstone::protocol

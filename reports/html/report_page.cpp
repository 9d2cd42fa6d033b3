// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_page.hpp"

#include <zlib.h>

#include <array>
#include <new>
#include <stdexcept>
#include <utility>

#include "reports/html/html_text.hpp"

namespace touchstone {
namespace {

std::string gzipped(std::string_view text) {
  constexpr int kGzip = 16 + MAX_WBITS;
  constexpr int kMemory = 9;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
  std::string out(deflateBound(&stream, text.size()), '\0');
  // zlib only reads it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::logic_error("zlib does not compress the report's data");
  return out;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned block = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      block = block << 8U | (k + i < bytes.size() ? static_cast<unsigned char>(bytes[k + i]) : 0U);
    }
    const std::size_t present = std::min<std::size_t>(3, bytes.size() - k);
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= present ? kDigits[block >> (18U - 6U * i) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace

std::string compressed(std::string_view text) { return base64(gzipped(text)); }

std::string fill_page(const PageParts& parts) {
  const std::string_view page = report_template();
  const std::array<std::pair<std::string_view, std::string>, 4> fillings{{
      {"<!--TOUCHSTONE:KIND-->", html_text(parts.kind)},
      {"<!--TOUCHSTONE:TITLE-->", html_text(parts.title)},
      {"<!--TOUCHSTONE:BODY-->", parts.body},
      {"<!--TOUCHSTONE:DATA-->", compressed(parts.data)},
  }};
  // In the order of the template, so that what is filled in is never searched for markers.
  std::string filled;
  std::size_t done = 0;
  for (;;) {
    std::size_t next = std::string_view::npos;
    const std::pair<std::string_view, std::string>* found = nullptr;
    for (const auto& filling : fillings) {
      const std::size_t at = page.find(filling.first, done);
      if (at < next) {
        next = at;
        found = &filling;
      }
    }
    if (found == nullptr) break;
    filled += page.substr(done, next - done);
    filled += found->second;
    done = next + found->first.size();
  }
  filled += page.substr(done);
  return filled;
}

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace touchstone {

std::optional<std::size_t> columns_of(int descriptor) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
  if (const char* typed = std::getenv("COLUMNS")) {
    const std::string_view text(typed);
    std::size_t columns = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (error == std::errc() && end == text.data() + text.size() && columns > 0) return columns;
  }
  struct winsize size {};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): there is no other way to ask
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return std::nullopt;
}

bool shows_colour(int descriptor) {
  // NOLINTBEGIN(concurrency-mt-unsafe): nothing here changes the environment
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  // NOLINTEND(concurrency-mt-unsafe)
  const std::string_view kind = terminal == nullptr ? "" : terminal;
  const bool wanted = refused == nullptr || *refused == '\0';
  return wanted && !kind.empty() && kind != "dumb" && ::isatty(descriptor) == 1;
}

bool reader_left(int descriptor) {
  pollfd pipe{descriptor, POLLOUT, 0};
  return ::poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

}  // namespace touchstone

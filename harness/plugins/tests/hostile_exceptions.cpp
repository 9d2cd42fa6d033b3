// SPDX-License-Identifier: GPL-3.0-or-later
// Deeds of the hostile plug-in that only C++ knows.
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "harness/plugins/tests/hostile_deeds.h"

namespace {

class Unheard {};

void throw_error() { throw std::logic_error("thrown where nothing may be"); }
void throw_out_of_noexcept() noexcept { throw_error(); }

}  // namespace

void commit_exception(const char* name) {
  const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("throw_error")) throw std::runtime_error("no such vertex");
  if (is("throw_escapes")) throw std::runtime_error("\x1b[2J\n0 wrong");
  if (is("throw_number")) throw 42;
  if (is("throw_type")) throw Unheard();
  if (is("throw_bad_alloc")) std::vector<char>(static_cast<std::size_t>(1) << 60U);
  if (is("throw_noexcept")) throw_out_of_noexcept();
  if (is("throw_in_thread")) {
    std::thread([] { throw std::runtime_error("in a thread"); }).join();
  }
}

# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D INPUT=field_cases.json -D OUTPUT=field_corpus.cpp -D HEADER=harness/cases/families/families.hpp
#       -D FUNCTION=field_corpus_text -P embed.cmake:
# the file's bytes as a C++ array, and the function of the header that returns them.
file(READ ${INPUT} bytes HEX)
string(LENGTH ${bytes} digits)
math(EXPR size "${digits} / 2")
string(REPEAT "." 32 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes ${bytes})
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes ${bytes})
file(WRITE ${OUTPUT}
"// SPDX-License-Identifier: GPL-3.0-or-later
// Made by cmake/embed.cmake.
#include <array>

#include \"${HEADER}\"

namespace touchstone {
namespace {
constexpr std::array<unsigned char, ${size}> kBytes{{
${bytes}
}};
}  // namespace

std::string_view ${FUNCTION}() {
  return {reinterpret_cast<const char*>(kBytes.data()), kBytes.size()};
}
}  // namespace touchstone
")

# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D INPUT=field_cases.json -D OUTPUT=field_corpus.cpp -P embed.cmake: the file's bytes as a C++ array.
file(READ ${INPUT} bytes HEX)
string(LENGTH ${bytes} digits)
math(EXPR size "${digits} / 2")
string(REPEAT "." 32 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes ${bytes})
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes ${bytes})
file(WRITE ${OUTPUT}
"// SPDX-License-Identifier: GPL-3.0-or-later
// Made by harness/corpus/embed.cmake.
#include <array>

#include \"harness/families.hpp\"

namespace touchstone {
namespace {
constexpr std::array<unsigned char, ${size}> kBytes{{
${bytes}
}};
}  // namespace

std::string_view field_corpus_text() {
  return {reinterpret_cast<const char*>(kBytes.data()), kBytes.size()};
}
}  // namespace touchstone
")

# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D SOURCES=DIR -D OUTPUT=commit.cpp -P commit.cmake: a source that tells of which commit the sources in DIR
# are: twelve digits, and -dirty where a file that git knows differs from it. In an archive git has written the
# commit below, and later changes do not show. Else it is "unknown" without git, and where DIR is not the top of a
# repository: what is unpacked inside another project is not of that project's commit.
# The build runs this every time. A source that would not change is left alone, and nothing is compiled.
set(commit unknown)
set(archived "$Format:%H$")
if(archived MATCHES "^[0-9a-f]+$")
  string(SUBSTRING ${archived} 0 12 commit)
endif()
set(ENV{GIT_OPTIONAL_LOCKS} 0)  # a commit that is made meanwhile needs the lock
find_program(GIT_PROGRAM git)
if(GIT_PROGRAM)
  set(quietly ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${GIT_PROGRAM} -C "${SOURCES}" rev-parse --show-prefix --short=12 HEAD
                  OUTPUT_VARIABLE head RESULT_VARIABLE failed ${quietly})
  # The first line is the path from the repository's top: empty there.
  if(failed EQUAL 0 AND head MATCHES "^\n?([0-9a-f]+)$")
    set(commit ${CMAKE_MATCH_1})
    execute_process(COMMAND ${GIT_PROGRAM} -C "${SOURCES}" status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ${quietly})
    if(changes)
      string(APPEND commit -dirty)
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
"// SPDX-License-Identifier: GPL-3.0-or-later
// Made by cmake/commit.cmake.
#include \"schema/version.hpp\"

namespace touchstone {
std::string source_commit() { return \"${commit}\"; }
}  // namespace touchstone
")

# SPDX-License-Identifier: GPL-3.0-or-later
if(TOUCHSTONE_SANITIZE)
  add_compile_options(-fsanitize=${TOUCHSTONE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TOUCHSTONE_SANITIZE})
endif()

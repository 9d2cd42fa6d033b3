// SPDX-License-Identifier: GPL-3.0-or-later
// Whether this program is built with a sanitizer, which makes them many times slower and takes
// more address space than any limit allows. Both compilers' ways to say so.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TOUCHSTONE_SANITIZED true
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TOUCHSTONE_SANITIZED true
#endif
#ifndef TOUCHSTONE_SANITIZED
#define TOUCHSTONE_SANITIZED false
#endif

namespace touchstone {

inline constexpr bool kSanitized = TOUCHSTONE_SANITIZED;

}  // namespace touchstone

// SPDX-License-Identifier: GPL-3.0-or-later
#define TOUCHSTONE_WIDE
#include "metrics/certified/search/gjk_search_kernel.hpp"

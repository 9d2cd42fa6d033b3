// SPDX-License-Identifier: GPL-3.0-or-later
#define TOUCHSTONE_WIDE
#include "metrics/certified/support/offset_kernel.hpp"

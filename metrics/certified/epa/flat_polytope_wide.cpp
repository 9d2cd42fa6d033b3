// SPDX-License-Identifier: GPL-3.0-or-later
#define TOUCHSTONE_WIDE
#include "metrics/certified/epa/flat_polytope_kernel.hpp"

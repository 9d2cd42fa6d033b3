// SPDX-License-Identifier: GPL-3.0-or-later
#define TOUCHSTONE_WIDE
#include "metrics/certified/proof/witnesses_kernel.hpp"

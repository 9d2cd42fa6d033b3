// SPDX-License-Identifier: GPL-3.0-or-later
#define TOUCHSTONE_WIDE
#include "metrics/ratio_ray/ray_query_kernel.hpp"

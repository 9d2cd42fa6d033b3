// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ray_query_kernel.hpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/box15/box_query_kernel.hpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/search_kernel.hpp"

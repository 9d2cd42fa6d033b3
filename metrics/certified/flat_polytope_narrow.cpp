// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/flat_polytope_kernel.hpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/epa/flat_polytope_kernel.hpp"

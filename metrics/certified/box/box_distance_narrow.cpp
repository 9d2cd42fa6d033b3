// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/box/box_distance_kernel.hpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/offset_kernel.hpp"

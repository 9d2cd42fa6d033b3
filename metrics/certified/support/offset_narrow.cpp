// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/offset_kernel.hpp"

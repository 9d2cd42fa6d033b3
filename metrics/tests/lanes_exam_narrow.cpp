// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/tests/lanes_exam_kernel.hpp"

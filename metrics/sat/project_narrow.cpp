// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/project_kernel.hpp"

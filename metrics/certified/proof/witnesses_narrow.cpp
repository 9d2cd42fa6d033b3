// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/witnesses_kernel.hpp"

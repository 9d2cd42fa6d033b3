// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/feature_proof_kernel.hpp"

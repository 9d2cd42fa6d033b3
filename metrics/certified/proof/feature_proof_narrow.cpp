// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/feature_proof_kernel.hpp"

// SPDX-License-Identifier: GPL-3.0-or-later
import type { Claim } from "./record";

/** Ratio metrics answer with rho, which has no unit. Records that do not say so are told by the metric's name. */
export function claimsRho(claim: Claim): boolean {
  return claim.quantity ? claim.quantity === "rho" : (claim.metric ?? "").startsWith("ratio_");
}

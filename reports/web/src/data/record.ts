// SPDX-License-Identifier: GPL-3.0-or-later
// touchstone.report/1 as the page reads it (docs: the report's schema). Every part may be missing: a page is made
// of what was recorded. Infinite and NaN numbers are the strings "Infinity", "-Infinity" and "NaN".

export type Num = number | string | null | undefined;
export type Triple = [number, number, number];

export interface Body {
  kind: string;
  vertices: Num[][];
  facets: number[][];
}

export interface Pose {
  R: Num[];
  t: Num[];
}

export interface Truth {
  phi: Num;
  normal?: Num[] | null;
  normals?: number;
  features?: string;
  regime?: string;
  witnesses?: { A: Num[]; B: Num[] } | null;
  rho?: Num;
}

export interface Claim {
  metric?: string;
  /** What the value is; phi unless it says so. */
  quantity?: string | null;
  word?: string;
  status?: string;
  value?: Num;
  sign?: Num;
  normal?: Num[] | null;
  witnesses?: { A: Num[]; B: Num[] } | null;
  detail?: string;
  /** The command that asks for it again. */
  replay?: string;
}

export interface PlainPair {
  A: Body;
  B: Body;
  poseA: Pose;
  poseB: Pose;
  truth?: Truth | null;
}

export interface CaseBody {
  vertices?: Num[][];
}

export interface CasePose {
  t: Num[];
  R?: Num[][];
  q?: Num[];
}

/** A case of a case file. */
export interface CaseFile {
  a?: CaseBody;
  b?: CaseBody;
  pose_a?: CasePose;
  pose_b?: CasePose;
}

/** A hull's vertices are those of the case. */
export interface RecordBody {
  kind?: string;
  vertices?: Num[][] | null;
  facets?: number[][];
}

export interface PairRecord {
  A?: RecordBody;
  B?: RecordBody;
  case?: CaseFile | null;
  truth?: Truth | null;
  snippets?: Record<string, string> | null;
}

export interface Shrunk {
  pair: PairRecord;
  metric?: string;
  text?: string;
  does_not_matter?: string[];
}

export interface Pair extends PairRecord {
  id: string;
  family?: string;
  size?: Num;
  shrunk?: Shrunk | null;
  claims?: Claim[];
}

export interface Failures {
  total: number;
  listed: number;
  metrics: string[];
  families: string[];
  words: string[];
  metric: number[];
  family: number[];
  word: number[];
  id: string[];
  error: Num[];
  replays: string[];
  replay_of: number[];
}

export interface ErrorHistogram {
  first: number;
  counts: number[];
  zero?: number;
  below?: number;
  above?: number;
}

export interface DegeneracyBin {
  above: Num;
  up_to: Num;
  cases: number;
  right: number;
  max_error?: Num;
  worst?: string | null;
}

export interface VerifyRow {
  metric: string;
  family: string;
  group: string;
  cases: number;
  right: number;
  wrong: number;
  ulp_histogram?: number[];
  error_histogram?: ErrorHistogram | null;
  degeneracy?: DegeneracyBin[] | null;
}

export interface TimeRow {
  metric: string;
  family: string;
  regime: string;
  start: string;
  vertices: number[];
  facets?: number[];
  median_ns: Num;
  p10_ns?: Num;
  p90_ns?: Num;
  floor_ns?: Num;
  right_share?: Num;
  judged?: number;
  crashed?: number;
  timed_out?: number;
}

export interface TimeFit {
  metric: string;
  family: string;
  regime: string;
  start: string;
  facets_from: number;
  exponent: Num;
  low?: Num;
  high?: Num;
  points?: number;
}

export interface EnergyCurve {
  time_s: Num[];
  total_J: Num[];
  kinetic_J?: Num[] | null;
  potential_J?: Num[] | null;
  true_J?: Num[] | null;
}

export interface EnergyRun {
  scene: string;
  metric?: string | null;
  contacts?: string;
  stepper?: string;
  friction?: string;
  scale?: number;
  dt: Num;
  vertices?: number[];
  bodies?: number;
  sides?: number | null;
  energy_drift?: Num;
  max_gain?: Num;
  steps?: number;
  observable?: string;
  measured?: Num;
  truth?: Num;
  curve?: EnergyCurve | null;
  profile?: Record<string, Num> | null;
}

export interface EnergyOrder {
  scene: string;
  observable: string;
  against: string;
  vertices?: number[];
  points?: number;
  order: Num;
  truth?: Num;
}

export interface TimeChange {
  metric: string;
  family: string;
  regime: string;
  start: string;
  vertices: number[];
  change: string;
  old_ns?: Num;
  new_ns?: Num;
  ratio?: Num;
  ratio_interval?: Num[] | null;
  p_adjusted?: Num;
}

export interface MetricChange {
  metric: string;
  change: string;
  ratio?: Num;
}

export interface Report {
  schema: string;
  made?: Record<string, unknown>;
  verify?: { tolerance?: Num; results?: VerifyRow[] } | null;
  time?: { results?: TimeRow[]; fits?: TimeFit[] } | null;
  energy?: { results?: EnergyRun[]; orders?: EnergyOrder[] } | null;
  against?: { time?: { cells?: TimeChange[]; metrics?: MetricChange[] } | null } | null;
  failures?: Failures | null;
  shown?: { failure: number; pair: number; claim?: Claim | null; shrunk?: Shrunk | null }[];
  pairs?: Pair[];
}

import type { Config } from '../../config/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Inspection, SchemaState } from '../../platform/db/index.ts';

export type Verdict = 'ok' | 'warn' | 'fail';

export interface Finding {
  verdict: Verdict;
  /** What was found, as a sentence. */
  finding: string;
  /** What to do. Every finding that is not ok has it. */
  advice?: string;
}

export interface NamedFinding extends Finding {
  check: string;
}

export interface DoctorOptions {
  /** How many processes run on this database, together. */
  processes: number;
  /** Checks the stored data of large SQLite files too. */
  integrity: boolean;
}

/** What the checks look at. */
export interface Patient {
  config: Config;
  clock: Clock;
  options: DoctorOptions;
  /** Undefined if the database does not answer or does not exist yet. */
  database: { inspection: Inspection; schema: SchemaState } | undefined;
}

export interface Check {
  name: string;
  /** Runs only if the database answers and has the schema of this version. */
  needsSchema?: true;
  run: (patient: Patient) => Promise<Finding[]>;
}

export const ok = (finding: string): Finding => ({ verdict: 'ok', finding });
export const warn = (finding: string, advice: string): Finding => ({ verdict: 'warn', finding, advice });
export const fail = (finding: string, advice: string): Finding => ({ verdict: 'fail', finding, advice });

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

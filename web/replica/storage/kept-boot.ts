import type { Boot } from '../types.ts';

/** What the app starts with while the server cannot be reached. */
export interface BootStorage {
  readBoot(): Promise<Boot | undefined>;
  writeBoot(boot: Boot): Promise<void>;
}

export interface KeptBoot {
  format: number;
  savedAtMs: number;
  boot: Boot;
}

/** Grows when boot gets other fields. */
export const bootFormat = 1;
/** After so long without the server, the browser shows nothing any more that it kept. */
const keptForMs = 30 * 24 * 3_600_000;

export const isUsable = (kept: KeptBoot | undefined, nowMs: number): kept is KeptBoot =>
  kept?.format === bootFormat && nowMs - kept.savedAtMs < keptForMs;

import type { Boot } from '../types.ts';

/** What the app starts with while the server is unreachable. */
export interface BootStorage {
  readBoot(): Promise<Boot | undefined>;
  writeBoot(boot: Boot): Promise<void>;
}

export interface KeptBoot {
  format: number;
  savedAtMs: number;
  boot: Boot;
}

/** Increment it when boot gets other fields. */
export const bootFormat = 1;
/** After this time without the server, stored data is no longer shown. */
const keptForMs = 30 * 24 * 3_600_000;

export const isUsable = (kept: KeptBoot | undefined, nowMs: number): kept is KeptBoot =>
  kept?.format === bootFormat && nowMs - kept.savedAtMs < keptForMs;

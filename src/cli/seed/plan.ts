import { dayMs } from '../../platform/clock.ts';
import { newSeededRandom, type SeededRandom } from './seeded-random.ts';

/** Determines all seeded data. */
export interface SeedPlan {
  seed: number;
  users: number;
  projects: number;
  tickets: number;
  /** The year before today, in UTC. */
  startsAt: number;
  endsAt: number;
  random: SeededRandom;
  makeId: (atMs: number) => string;
  nameOffset: number;
}

export type SeedSize = Pick<SeedPlan, 'seed' | 'users' | 'projects' | 'tickets'>;

/** The time in generated ids is relative to this day instead of today: a seed makes the same ids on every day. */
const idsEndAt = Date.UTC(2026, 0, 1);

export function planSeed(size: SeedSize, now: number): SeedPlan {
  const endsAt = now - (now % dayMs);
  const random = newSeededRandom(size.seed);
  return {
    ...size,
    startsAt: endsAt - 365 * dayMs,
    endsAt,
    random,
    makeId: (atMs) => random.id(atMs - endsAt + idsEndAt),
    nameOffset: random.below(1000),
  };
}

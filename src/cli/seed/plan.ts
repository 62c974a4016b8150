import { dayMs } from '../../platform/clock.ts';
import { type Dice, newDice } from './dice.ts';

/** What to seed; everything else follows from it. */
export interface SeedPlan {
  seed: number;
  users: number;
  projects: number;
  tickets: number;
  /** The year before today, in UTC. */
  startsAt: number;
  endsAt: number;
  dice: Dice;
  makeId: (atMs: number) => string;
  nameOffset: number;
}

export type SeedSize = Pick<SeedPlan, 'seed' | 'users' | 'projects' | 'tickets'>;

/** Ids are dated as if today were this day: the same on every day, and still in the order of their times. */
const idsEndAt = Date.UTC(2026, 0, 1);

export function planSeed(size: SeedSize, now: number): SeedPlan {
  const endsAt = now - (now % dayMs);
  const dice = newDice(size.seed);
  return {
    ...size,
    startsAt: endsAt - 365 * dayMs,
    endsAt,
    dice,
    makeId: (atMs) => dice.id(atMs - endsAt + idsEndAt),
    nameOffset: dice.below(1000),
  };
}

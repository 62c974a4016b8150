import type { Scope } from '../users/index.ts';
import { measureUser } from './people-stats-store.ts';
import { type Period, windowOf } from './period.ts';

export async function getUserStats({ db, actor, clock }: Scope, period: Period) {
  const window = windowOf(period, clock.now());
  const figures = await measureUser(db.workerReads, actor.userId, window);
  return { window, figures };
}

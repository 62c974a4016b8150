import type { Scope } from '../users/index.ts';
import { measureUser } from './people-stats-store.ts';
import { type Period, periodWindow } from './period.ts';

export async function getUserStats({ db, actor, clock }: Scope, period: Period) {
  const window = periodWindow(period, clock.now());
  const figures = await measureUser(db.workerReads, actor.userId, window);
  return { window, figures };
}

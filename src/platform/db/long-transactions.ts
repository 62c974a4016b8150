import { DatabaseUnavailable } from './database.ts';

/** Counts statements and not time, because a small change also takes long on a busy machine or behind a lock. */
export const isLong = (statements: number) => statements > 200;

export const tooManySlow = () =>
  new DatabaseUnavailable('too many slow transactions of one person wait', { reason: 'busy' });

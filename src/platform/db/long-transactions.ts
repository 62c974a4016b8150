import { DatabaseUnavailable } from './database.ts';

/** Not told by a duration: on a busy machine, or behind a lock, a small change takes long too. */
export const isLong = (statements: number) => statements > 200;

export const tooManySlow = () =>
  new DatabaseUnavailable('too many slow transactions of one person wait', { reason: 'busy' });

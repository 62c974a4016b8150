import type { HeavyWork } from './database.ts';

/** The module exports it under this name: `heavyWork(import.meta.url, 'findTickets', …)`. */
export const heavyWork = <Given, Answer>(
  module: string,
  name: string,
  run: HeavyWork<Given, Answer>['run'],
): HeavyWork<Given, Answer> => ({ module, name, run });

import type { WorkerJob } from './database.ts';

/** The module exports it under this name: `workerJob(import.meta.url, 'findTickets', …)`. */
export const workerJob = <Given, Answer>(
  module: string,
  name: string,
  run: WorkerJob<Given, Answer>['run'],
): WorkerJob<Given, Answer> => ({ module, name, run });

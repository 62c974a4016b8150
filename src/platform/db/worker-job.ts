import type { WorkerJob } from './database.ts';

/** The module must export the job under this name: `workerJob(import.meta.url, 'findTickets', …)`. */
export const workerJob = <Input, Result>(
  module: string,
  name: string,
  run: WorkerJob<Input, Result>['run'],
  { isSlow = false }: { isSlow?: boolean } = {},
): WorkerJob<Input, Result> => ({ module, name, run, isSlow });

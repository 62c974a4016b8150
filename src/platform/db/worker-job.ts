import type { WorkerJob } from './database.ts';

/** Declares a worker job. Its module must export it under this name: `workerJob(import.meta.url, 'findTickets', …)`. */
export const workerJob = <Input, Result>(
  module: string,
  name: string,
  run: WorkerJob<Input, Result>['run'],
  { isSlow = false }: { isSlow?: boolean } = {},
): WorkerJob<Input, Result> => ({ module, name, run, isSlow });

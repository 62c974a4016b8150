import { workerData } from 'node:worker_threads';
import { checkRandomHistories } from './random-history.ts';

await checkRandomHistories(workerData as number);

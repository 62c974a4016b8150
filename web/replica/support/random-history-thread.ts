import { workerData } from 'node:worker_threads';
import { checkRandomHistories } from './random-history.ts';

const { histories, seed } = workerData as { histories: number; seed: number };
await checkRandomHistories(histories, seed);

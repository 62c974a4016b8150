import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { file } = workerData as { file: string };
const connection = new DatabaseSync(file, { readOnly: true });
const [verdict] = Object.values(connection.prepare('pragma quick_check(1)').get() ?? {});
connection.close();
parentPort?.postMessage(verdict);

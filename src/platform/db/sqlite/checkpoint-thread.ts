import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { LogShortener } from './checkpoint.ts';

const connection = new DatabaseSync((workerData as { file: string }).file);
connection.exec('pragma synchronous = normal; pragma cache_size = -500');
const shortener = new LogShortener(connection);

parentPort?.on('message', () => {
  try {
    shortener.shorten();
  } catch {
    // Disk full or an I/O error. The writer gets the same error and reports it; the next message tries again.
  }
  parentPort?.postMessage('done');
});

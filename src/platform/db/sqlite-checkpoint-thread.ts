import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { shortenLog } from './sqlite-checkpoint.ts';

const connection = new DatabaseSync((workerData as { file: string }).file);
connection.exec('pragma synchronous = normal; pragma cache_size = -500');

parentPort?.on('message', () => {
  try {
    shortenLog(connection);
  } catch {
    // Disk full or an I/O error. The writer meets it too and reports it; the next message tries again.
  }
});

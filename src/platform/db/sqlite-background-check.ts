import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { wholeCheckBytesMax } from './sqlite-file.ts';

/** Checks every page of a file that was too large to be checked before the start. */
export class BackgroundCheck {
  readonly #thread: Worker | undefined;
  /** What is wrong with the file, as far as the check has come. */
  fault: string | undefined;

  constructor(file: string) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= wholeCheckBytesMax) return;
    const url = new URL('./sqlite-check-thread.ts', import.meta.url);
    this.#thread = new Worker(url, { workerData: { file } });
    this.#thread.unref();
    this.#thread.on('message', (verdict: unknown) => {
      if (verdict !== 'ok') this.fault = String(verdict);
    });
    this.#thread.on('error', ({ message }) => {
      this.fault = message;
    });
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }
}

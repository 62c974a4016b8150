import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wholeCheckBytesMax } from './sqlite-file.ts';

/**
 * Checks every table of a file that was too large to be checked before the start. In a process of its own: nothing ends
 * the check of a large table early but the end of its process, and a server must stop at once.
 */
export class BackgroundCheck {
  readonly #process: ChildProcess | undefined;
  /** What is wrong with the file, as far as the check has come. */
  fault: string | undefined;

  constructor(file: string) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= wholeCheckBytesMax) return;
    const entry = fileURLToPath(new URL('./sqlite-check-process.ts', import.meta.url));
    this.#process = spawn(process.execPath, [entry, file], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.unref();
    this.#process.channel?.unref();
    this.#process.on('message', ({ fault }: { fault?: string }) => {
      this.fault = fault;
    });
    // Where no process can be started, nothing is known about the file.
    this.#process.on('error', () => {});
  }

  stop(): void {
    this.#process?.kill('SIGKILL');
  }
}

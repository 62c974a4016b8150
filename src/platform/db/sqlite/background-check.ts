import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileCacheVariable } from '../../compile-cache.ts';
import type { CheckMessage } from './check-process.ts';
import { logBytesMax, wholeCheckBytesMax } from './file.ts';

const defaults = {
  /** A smaller file is checked before the start. */
  largerThan: wholeCheckBytesMax,
  logBytesMax,
  pollMs: 500,
  /** How long the check pauses after it was ended. */
  restMs: 60_000,
};

const entry = fileURLToPath(new URL('./check-process.ts', import.meta.url));

/**
 * Checks every table of a file that was too large to be checked before the start. It runs in a process of its own: the
 * check of a large table cannot be interrupted except by ending its process, and a server must stop at once. While a
 * table is read, the write-ahead log only grows. When it gets too long, the check is ended and later continues with the
 * unchecked tables.
 */
export class BackgroundCheck {
  readonly #file: string;
  readonly #limits: typeof defaults;
  readonly #checked: string[] = [];
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #restUntil = 0;
  readonly #onFault: (fault: string) => void;

  /** `onFault` is called with a description of the first fault found. */
  constructor(file: string, onFault: (fault: string) => void, limits: Partial<typeof defaults> = {}) {
    this.#file = file;
    this.#onFault = onFault;
    this.#limits = { ...defaults, ...limits };
    if (fileSize(file) <= this.#limits.largerThan) return;
    this.#timer = setInterval(() => this.#look(), this.#limits.pollMs).unref();
    this.#look();
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#process?.kill('SIGKILL');
  }

  #look(): void {
    const isLogLong = fileSize(`${this.#file}-wal`) > this.#limits.logBytesMax;
    if (this.#process) {
      if (isLogLong) this.#process.kill('SIGKILL');
    } else if (!isLogLong && performance.now() >= this.#restUntil) {
      this.#start();
    }
  }

  #start(): void {
    const child = spawn(process.execPath, [entry, this.#file, JSON.stringify(this.#checked)], {
      env: { ...compileCacheVariable() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    child.unref();
    child.channel?.unref();
    child.on('message', (message: CheckMessage) => {
      if ('checked' in message) {
        this.#checked.push(message.checked);
        return;
      }
      clearInterval(this.#timer);
      if (message.fault !== undefined) this.#onFault(message.fault);
    });
    child.on('exit', () => {
      this.#process = undefined;
      this.#restUntil = performance.now() + this.#limits.restMs;
    });
    // If no process can be started, nothing is known about the file.
    child.on('error', () => clearInterval(this.#timer));
  }
}

const fileSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

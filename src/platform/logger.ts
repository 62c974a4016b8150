import { type BaseLogger, pino } from 'pino';

/** What the code outside HTTP needs of a logger. */
export type Logger = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** Writes JSON lines to standard error; standard output carries only what commands print. */
export function newLogger(level: string) {
  return pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization'], base: null },
    pino.destination({ dest: 2, sync: false }),
  );
}

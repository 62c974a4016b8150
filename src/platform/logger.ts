import { type BaseLogger, pino } from 'pino';

/** The methods of a logger that code outside platform/http uses. */
export type Logger = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** Writes JSON lines to standard error; standard output is for the output of commands. */
export function newLogger(level: string) {
  return pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization'], base: null },
    pino.destination({ dest: 2, sync: false }),
  );
}

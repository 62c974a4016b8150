import { type BaseLogger, pino } from 'pino';

/** The methods of a logger that code outside platform/http uses. */
export type Logger = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Writes JSON lines to standard error; standard output is for the output of commands. `processNumber` identifies one of
 * several server processes that write to the same log.
 */
export function newLogger(level: string, processNumber?: number) {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      base: processNumber === undefined ? null : { process: processNumber },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}

import { pino } from 'pino';

/** JSON lines on standard error, so that standard output belongs to the answers of commands. */
export function newLogger(level: string) {
  return pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization'], base: null },
    pino.destination({ dest: 2, sync: false }),
  );
}

export interface LineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** JSON lines on standard error, like those of the server. The package docket-cli has no logging library. */
export function newLineLogger(level = 'info'): LineLogger {
  const log = (name: string, number: number) => (fields: object, message: string) => {
    if (levels.indexOf(name) < levels.indexOf(level)) return;
    process.stderr.write(`${JSON.stringify({ level: number, ...fields, msg: message })}\n`);
  };
  return { info: log('info', 30), warn: log('warn', 40) };
}

import { BadConfiguration, type Config } from '../config/index.ts';
import { DatabaseRefused, DatabaseUnavailable } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { CannotListen, UsageError } from './command.ts';
import type { Ending } from './exit-codes.ts';

export interface Failure {
  ending: Ending;
  sentence: string;
}

/** What went wrong, for a person who did not write Docket. */
export function explainFailure(error: unknown, config: Config | undefined): Failure {
  if (error instanceof UsageError) return { ending: 'usage', sentence: error.message };
  if (error instanceof BadConfiguration) return { ending: 'badConfiguration', sentence: error.message };
  if (error instanceof CannotListen) return { ending: 'cannotListen', sentence: error.message };
  if (error instanceof DatabaseRefused) return { ending: 'databaseRefused', sentence: error.message };
  if (error instanceof DatabaseUnavailable) return unreachable(error, config);
  if (error instanceof Refusal) return { ending: 'failure', sentence: sayRefusal(error) };
  return ofDataFolder(error, config) ?? { ending: 'failure', sentence: sayUnknown(error, config) };
}

function sayRefusal({ message, details }: Refusal): string {
  const fields = Object.entries(details ?? {}).map(([field, says]) => `  ${field}: ${says.join('; ')}`);
  return [fields.length > 0 ? `${message}:` : `${message}.`, ...fields].join('\n');
}

/** Where the database is said to be, without the password in the address. */
function unreachable(error: DatabaseUnavailable, config: Config | undefined): Failure {
  const database = config?.database;
  const place = database?.engine === 'postgres' ? `PostgreSQL at ${new URL(database.url).host}` : 'SQLite';
  const reason = (error.cause as Error | undefined)?.message ?? error.message;
  const advice = database?.engine === 'postgres' ? ' Is it running, and is DATABASE_URL right?' : '';
  return { ending: 'databaseUnreachable', sentence: `${place} does not answer: ${reason}.${advice}` };
}

function ofDataFolder(error: unknown, config: Config | undefined): Failure | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const held = `DATA_DIR holds ${JSON.stringify(config?.DATA_DIR)}`;
  if (/^(?:EACCES|EPERM|EROFS)$/.test(code ?? '') && path !== undefined) {
    return {
      ending: 'noPermission',
      sentence: `No permission to read and write ${path}. ${held}: let the user who runs Docket own that folder.`,
    };
  }
  if (code === 'ENOENT' && syscall === 'mkdir') {
    return { ending: 'badConfiguration', sentence: `${held}, but no folder can be made at ${path}.` };
  }
  if (/^(?:EEXIST|ENOTDIR)$/.test(code ?? '') && path !== undefined) {
    return { ending: 'badConfiguration', sentence: `${held}, but must be a folder, and ${path} is none.` };
  }
  return undefined;
}

function sayUnknown(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const isCurious = config?.LOG_LEVEL === 'debug' || config?.LOG_LEVEL === 'trace';
  return isCurious ? (error.stack ?? error.message) : `${error.message} (LOG_LEVEL=debug tells where)`;
}

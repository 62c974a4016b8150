import { resolve } from 'node:path';
import { BackupPlaceRefused, BackupRefused } from '../backup/index.ts';
import { BadConfiguration, type Config } from '../config/index.ts';
import {
  DatabaseMisconfigured,
  DatabaseRefused,
  DatabaseUnavailable,
  damagedFile,
  hostNames,
  isOfDamagedFile,
} from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { isMisconfigured, StorageUnavailable } from '../platform/storage/index.ts';
import { describeClientFailure } from './client/describe-client-failure.ts';
import { CannotListen } from './command.ts';
import type { Failure } from './run-program.ts';

/** Describes an error to an operator, with the exit code. */
export function describeFailure(error: unknown, config: Config | undefined): Failure {
  const ofServer = describeClientFailure(error);
  if (ofServer) return ofServer;
  if (error instanceof BadConfiguration) return { ending: 'badConfiguration', sentence: error.message };
  if (error instanceof DatabaseMisconfigured) return { ending: 'badConfiguration', sentence: error.message };
  if (error instanceof CannotListen) return { ending: 'cannotListen', sentence: error.message };
  if (error instanceof DatabaseRefused) return { ending: 'databaseRefused', sentence: error.message };
  if (error instanceof BackupRefused) return { ending: 'databaseRefused', sentence: error.message };
  if (error instanceof BackupPlaceRefused) return { ending: 'failure', sentence: error.message };
  if (error instanceof StorageUnavailable)
    return {
      ending: isMisconfigured(error) ? 'badConfiguration' : 'failure',
      sentence: `The storage cannot be used. ${error.message}.`,
    };
  if (config?.database.engine === 'sqlite' && isOfDamagedFile(error))
    return {
      ending: 'databaseRefused',
      sentence: damagedFile(config.database.file, (error as Error).message),
    };
  if (error instanceof DatabaseUnavailable && error.reason === 'full') return diskFull(config);
  if (error instanceof DatabaseUnavailable && error.reason === 'busy')
    return { ending: 'databaseUnreachable', sentence: error.message };
  if (error instanceof DatabaseUnavailable) return unreachable(error, config);
  if (error instanceof Refusal) return { ending: 'failure', sentence: describeRefusal(error) };
  return (
    describeDataFolderError(error, config) ?? {
      ending: 'failure',
      sentence: describeUnknownError(error, config),
    }
  );
}

function describeRefusal({ message, details }: Refusal): string {
  const fields = Object.entries(details ?? {}).map(([field, says]) => `  ${field}: ${says.join('; ')}`);
  const words = message.replace(/\.$/, '');
  return [`${words}${fields.length > 0 ? ':' : '.'}`, ...fields].join('\n');
}

/** Names the host only: the URL may contain a password. */
function unreachable(error: DatabaseUnavailable, config: Config | undefined): Failure {
  const database = config?.database;
  const location = database?.engine === 'postgres' ? `PostgreSQL at ${hostNames(database.url)}` : 'SQLite';
  const reason = (error.cause as Error | undefined)?.message ?? error.message;
  const advice =
    database?.engine === 'postgres' ? ' Check that it is running and that DATABASE_URL is correct.' : '';
  return { ending: 'databaseUnreachable', sentence: `${location} does not answer: ${reason}.${advice}` };
}

const diskFull = (config: Config | undefined): Failure => ({
  ending: 'databaseUnreachable',
  sentence:
    `The disk of DATA_DIR (${JSON.stringify(config?.DATA_DIR)}) is full. ` +
    'Make room and start again; the database was not changed.',
});

function describeDataFolderError(error: unknown, config: Config | undefined): Failure | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const setting = `DATA_DIR is ${JSON.stringify(config?.DATA_DIR)}`;
  if (/^(?:EACCES|EPERM|EROFS)$/.test(code ?? '') && path !== undefined) {
    return {
      ending: 'noPermission',
      sentence: `No permission to read and write ${path}. ${setting}: the user who runs Docket must own that folder.`,
    };
  }
  if (code === 'ENOSPC' && path?.startsWith(resolve(config?.DATA_DIR ?? ''))) return diskFull(config);
  if (code === 'ENOENT' && syscall === 'mkdir') {
    return { ending: 'badConfiguration', sentence: `${setting}, but a folder cannot be created at ${path}.` };
  }
  if (/^(?:EEXIST|ENOTDIR)$/.test(code ?? '') && path !== undefined) {
    return { ending: 'badConfiguration', sentence: `${setting}, but ${path} is not a folder.` };
  }
  return undefined;
}

function describeUnknownError(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const wantsStack = config?.LOG_LEVEL === 'debug' || config?.LOG_LEVEL === 'trace';
  return wantsStack ? (error.stack ?? error.message) : `${error.message} (LOG_LEVEL=debug shows the stack)`;
}

import { DocketError } from '../../../sdk/index.ts';
import { UsageError } from '../command.ts';
import type { ExitReason } from '../exit-codes.ts';
import type { Failure } from '../run-program.ts';
import { CannotReadCredentials, CannotTell, NoSuchName, NotSignedIn } from './client-errors.ts';
import { escapeControls } from './terminal-text.ts';

/** Describes the errors of commands that talk to a server; undefined for others. */
export function describeClientFailure(error: unknown): Failure | undefined {
  if (error instanceof UsageError) return { ending: 'usage', sentence: error.message };
  if (error instanceof NotSignedIn) return { ending: 'usage', sentence: error.message };
  if (error instanceof CannotReadCredentials) return { ending: 'badConfiguration', sentence: error.message };
  if (error instanceof CannotTell) return { ending: 'failure', sentence: escapeControls(error.message) };
  if (error instanceof NoSuchName)
    return { ending: 'notFound', sentence: escapeControls(error.message), code: 'NOT_FOUND' };
  if (error instanceof DocketError) return describeAnswer(error);
  // `fetch` says only "fetch failed"; its cause has the reason.
  if (error instanceof TypeError && error.message === 'fetch failed') return describeLostConnection(error);
  return undefined;
}

function describeAnswer({ status, code, message, details, requestId }: DocketError): Failure {
  const fields = Object.entries(details ?? {}).map(([field, says]) => `  ${field}: ${says.join('; ')}`);
  const advice = status === 401 ? ' The API key is invalid or has ended. Run docket login.' : '';
  const said = message.replace(/\.$/, '');
  const sentence = [`${said}${fields.length > 0 ? ':' : `.${advice}`}`, ...fields]
    .map(escapeControls)
    .join('\n');
  return { ending: chooseEnding(status), sentence, code, details, requestId };
}

function chooseEnding(status: number): ExitReason {
  if (status === 401 || status === 403) return 'noPermission';
  if (status === 404) return 'notFound';
  return status >= 502 && status <= 504 ? 'databaseUnreachable' : 'failure';
}

function describeLostConnection({ cause }: Error): Failure {
  const reason =
    cause instanceof Error
      ? cause.message || String((cause as NodeJS.ErrnoException).code)
      : 'no reason known';
  return {
    ending: 'databaseUnreachable',
    sentence: `The server does not answer: ${reason}. Check its address, DOCKET_URL.`,
    code: 'UNREACHABLE',
  };
}

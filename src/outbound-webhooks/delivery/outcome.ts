import {
  type FailureWord,
  OutboundFailure,
  type OutboundResponse,
} from '../../platform/outbound-http/index.ts';
import { SecretUnavailable } from '../../platform/secret-box/index.ts';
import { parseRetryAfter } from './retry-policy.ts';

export type AttemptError = FailureWord | 'bad_status' | 'redirected' | 'secret_unavailable' | 'internal';

/** How an attempt ended. */
export interface Outcome {
  isSuccess: boolean;
  /** The receiver answered 410: it refuses all further requests. */
  isGone: boolean;
  /** The process stopped during the attempt, which does not count. */
  isInterrupted: boolean;
  status: number | null;
  error: AttemptError | null;
  retryAfterMs: number | undefined;
  responseBody: string | null;
}

const noAnswer: Outcome = {
  isSuccess: false,
  isGone: false,
  isInterrupted: false,
  status: null,
  error: null,
  retryAfterMs: undefined,
  responseBody: null,
};

/** Only 2xx is a success. The body of a private target is not stored: its owner could explore the network with it. */
export function outcomeOfResponse(
  { status, headers, body, isPrivate }: OutboundResponse,
  nowMs: number,
): Outcome {
  const isSuccess = status >= 200 && status < 300;
  return {
    ...noAnswer,
    isSuccess,
    isGone: status === 410,
    status,
    error: isSuccess ? null : status >= 300 && status < 400 ? 'redirected' : 'bad_status',
    retryAfterMs: isSuccess ? undefined : parseRetryAfter(headers['retry-after'], nowMs),
    responseBody: isPrivate || body.length === 0 ? null : toStorableText(body),
  };
}

export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof OutboundFailure) {
    return { ...noAnswer, error: error.word, isInterrupted: error.word === 'interrupted' };
  }
  return { ...noAnswer, error: error instanceof SecretUnavailable ? 'secret_unavailable' : 'internal' };
}

/** PostgreSQL cannot store NUL in a text, so it is replaced. */
const toStorableText = (body: Buffer) => body.toString('utf8').replaceAll('\0', '\uFFFD');

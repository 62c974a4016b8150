import { type FailureWord, OutboundFailure, type OutboundResponse } from '../platform/outbound-http/index.ts';
import { SecretUnavailable } from '../platform/secret-box/index.ts';
import { parseRetryAfter } from './retry-policy.ts';

/** Why an attempt failed, in one word. */
export type AttemptError = FailureWord | 'bad_status' | 'redirected' | 'secret_unavailable' | 'internal';

/** How an attempt ended. */
export interface Outcome {
  isSuccess: boolean;
  /** The receiver asked never to be called again. */
  isGone: boolean;
  /** Docket itself stopped; the attempt does not count. */
  isInterrupted: boolean;
  status: number | null;
  error: AttemptError | null;
  retryAfterMs: number | undefined;
  responseBody: string | null;
}

const nothing: Outcome = {
  isSuccess: false,
  isGone: false,
  isInterrupted: false,
  status: null,
  error: null,
  retryAfterMs: undefined,
  responseBody: null,
};

/** Only 2xx is a success. */
export function outcomeOfResponse({ status, headers, body }: OutboundResponse, nowMs: number): Outcome {
  const isSuccess = status >= 200 && status < 300;
  return {
    ...nothing,
    isSuccess,
    isGone: status === 410,
    status,
    error: isSuccess ? null : status >= 300 && status < 400 ? 'redirected' : 'bad_status',
    retryAfterMs: isSuccess ? undefined : parseRetryAfter(headers['retry-after'], nowMs),
    responseBody: body.length === 0 ? null : readable(body),
  };
}

export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof OutboundFailure) {
    return { ...nothing, error: error.word, isInterrupted: error.word === 'interrupted' };
  }
  return { ...nothing, error: error instanceof SecretUnavailable ? 'secret_unavailable' : 'internal' };
}

/** Whatever the bytes are: PostgreSQL keeps no NUL in a text. */
const readable = (body: Buffer) => body.toString('utf8').replaceAll('\0', '\uFFFD');

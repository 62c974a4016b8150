import {
  cutText,
  detailsBytesMax,
  type FieldMessages,
  fitDetails,
  jobErrorLengthMax,
  messageBytesMax,
} from './error-texts.ts';

export type { FieldMessages } from './error-texts.ts';

// Each has at most some hundred characters.
const missingMax = 50;

/** The error codes of the interface. Only platform/http maps them to HTTP status codes. */
export type RefusalCode =
  | 'VALIDATION_ERROR'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RANGE_NOT_SATISFIABLE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'UPSTREAM_ERROR'
  | 'UNAVAILABLE'
  | 'INSUFFICIENT_STORAGE';

/** What a gate of a project asks for, such as `An approval by a person`; `entry` is the index in a list of changes. */
export interface MissingProof {
  gate: string;
  text: string;
  entry?: number;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: FieldMessages | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly missing: readonly MissingProof[] | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    more: { details?: FieldMessages; retryAfterSeconds?: number; missing?: readonly MissingProof[] } = {},
  ) {
    super(cutText(message, messageBytesMax));
    this.code = code;
    this.details = more.details && fitDetails(more.details, detailsBytesMax);
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.missing = more.missing?.slice(0, missingMax);
  }
}

export const invalid = (details: FieldMessages) =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', { details });

/** Throws if there is a message for any field. */
export function assertValid(details: FieldMessages): void {
  if (Object.keys(details).length > 0) throw invalid(details);
}

/** Adds field messages to an error, so that the caller can fix everything at once. They turn any refusal into a validation error. */
export function withDetails(error: unknown, more: FieldMessages): unknown {
  if (!(error instanceof Refusal)) return error;
  const details = { ...more, ...error.details };
  return Object.keys(details).length > 0 ? invalid(details) : error;
}

export const unauthorized = () => new Refusal('UNAUTHORIZED', 'Authentication required');

/** The sentence that the interface prescribes; `forbiddenBecause` takes any other. */
export const forbidden = (noun: 'ticket' | 'project') =>
  new Refusal('FORBIDDEN', `Insufficient permissions to access this ${noun}`);

export const forbiddenBecause = (sentence: string) => new Refusal('FORBIDDEN', sentence);

export const notFound = (noun: string) => new Refusal('NOT_FOUND', `${noun} not found`);

/** For `.catch`: replaces a "not found" error by another refusal. */
export const whenNotFound =
  (instead: Refusal) =>
  (error: unknown): never => {
    throw error instanceof Refusal && error.code === 'NOT_FOUND' ? instead : error;
  };

export const conflict = (sentence: string, details?: FieldMessages) =>
  new Refusal('CONFLICT', sentence, details ? { details } : {});

export const preconditionFailed = (sentence: string) => new Refusal('PRECONDITION_FAILED', sentence);

export const rateLimited = (sentence: string, retryAfterSeconds: number) =>
  new Refusal('RATE_LIMITED', sentence, { retryAfterSeconds });

/** Another system that Docket needs for the answer failed; the sentence quotes its error. */
export const upstreamFailed = (sentence: string, retryAfterSeconds?: number) =>
  new Refusal('UPSTREAM_ERROR', sentence, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });

export const unavailable = (sentence: string) =>
  new Refusal('UNAVAILABLE', sentence, { retryAfterSeconds: 5 });

export const storageFull = (sentence: string) =>
  new Refusal('INSUFFICIENT_STORAGE', sentence, { retryAfterSeconds: 30 });

/** It does not promise that nothing was changed: the failure may have come after the commit. */
export const internalErrorSentence =
  'Something went wrong on our side. Look whether your change was made, then try again.';

/** The error of a job as its owner sees it, without internals: JSON of at most 2,000 characters. */
export function presentJobError(error: unknown): string {
  if (!(error instanceof Refusal))
    return JSON.stringify({ code: 'INTERNAL_ERROR', message: internalErrorSentence });
  const { code, details } = error;
  const half = jobErrorLengthMax / 2 - 100;
  const message = cutText(error.message, details ? half : 2 * half);
  return JSON.stringify({ code, message, ...(details && { details: fitDetails(details, half) }) });
}

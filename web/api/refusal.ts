import { DocketError } from './sdk.ts';

/** The server refused the request; sending it again does not help. */
export const isRefused = (error: unknown): error is DocketError =>
  error instanceof DocketError && error.status < 500 && error.status !== 429;

/** The server could not be reached, or could not answer now; the same request may succeed later. */
export const isNotReached = (error: unknown) => !isRefused(error);

import { m } from '../messages/index.ts';
import { DocketError } from './sdk.ts';

/** The server answered and said no; sending the same again does not help. */
export const isRefused = (error: unknown): error is DocketError =>
  error instanceof DocketError && error.status < 500 && error.status !== 429;

/** The server could not be reached, or could not answer now; the same request may succeed later. */
export const isNotReached = (error: unknown) => !isRefused(error);

/** What to show of an error where it has no field of its own. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DocketError) return Object.values(error.details ?? {}).flat()[0] ?? error.message;
  return m.api.notReached;
}

/** The first message of each field that the server refused. */
export function fieldErrors(error: unknown): Record<string, string> {
  const details = error instanceof DocketError ? (error.details ?? {}) : {};
  return Object.fromEntries(Object.entries(details).map(([field, [first = '']]) => [field, first]));
}

import { findRefusal, sentenceOf } from '../parts/forms/refusal.ts';

/**
 * The message of an error. A code host that refuses or fails answers 502 or 503 with its own words, which help more
 * than a general sentence.
 */
export function docsErrorText(error: unknown): string {
  const refusal = findRefusal(error);
  return refusal && (refusal.status === 502 || refusal.status === 503) ? refusal.message : sentenceOf(error);
}

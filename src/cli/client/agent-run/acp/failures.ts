import type { TaskFailureType } from '../../../../../sdk/index.ts';

export interface Failure {
  type: TaskFailureType;
  error: string;
  retryable: boolean;
}

/** Agents say in words why a request to the model failed. */
const words: [TaskFailureType, RegExp][] = [
  ['quota', /rate.?limit|quota|credit|billing|usage limit|too many requests|\b429\b/i],
  ['auth', /unauthori[sz]ed|authenticat|api.?key|sign.?in|log.?in|\b401\b/i],
  ['context', /context (?:length|window)|too many tokens|prompt is too long/i],
];

export function describeFailure(error: Error & { data?: unknown }): Failure {
  const details = error.data === undefined ? '' : ` ${JSON.stringify(error.data)}`;
  const text = `${error.message}${details}`.slice(0, 16_000);
  const type = words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown';
  return { type, error: `The agent reported an error: ${text}`.slice(0, 16_000), retryable: true };
}

import { sql } from '../platform/db/index.ts';

export interface Failures {
  subject: string;
  failures: number;
  lastFailureAt: number;
}

export const listSignInFailures = sql.list<{ subjects: string[]; since: number }, Failures>(`
  select subject, failures, last_failure_at as "lastFailureAt" from sign_in_failures
  where subject in :subjects[] and last_failure_at > :since`);

/** Adds one failure; a count whose last failure is older than `since` restarts at 1. */
export const countSignInFailure = sql.run<{ subject: string; now: number; since: number }>(`
  insert into sign_in_failures (subject, failures, last_failure_at) values (:subject, 1, :now)
  on conflict (subject) do update set
    failures = case when sign_in_failures.last_failure_at > :since then sign_in_failures.failures + 1 else 1 end,
    last_failure_at = :now`);

export const uncountSignInFailure = sql.run<{ subject: string }>(
  'update sign_in_failures set failures = failures - 1 where subject = :subject and failures > 0',
);

export const deleteSignInFailures = sql.run<{ subject: string }>(
  'delete from sign_in_failures where subject = :subject',
);

export const deleteSignInFailuresBefore = sql.run<{ since: number }>(
  'delete from sign_in_failures where last_failure_at <= :since',
);

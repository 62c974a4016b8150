import { type Queries, statement } from '../platform/db/index.ts';

export interface Failures {
  subject: string;
  failures: number;
  lastFailureAt: number;
}

const ofSubjects = statement<{ subjects: string[]; since: number }, Failures>(`
  select subject, failures, last_failure_at as "lastFailureAt" from sign_in_failures
  where subject in :subjects[] and last_failure_at > :since`);
const count = statement<{ subject: string; now: number; since: number }>(`
  insert into sign_in_failures (subject, failures, last_failure_at) values (:subject, 1, :now)
  on conflict (subject) do update set
    failures = case when sign_in_failures.last_failure_at > :since then sign_in_failures.failures + 1 else 1 end,
    last_failure_at = :now`);
const uncount = statement<{ subject: string }>(
  'update sign_in_failures set failures = failures - 1 where subject = :subject and failures > 0',
);
const forget = statement<{ subject: string }>('delete from sign_in_failures where subject = :subject');
const sweep = statement<{ since: number }>('delete from sign_in_failures where last_failure_at <= :since');

export const listSignInFailures = (queries: Queries, subjects: string[], since: number) =>
  queries.list(ofSubjects, { subjects, since });

/** Adds one failure; a count whose last failure is older than `since` restarts at 1. */
export const countSignInFailure = (tx: Queries, subject: string, now: number, since: number) =>
  tx.run(count, { subject, now, since });

export const uncountSignInFailure = (tx: Queries, subject: string) => tx.run(uncount, { subject });

export const deleteSignInFailures = (tx: Queries, subject: string) => tx.run(forget, { subject });

export const deleteSignInFailuresBefore = (tx: Queries, since: number) => tx.run(sweep, { since });

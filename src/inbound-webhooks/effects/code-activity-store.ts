import { insertMany, type Queries, statement, type Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Provider, PullRequest } from '../code-event.ts';

interface PullRequestRow {
  provider: Provider;
  repository: string;
  number: number;
  branch: string;
  sha: string | null;
  isOpen: number;
  asOf: number;
}

const knownCommits = statement<{ repository: string; shas: string[] }, { sha: string }>(
  'select sha from pushed_commits where repository = :repository and sha in :shas[]',
);
/** Marks commits (by hash) and reviews (by id) as counted; returns those that were not counted before. */
export async function markAsCounted(
  tx: Tx,
  repository: string,
  references: string[],
  now: number,
): Promise<Set<string>> {
  const name = foldCase(repository);
  const fresh = new Set(references);
  for (const { sha } of await tx.list(knownCommits, { repository: name, shas: [...fresh] }))
    fresh.delete(sha);
  await insertMany(
    tx,
    'pushed_commits',
    ['repository', 'sha', 'pushed_at'],
    [...fresh].map((sha) => [name, sha, now]),
  );
  return fresh;
}

const upsert = statement<PullRequestRow>(`
  insert into code_pull_requests (provider, repository, number, branch, sha, is_open, updated_at)
  values (:provider, :repository, :number, :branch, :sha, :isOpen, :asOf)
  on conflict (provider, repository, number) do update
    set branch = excluded.branch, sha = excluded.sha, is_open = excluded.is_open, updated_at = excluded.updated_at
    where code_pull_requests.updated_at <= excluded.updated_at`);
/** Stores the current state of a pull request. An event older than the stored state changes nothing. */
export const upsertPullRequest = (
  tx: Tx,
  provider: Provider,
  repository: string,
  { number, branch, sha, state, asOf }: PullRequest,
  now: number,
) =>
  tx.run(upsert, {
    provider,
    repository: foldCase(repository),
    number,
    branch: branch.slice(0, 255),
    sha: sha?.slice(0, 255) ?? null,
    isOpen: state === 'open' || state === 'draft' ? 1 : 0,
    asOf: Math.min(asOf ?? now, now),
  });

// Bitbucket abbreviates the commit of a pull request to 12 characters, but not the commit of a status.
const shortShaLength = 12;

const byHead = statement<
  { provider: Provider; repository: string; sha: string; shortSha: string; branch: string },
  { number: number }
>(`
  select number from code_pull_requests where provider = :provider and repository = :repository and is_open = 1
    and (sha in (:sha, :shortSha) or (:sha = '' and branch = :branch)) order by number limit 20`);
/** Numbers of the open pull requests of a commit or, if no commit is given, of a branch. */
export const listPullRequestsAt = async (
  queries: Queries,
  provider: Provider,
  repository: string,
  { sha = '', branch = '' }: { sha?: string | undefined; branch?: string | undefined },
) =>
  (
    await queries.list(byHead, {
      provider,
      repository: foldCase(repository),
      sha,
      shortSha: sha.slice(0, shortShaLength),
      branch,
    })
  ).map(({ number }) => number);

const pruneCommits = statement<{ before: number }>(`
  delete from pushed_commits where (repository, sha) in (
    select repository, sha from pushed_commits where pushed_at <= :before order by pushed_at limit 500)`);
const prunePulls = statement<{ before: number }>(`
  delete from code_pull_requests where (provider, repository, number) in (
    select provider, repository, number from code_pull_requests where updated_at <= :before
    order by updated_at limit 500)`);
export const pruneCodeActivity = async (tx: Tx, before: number) =>
  (await tx.run(pruneCommits, { before })) + (await tx.run(prunePulls, { before }));

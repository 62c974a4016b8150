import { type Queries, sql, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';

const find = sql.find<{ projectId: string; repository: string }, { commit: string }>(`
  select commit_sha as "commit" from seen_default_commits
  where project_id = :projectId and repository = :repository`);
/** The commit of the default branch that was seen last. */
export const findSeenCommit = async (queries: Queries, projectId: string, repository: string) =>
  (await find(queries, { projectId, repository: foldCase(repository) }))?.commit;

interface SeenCommit {
  projectId: string;
  repository: string;
  /** The one before; null: none was seen. */
  known: string | null;
  commit: string;
  seenAt: number;
}
const save = sql.run<Omit<SeenCommit, 'known'> & { known: string }>(`
  insert into seen_default_commits (project_id, repository, commit_sha, seen_at)
  values (:projectId, :repository, :commit, :seenAt)
  on conflict (project_id, repository) do update set commit_sha = excluded.commit_sha, seen_at = excluded.seen_at
  where seen_default_commits.commit_sha = :known`);
/** Returns false if another process has seen the push first. */
export const saveSeenCommit = async (tx: Tx, { known, repository, ...seen }: SeenCommit) =>
  (await save(tx, { ...seen, repository: foldCase(repository), known: known ?? '' })) > 0;

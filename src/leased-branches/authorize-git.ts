import { checkLease, type LeaseCheck, leaseEnded } from '../agent-tasks/index.ts';
import { listValidCredentials } from '../auth/index.ts';
import {
  type GitServer,
  openGitServer,
  parseRepositoryName,
  type RepositoryName,
} from '../code-hosts/index.ts';
import { type CandidateHost, findHostForProject } from '../docs-generation/index.ts';
import { hashToken, isSameSecret } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import { isId } from '../platform/ids.ts';
import { workflowPaths } from '../projects/index.ts';
import type { Actor } from '../users/index.ts';
import type { AgentBranches } from './branch-schemas.ts';
import { readAgentBranches } from './branch-settings.ts';
import type { LeasedBranchesContext } from './leased-branches-context.ts';
import { readTaskKey, type TaskKey } from './task-key.ts';
import { findTaskKey, hasTaskKey, type TaskKeyRow } from './task-key-store.ts';

/** A lease as its key names it. */
export type KeyedLease = TaskKeyRow;

/** `unknown`: without a valid key; `foreign`: with the key of another task; `missing`: the task has no repository. */
export type KeyRefusal = 'unknown' | 'foreign' | 'missing';

/** Finds the lease that the credential belongs to. Whether it still holds is another question. */
export async function findLeaseOfKey(
  { db }: Pick<LeasedBranchesContext, 'db'>,
  taskId: string,
  authorization: string | undefined,
): Promise<TaskKeyRow | KeyRefusal> {
  if (authorization === undefined) return 'unknown';
  if (!isId(taskId) || !(await hasTaskKey(db.reads, { taskId }))) return 'missing';
  const key = readTaskKey(authorization);
  if (!key) return 'unknown';
  if (key.taskId !== taskId) return 'foreign';
  return (await verifyTaskKey(db.reads, key)) ?? 'unknown';
}

/** The lease of a key that was really given out. */
export async function verifyTaskKey(
  queries: Queries,
  { taskId, epoch, secret }: TaskKey,
): Promise<KeyedLease | undefined> {
  const row = await findTaskKey(queries, { taskId, epoch });
  return row && isSameSecret(hashToken(secret), row.keyHash) ? row : undefined;
}

/** A lease is worth no more than the credential that claimed it: deleting an API key also ends what its leases may do. */
export async function checkKeyedLease(queries: Queries, lease: KeyedLease, now: number): Promise<LeaseCheck> {
  const check = await checkLease(queries, lease, now);
  const { credentialId } = lease;
  if ('ended' in check || credentialId === null) return check;
  const [valid] = await listValidCredentials(queries, { ids: [credentialId], now });
  return valid === undefined ? { task: check.task, ended: leaseEnded } : check;
}

/** What the lease gives access to, or why it no longer does. */
export type Access =
  | { actor: Actor; projectId: string; settings: AgentBranches }
  | { ended: string }
  | 'missing';

/** Asked at each step: before a request, when the pack has arrived, and immediately before refs change. */
export async function checkAccess(
  { db, clock }: Pick<LeasedBranchesContext, 'db' | 'clock'>,
  lease: TaskKeyRow,
): Promise<Access> {
  const check = await checkKeyedLease(db.reads, lease, clock.now());
  if ('ended' in check) return { ended: check.ended };
  const { projectId } = check.task;
  if (projectId === null) return 'missing';
  const settings = await readAgentBranches(db.reads, projectId);
  if (!settings.enabled) return 'missing';
  // What the settings say wins over the file in the repository.
  const paths = settings.paths ?? (await workflowPaths(db.reads, projectId));
  return { actor: check.actor, projectId, settings: { ...settings, paths } };
}

/** The repository of the lease, and the host that has it; undefined if its project no longer links it. */
export async function openRepository(
  { db, docs }: LeasedBranchesContext,
  { repository }: TaskKeyRow,
  { actor, projectId }: { actor: Actor; projectId: string },
  signal: AbortSignal,
): Promise<(CandidateHost & { server: GitServer }) | undefined> {
  const repo = parseRepositoryName(repository) as RepositoryName;
  const found = await findHostForProject({ db, actor }, docs, repo, projectId, signal);
  return found && { ...found, server: await openGitServer(found.host, found.repo, docs.outbound) };
}

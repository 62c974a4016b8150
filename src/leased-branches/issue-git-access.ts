import type { GitAccess, IssueGitAccess, TaskDetails, TaskSource } from '../agent-tasks/index.ts';
import { canReadTask, getTaskFor } from '../agent-tasks/index.ts';
import { openCodeHost, parseRepositoryName, type RepositoryName } from '../code-hosts/index.ts';
import { type DocsGenerationContext, findHostForProject } from '../docs-generation/index.ts';
import { secondMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Logger } from '../platform/logger.ts';
import { listProjectRepositories } from '../projects/index.ts';
import { ticketKey } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { readAgentBranches } from './branch-settings.ts';
import { finishPushesOfTask } from './finish-pushes.ts';
import { formatTaskKey } from './task-key.ts';
import { putTaskKey } from './task-key-store.ts';

export interface IssuerContext {
  docs: DocsGenerationContext;
  logger: Pick<Logger, 'warn'>;
  baseUrl: string;
}

// A claim must not wait for a slow code host; without its answer the work begins at HEAD.
const hostTimeoutMs = 5 * secondMs;
const userName = 'docket';

/** Issues the credential with which the worker of a claimed task reaches the repository. */
export const newGitAccessIssuer =
  ({ docs, logger, baseUrl }: IssuerContext): IssueGitAccess =>
  async (scope, task) => {
    const { id: taskId, leaseEpoch: epoch, leaseUserId } = task;
    const repository =
      leaseUserId === scope.actor.userId ? await findRepository(scope.db.reads, task) : undefined;
    if (!repository) return null;
    const branch = branchPrefix(task);
    const [found] = await finishPushesOfTask({ db: scope.db, clock: scope.clock, docs, logger }, taskId);
    const continued = { ...task, branch: found ?? task.branch };
    const baseRef = await findBaseRef(scope, docs, continued, repository, branch).catch((error: unknown) => {
      logger.warn({ err: error, taskId }, 'Cannot read the repository of a claimed task');
      return 'HEAD';
    });
    if (baseRef === undefined) return null;
    const secret = newToken();
    const { userId, credential } = scope.actor;
    const credentialId = credential.kind === 'api-key' ? credential.id : null;
    const key = { taskId, epoch, userId, credentialId, keyHash: hashToken(secret) };
    const now = scope.clock.now();
    await scope.db.transaction((tx) =>
      putTaskKey(tx, { ...key, repository, branchPrefix: branch, createdAt: now }),
    );
    return {
      url: `${baseUrl}/git/${taskId}.git`,
      username: userName,
      password: formatTaskKey({ taskId, epoch, secret }),
      branch,
      baseRef,
    } satisfies GitAccess;
  };

async function findRepository(queries: Queries, task: TaskDetails): Promise<string | undefined> {
  const repository = await findTaskRepository(queries, task);
  if (repository === undefined || task.projectId === null) return undefined;
  const { enabled } = await readAgentBranches(queries, task.projectId);
  return enabled ? repository : undefined;
}

/** The repository that the source of the task names, or the only one of its project. */
export async function findTaskRepository(
  queries: Queries,
  task: Pick<TaskDetails, 'projectId' | 'source'>,
): Promise<string | undefined> {
  if (task.projectId === null) return undefined;
  const names = await listProjectRepositories(queries, { projectId: task.projectId });
  if (names.length === 0) return undefined;
  const { repo = '' } = JSON.parse(task.source) as TaskSource;
  const named = names.find((name) => foldCase(name) === foldCase(repo));
  const repository = named ?? (names.length === 1 ? names[0] : undefined);
  return repository === undefined || !parseRepositoryName(repository) ? undefined : repository;
}

/** What the branches of a task begin with. */
export const branchPrefix = ({
  id,
  projectKey,
  ticketNumber,
  ticketTitle,
}: Pick<TaskDetails, 'id' | 'projectKey' | 'ticketNumber' | 'ticketTitle'>) =>
  `docket/${(ticketTitle !== null && ticketKey(projectKey, ticketNumber)) || id}/`;

/** Undefined if no code host has the repository, or none may be used for it. */
async function findBaseRef(
  scope: Scope,
  docs: DocsGenerationContext,
  task: TaskDetails,
  repository: string,
  branch: string,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(hostTimeoutMs);
  const repo = parseRepositoryName(repository) as RepositoryName;
  const found = await findHostForProject(scope, docs, repo, task.projectId as string, signal);
  if (!found) return undefined;
  const host = await openCodeHost(found.host, docs.outbound);
  const former = await findFormerBranch(scope, task, branch);
  if (former !== undefined && (await hasRef(() => host.resolve(found.repo, former, signal)))) return former;
  return (await host.findRepository(found.repo, signal)).defaultBranch;
}

/** A follow-up continues the branch of the task that it follows. */
async function findFormerBranch(
  { db, actor }: Scope,
  { followsId, branch }: TaskDetails,
  prefix: string,
): Promise<string | undefined> {
  const former =
    branch ??
    (followsId === null
      ? null
      : await getTaskFor(db.reads, actor, followsId, canReadTask).then(
          (task) => task.branch,
          () => null,
        ));
  return former?.startsWith(prefix) ? former : undefined;
}

const hasRef = (resolve: () => Promise<unknown>): Promise<boolean> =>
  resolve().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return false;
      throw error;
    },
  );

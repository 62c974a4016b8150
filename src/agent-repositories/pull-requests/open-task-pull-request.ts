import {
  assertLease,
  canWorkOnTask,
  getTask,
  getTaskFor,
  recordPullRequest,
  type TaskDetails,
} from '../../agent-tasks/index.ts';
import { isRefName } from '../../code-hosts/index.ts';
import { type DocsGenerationContext, openProjectRepository } from '../../docs-generation/index.ts';
import { branchPrefix, findTaskRepository } from '../../leased-branches/index.ts';
import { conflict, invalid, Refusal } from '../../platform/errors.ts';
import { listCriteriaWithEvidence } from '../../proof/index.ts';
import { codeLinks, getTicket, type TicketDetails } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { type HandOver, handOverBody, handOverTitle } from './describe-hand-over.ts';

export interface HandOverContext {
  docs: DocsGenerationContext;
  baseUrl: string;
}

interface Request {
  epoch: number;
  branch: string;
  title?: string | null | undefined;
}

/**
 * Opens the pull request of a branch of the task, or updates its text. The worker has no token of the code host: Docket
 * uses that of the project or of the instance. Repeating the request changes nothing more.
 */
export async function openTaskPullRequest(
  scope: Scope,
  { docs, baseUrl }: HandOverContext,
  id: string,
  { epoch, branch, title }: Request,
) {
  const { db, actor } = scope;
  assertLease(actor, await getTaskFor(db.reads, actor, id, canWorkOnTask), epoch);
  const task = await getTask(scope, id);
  await assertOwnBranch(scope, task, branch);
  const name = await findTaskRepository(db.reads, task);
  if (name === undefined || task.projectId === null)
    throw conflict(
      'The project of the task links no repository, or several of which the task names none. Link one repository to the project.',
    );
  const repository = await openProjectRepository(db, docs, task.projectId, name);
  const handOver = await readHandOver(scope, task, baseUrl);
  const opened = await repository.openPullRequest({
    title: handOverTitle(handOver, title ?? undefined),
    body: handOverBody(handOver),
    branch,
  });
  if (!opened)
    throw conflict(
      `${name} is a local repository, which has no pull requests. The branch ${branch} is in it: a person can merge it there.`,
    );
  const { pull, action, sha } = opened;
  const now = scope.clock.now();
  await scope.write(async (tx) => {
    // The lease may have ended while the code host answered. The pull request then belongs to the next worker.
    const locked = await recordPullRequest(tx, scope, id, epoch, {
      title: `${name}#${pull.number}`,
      url: pull.url,
    });
    const ticket =
      locked.ticketId === null || locked.projectId === null
        ? undefined
        : await codeLinks.lockTicketInProjects(tx, [locked.projectId], locked.ticketId);
    if (ticket)
      await codeLinks.attachLink(
        tx,
        { userId: actor.userId, name: actor.name, provider: repository.kind, taskId: id },
        ticket,
        {
          kind: 'pull_request',
          provider: repository.kind,
          repository: name,
          reference: String(pull.number),
          title: handOverTitle(handOver, title ?? undefined),
          url: pull.url,
          state: pull.state,
          author: actor.name,
          authorId: actor.userId,
          closes: false,
          asOf: now,
        },
        now,
      );
  });
  return { url: pull.url, number: pull.number, state: pull.state, branch, commit: sha, action };
}

/** A task opens pull requests of its own branches, and a follow-up also of the branch that it follows. */
async function assertOwnBranch(scope: Scope, task: TaskDetails, branch: string): Promise<void> {
  const prefix = branchPrefix(task);
  if (!isRefName(branch)) throw invalid({ branch: ['Branch must be the name of a branch'] });
  if (branch.startsWith(prefix) && branch.length > prefix.length) return;
  const { followsId } = task;
  const former = followsId === null ? undefined : await getTask(scope, followsId).catch(ignoreRefusal);
  if (former?.branch === branch && branch.startsWith('docket/')) return;
  throw invalid({ branch: [`Branch must begin with ${prefix}`] });
}

async function readHandOver(scope: Scope, task: TaskDetails, baseUrl: string): Promise<HandOver> {
  const ticket: TicketDetails | undefined =
    task.ticketId === null ? undefined : await getTicket(scope, task.ticketId).catch(ignoreRefusal);
  const criteria = ticket ? await listCriteriaWithEvidence(scope, ticket.id) : [];
  return { task, ticket, criteria, agentName: scope.actor.name, baseUrl };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

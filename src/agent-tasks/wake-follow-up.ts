import type { Tx } from '../platform/db/index.ts';
import type { PullRequestRef, TaskSource, TaskState } from './agent-task.ts';
import { findTaskOfPullRequest } from './agent-task-store.ts';
import { type Enqueued, type EnqueueSettings, enqueueTask } from './enqueue-task.ts';

export interface FollowUp {
  pullRequest: PullRequestRef;
  /** Those that link its repository. */
  projectIds: readonly string[];
  /** What happened to the pull request: its checks failed, or a review asks for changes. */
  reason: 'checks_failed' | 'changes_requested';
  /** One sentence for the agent, such as "A check failed at 1a2b3c4"; nothing in it is a stranger's. */
  sentence: string;
  source: TaskSource;
  /** What the code host says of it, on top of what the first task was given. */
  input?: Record<string, unknown> | undefined;
  /** The same reason at the same commit or review wakes once. */
  dedupeKey: string;
}

const workedOn: TaskState[] = ['in_progress', 'waiting_for_user', 'completed'];

/**
 * Something happened to a pull request that an agent made or works on: a new task with the context of the old one. Answers
 * undefined where no agent has to do with the pull request, or where its task still waits and will see it as it is.
 */
export async function wakeFollowUp(
  tx: Tx,
  settings: EnqueueSettings,
  { pullRequest, projectIds, reason, sentence, source, input, dedupeKey }: FollowUp,
): Promise<Enqueued | undefined> {
  const first = await findTaskOfPullRequest(tx, pullRequest, workedOn, projectIds);
  if (!first) return undefined;
  return enqueueTask(tx, settings, {
    projectId: first.projectId,
    ticketId: first.ticketId,
    agentId: first.agentId,
    kind: `pull_request.${reason}`,
    title: `Follow up: ${first.title.replace(/^Follow up: /, '')}`,
    instructions: `${sentence}\n\nThe task before this one was:\n\n${first.instructions}`,
    priority: first.priority,
    source,
    input: { ...(JSON.parse(first.input) as object), followUp: { reason, ...input } },
    dedupeKey: `follow-up ${pullRequest.repository.toLowerCase()}#${pullRequest.number} ${reason} ${dedupeKey}`,
    pullRequest,
    followsId: first.id,
    maxAttempts: first.maxAttempts,
  });
}

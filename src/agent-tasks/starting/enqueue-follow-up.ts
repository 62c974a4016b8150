import type { Tx } from '../../platform/db/index.ts';
import type { AgentTaskRow, PullRequestRef, TaskSource, TaskState } from '../agent-task.ts';
import type { TaskActor } from '../agent-task-events.ts';
import { findTaskOfPullRequest, findWorkOnTicket } from '../agent-task-store.ts';
import { type Enqueued, type EnqueueSettings, enqueueTask } from './enqueue-task.ts';

export interface FollowUp {
  pullRequest: PullRequestRef;
  /** The projects that receive events of its repository. */
  projectIds: readonly string[];
  /** Whether any project links the repository. If none does, the task of any project is followed up. */
  isLinked: boolean;
  /** Whether a task of the instance is followed up too. */
  includesInstance: boolean;
  reason: 'checks_failed' | 'changes_requested';
  /** One sentence for the agent, such as "A check failed at 1a2b3c4". It must hold no third-party text. */
  sentence: string;
  source: TaskSource;
  /** What the code host sent, in addition to the input of the first task. */
  input?: Record<string, unknown> | undefined;
  /** The commit or review: each gets one follow-up per reason. */
  dedupeKey: string;
}

const startedStates: TaskState[] = ['in_progress', 'waiting_for_user', 'completed'];

export interface ReviewFollowUp {
  reviewId: string;
  ticketId: string;
  /** The comment of the review: data for the agent, not its instructions. */
  input: Record<string, unknown>;
}

/** Queues a follow-up for the agent that did the work on a ticket, because a review in Docket asks for changes. */
export async function enqueueReviewFollowUp(
  tx: Tx,
  settings: EnqueueSettings & { by: TaskActor & { agent?: unknown } },
  { reviewId, ticketId, input }: ReviewFollowUp,
): Promise<Enqueued | undefined> {
  const first = await findWorkOnTicket(tx, { ticketId, states: startedStates });
  if (!first) return undefined;
  const sentence =
    'A review of the ticket requests changes. It is in input.followUp; make the changes, or explain why not.';
  const { userId, agent } = settings.by;
  return enqueueTask(tx, settings, {
    ...followUpOf(first, sentence, { reason: 'changes_requested', ...input }),
    kind: 'review.changes_requested',
    source: { provider: 'docket', event: 'review.changes_requested' },
    dedupeKey: `follow-up review ${reviewId}`,
    cause: {
      causeEvent: 'review.changes_requested',
      causeUserId: agent ? null : userId,
      causeAgentId: agent ? userId : null,
      causeTaskId: first.id,
      // Two agents that review each other’s work without end are stopped by the depth of the chain.
      causeDepth: agent ? first.causeDepth + 1 : 0,
    },
  });
}

/** The work goes on in the same branch, and in the same session if the runner has it: `followsId` names the task. */
const followUpOf = (first: AgentTaskRow, sentence: string, followUp: object) => ({
  projectId: first.projectId,
  ticketId: first.ticketId,
  agentId: first.agentId,
  title: `Follow up: ${first.title.replace(/^Follow up: /, '')}`,
  instructions: `${sentence}\n\nThe previous task was:\n\n${first.instructions}`,
  priority: first.priority,
  input: {
    ...(JSON.parse(first.input) as object),
    followUp: { ...followUp, ...(first.branch !== null && { branch: first.branch }) },
  },
  followsId: first.id,
  maxAttempts: first.maxAttempts,
});

/**
 * Queues a follow-up with the context of the task that created or changes the pull request. Returns undefined if there is no
 * such task, or if it is still queued: its worker will see the pull request as it is then.
 */
export async function enqueueFollowUp(
  tx: Tx,
  settings: EnqueueSettings,
  { pullRequest, reason, sentence, source, input, dedupeKey, ...reach }: FollowUp,
): Promise<Enqueued | undefined> {
  const first = await findTaskOfPullRequest(tx, pullRequest, startedStates, reach);
  if (!first) return undefined;
  return enqueueTask(tx, settings, {
    ...followUpOf(first, sentence, { reason, ...input }),
    kind: `pull_request.${reason}`,
    source,
    dedupeKey: `follow-up ${pullRequest.repository.toLowerCase()}#${pullRequest.number} ${reason} ${dedupeKey}`,
    pullRequest,
    cause: {
      causeEvent: source.event.slice(0, 200),
      causeUserId: null,
      causeAgentId: reason === 'checks_failed' ? (first.claimedBy ?? first.agentId) : null,
      causeTaskId: first.id,
      // Failed checks are the agent’s own doing, so its attempts to mend them end; a review is another’s.
      causeDepth: reason === 'checks_failed' ? first.causeDepth + 1 : 0,
    },
  });
}

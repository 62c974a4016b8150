import { hourMs, secondMs } from '../platform/clock.ts';
import { type Ticket, ticketKey } from '../tickets/index.ts';

/**
 * queued → in_progress → completed | failed | timed_out. Every unfinished state → cancelled.
 * in_progress → queued: released, failed with attempts left, or the lease expired.
 * in_progress → waiting_for_user (question) → queued (answer).
 */
export const taskStates = [
  'queued',
  'in_progress',
  'waiting_for_user',
  'completed',
  'failed',
  'timed_out',
  'cancelled',
] as const;
export type TaskState = (typeof taskStates)[number];

/** What a worker can report; questions and answers have their own use cases (ask-user.ts). */
export const reportTypes = ['thought', 'action', 'message', 'error'] as const;
export const activityTypes = [...reportTypes, 'question', 'answer'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const artifactTypes = ['pull_request', 'branch', 'commit', 'document', 'link', 'text'] as const;
export type ArtifactType = (typeof artifactTypes)[number];

/** Where a task comes from. Everything but the provider is third-party text. */
export interface TaskSource {
  /** `github`, `gitlab` …, `generic`, `docket` for Docket’s own events. */
  provider: string;
  event: string;
  action?: string | undefined;
  deliveryId?: string | undefined;
  repo?: string | undefined;
  ref?: string | undefined;
  sha?: string | undefined;
  number?: number | undefined;
  url?: string | undefined;
}

export interface AgentTask {
  id: string;
  projectId: string | null;
  ticketId: string | null;
  agentId: string | null;
  kind: string;
  title: string;
  instructions: string;
  state: TaskState;
  heldReason: string | null;
  priority: Ticket['priority'];
  /** JSON of a TaskSource. */
  source: string;
  /** JSON of an object. Untrusted: third parties wrote it. */
  input: string;
  followsId: string | null;
  createdBy: string | null;
  runAfter: number;
  attempt: number;
  maxAttempts: number;
  leaseEpoch: number;
  leaseWorker: string | null;
  leaseUserId: string | null;
  leaseSeconds: number | null;
  leaseExpiresAt: number | null;
  /** When the current or last worker claimed it. */
  claimedAt: number | null;
  question: string | null;
  /** JSON. */
  result: string | null;
  error: string | null;
  capKey: string;
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
}

/** A task with its workspace, project and ticket. */
export interface AgentTaskRow extends AgentTask {
  workspaceId: string | null;
  projectName: string | null;
  projectKey: string | null;
  ticketTitle: string | null;
  ticketNumber: number | null;
  ticketStatus: Ticket['status'] | null;
  ticketPriority: Ticket['priority'] | null;
}

/** The project as responses and events show it. */
export const taskProject = ({ projectId, projectName, projectKey }: AgentTaskRow) =>
  projectId !== null && projectName !== null && projectKey !== null
    ? { id: projectId, name: projectName, key: projectKey }
    : null;

/** The ticket as responses and events show it. */
export function taskTicket({ ticketId, ticketTitle, ticketStatus, ticketPriority, ...task }: AgentTaskRow) {
  if (ticketId === null || ticketTitle === null || ticketStatus === null || ticketPriority === null)
    return null;
  const key = ticketKey(task.projectKey, task.ticketNumber);
  return {
    id: ticketId,
    title: ticketTitle,
    ...(key !== undefined && { key }),
    status: ticketStatus,
    priority: ticketPriority,
  };
}

export const attemptsDefault = 3;
export const attemptsMax = 100;
export const leaseSecondsDefault = 300;
export const leaseSecondsMax = 900;

const finalStates: readonly TaskState[] = ['completed', 'failed', 'timed_out', 'cancelled'];
export const isFinished = ({ state }: Pick<AgentTask, 'state'>) => finalStates.includes(state);

const firstBackOffMs = 30 * secondMs;

/** 30 s after the first attempt, then doubling, at most 1 hour. */
export const backOffMs = (attempt: number) =>
  Math.min(firstBackOffMs * 2 ** Math.max(0, Math.min(attempt, 30) - 1), hourMs);

const instanceQueue = 'instance';

/** A task waits in the queue of its agent, else of its project, else of the instance. */
export const chooseQueue = ({ agentId, projectId }: Pick<AgentTask, 'agentId' | 'projectId'>) =>
  agentId ?? projectId ?? instanceQueue;

const pullRequestUrl =
  /^https?:\/\/[^/]+\/(.+?)\/(?:-\/merge_requests|pull|pulls|pull-requests)\/([1-9]\d{0,8})(?:[/?#]|$)/;

export interface PullRequestRef {
  /** `owner/name` */
  repository: string;
  number: number;
}

/** Parses `https://github.com/acme/app/pull/12`, and the URLs of GitLab, Gitea and Bitbucket. */
export function parsePullRequestUrl(url: string): PullRequestRef | undefined {
  const match = pullRequestUrl.exec(url);
  return match ? { repository: match[1] as string, number: Number(match[2]) } : undefined;
}

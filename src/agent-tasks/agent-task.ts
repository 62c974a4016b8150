import { hourMs, secondMs } from '../platform/clock.ts';
import type { TicketPriority, TicketStatus } from '../tickets/index.ts';

/**
 * queued → in_progress → completed | failed | timed_out, and cancelled from anywhere before these.
 * in_progress → queued: released, failed with attempts left, or the lease ran out.
 * in_progress → waiting_for_user → queued: asked, answered.
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

/** What a worker tells while it works; questions and answers come by verbs of their own. */
export const reportTypes = ['thought', 'action', 'message', 'error'] as const;
export const activityTypes = [...reportTypes, 'question', 'answer'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const artifactTypes = ['pull_request', 'branch', 'commit', 'document', 'link', 'text'] as const;
export type ArtifactType = (typeof artifactTypes)[number];

/** Where a task comes from. All of it but the provider was written by strangers. */
export interface TaskSource {
  /** `github`, `gitlab` …, `generic`, `docket` for what happened here. */
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
  priority: TicketPriority;
  /** JSON of a TaskSource. */
  source: string;
  /** JSON of an object. It comes from strangers. */
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
  question: string | null;
  /** JSON. */
  result: string | null;
  error: string | null;
  capKey: string;
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
}

/** A task with what stands around it. */
export interface AgentTaskRow extends AgentTask {
  workspaceId: string | null;
  projectName: string | null;
  projectKey: string | null;
  ticketTitle: string | null;
  ticketNumber: number | null;
  ticketStatus: TicketStatus | null;
  ticketPriority: TicketPriority | null;
}

export const attemptsDefault = 3;
export const attemptsMax = 100;
export const leaseSecondsDefault = 300;
export const leaseSecondsMax = 900;

const finalStates: readonly TaskState[] = ['completed', 'failed', 'timed_out', 'cancelled'];
export const isFinished = ({ state }: Pick<AgentTask, 'state'>) => finalStates.includes(state);

const firstBackOffMs = 30 * secondMs;

/** 30 s after the first attempt, then twice as long each time, an hour at most. */
export const backOffMs = (attempt: number) =>
  Math.min(firstBackOffMs * 2 ** Math.max(0, Math.min(attempt, 30) - 1), hourMs);

const instanceQueue = 'instance';

/** Where a task waits: with its agent, else with its project, else with the instance. */
export const queueOf = ({ agentId, projectId }: Pick<AgentTask, 'agentId' | 'projectId'>) =>
  agentId ?? projectId ?? instanceQueue;

const addressOfPullRequest =
  /^https?:\/\/[^/]+\/(.+?)\/(?:-\/merge_requests|pull|pulls|pull-requests)\/([1-9]\d{0,8})(?:[/?#]|$)/;

export interface PullRequestRef {
  /** `owner/name` */
  repository: string;
  number: number;
}

/** `https://github.com/acme/app/pull/12` and its like on the other hosts. */
export function parsePullRequestUrl(url: string): PullRequestRef | undefined {
  const match = addressOfPullRequest.exec(url);
  return match ? { repository: match[1] as string, number: Number(match[2]) } : undefined;
}

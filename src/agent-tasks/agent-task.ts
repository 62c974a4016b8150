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

/**
 * Why a queued task is not offered, in the order in which it is decided (decide-hold.ts). `chain` ends only by a person;
 * the others end by themselves.
 */
export const holds = ['chain', 'blocked', 'budget', 'collision', 'ticket', 'hour', 'status'] as const;
export type Hold = (typeof holds)[number];

/** What started a task. */
export interface TaskCause {
  causeEvent: string | null;
  causeUserId: string | null;
  causeAgentId: string | null;
  /** The task that the causing agent worked on. */
  causeTaskId: string | null;
  /** How many agents are in the chain of causes: 0 for a task that a person or an event from outside started. */
  causeDepth: number;
}

/** Why an attempt failed, as the worker sees it; `timeout` also if its lease expired. */
export const failureTypes = [
  'quota',
  'auth',
  'context',
  'refused',
  'tests',
  'conflict',
  'environment',
  'timeout',
  'unknown',
] as const;
export type FailureType = (typeof failureTypes)[number];

/** Why a worker should end: it gets `cancelled` with the 409 of its next report, the others in its answers. */
export const stopReasons = ['cancelled', 'budget', 'requested'] as const;
export type StopReason = (typeof stopReasons)[number];

export const questionKinds = ['question', 'approval'] as const;
export type QuestionKind = (typeof questionKinds)[number];

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

export interface AgentTask extends TaskCause {
  id: string;
  projectId: string | null;
  ticketId: string | null;
  agentId: string | null;
  kind: string;
  title: string;
  instructions: string;
  state: TaskState;
  /** Set exactly while `heldReason` is. */
  hold: Hold | null;
  heldReason: string | null;
  /** 1 if somebody with the right offered it despite its caps. */
  waived: number;
  priority: Ticket['priority'];
  /** JSON of a TaskSource. */
  source: string;
  /** JSON of an object. Untrusted: third parties wrote it. */
  input: string;
  followsId: string | null;
  /** The status that its ticket entered, if that started the task. */
  startedIn: string | null;
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
  claimedBy: string | null;
  /** From which status the claim moved the ticket, and when. */
  ticketStatusBefore: Ticket['status'] | null;
  ticketOwnStatusBefore: string | null;
  ticketMovedAt: number | null;
  question: string | null;
  questionKind: QuestionKind | null;
  /** JSON of a QuestionForm. */
  questionForm: string | null;
  /** JSON of a Subject. */
  questionSubject: string | null;
  /** JSON of the typed answer to the last question. */
  answer: string | null;
  /** JSON. */
  result: string | null;
  error: string | null;
  failureType: FailureType | null;
  /** The epoch whose worker was asked to end. */
  stopEpoch: number | null;
  stopRequestedBy: string | null;
  stopRequestedAt: number | null;
  cancelledBy: string | null;
  /** The title of the newest artifact of the type `branch`. */
  branch: string | null;
  /** JSON of a TaskUsage: the sum of all attempts. */
  usage: string | null;
  unreadMessages: number;
  touchedFiles: number;
  /** When its files are predicted; null: not to be predicted, or predicted already. */
  predictAt: number | null;
  predictedFiles: number;
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
  causeUserName: string | null;
  causeAgentName: string | null;
}

/** The project as responses and events show it. */
export const taskProject = ({ projectId, projectName, projectKey }: AgentTaskRow) =>
  projectId !== null && projectName !== null && projectKey !== null
    ? { id: projectId, name: projectName, key: projectKey }
    : null;

/** The cause as responses and events show it. Tasks of earlier versions know only their source and creator. */
export function presentCause({ causeEvent, causeUserId, causeAgentId, causeDepth, ...task }: AgentTask) {
  const userId = causeEvent === null ? task.createdBy : causeUserId;
  return {
    event: causeEvent ?? (JSON.parse(task.source) as TaskSource).event,
    ...(userId !== null && { userId }),
    ...(causeAgentId !== null && { agentId: causeAgentId }),
    depth: causeDepth,
  };
}

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

/** The columns of a task without an open question. */
export const noQuestion = { question: null, questionKind: null, questionForm: null, questionSubject: null };

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

/** The queue of tasks without a project. */
export const instanceQueue = 'instance';

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

import type { Static } from 'typebox';
import { toIso } from '../platform/instant.ts';
import { type AgentTaskRow, taskProject, taskTicket } from './agent-task.ts';
import type { Activity as ActivityRow, Artifact as ArtifactRow } from './agent-task-reports-store.ts';
import {
  type Activity,
  type Artifact,
  type Task,
  type TaskItem,
  untrustedFields,
} from './agent-task-schemas.ts';
import type { TaskDetails } from './get-task.ts';

export const presentActivity = (row: ActivityRow): Static<typeof Activity> => ({
  id: row.id,
  taskId: row.taskId,
  type: row.type,
  content: row.content,
  author: row.authorId === null ? null : { id: row.authorId, name: row.authorName ?? '' },
  createdAt: toIso(row.createdAt),
});

export const presentArtifact = (row: ArtifactRow): Static<typeof Artifact> => ({
  id: row.id,
  taskId: row.taskId,
  type: row.type,
  title: row.title,
  ...(row.url !== null && { url: row.url }),
  ...(row.content !== null && { content: row.content }),
  createdAt: toIso(row.createdAt),
});

/** Items of lists have their newest activity. */
export function presentTaskItem(
  task: AgentTaskRow & { lastActivity?: ActivityRow | null },
): Static<typeof TaskItem> {
  const { heldReason, projectId, ticketId, agentId, followsId, createdBy, question, error } = task;
  return {
    id: task.id,
    kind: task.kind,
    title: task.title,
    state: task.state,
    ...(heldReason !== null && { heldReason }),
    priority: task.priority,
    ...(projectId !== null && { projectId }),
    ...(ticketId !== null && { ticketId }),
    ...(agentId !== null && { agentId }),
    ...(followsId !== null && { followsId }),
    ...(createdBy !== null && { createdById: createdBy }),
    project: taskProject(task),
    ticket: taskTicket(task),
    source: JSON.parse(task.source),
    runAfter: toIso(task.runAfter),
    attempt: task.attempt,
    maxAttempts: task.maxAttempts,
    lease: presentLease(task),
    ...(task.claimedAt !== null && { claimedAt: toIso(task.claimedAt) }),
    ...(task.lastActivity !== undefined && { lastActivity: presentNewest(task.lastActivity) }),
    ...(question !== null && { question }),
    ...(error !== null && { error }),
    createdAt: toIso(task.createdAt),
    updatedAt: toIso(task.updatedAt),
    ...(task.completedAt !== null && { completedAt: toIso(task.completedAt) }),
  };
}

export const presentTask = (task: TaskDetails): Static<typeof Task> => ({
  ...presentTaskItem({ ...task, lastActivity: task.activities.at(-1) ?? null }),
  instructions: task.instructions,
  input: JSON.parse(task.input),
  untrusted: [...untrustedFields],
  activities: task.activities.map(presentActivity),
  artifacts: task.artifacts.map(presentArtifact),
  ...(task.result !== null && { result: JSON.parse(task.result) }),
});

const presentNewest = (row: ActivityRow | null) =>
  row && { type: row.type, content: row.content, createdAt: toIso(row.createdAt) };

const presentLease = ({ leaseWorker, leaseUserId, leaseEpoch, leaseExpiresAt }: AgentTaskRow) =>
  leaseWorker !== null && leaseUserId !== null && leaseExpiresAt !== null
    ? {
        workerId: leaseWorker,
        userId: leaseUserId,
        epoch: leaseEpoch,
        expiresAt: toIso(leaseExpiresAt),
      }
    : null;

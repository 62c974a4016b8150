import type { Static } from 'typebox';
import { toIso } from '../platform/instant.ts';
import { present } from '../platform/present.ts';
import { type AgentTaskRow, taskProject, taskTicket } from './agent-task.ts';
import type { Activity as ActivityRow, Artifact as ArtifactRow } from './agent-task-reports-store.ts';
import { Activity, Artifact, type Task, TaskItem, untrustedFields } from './agent-task-schemas.ts';
import type { TaskDetails } from './get-task.ts';

export const presentActivity = (row: ActivityRow) =>
  present(Activity, row, {
    author: row.authorId === null ? null : { id: row.authorId, name: row.authorName ?? '' },
  });

export const presentArtifact = (row: ArtifactRow) => present(Artifact, row);

/** Items of lists have their newest activity. */
export const presentTaskItem = (task: AgentTaskRow & { lastActivity?: ActivityRow | null }) =>
  present(TaskItem, task, {
    createdById: task.createdBy,
    project: taskProject(task),
    ticket: taskTicket(task),
    source: JSON.parse(task.source),
    lease: presentLease(task),
    lastActivity: task.lastActivity && presentNewest(task.lastActivity),
  });

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

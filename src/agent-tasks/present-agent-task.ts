import type { Static } from 'typebox';
import { toIso } from '../platform/instant.ts';
import { present } from '../platform/present.ts';
import { type AgentTaskRow, presentCause, taskProject, taskTicket } from './agent-task.ts';
import type { Activity as ActivityRow, Artifact as ArtifactRow } from './agent-task-reports-store.ts';
import {
  Activity,
  type ActivityForWorker,
  Artifact,
  type Task,
  type TaskForWorker,
  TaskItem,
  untrustedFields,
} from './agent-task-schemas.ts';
import type { Collision } from './collisions/read-collisions.ts';
import type { TaskDetails } from './get-task.ts';
import { describeHold, type TaskBlocker } from './holds/read-blockers.ts';
import type { BranchConflict } from './live-branches/read-merge-conflicts.ts';
import { presentReceivedMessage } from './messages/message-schemas.ts';
import { parseUsage } from './usage/report-usage.ts';
import type { TaskUsage } from './usage/usage-schemas.ts';
import { describeFailure } from './working/failure-advice.ts';
import { isStopRequested } from './working/stop-task.ts';
import type { ForWorker } from './working/worker-report.ts';

export const presentActivity = (row: ActivityRow) =>
  present(Activity, row, {
    author: row.authorId === null ? null : { id: row.authorId, name: row.authorName ?? '' },
  });

export const presentArtifact = (row: ArtifactRow) => present(Artifact, row);

// A card names no more.
const filesShown = 10;

/** Items of lists have their newest activity. */
export const presentTaskItem = (
  task: AgentTaskRow & {
    lastActivity?: ActivityRow | null;
    blockers: TaskBlocker[];
    collisions: Collision[];
    mergeConflicts: BranchConflict[];
  },
) =>
  present(TaskItem, task, {
    heldReason: describeHold(task, task.blockers, task.collisions),
    blockedBy: task.blockers.map(({ key, ...blocker }) => ({
      ...blocker,
      ...(key !== undefined && { key }),
    })),
    collisions: task.collisions.map(({ files, ...collision }) => ({
      ...collision,
      files: files.slice(0, filesShown),
    })),
    mergeConflicts: task.mergeConflicts.map(({ files, ...conflict }) => ({
      ...conflict,
      files: files.slice(0, filesShown),
    })),
    cause: presentCause(task),
    createdById: task.createdBy,
    project: taskProject(task),
    ticket: taskTicket(task),
    source: JSON.parse(task.source),
    lease: presentLease(task),
    lastActivity: task.lastActivity && presentNewest(task.lastActivity),
    form: parseOptional(task.questionForm),
    subject: parseOptional(task.questionSubject),
    failure: describeFailure(task),
    usage: presentUsage(task.usage),
    stopRequestedAt: task.state === 'in_progress' && isStopRequested(task) ? task.stopRequestedAt : null,
  });

export const presentTask = (task: TaskDetails): Static<typeof Task> => ({
  ...presentTaskItem({ ...task, lastActivity: task.activities.at(-1) ?? null }),
  instructions: task.instructions,
  input: JSON.parse(task.input),
  untrusted: [...untrustedFields],
  activities: task.activities.map(presentActivity),
  artifacts: task.artifacts.map(presentArtifact),
  causes: task.causes,
  touched: task.touched,
  predicted: task.predicted.map(({ path, share }) => ({ path, share: share / 1_000 })),
  ...(task.answer !== null && { answer: JSON.parse(task.answer) }),
  ...(task.result !== null && { result: JSON.parse(task.result) }),
});

export const presentTaskForWorker = (task: TaskDetails & ForWorker): Static<typeof TaskForWorker> => ({
  ...presentTask(task),
  ...presentForWorker(task),
});

export const presentActivityForWorker = (
  activity: ActivityRow & ForWorker,
): Static<typeof ActivityForWorker> => ({ ...presentActivity(activity), ...presentForWorker(activity) });

const presentForWorker = ({ messages, stop }: ForWorker) => ({
  messages: messages.map(presentReceivedMessage),
  stop,
});

const parseOptional = (json: string | null) => (json === null ? undefined : JSON.parse(json));

function presentUsage(json: string | null): Static<typeof TaskUsage> {
  const { costs, currency, ...counts } = parseUsage(json);
  const cost = costs.find((one) => one.currency === currency) ?? costs[0] ?? null;
  return { ...counts, cost, ...(costs.length > 1 && { costs }) };
}

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

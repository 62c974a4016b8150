import { type Queries, sql, statement } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { ProjectStatus } from '../projects/index.ts';
import {
  type AgentTask,
  type AgentTaskRow,
  chooseQueue,
  type PullRequestRef,
  type TaskCause,
  type TaskState,
} from './agent-task.ts';
import type { TaskAccessContext } from './agent-task-access.ts';

/** A task with the columns that decide about the actor’s access to it. */
export interface TaskForActor extends AgentTaskRow, TaskAccessContext {
  projectStatus: ProjectStatus | null;
}

export const taskColumns = `a.id, a.project_id as "projectId", a.ticket_id as "ticketId", a.agent_id as "agentId", a.kind, a.title,
  a.instructions, a.state, a.hold, a.held_reason as "heldReason", a.waived, a.priority, a.source, a.input, a.follows_id as "followsId", a.started_in as "startedIn",
  a.created_by as "createdBy", a.run_after as "runAfter", a.attempt, a.max_attempts as "maxAttempts",
  a.lease_epoch as "leaseEpoch", a.lease_worker as "leaseWorker", a.lease_user_id as "leaseUserId",
  a.lease_seconds as "leaseSeconds", a.lease_expires_at as "leaseExpiresAt", a.claimed_at as "claimedAt", a.claimed_by as "claimedBy",
  a.ticket_status_before as "ticketStatusBefore", a.ticket_own_status_before as "ticketOwnStatusBefore", a.ticket_moved_at as "ticketMovedAt", a.cause_event as "causeEvent",
  a.cause_user_id as "causeUserId", a.cause_agent_id as "causeAgentId", a.cause_task_id as "causeTaskId",
  a.cause_depth as "causeDepth", a.question,
  a.question_kind as "questionKind", a.question_form as "questionForm", a.question_subject as "questionSubject", a.answer,
  a.result, a.error, a.failure_type as "failureType", a.stop_epoch as "stopEpoch",
  a.stop_requested_by as "stopRequestedBy", a.stop_requested_at as "stopRequestedAt", a.cancelled_by as "cancelledBy", a.branch, a.usage,
  a.unread_messages as "unreadMessages", a.touched_files as "touchedFiles",
  a.predict_at as "predictAt", a.predicted_files as "predictedFiles",
  a.cap_key as "capKey", a.created_at as "createdAt", a.updated_at as "updatedAt", a.completed_at as "completedAt"`;
export const taskContextColumns = `coalesce(p.workspace_id, t.home_id) as "workspaceId", p.name as "projectName", p.key as "projectKey",
  t.title as "ticketTitle", t.number as "ticketNumber", t.status as "ticketStatus", t.priority as "ticketPriority",
  cu.name as "causeUserName", ca.name as "causeAgentName"`;
// The join leaves out a ticket that is in another project than the task.
export const taskContextJoins = `left join projects p on p.id = a.project_id
  left join tickets t on t.id = a.ticket_id and coalesce(t.project_id, '') = coalesce(a.project_id, '')
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id`;
export const selectTasks = `select ${taskColumns}, ${taskContextColumns} from agent_tasks a ${taskContextJoins}`;

export const selectTasksForActor = `select ${taskColumns}, p.status as "projectStatus", p.visibility, pm.role, wm.role as "workspaceRole",
  w.kind as "workspaceKind", t.reporter_id as "reporterId", t.assignee_id as "assigneeId", ${taskContextColumns}
  from agent_tasks a ${taskContextJoins}
  left join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = a.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId`;
const forActor = `${selectTasksForActor} where a.id = :id`;

type TaskAndUser = { id: string; userId: string };

type NewRow = Pick<
  AgentTask,
  | 'id'
  | 'projectId'
  | 'ticketId'
  | 'agentId'
  | 'kind'
  | 'title'
  | 'instructions'
  | 'hold'
  | 'heldReason'
  | 'priority'
  | 'source'
  | 'input'
  | 'followsId'
  | 'startedIn'
  | 'createdBy'
  | 'runAfter'
  | 'maxAttempts'
  | 'capKey'
  | 'predictAt'
  | 'createdAt'
  | keyof TaskCause
> & { dedupeKey: string | null };

type OfPullRequest = PullRequestRef & {
  states: TaskState[];
  isLinked: number;
  includesInstance: number;
  projectIds: readonly string[];
};

export const findTask = sql.find<{ id: string }, AgentTaskRow>(`${selectTasks} where a.id = :id`);

export const findTaskFor = sql.find<TaskAndUser, TaskForActor>(forActor);

const lockStandingById = statement<TaskAndUser, TaskForActor>(`${forActor} for update of a`);
/** Like `findTaskFor`, with a row lock until the transaction ends. */
export const lockTaskFor = (tx: Queries, id: string, userId: string) =>
  tx.find(lockStandingById, { id, userId });

export const findTaskByDedupeKey = sql.find<{ dedupeKey: string }, AgentTaskRow>(
  `${selectTasks} where a.dedupe_key = :dedupeKey`,
);

const insertTaskSql = statement<NewRow & { queueId: string; offeredAt: number | null }>(`
  insert into agent_tasks (id, project_id, ticket_id, agent_id, queue_id, kind, title, instructions, state, hold, held_reason,
    priority, source, input, dedupe_key, follows_id, started_in, created_by, run_after, max_attempts, cap_key, predict_at, offered_at,
    cause_event, cause_user_id, cause_agent_id, cause_task_id, cause_depth, created_at, updated_at)
  values (:id, :projectId, :ticketId, :agentId, :queueId, :kind, :title, :instructions, 'queued', :hold, :heldReason,
    :priority, :source, :input, :dedupeKey, :followsId, :startedIn, :createdBy, :runAfter, :maxAttempts, :capKey, :predictAt, :offeredAt,
    :causeEvent, :causeUserId, :causeAgentId, :causeTaskId, :causeDepth, :createdAt, :createdAt)
  on conflict (dedupe_key) do nothing`);
/** Returns false if a task with the same dedupe key exists. */
export const insertTask = async (tx: Queries, task: NewRow) =>
  (await tx.run(insertTaskSql, {
    ...task,
    queueId: chooseQueue(task),
    offeredAt: task.heldReason === null ? task.createdAt : null,
  })) === 1;

/** Stores the columns that change with the state of a task. */
export const updateTask = sql.run<AgentTask>(`
  update agent_tasks set state = :state, hold = :hold, held_reason = :heldReason, run_after = :runAfter, attempt = :attempt,
    lease_worker = :leaseWorker, lease_user_id = :leaseUserId, lease_seconds = :leaseSeconds,
    lease_expires_at = :leaseExpiresAt, question = :question, question_kind = :questionKind,
    question_form = :questionForm, question_subject = :questionSubject, answer = :answer, result = :result,
    error = :error, failure_type = :failureType, stop_epoch = :stopEpoch, stop_requested_by = :stopRequestedBy,
    stop_requested_at = :stopRequestedAt, cancelled_by = :cancelledBy, updated_at = :updatedAt, completed_at = :completedAt
  where id = :id`);

/** Holds a task, changes why it is held, or offers it. From `offeredAt` on it counts towards the caps. */
export const updateHold = sql.run<
  Pick<AgentTask, 'id' | 'hold' | 'heldReason' | 'waived'> & { offeredAt: number | null; now: number }
>(`
  update agent_tasks set hold = :hold, held_reason = :heldReason, waived = :waived, offered_at = :offeredAt,
    updated_at = :now
  where id = :id`);

const moveAll = statement<{ ticketId: string; projectId: string | null; queueId: string }>(`
  update agent_tasks set project_id = :projectId, queue_id = coalesce(agent_id, :queueId) where ticket_id = :ticketId`);
/** Moves all tasks of a ticket, finished ones too. They keep their `cap_key`: they count where they were offered. */
export const moveTasksOfTicket = (tx: Queries, ticketId: string, projectId: string | null) =>
  tx.run(moveAll, { ticketId, projectId, queueId: chooseQueue({ agentId: null, projectId }) });

const addCap = statement<{ capKey: string }>(
  'insert into agent_task_caps (cap_key) values (:capKey) on conflict do nothing',
);
const lockCap = statement<{ capKey: string }, { capKey: string }>(
  'select cap_key as "capKey" from agent_task_caps where cap_key = :capKey for update',
);
// The limit bounds the cost: nobody needs a count above the cap.
const offeredSince = statement<{ capKey: string; since: number; max: number }, { total: number }>(`
  select count(*) as total from (
    select 1 from agent_tasks where cap_key = :capKey and offered_at > :since limit :max) as offered`);
/**
 * Counts the tasks offered under the cap since then, up to `max`. The row lock on the cap makes concurrent offers wait for
 * the commit, so that together they cannot exceed it.
 */
export async function countOffered(tx: Queries, capKey: string, since: number, max: number): Promise<number> {
  if (!(await tx.find(lockCap, { capKey }))) {
    await tx.run(addCap, { capKey });
    await tx.find(lockCap, { capKey });
  }
  return (await tx.find(offeredSince, { capKey, since, max }))?.total ?? 0;
}

const assignable = statement<{ agentId: string; projectId: string; by: string }, { id: string }>(`
  select a.id from users a where a.id = :agentId and a.agent_owner_id is not null and a.active = 1
    and (a.agent_owner_id = :by or a.id = :by
      or exists (select 1 from project_members m where m.project_id = :projectId and m.user_id = a.id))`);
/** Whether the user may give work to the agent: its owner, and members of projects that the agent was added to. */
export const canAssignToAgent = async (
  queries: Queries,
  agentId: string,
  projectId: string | null,
  by: string | undefined,
) => (await queries.find(assignable, { agentId, projectId: projectId ?? '', by: by ?? '' })) !== undefined;

/** Undefined if the ticket does not exist or is deleted. */
export const findTicketProject = sql.find<{ ticketId: string }, { projectId: string | null }>(
  'select project_id as "projectId" from tickets where id = :ticketId and deleted_at is null',
);

const linkPullRequest = statement<PullRequestRef & { taskId: string; now: number }>(`
  insert into agent_task_pull_requests (repository, number, task_id, linked_at)
  values (:repository, :number, :taskId, :now) on conflict do nothing`);
export const linkTaskToPullRequest = (tx: Queries, taskId: string, ref: PullRequestRef, now: number) =>
  tx.run(linkPullRequest, { taskId, ...caseFolded(ref), now });

const byPullRequest = statement<OfPullRequest, AgentTaskRow>(`
  ${selectTasks} join agent_task_pull_requests l on l.task_id = a.id
  where l.repository = :repository and l.number = :number and a.state in :states[]
    and (:isLinked = 0 or a.project_id in :projectIds[] 
      or (:includesInstance = 1 and a.project_id is null and a.ticket_id is null))
  order by l.linked_at desc, a.id desc limit 1`);
/**
 * The newest task, in one of the states, that is linked to the pull request. If projects link the repository, only tasks of
 * `projectIds` and of the instance count: an agent of another project could add any URL as its artifact, and would receive
 * what happens in a repository that it may not read.
 */
export const findTaskOfPullRequest = (
  queries: Queries,
  ref: PullRequestRef,
  states: TaskState[],
  {
    projectIds,
    isLinked,
    includesInstance,
  }: { projectIds: readonly string[]; isLinked: boolean; includesInstance: boolean },
) =>
  queries.find(byPullRequest, {
    ...caseFolded(ref),
    states,
    isLinked: Number(isLinked),
    includesInstance: Number(includesInstance),
    projectIds,
  });

/** True for a task that did work: one that only answers a comment or reviews makes no commits. */
export const madeTheWork = `(a.branch is not null or a.touched_files > 0 or a.kind not in ('mention', 'review'))`;

/** The newest task, in one of the states, that did work on the ticket. */
export const findWorkOnTicket = sql.find<{ ticketId: string; states: TaskState[] }, AgentTaskRow>(`
  ${selectTasks} where a.ticket_id = :ticketId and a.state in :states[] and ${madeTheWork}
  order by a.created_at desc, a.id desc limit 1`);

/** Code hosts compare repository names case-insensitively. */
const caseFolded = ({ repository, number }: PullRequestRef) => ({ repository: foldCase(repository), number });

/** The person who asked for the task, and the owners of the agent that has it and of the one that acted. */
export const listPeopleOfTask = sql.listValues<{ id: string; actorId: string | null }, { id: string }>(`
  select a.created_by as id from agent_tasks a where a.id = :id and a.created_by is not null
  union select u.agent_owner_id from agent_tasks a join users u on u.id = a.agent_id or u.id = :actorId
    where a.id = :id and u.agent_owner_id is not null`);

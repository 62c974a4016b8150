import type { Waiting } from '../../platform/background-loop.ts';
import { dynamicStatement, type Queries, sql, statement } from '../../platform/db/index.ts';
import { type AgentTask, type AgentTaskRow, instanceQueue } from '../agent-task.ts';
import { selectTasks } from '../agent-task-store.ts';
import { budgetHasRoom } from '../budgets/budget-hold-store.ts';

/** Which queues and tasks a worker may claim from. */
export interface ClaimFilter {
  userId: string;
  /** Set for an agent: it gets its own tasks only where its owner may work. */
  ownerId?: string | undefined;
  canManageInstance: boolean;
  kinds?: string[] | undefined;
  /** Absent: all projects that the person may work in. */
  projectIds?: readonly string[] | undefined;
}

/** A queue, priority and kind with at least one claimable task. */
export interface QueueHead {
  queueId: string;
  rank: number;
  kind: string | null;
}

const isWaiting = `a.state = 'queued' and a.held_reason is null and a.run_after <= :now`;
const isReachable = `(a.project_id is null
  or exists (select 1 from projects p where p.id = a.project_id and p.status <> 'deleted'))`;
const whereOwnerWorks = ({ ownerId, canManageInstance }: ClaimFilter) =>
  ownerId === undefined
    ? ''
    : ` and (a.agent_id is null
        or coalesce(a.project_id, (select t.home_id from tickets t where t.id = a.ticket_id)) in (
          select project_id from project_members where user_id = :ownerId and role <> 'viewer'
          union all select workspace_id from workspace_members where user_id = :ownerId)
        ${canManageInstance ? 'or (a.project_id is null and a.ticket_id is null)' : ''})`;
const inProjects = ({ projectIds }: ClaimFilter) => (projectIds ? ' and a.project_id in :projectIds[]' : '');

/**
 * Finds the queue of the next task: the highest priority, then the longest wait. Costs one index look-up for each queue and
 * priority, however many tasks wait.
 */
export function findQueueHead(
  queries: Queries,
  filter: ClaimFilter,
  now: number,
): Promise<QueueHead | undefined> {
  const { userId, ownerId, projectIds, kinds } = filter;
  const kindRows = kinds?.map((_, index) => `select :kind${index} as kind`).join(' union all ');
  const shape = dynamicStatement<object, QueueHead>(`
    with queues as (
      select m.project_id as id from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and m.role <> 'viewer' and p.status <> 'deleted'
        ${projectIds ? 'and p.id in :projectIds[]' : ''}
      union all select :userId
      ${filter.canManageInstance && !projectIds ? `union all select 'instance'` : ''}),
    ranks as (select 4 as rank union all select 3 union all select 2 union all select 1 union all select 0),
    heads as (
      select q.id as "queueId", r.rank, ${kindRows ? 'k.kind' : 'null'} as kind,
        (select a.run_after from agent_tasks a
          where a.queue_id = q.id ${kindRows ? 'and a.kind = k.kind' : ''} and a.priority_rank = r.rank and ${isWaiting}
            and ${isReachable}${inProjects(filter)}${whereOwnerWorks(filter)} and ${budgetHasRoom(':userId', ':now')}
          order by a.run_after, a.id limit 1) as since
      from queues q cross join ranks r ${kindRows ? `cross join (${kindRows}) k` : ''})
    select "queueId", rank, kind from heads where since is not null order by rank desc, since, "queueId" limit 1`);
  return queries.find(shape, {
    userId,
    now,
    ...(ownerId && { ownerId }),
    ...(projectIds && { projectIds }),
    ...Object.fromEntries((kinds ?? []).map((kind, index) => [`kind${index}`, kind])),
  });
}

const hasReadyTask = (queueId: string) =>
  `exists (select 1 from agent_tasks a where a.queue_id = ${queueId} and ${isWaiting})`;

/** The users for whom a task of any kind may be ready. `instanceQueue` stands for those who manage the instance. */
export const listClaimants = sql.listValues<{ userIds: string[]; now: number }, { id: string }>(`
  select m.user_id as id from project_members m join projects p on p.id = m.project_id
  where m.user_id in :userIds[] and m.role <> 'viewer' and p.status <> 'deleted' and ${hasReadyTask('m.project_id')}
  union
  select u.id from users u where u.id in :userIds[] and ${hasReadyTask('u.id')}
  union
  select '${instanceQueue}' where ${hasReadyTask(`'${instanceQueue}'`)}`);

export interface Lease {
  workerId: string;
  userId: string;
  seconds: number;
  expiresAt: number;
}

/**
 * Finds and leases the next task in one statement. `skip locked` passes over tasks that others are leasing, so two workers
 * never get the same task and none waits. Undefined if others took all of them since `findQueueHead`.
 */
export function leaseNextTask(tx: Queries, head: QueueHead, filter: ClaimFilter, lease: Lease, now: number) {
  const { projectIds, ownerId } = filter;
  const shape = dynamicStatement<object, Pick<AgentTask, 'id'>>(`
    update agent_tasks set state = 'in_progress', attempt = attempt + 1, lease_epoch = lease_epoch + 1,
      lease_worker = :workerId, lease_user_id = :leaseUserId, lease_seconds = :seconds, lease_expires_at = :expiresAt,
      claimed_at = :now, claimed_by = :leaseUserId, updated_at = :now
    where id = (
      select a.id from agent_tasks a
      where a.queue_id = :queueId ${head.kind === null ? '' : 'and a.kind = :kind'} and a.priority_rank = :rank
        and ${isWaiting} and ${isReachable}${inProjects(filter)}${whereOwnerWorks(filter)}
        and ${budgetHasRoom(':leaseUserId', ':now')}
      order by a.run_after, a.id limit 1 for update of a skip locked)
    returning id`);
  return tx.find(shape, {
    queueId: head.queueId,
    rank: head.rank,
    ...(head.kind !== null && { kind: head.kind }),
    ...(projectIds && { projectIds }),
    ...(ownerId && { ownerId }),
    workerId: lease.workerId,
    leaseUserId: lease.userId,
    seconds: lease.seconds,
    expiresAt: lease.expiresAt,
    now,
  });
}

// Without `order by` PostgreSQL scans the table instead of using the index.
export const hasExpiredLease = sql.exists<{ now: number }, { id: string }>(
  'select id from agent_tasks where lease_expires_at <= :now order by lease_expires_at limit 1',
);

/** Locks the tasks whose lease expired first. Skips those that another transaction has locked. */
export const lockExpiredTasks = sql.listValues<{ now: number; limit: number }, { id: string }>(`
  select id from agent_tasks where lease_expires_at <= :now order by lease_expires_at, id limit :limit
  for update skip locked`);

/** Locks what an agent has to do in a project. */
export const lockUnfinishedTasksOfAgent = sql.list<{ projectId: string; agentId: string }, AgentTaskRow>(`
  ${selectTasks} where a.agent_id = :agentId and a.project_id = :projectId
    and a.state in ('queued', 'in_progress', 'waiting_for_user') order by a.id for update of a`);

// Reads the first task of each queue and priority, however many wait.
const waiting = statement<{ now: number; max: number }, Waiting>(`
  with recursive queues(id) as (
    select min(queue_id) from agent_tasks where state = 'queued' and held_reason is null
    union all
    select (select min(a.queue_id) from agent_tasks a
      where a.state = 'queued' and a.held_reason is null and a.queue_id > q.id)
    from queues q where q.id is not null),
  ranks as (select 4 as rank union all select 3 union all select 2 union all select 1 union all select 0)
  select
    (select count(*) from (
      select 1 as one from agent_tasks where state = 'queued' and held_reason is null and run_after <= :now
      limit :max) due) as waiting,
    (select min(since) from (
      select (select a.run_after from agent_tasks a
        where a.queue_id = q.id and a.priority_rank = r.rank and a.state = 'queued' and a.held_reason is null
          and a.run_after <= :now
        order by a.run_after, a.id limit 1) as since
      from queues q cross join ranks r where q.id is not null) heads) as oldest`);
export const findDueTasks = async (queries: Queries, now: number, max: number) =>
  (await queries.find(waiting, { now, max })) as Waiting;
export const countHeldTasks = sql.count<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (
    select 1 as one from agent_tasks where held_reason is not null limit :max) held`);

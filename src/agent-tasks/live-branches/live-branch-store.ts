import { sql } from '../../platform/db/index.ts';
import { openCondition, type Ticket } from '../../tickets/index.ts';
import type { TaskState } from '../agent-task.ts';

/** A branch that a task pushed. */
export interface LiveBranch {
  id: string;
  projectId: string;
  repository: string;
  branch: string;
  taskId: string;
  head: string;
  pushedAt: number;
}

/** A branch with the state of its work. */
export interface LiveBranchRow extends LiveBranch {
  taskState: TaskState;
  ticketId: string | null;
  /** Null without a ticket. */
  ticketStatus: Ticket['status'] | null;
}

type OfRepository = Pick<LiveBranch, 'projectId' | 'repository'>;

export const upsertBranch = sql.run<LiveBranch>(`
  insert into agent_branches (id, project_id, repository, branch, task_id, head, pushed_at)
  values (:id, :projectId, :repository, :branch, :taskId, :head, :pushedAt)
  on conflict (project_id, repository, branch) do update
  set task_id = excluded.task_id, head = excluded.head, pushed_at = excluded.pushed_at`);

export const markCheckDue = sql.run<OfRepository & { dueAt: number }>(`
  insert into agent_merge_checks (project_id, repository, due_at) values (:projectId, :repository, :dueAt)
  on conflict (project_id, repository) do update set due_at = excluded.due_at`);

/** Has the branches of a project checked, if none of the checks is newer than the time. */
export const markOldChecksDue = sql.run<{ projectId: string; checkedBefore: number; dueAt: number }>(`
  update agent_merge_checks set due_at = :dueAt
  where project_id = :projectId and (due_at is null or due_at > :dueAt) and checked_at < :checkedBefore
    and exists (select 1 from agent_branches b where b.project_id = agent_merge_checks.project_id
      and b.repository = agent_merge_checks.repository)`);

export const markCheckOfTaskDue = sql.run<{ taskId: string; dueAt: number }>(`
  update agent_merge_checks set due_at = :dueAt where exists (
    select 1 from agent_branches b where b.task_id = :taskId and b.project_id = agent_merge_checks.project_id
      and b.repository = agent_merge_checks.repository)`);

/** What is left out of the newest branches of a repository is not checked. */
export const listBranches = sql.list<OfRepository & { limit: number }, LiveBranchRow>(`
  select b.id, b.project_id as "projectId", b.repository, b.branch, b.task_id as "taskId", b.head,
    b.pushed_at as "pushedAt", a.state as "taskState", t.id as "ticketId", t.status as "ticketStatus"
  from agent_branches b
  join agent_tasks a on a.id = b.task_id and a.project_id = b.project_id
  left join tickets t on t.id = a.ticket_id and t.project_id = b.project_id
  where b.project_id = :projectId and b.repository = :repository and (
    a.ticket_id is null and a.state not in ('failed', 'timed_out', 'cancelled')
    or t.deleted_at is null and t.status <> 'cancelled')
  order by b.pushed_at desc, b.id desc limit :limit`);

/** Moves a branch to the commit that the repository has, unless it was pushed meanwhile. */
export const moveBranch = sql.run<{ id: string; from: string; head: string }>(
  'update agent_branches set head = :head where id = :id and head = :from',
);
/** Deletes a branch, unless it was pushed meanwhile. */
export const deleteBranch = sql.run<Pick<LiveBranch, 'id' | 'head' | 'pushedAt'>>(
  'delete from agent_branches where id = :id and head = :head and pushed_at = :pushedAt',
);

/** What the merge of two branches gave, as the first of them sees it. */
export interface BranchMerge {
  branchId: string;
  otherId: string;
  head: string;
  otherHead: string;
  hasConflicts: number | null;
  /** JSON of conflicts. */
  conflicts: string;
}

export const listMerges = sql.list<OfRepository, BranchMerge>(`
  select m.branch_id as "branchId", m.other_id as "otherId", m.head, m.other_head as "otherHead",
    m.has_conflicts as "hasConflicts", m.conflicts
  from agent_branches b join agent_branch_merges m on m.branch_id = b.id
  where b.project_id = :projectId and b.repository = :repository order by m.branch_id, m.other_id limit 2000`);

/** Stores nothing if one of the branches is gone. */
export const upsertMerge = sql.run<BranchMerge>(`
  insert into agent_branch_merges (branch_id, other_id, head, other_head, has_conflicts, conflicts)
  select b.id, o.id, :head, :otherHead, :hasConflicts, :conflicts
  from agent_branches b join agent_branches o on o.id = :otherId where b.id = :branchId
  on conflict (branch_id, other_id) do update set head = excluded.head, other_head = excluded.other_head,
    has_conflicts = excluded.has_conflicts, conflicts = excluded.conflicts`);

/** A conflict of a task’s branch with that of another task. */
export interface ConflictRow {
  taskId: string;
  otherTaskId: string;
  otherTicketId: string;
  otherBranch: string;
  conflicts: string;
}

/** Of branches at their newest commits, whose tickets are open. */
export const listConflicts = sql.list<{ taskIds: string[]; limit: number }, ConflictRow>(`
  select b.task_id as "taskId", o.task_id as "otherTaskId", oa.ticket_id as "otherTicketId", o.branch as "otherBranch",
    m.conflicts
  from agent_branches b
  join agent_branch_merges m on m.branch_id = b.id and m.head = b.head and m.has_conflicts = 1
  join agent_branches o on o.id = m.other_id and o.head = m.other_head
  join agent_tasks a on a.id = b.task_id
  join agent_tasks oa on oa.id = o.task_id
  join tickets t on t.id = a.ticket_id and t.project_id = b.project_id and t.deleted_at is null
    and ${openCondition('t.status')}
  join tickets u on u.id = oa.ticket_id and u.project_id = o.project_id and u.deleted_at is null
    and ${openCondition('u.status')}
  where b.task_id in :taskIds[] order by b.task_id, o.pushed_at desc, o.id limit :limit`);

/** When and with what result the branches of a repository were merged. */
export interface MergeCheck extends OfRepository {
  dueAt: number | null;
  checkedAt: number | null;
  /** JSON. */
  result: string | null;
}

const selectChecks = `select project_id as "projectId", repository, due_at as "dueAt", checked_at as "checkedAt", result
  from agent_merge_checks`;
export const listDueChecks = sql.list<{ now: number; limit: number }, MergeCheck>(
  `${selectChecks} where due_at is not null and due_at <= :now order by due_at, project_id, repository limit :limit`,
);
export const listChecks = sql.list<{ projectId: string }, MergeCheck>(
  `${selectChecks} where project_id = :projectId order by repository limit 100`,
);
/** Returns false if another process has taken it. */
export const takeCheck = sql.change<OfRepository & { dueAt: number; until: number }>(`
  update agent_merge_checks set due_at = :until
  where project_id = :projectId and repository = :repository and due_at = :dueAt`);
/** A check that became due meanwhile, by a push, stays due. */
export const saveCheck = sql.run<
  OfRepository & { until: number; dueAt: number | null; checkedAt: number; result: string }
>(`
  update agent_merge_checks set checked_at = :checkedAt, result = :result,
    due_at = case when due_at = :until then :dueAt else due_at end
  where project_id = :projectId and repository = :repository`);

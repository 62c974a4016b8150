import { sql } from '../../platform/db/index.ts';
import type { ProjectRole, ProjectVisibility } from '../../projects/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../../workspaces/index.ts';
import { openCondition, type TicketStatus } from '../ticket.ts';

/** What the permission to read a ticket depends on. `isOwn` is 1 if the user is its reporter or assignee. */
export interface ChildAccess {
  projectId: string | null;
  workspaceId: string;
  visibility: ProjectVisibility | null;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  workspaceKind: WorkspaceKind;
  isOwn: number;
}

/** The number of tickets below another one with the same home and status. */
export type DescendantCount = ChildAccess & {
  /** 1 for direct children. */
  isChild: number;
  status: TicketStatus;
  tickets: number;
  /** The sum of their estimates, in hundredths. */
  estimate: number;
};

export type OpenChild = ChildAccess & {
  id: string;
  number: number | null;
  title: string;
  rank: string;
  projectKey: string | null;
};

const accessColumns = `c.project_id as "projectId", w.id as "workspaceId", p.visibility, pm.role,
  wm.role as "workspaceRole", w.kind as "workspaceKind"`;
const accessJoins = `left join projects p on p.id = c.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, c.home_id)
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId`;
const isOwn = 'case when t.reporter_id = :userId or t.assignee_id = :userId then 1 else 0 end';
const exists = "coalesce(p.status, 'active') <> 'deleted'";

// `union` removes repeated tickets, so it ends even if parents form a cycle. Its rows carry everything that is counted,
// because PostgreSQL would otherwise join them to the whole tickets table. They are counted before the joins, which
// then run once for each home instead of once for each ticket.
const counted = `t.id, t.parent_id, t.project_id, t.home_id, t.status, t.estimate_hundredths, ${isOwn}`;

/** Counts the tickets of all levels below a ticket, up to `limit` of them. */
export const countDescendants = sql.list<{ id: string; userId: string; limit: number }, DescendantCount>(`
  with recursive below(id, parent_id, project_id, home_id, status, estimate_hundredths, is_own) as (
    select ${counted} from tickets t where t.parent_id = :id and t.deleted_at is null
    union
    select ${counted} from tickets t join below on t.parent_id = below.id where t.deleted_at is null)
  select ${accessColumns}, c.is_own as "isOwn", c.is_child as "isChild", c.status, c.tickets, c.estimate
  from (
    select b.project_id, b.home_id, b.status, b.is_own, case when b.parent_id = :id then 1 else 0 end as is_child,
      count(*) as tickets, cast(coalesce(sum(b.estimate_hundredths), 0) as bigint) as estimate
    from (select * from below limit :limit) b
    where b.id <> :id
    group by b.project_id, b.home_id, b.status, b.is_own, 5) c
  ${accessJoins}
  where ${exists}`);

export const listOpenChildren = sql.list<{ id: string; userId: string; limit: number }, OpenChild>(`
  select ${accessColumns}, c.is_own as "isOwn", c.id, c.number, c.title, c.rank, p.key as "projectKey"
  from (
    select t.id, t.project_id, t.home_id, t.number, t.title, t.rank, ${isOwn} as is_own from tickets t
    where t.parent_id = :id and t.deleted_at is null and ${openCondition('t.status')}
    limit :limit) c
  ${accessJoins}
  where ${exists}`);

/** The number of direct children of each of these tickets with the same home and status; cancelled ones do not count. */
export type ChildCount = Omit<DescendantCount, 'isChild' | 'estimate'> & { parentId: string };

export const countChildrenOf = sql.list<{ ids: string[]; userId: string }, ChildCount>(`
  select ${accessColumns}, c.is_own as "isOwn", c.parent_id as "parentId", c.status, c.tickets
  from (
    select x.parent_id, x.project_id, x.home_id, x.status, x.is_own, count(*) as tickets
    from (
      select t.parent_id, t.project_id, t.home_id, t.status, ${isOwn} as is_own from tickets t
      where t.parent_id in :ids[] and t.deleted_at is null and t.status <> 'cancelled') x
    group by x.parent_id, x.project_id, x.home_id, x.status, x.is_own) c
  ${accessJoins}
  where ${exists}`);

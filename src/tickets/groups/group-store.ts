import {
  byCreation,
  byNumber,
  defineInsert,
  type Insert,
  type Queries,
  runInBatches,
  sql,
  statement,
} from '../../platform/db/index.ts';
import { openCondition, type TicketStatus } from '../ticket.ts';
import type { Group } from './group.ts';

interface MilestoneCount {
  milestoneId: string;
  status: TicketStatus;
  tickets: number;
  /** The sum of their estimates, in hundredths. */
  estimate: number;
}

const columns = `g.id, g.project_id as "projectId", g.name, g.kind, g.description, g.starts_at as "startsAt", g.ends_at as "endsAt",
  g.created_at as "createdAt", g.updated_at as "updatedAt"`;
const endless = Number.MAX_SAFE_INTEGER;

export const findGroup = sql.find<{ id: string }, Group>(`select ${columns} from groups g where g.id = :id`);
export const listGroupsNamed = sql.list<{ projectId: string; names: string[] }, Group>(
  `select ${columns} from groups g where g.project_id = :projectId and g.name in :names[]`,
);
export const insertGroups: Insert<Group> = defineInsert(
  'groups',
  'id projectId name kind description startsAt endsAt createdAt updatedAt',
);

const nextCycle = statement<{ projectId: string; id: string; after: number }, Group>(`
  select ${columns} from groups g
  where g.project_id = :projectId and g.kind = 'cycle' and g.starts_at > :after and g.id <> :id
  order by g.starts_at, g.id limit 1`);
/** Finds the first cycle of the project that starts after this group or, if it has no start, after its creation. */
export const findNextCycle = (queries: Queries, { id, projectId, startsAt, createdAt }: Group) =>
  queries.find(nextCycle, { id, projectId, after: startsAt ?? createdAt });
export const listOpenTicketIds = sql.listValues<{ id: string; limit: number }, { id: string }>(`
  select t.id from tickets t where t.group_id = :id and t.deleted_at is null
    and ${openCondition('t.status')} limit :limit`);
/** True if any ticket is in the group or has it as milestone. */
export const hasTickets = sql.exists<{ id: string }, { id: string }>(`
  select id from (select t.id from tickets t where t.group_id = :id and t.deleted_at is null limit 1) g
  union all select id from (
    select t.id from tickets t where t.milestone_id = :id and t.deleted_at is null limit 1) m limit 1`);
/** Counts the tickets of each milestone by status, with the sum of their estimates. */
export const countByMilestone = sql.list<{ ids: string[] }, MilestoneCount>(`
  select t.milestone_id as "milestoneId", t.status, count(*) as tickets,
    cast(coalesce(sum(t.estimate_hundredths), 0) as bigint) as estimate
  from tickets t where t.milestone_id in :ids[] and t.deleted_at is null group by t.milestone_id, t.status`);
export const updateGroupRow = sql.run<Group>(`
  update groups set name = :name, kind = :kind, description = :description, starts_at = :startsAt, ends_at = :endsAt, updated_at = :updatedAt
  where id = :id`);

const clear = statement<{ id: string; limit: number }>(
  'update tickets set group_id = null where id in (select t.id from tickets t where t.group_id = :id limit :limit)',
);
const clearMilestone = statement<{ id: string; limit: number }>(
  'update tickets set milestone_id = null where id in (select t.id from tickets t where t.milestone_id = :id limit :limit)',
);
const remove = statement<{ id: string }>('delete from groups where id = :id');
/** Clears the group in batches: `on delete set null` would update all its tickets in one statement and block writers. */
export async function deleteGroupRow(tx: Queries, id: string): Promise<void> {
  await runInBatches(tx, clear, { id });
  await runInBatches(tx, clearMilestone, { id });
  await tx.run(remove, { id });
}

/** Lists the groups of these projects. Those that end soonest come first, those without an end last. */
export const listGroupsOf = sql.page<{ projectIds: string[] }, Group>({
  columns,
  from: 'groups g',
  where: 'g.project_id in :projectIds[]',
  sort: [
    byNumber(`coalesce(g.ends_at, ${endless})`, 'asc', ({ endsAt }) => endsAt ?? endless),
    ...byCreation('g.created_at', 'g.id', 'asc'),
  ],
});

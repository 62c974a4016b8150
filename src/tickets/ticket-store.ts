import { dynamicStatement, type Queries, statement, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import { isId } from '../platform/ids.ts';
import type { ProjectVisibility } from '../projects/index.ts';
import type { WorkspaceKind } from '../workspaces/index.ts';
import { parseTicketKey, type Ticket } from './ticket.ts';
import type { TicketPlace } from './ticket-access.ts';

/** A ticket with all that stands in one row around it, as the person who asks sees it. */
export interface TicketRow extends Ticket, TicketPlace {
  deletedAt: number | null;
  commentCount: number;
  attachmentCount: number;
  timeLogCount: number;
  labelCount: number;
  assigneeName: string | null;
  assigneeEmail: string | null;
  assigneeImage: string | null;
  reporterName: string;
  reporterEmail: string;
  reporterImage: string | null;
  projectName: string | null;
  projectKey: string | null;
  projectDescription: string | null;
  projectStatus: 'active' | 'archived' | 'deleted' | null;
  projectOwnerId: string | null;
  projectVersion: number | null;
  projectCreatedAt: number | null;
  projectUpdatedAt: number | null;
  visibility: ProjectVisibility | null;
  workspaceId: string;
  workspaceName: string;
  workspaceKind: WorkspaceKind;
  workspaceOwnerId: string;
  workspaceCreatedAt: number;
  workspaceUpdatedAt: number;
  groupName: string | null;
  groupKind: string | null;
  groupStartsAt: number | null;
  groupEndsAt: number | null;
  groupCreatedAt: number | null;
  groupUpdatedAt: number | null;
}

export const ticketColumns = `t.id, t.home_id as "homeId", t.project_id as "projectId", t.number, t.title, t.description,
  t.type, t.status, t.priority, t.stage, t.assignee_id as "assigneeId", t.reporter_id as "reporterId",
  t.group_id as "groupId", t.parent_id as "parentId", t.due_date as "dueDate", t.completed_at as "completedAt",
  t.version, t.created_at as "createdAt", t.updated_at as "updatedAt", t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount"`;
export const peopleColumns = `a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage"`;
export const peopleJoins = `left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id`;

const forActor = `select ${ticketColumns}, t.deleted_at as "deletedAt", ${peopleColumns},
    p.name as "projectName", p.key as "projectKey", p.description as "projectDescription", p.status as "projectStatus",
    p.owner_id as "projectOwnerId", p.version as "projectVersion", p.created_at as "projectCreatedAt",
    p.updated_at as "projectUpdatedAt", p.visibility,
    w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind", w.owner_id as "workspaceOwnerId",
    w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    g.name as "groupName", g.kind as "groupKind", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt",
    pm.role, wm.role as "workspaceRole"
  from tickets t ${peopleJoins}
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId`;
const ofKey = `t.id = coalesce(
  (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = :number
    where k.key_folded = :projectKey),
  (select f.ticket_id from project_keys k join ticket_former_numbers f
    on f.project_id = k.project_id and f.number = :number where k.key_folded = :projectKey))`;

type ById = { id: string; userId: string };
type ByKey = { projectKey: string; number: number; userId: string };
const byId = statement<ById, TicketRow>(`${forActor} where t.id = :id`);
const byKey = statement<ByKey, TicketRow>(`${forActor} where ${ofKey}`);
const lockById = statement<ById, TicketRow>(`${forActor} where t.id = :id for update of t`);
const lockMany = statement<{ ids: string[]; userId: string }, TicketRow>(
  `${forActor} where t.id in :ids[] order by t.id for update of t`,
);
const lockByKey = statement<ByKey, TicketRow>(`${forActor} where ${ofKey} for update of t`);

/** The columns of what may change, besides the version and the time that always do. */
const changeable = {
  homeId: 'home_id',
  projectId: 'project_id',
  number: 'number',
  title: 'title',
  description: 'description',
  type: 'type',
  status: 'status',
  priority: 'priority',
  stage: 'stage',
  assigneeId: 'assignee_id',
  groupId: 'group_id',
  parentId: 'parent_id',
  dueDate: 'due_date',
  completedAt: 'completed_at',
  labelCount: 'label_count',
} as const;
const setDeleted = statement<{ id: string; deletedAt: number | null; updatedAt: number }>(`
  update tickets set deleted_at = :deletedAt, updated_at = :updatedAt, version = version + 1 where id = :id`);
const insertFormer = statement<{ projectId: string; number: number; ticketId: string }>(`
  insert into ticket_former_numbers (project_id, number, ticket_id) values (:projectId, :number, :ticketId)`);
const isBelow = statement<{ id: string; parentId: string }, { id: string }>(`
  with recursive above(id) as (
    select t.id from tickets t where t.id = :parentId
    union
    select t.parent_id from tickets t join above on above.id = t.id where t.parent_id is not null)
  select id from above where id = :id`);
const touch = statement<{ id: string; updatedAt: number }>(
  'update tickets set updated_at = :updatedAt where id = :id',
);
const purge = statement<{ before: number }>(`
  delete from tickets where id in (
    select id from tickets where deleted_at is not null and deleted_at <= :before order by deleted_at limit 200)`);

/** By id or by key, also a former one; also a deleted one. */
export function findTicket(queries: Queries, ref: string, userId: string): Promise<TicketRow | undefined> {
  return find(queries, ref, userId, byId, byKey);
}

/** The same, and nobody else changes it before the transaction ends. */
export function lockTicket(tx: Queries, ref: string, userId: string): Promise<TicketRow | undefined> {
  return find(tx, ref, userId, lockById, lockByKey);
}

/** Many at once, by what they were named with; one that does not exist is absent. */
export async function lockTickets(
  tx: Queries,
  refs: string[],
  userId: string,
): Promise<Map<string, TicketRow>> {
  const ids = new Map(refs.filter(isId).map((ref) => [ref, ref]));
  for (const [ref, id] of await findIdsOfKeys(tx, [...new Set(refs.filter((ref) => !isId(ref)))]))
    ids.set(ref, id);
  const rows = await tx.list(lockMany, { ids: [...new Set(ids.values())], userId });
  const byRow = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...ids].flatMap(([ref, id]) => {
      const row = byRow.get(id);
      return row ? [[ref, row] as const] : [];
    }),
  );
}

const keysPerQuery = 100;

async function findIdsOfKeys(tx: Queries, refs: string[]): Promise<Map<string, string>> {
  const keys = refs.flatMap((ref) => {
    const key = parseTicketKey(ref);
    return key ? [{ ref, ...key }] : [];
  });
  const found = new Map<string, string>();
  for (let start = 0; start < keys.length; start += keysPerQuery) {
    const portion = keys.slice(start, start + keysPerQuery);
    for (const { place, id } of await tx.list(idsOfKeys(portion.length), keyParams(portion))) {
      if (id !== null) found.set((portion[place] as { ref: string }).ref, id);
    }
  }
  return found;
}

const keyParams = (keys: { projectKey: string; number: number }[]) =>
  Object.fromEntries(
    keys.flatMap((key, i) => [
      [`k${i}`, key.projectKey],
      [`n${i}`, key.number],
    ]),
  );

/** So many keys in one question. */
function idsOfKeys(count: number) {
  const tuple = (_: unknown, i: number) => `(${i}, cast(:k${i} as text), cast(:n${i} as integer))`;
  return dynamicStatement<object, { place: number; id: string | null }>(`
    with wanted (place, project_key, number) as (values ${Array.from({ length: count }, tuple).join()})
    select w.place, coalesce(
      (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = w.number
        where k.key_folded = w.project_key),
      (select f.ticket_id from project_keys k join ticket_former_numbers f
        on f.project_id = k.project_id and f.number = w.number where k.key_folded = w.project_key)) as id
    from wanted w`);
}

async function find(
  queries: Queries,
  ref: string,
  userId: string,
  withId: typeof byId,
  withKey: typeof byKey,
): Promise<TicketRow | undefined> {
  if (isId(ref)) return queries.find(withId, { id: ref, userId });
  const key = parseTicketKey(ref);
  return key && queries.find(withKey, { ...key, userId });
}

/**
 * Names only the columns that differ: SQLite writes anew in every index of a column that is named, and looks again for
 * whatever it refers to.
 */
export function updateTicketRow(tx: Queries, before: TicketRow, ticket: Ticket, labelCount: number) {
  const after = { ...ticket, labelCount };
  const fields = (Object.keys(changeable) as (keyof typeof changeable)[]).filter(
    (field) => before[field] !== after[field],
  );
  const sets = fields.map((field) => `${changeable[field]} = :${field}`);
  if (ticket.title !== before.title) sets.push('title_folded = :titleFolded');
  if (ticket.description !== before.description) sets.push('description_folded = :descriptionFolded');
  sets.push('version = :version', 'updated_at = :updatedAt');
  const shape = dynamicStatement<typeof after>(`update tickets set ${sets.join(', ')} where id = :id`);
  return tx.run(shape, {
    ...after,
    ...(ticket.title !== before.title && { titleFolded: foldCase(ticket.title) }),
    ...(ticket.description !== before.description && {
      descriptionFolded: ticket.description === null ? null : foldCase(ticket.description),
    }),
  });
}

export const markTicketDeleted = (tx: Queries, id: string, deletedAt: number | null, updatedAt: number) =>
  tx.run(setDeleted, { id, deletedAt, updatedAt });

export const insertFormerNumber = (tx: Queries, projectId: string, number: number, ticketId: string) =>
  tx.run(insertFormer, { projectId, number, ticketId });

/** Two ties made in the same moment could close a circle that neither sees; so they are made one after the other. */
export const lockRelations = (tx: Tx) => tx.advisoryLock('ties between tickets');

/** Whether making `parentId` the parent of `id` would close a circle. */
export const wouldCircle = async (tx: Queries, id: string, parentId: string) =>
  (await tx.find(isBelow, { id, parentId })) !== undefined;

/** Newer, without a change of its own fields. */
export const touchTicket = (tx: Queries, id: string, updatedAt: number) => tx.run(touch, { id, updatedAt });

/** Takes the oldest 200 at most, so that a large clean-up never holds up the others. */
export const purgeDeletedTickets = (tx: Queries, before: number) => tx.run(purge, { before });

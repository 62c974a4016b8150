import {
  dynamicStatement,
  type Queries,
  type Statement,
  sql,
  statement,
  type Tx,
} from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import { isId } from '../platform/ids.ts';
import {
  canReadProject,
  type EstimateUnit,
  type ProjectRole,
  type ProjectStatus,
  type ProjectVisibility,
} from '../projects/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';
import {
  changeableFields,
  fieldDeclaration,
  fieldExpression,
  storedValue,
  ticketFieldNames,
} from './fields/ticket-fields.ts';
import { entersDone } from './gates/gate.ts';
import type { Passage } from './gates/pass-gates.ts';
import type { GroupKind } from './groups/group.ts';
import { joinLabelIds } from './labels/label-store.ts';
import { findTicketIdByOriginalKey } from './origins/origin-store.ts';
import { parseTicketKey, type Ticket } from './ticket.ts';
import { canReadTicket, type TicketAccessContext, type TicketViewer } from './ticket-access.ts';

export interface TicketCounts {
  commentCount: number;
  attachmentCount: number;
  timeLogCount: number;
  labelCount: number;
}

export interface TicketPeople {
  assigneeName: string | null;
  assigneeEmail: string | null;
  assigneeImage: string | null;
  reporterName: string;
  reporterEmail: string;
  reporterImage: string | null;
}

interface ProjectColumns {
  projectId: string;
  projectName: string;
  projectKey: string;
  projectDescription: string | null;
  projectStatus: ProjectStatus;
  projectOwnerId: string;
  projectVersion: number;
  projectEstimateUnit: EstimateUnit;
  projectCreatedAt: number;
  projectUpdatedAt: number;
  visibility: ProjectVisibility;
}

interface GroupColumns {
  groupId: string;
  groupName: string;
  groupKind: GroupKind;
  groupDescription: string | null;
  groupStartsAt: number | null;
  groupEndsAt: number | null;
  groupCreatedAt: number;
  groupUpdatedAt: number;
}

/** The columns of a `left join` that found no row. */
type NotJoined<Columns> = { [Name in keyof Columns]: null };

/** Only tickets of a project can be in a group. */
type ProjectAndGroup =
  | (ProjectColumns & (GroupColumns | NotJoined<GroupColumns>))
  | (NotJoined<ProjectColumns> & NotJoined<GroupColumns>);

interface PlaceColumns {
  workflow: string | null;
  /** JSON of the gates before done; null: none. */
  gates: string | null;
  /** 1 if the project has triage on; null without a project. */
  hasTriage: number | null;
  workspaceId: string;
  workspaceName: string;
  workspaceKind: WorkspaceKind;
  workspaceOwnerId: string;
  workspaceCreatedAt: number;
  workspaceUpdatedAt: number;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
}

/** A ticket with its people, project, workspace, group, and the actor's roles. */
export type TicketRow = Ticket &
  TicketCounts &
  TicketPeople &
  ProjectAndGroup &
  PlaceColumns & {
    deletedAt: number | null;
    reactionCount: number;
    checklistTotal: number;
    /** 1 if any ticket, even a deleted one, has it as parent. */
    hasChildren: number;
  };

/** The columns that all new tickets of an actor in a place share, if they have no assignee and no group. */
export type TicketPlace = ProjectColumns &
  PlaceColumns &
  Pick<TicketPeople, 'reporterName' | 'reporterEmail' | 'reporterImage'> & { fieldCount: number };

const fieldColumns = ticketFieldNames.map((name) => `${fieldExpression(name)} as "${name}"`).join();
export const ticketColumns = `${fieldColumns}, t.comment_count as "commentCount",
  t.attachment_count as "attachmentCount", t.time_log_count as "timeLogCount", t.label_count as "labelCount"`;
const reporterColumns = 'r.name as "reporterName", r.email as "reporterEmail", r.image as "reporterImage"';
export const peopleColumns = `a.name as "assigneeName", a.email as "assigneeEmail", a.image as "assigneeImage",
  ${reporterColumns}`;
export const peopleJoins = `left join users a on a.id = t.assignee_id join users r on r.id = t.reporter_id`;

/** A row-locked ticket with the ids of its labels. */
export type LockedTicketRow = TicketRow & { labelIds: string[] };
type StoredLockedRow = TicketRow & { labelIds: string | null };

const placeColumns = `p.name as "projectName", p.key as "projectKey", p.description as "projectDescription",
    p.status as "projectStatus", p.owner_id as "projectOwnerId", p.version as "projectVersion",
    p.estimate_unit as "projectEstimateUnit", p.created_at as "projectCreatedAt", p.updated_at as "projectUpdatedAt",
    p.visibility, p.workflow, p.gates, p.triage as "hasTriage", w.id as "workspaceId", w.name as "workspaceName", w.kind as "workspaceKind",
    w.owner_id as "workspaceOwnerId", w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt",
    pm.role, wm.role as "workspaceRole"`;
const selectForActor = (more: string) => `select ${ticketColumns}, t.deleted_at as "deletedAt",
    t.reaction_count as "reactionCount", t.checklist_total as "checklistTotal",
    case when exists (select 1 from tickets c where c.parent_id = t.id) then 1 else 0 end as "hasChildren", ${peopleColumns},
    ${placeColumns},
    g.name as "groupName", g.kind as "groupKind", g.description as "groupDescription", g.starts_at as "groupStartsAt", g.ends_at as "groupEndsAt",
    g.created_at as "groupCreatedAt", g.updated_at as "groupUpdatedAt"${more}
  from tickets t ${peopleJoins}
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join groups g on g.id = t.group_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId`;
const forActor = selectForActor('');
const forChange = selectForActor(', t.label_ids as "labelIds"');
const ofKey = `t.id = coalesce(
  (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = :number
    where k.key_folded = :projectKey),
  (select f.ticket_id from project_keys k join ticket_former_numbers f
    on f.project_id = k.project_id and f.number = :number where k.key_folded = :projectKey))`;

const place = `select p.id as "projectId", p.field_count as "fieldCount", ${placeColumns}, ${reporterColumns}
  from projects p join workspaces w on w.id = p.workspace_id join users r on r.id = :userId
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId`;
type OfProject = { ref: string; userId: string };

type ById = { id: string; userId: string };
type ByKey = { projectKey: string; number: number; userId: string };
const lockById = statement<ById, StoredLockedRow>(`${forChange} where t.id = :id for update of t`);

const placeById = statement<OfProject, TicketPlace>(`${place} where p.id = :ref`);
const placeByKey = statement<OfProject, TicketPlace>(
  `${place} where p.id = (select project_id from project_keys where key_folded = :ref)`,
);
/**
 * Finds the project for a new ticket by id, or by a key or former key that the viewer may see. Also finds deleted
 * projects.
 */
export async function findTicketPlace(
  queries: Queries,
  ref: string,
  viewer: TicketViewer,
): Promise<TicketPlace | undefined> {
  const { userId } = viewer;
  if (isId(ref)) return queries.find(placeById, { ref, userId });
  const place = await queries.find(placeByKey, { ref: foldCase(ref), userId });
  return place && canReadProject(viewer, place) ? place : undefined;
}

const byId = statement<ById, TicketRow>(`${forActor} where t.id = :id`);
const byKey = statement<ByKey, TicketRow>(`${forActor} where ${ofKey}`);
/**
 * Finds a ticket by id, even a deleted one. By key, by former key and by the key before an import it finds only what
 * the viewer may read: keys can be guessed, so an unreadable ticket's key gets the same answer as a key that nobody
 * has.
 */
export function findTicket(
  queries: Queries,
  ref: string,
  viewer: TicketViewer,
): Promise<TicketRow | undefined> {
  return find(queries, ref, viewer, byId, byKey);
}

const lockByKey = statement<ByKey, StoredLockedRow>(`${forChange} where ${ofKey} for update of t`);
/** Like findTicket, with a row lock until the transaction ends. */
export async function lockTicket(tx: Queries, ref: string, viewer: TicketViewer) {
  const row = await find(tx, ref, viewer, lockById, lockByKey);
  return row && withLabelIds(row);
}

/** Like lockTicket, without the rights of a person: for what code hosts report. */
export async function lockAnyTicket(tx: Queries, ref: string) {
  const id = (await findTicketIds(tx, [ref])).get(ref) ?? (await findTicketIdByOriginalKey(tx, ref, ''));
  const row = id === undefined ? undefined : await tx.find(lockById, { id, userId: '' });
  return row && withLabelIds(row);
}

const lockIfFree = statement<{ id: string }, { id: string }>(
  'select id from tickets where id = :id for update skip locked',
);
/** Locks a ticket, unless another transaction has locked it. Returns whether it did. */
export const tryLockTicket = async (tx: Queries, id: string) =>
  (await tx.find(lockIfFree, { id })) !== undefined;

/** Extends the row in place, because it is not shared and has 60 fields. */
const withLabelIds = (row: StoredLockedRow): LockedTicketRow =>
  Object.assign(row, { labelIds: row.labelIds === null ? [] : row.labelIds.split(',') });

// On SQLite, locking 500 rows at once blocks the event loop for 14 ms.
const locksPerQuery = 100;

const lockMany = statement<{ ids: string[]; userId: string }, StoredLockedRow>(
  `${forChange} where t.id in :ids[] order by t.id for update of t`,
);
/**
 * Locks many tickets in the order of their ids, so that callers cannot deadlock. Returns them by ref, without unknown
 * refs and keys that the viewer may not read.
 */
export async function lockTickets(
  tx: Queries,
  refs: string[],
  viewer: TicketViewer,
): Promise<Map<string, LockedTicketRow>> {
  const ids = await findTicketIds(tx, refs);
  const sorted = [...new Set(ids.values())].sort();
  const byRow = new Map<string, LockedTicketRow>();
  for (let start = 0; start < sorted.length; start += locksPerQuery) {
    const portion = sorted.slice(start, start + locksPerQuery);
    for (const row of await tx.list(lockMany, { ids: portion, userId: viewer.userId }))
      byRow.set(row.id, withLabelIds(row));
  }
  return new Map(
    [...ids].flatMap(([ref, id]) => {
      const row = byRow.get(id);
      return row && (isId(ref) || canReadTicket(viewer, row)) ? [[ref, row] as const] : [];
    }),
  );
}

/** Finds the ids for references by id, key or former key. Returns them by ref; a key without a ticket is absent. */
export async function findTicketIds(queries: Queries, refs: string[]): Promise<Map<string, string>> {
  const ids = new Map(refs.filter(isId).map((ref) => [ref, ref]));
  const keys = [...new Set(refs.filter((ref) => !isId(ref)))];
  for (const [ref, id] of await findIdsOfKeys(queries, keys)) ids.set(ref, id);
  return ids;
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
    for (const { position, id } of await tx.list(idsOfKeys(portion.length), keyParams(portion))) {
      if (id !== null) found.set((portion[position] as { ref: string }).ref, id);
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

/** A statement that looks up `count` keys. */
function idsOfKeys(count: number) {
  const tuple = (_: unknown, i: number) => `(${i}, cast(:k${i} as text), cast(:n${i} as integer))`;
  return dynamicStatement<object, { position: number; id: string | null }>(`
    with requested (position, project_key, number) as (values ${Array.from({ length: count }, tuple).join()})
    select w.position, coalesce(
      (select o.id from project_keys k join tickets o on o.project_id = k.project_id and o.number = w.number
        where k.key_folded = w.project_key),
      (select f.ticket_id from project_keys k join ticket_former_numbers f
        on f.project_id = k.project_id and f.number = w.number where k.key_folded = w.project_key)) as id
    from requested w`);
}

async function find<Row extends TicketAccessContext>(
  queries: Queries,
  ref: string,
  viewer: TicketViewer,
  withId: Statement<ById, Row>,
  withKey: Statement<ByKey, Row>,
): Promise<Row | undefined> {
  const { userId } = viewer;
  if (isId(ref)) return queries.find(withId, { id: ref, userId });
  const key = parseTicketKey(ref);
  const found = key && (await queries.find(withKey, { ...key, userId }));
  if (found && canReadTicket(viewer, found)) return found;
  if (ref.length > originalKeyLengthMax) return undefined;
  const id = await findTicketIdByOriginalKey(queries, ref, userId);
  const imported = id === undefined ? undefined : await queries.find(withId, { id, userId });
  return imported && canReadTicket(viewer, imported) ? imported : undefined;
}

const originalKeyLengthMax = 300;

/**
 * Updates only the columns that differ: SQLite rewrites every index of a column that the statement names, and checks
 * its foreign key again. Version and `updatedAt` always differ. A change that makes the ticket done needs a passage: a new
 * use case that forgets the gates fails here, with gates or without.
 */
export function updateTicketRow(
  tx: Tx,
  before: LockedTicketRow,
  ticket: Ticket,
  labelIds: string[],
  passage?: Passage,
) {
  if (!passage && entersDone(before, ticket)) throw new Error('A ticket becomes done only through its gates');
  const params: Record<string, string | number | null> = { id: ticket.id };
  const sets: string[] = [];
  const set = (column: string, value: string | number | null) => {
    sets.push(`${column} = :${column}`);
    params[column] = value;
  };
  for (const name of changeableFields) {
    const value = ticket[name];
    if (before[name] === value) continue;
    const { column, foldedColumn } = fieldDeclaration(name);
    set(column, storedValue(name, value));
    if (foldedColumn) set(foldedColumn, typeof value === 'string' ? foldCase(value) : null);
  }
  const joined = joinLabelIds(labelIds);
  if (joined !== joinLabelIds(before.labelIds)) {
    set('label_count', labelIds.length);
    set('label_ids', joined);
  }
  return tx.send(dynamicStatement<object>(`update tickets set ${sets.join()} where id = :id`), params);
}

export const markTicketDeleted = sql.send<{ id: string; deletedAt: number | null; updatedAt: number }>(`
  update tickets set deleted_at = :deletedAt, updated_at = :updatedAt, version = version + 1 where id = :id`);

export const insertFormerNumber = sql.send<{ projectId: string; number: number; ticketId: string }>(`
  insert into ticket_former_numbers (project_id, number, ticket_id) values (:projectId, :number, :ticketId)`);

/** Serializes changes of relations and parents: two concurrent ones could close a cycle that neither of them sees. */
export const lockRelations = (tx: Tx) => tx.advisoryLock('relations');

const isBelow = statement<{ id: string; parentId: string }, { id: string }>(`
  with recursive above(id) as (
    select t.id from tickets t where t.id = :parentId
    union
    select t.parent_id from tickets t join above on above.id = t.id where t.parent_id is not null)
  select id from above where id = :id`);
/** True if `id` is `parentId` or one of its ancestors. */
export const wouldCreateCycle = async (tx: Queries, id: string, parentId: string) =>
  (await tx.find(isBelow, { id, parentId })) !== undefined;

/** Sets `updatedAt` but not the version, because the ticket's own fields do not change. */
export const touchTicket = sql.send<{ id: string; updatedAt: number }>(
  'update tickets set updated_at = :updatedAt where id = :id',
);

/** Purges at most 200 tickets, so that a large clean-up does not block other writers for long. */
export const purgeTicketRows = sql.run<{ before: number }>(`
  delete from tickets where id in (
    select id from tickets where deleted_at is not null and deleted_at <= :before order by deleted_at limit 200)`);

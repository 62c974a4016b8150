import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  byText,
  defineInsert,
  dynamicStatement,
  escapeLike,
  type Insert,
  listPage,
  pagedList,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';

export interface Label {
  id: string;
  workspaceId: string;
  name: string;
  color: string;
  createdAt: number;
  updatedAt: number;
}

/** The ids of a ticket's labels in the form of the column `tickets.label_ids`, which saves lists a look-up per ticket. */
export const joinLabelIds = (ids: readonly string[]) => (ids.length > 0 ? ids.toSorted().join() : null);

const columns = `l.id, l.workspace_id as "workspaceId", l.name, l.color, l.created_at as "createdAt", l.updated_at as "updatedAt"`;
const workspaces = statement<{ ids: string[] }, { id: string; workspaceId: string }>(
  'select id, workspace_id as "workspaceId" from labels where id in :ids[]',
);

const ticketsPerTurn = 250;

/** The labels of workspaces of which the user is a member, directly or by a project. */
const visibleLabels = `l.workspace_id in (
  select workspace_id from workspace_members where user_id = :userId
  union
  select p.workspace_id from project_members m join projects p on p.id = m.project_id where m.user_id = :userId)`;
const byName = [
  byText('l.name_folded', 'asc', ({ name }: Label) => foldCase(name)),
  byText('l.id', 'asc', ({ id }: Label) => id),
];
const visible = pagedList<{ userId: string }, Label>({
  columns,
  from: 'labels l',
  where: visibleLabels,
  sort: byName,
});
const visibleIn = pagedList<{ userId: string; workspaces: string[] }, Label>({
  columns,
  from: 'labels l',
  where: `${visibleLabels} and l.workspace_id in :workspaces[]`,
  sort: byName,
});

export const findLabel = sql.find<{ id: string }, Label>(`select ${columns} from labels l where l.id = :id`);
export const insertLabels: Insert<Label> = defineInsert(
  'labels',
  'id workspaceId name color createdAt updatedAt',
  { name_folded: ({ name }) => foldCase(name) },
);

const updateLabelRowSql = statement<Label & { nameFolded: string }>(`
  update labels set name = :name, name_folded = :nameFolded, color = :color, updated_at = :updatedAt where id = :id`);
export const updateLabelRow = (tx: Queries, label: Label) =>
  tx.run(updateLabelRowSql, { ...label, nameFolded: foldCase(label.name) });

const someWith = statement<{ id: string; limit: number }, { ticketId: string }>(
  'select ticket_id as "ticketId" from ticket_labels where label_id = :id limit :limit',
);
const uncount = statement<{ id: string; ticketIds: string[] }>(`
  update tickets set label_count = label_count - 1,
    label_ids = nullif(trim(replace(',' || label_ids || ',', ',' || :id || ',', ','), ','), '')
  where id in :ticketIds[]`);
const detachSome = statement<{ id: string; ticketIds: string[] }>(
  'delete from ticket_labels where label_id = :id and ticket_id in :ticketIds[]',
);
const lock = statement<{ id: string }, { id: string }>('select id from labels where id = :id for update');
const remove = statement<{ id: string }>('delete from labels where id = :id');
/** Detaches the label from tickets in batches: one statement for all would delay every other request on SQLite. */
export async function deleteLabelRow(tx: Queries, id: string): Promise<void> {
  // Waits for transactions that attach the label.
  await tx.find(lock, { id });
  for (;;) {
    const found = await tx.list(someWith, { id, limit: ticketsPerTurn });
    const ticketIds = found.map(({ ticketId }) => ticketId);
    await tx.run(uncount, { id, ticketIds });
    await tx.run(detachSome, { id, ticketIds });
    if (found.length < ticketsPerTurn) break;
    await nextTurn();
  }
  await tx.run(remove, { id });
}

export const listLabelsFor = (
  queries: Queries,
  userId: string,
  workspaces: string[] | undefined,
  page: Page,
) =>
  workspaces
    ? listPage(queries, visibleIn, { userId, workspaces }, page)
    : listPage(queries, visible, { userId }, page);

const visibleNamed = statement<{ userId: string; names: string[] }, { id: string; nameFolded: string }>(`
  select l.id, l.name_folded as "nameFolded" from labels l where l.name_folded in :names[] and ${visibleLabels}`);
/** Lists the labels with these names in all workspaces of a user. */
export const listVisibleLabelsNamed = (queries: Queries, userId: string, names: string[]) =>
  queries.list(visibleNamed, { userId, names: names.map(foldCase) });

/** Lists the labels that a user sees by name or by a prefix; if projects are given, only theirs. */
export function listLabelsByName(
  queries: Queries,
  userId: string,
  keyProjects: readonly string[] | undefined,
  { names, prefix, limit }: { names: string[]; prefix?: string; limit: number },
): Promise<{ id: string; name: string; nameFolded: string }[]> {
  const shape = dynamicStatement<object, { id: string; name: string; nameFolded: string }>(`
    select l.id, l.name, l.name_folded as "nameFolded" from labels l
    where ${prefix === undefined ? 'l.name_folded in :names[]' : "l.name_folded like :prefix escape '!'"}
      and ${visibleLabels}
      ${keyProjects ? 'and l.workspace_id in (select workspace_id from projects where id in :keyProjects[])' : ''}
    order by l.name_folded, l.id limit :limit`);
  return queries.list(shape, {
    userId,
    limit,
    ...(prefix === undefined ? { names } : { prefix: `${escapeLike(prefix)}%` }),
    ...(keyProjects && { keyProjects: [...keyProjects] }),
  });
}

export const listLabelsOf = sql.list<{ ticketId: string }, Label>(`
  select ${columns} from ticket_labels tl join labels l on l.id = tl.label_id
  where tl.ticket_id = :ticketId order by l.name_folded, l.id`);

/** The workspace of each label. Unknown ids are absent. */
export const listWorkspacesOfLabels = (tx: Queries, ids: string[]) => tx.list(workspaces, { ids });

const byNames = statement<{ workspaceId: string; names: string[] }, { id: string; nameFolded: string }>(`
  select id, name_folded as "nameFolded" from labels where workspace_id = :workspaceId and name_folded in :names[]`);
/** Lists the labels of a workspace with these names, ignoring case. */
export const listLabelsNamed = (queries: Queries, workspaceId: string, names: string[]) =>
  queries.list(byNames, { workspaceId, names: names.map(foldCase) });

export const listLabelsOfTickets = sql.list<{ ticketIds: string[] }, Label & { ticketId: string }>(`
  select tl.ticket_id as "ticketId", ${columns} from ticket_labels tl join labels l on l.id = tl.label_id
  where tl.ticket_id in :ticketIds[] order by l.name_folded, l.id`);

const attach = statement<{ ticketId: string; labelId: string }>(
  'insert into ticket_labels (ticket_id, label_id) values (:ticketId, :labelId)',
);
export async function attachLabels(tx: Tx, ticketId: string, labelIds: string[]): Promise<void> {
  for (const labelId of labelIds) await tx.send(attach, { ticketId, labelId });
}

export const detachLabels = sql.send<{ ticketId: string; labelIds: string[] }>(
  'delete from ticket_labels where ticket_id = :ticketId and label_id in :labelIds[]',
);

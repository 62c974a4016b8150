import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ArchivedRow,
  type ArchiveKind,
  archivedColumns,
  archiveFieldName,
  archiveKinds,
  decodeField,
  findKind,
  peopleKind,
} from '../../archives/index.ts';
import { type Column, type Database, listColumns, type Tx } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { isId } from '../../platform/ids.ts';
import { ticketImport } from '../../tickets/index.ts';
import { insertTicketHome } from '../../workspaces/index.ts';
import type { FidelityTally } from '../fidelity-report.ts';
import { type AdoptedIds, adoptJson } from './adopt-ids.ts';
import type { StoredRow } from './archive-row-store.ts';
import * as store from './archive-row-store.ts';
import { filledColumns, type newRowChecks } from './fill-rows.ts';

export interface RowWriter {
  ids: AdoptedIds;
  importId: string;
  /** Stands in for people of the archive who match nobody, such as the authors in a damaged archive. */
  importerId: string;
  checks: ReturnType<typeof newRowChecks>;
  /** The columns of this Docket's tables, by table. */
  columns: ReadonlyMap<string, Column[]>;
  tally: FidelityTally;
  /** The target project; undefined for the import of a whole instance. */
  projectId: string | undefined;
  /** The key of each project in the archive and here, by its id here. */
  keys: ReadonlyMap<string, { inArchive: string; here: string }>;
}

export interface WrittenRows {
  created: number;
  existing: number;
  /** The ids here of all given rows, for kinds that have an id. */
  ids: string[];
  /** The rows that did not exist before. */
  inserted: StoredRow[];
}

export async function readColumns(db: Database): Promise<Map<string, Column[]>> {
  const columns = new Map<string, Column[]>();
  for (const table of new Set([peopleKind, ...archiveKinds].map((kind) => kind.table)))
    columns.set(table, await listColumns(db, table));
  return columns;
}

/** Inserts the rows that do not exist yet, in the caller's transaction. It can be repeated without harm. */
export async function writeRows(
  tx: Tx,
  writer: RowWriter,
  kind: ArchiveKind,
  rows: ArchivedRow[],
): Promise<WrittenRows> {
  const adopted = rows.map((row) => adoptRow(writer, kind, row)).filter((row) => row !== undefined);
  const attached = await dropDangling(tx, writer, kind, adopted);
  // Runs after `dropDangling`: a column that derives from a reference must not keep a reference that was dropped.
  const complete = attached.map((row) => ({ ...row, ...filledColumns[kind.name]?.(row, writer.importId) }));
  const present = await findPresent(tx, kind, complete);
  const fresh = [...new Map(complete.map((row) => [rowKey(kind, row), row])).entries()]
    .filter(([key]) => !present.has(key))
    .map(([, row]) => row);
  await renameTaken(tx, writer, kind, fresh);
  if (fresh.length > 0) {
    if (kind.name === 'tickets') await insertTickets(tx, writer, fresh);
    else await store.insertRows(tx, kind.table, fresh);
    if (kind.name === 'workspaces' || kind.name === 'projects')
      for (const { id } of fresh) await insertTicketHome(tx, { id: id as string });
  }
  await nextTurn();
  const ids = complete.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return { created: fresh.length, existing: complete.length - fresh.length, ids, inserted: fresh };
}

/** Returns undefined if the row does not belong to the project or does not have the form that Docket writes. */
function adoptRow(writer: RowWriter, kind: ArchiveKind, row: ArchivedRow): StoredRow | undefined {
  const { ids, tally } = writer;
  const known = archivedColumns(kind, { columns: writer.columns.get(kind.table) ?? [] });
  const adopted: StoredRow = {};
  for (const column of known) {
    const value = row[archiveFieldName(column.name)];
    const isJson = kind.json?.includes(column.name) && value !== undefined;
    const decoded = decodeField(kind, column, isJson ? adoptJson(ids, value) : value);
    if (decoded === undefined)
      throw new Refusal(
        'VALIDATION_ERROR',
        `The archive has a ${archiveFieldName(column.name)} in ${kind.name} that is not of its type. Export it again.`,
      );
    adopted[column.name] = decoded;
  }
  for (const [column, to] of Object.entries({ ...kind.refs, ...kind.optional })) {
    const id = adopted[column];
    if (typeof id !== 'string') continue;
    const found =
      ids.findReference(to, id) ?? (to === 'person' && kind.refs?.[column] ? writer.importerId : null);
    if (found === null && kind.refs?.[column]) return undefined;
    adopted[column] = found;
  }
  if (typeof adopted.id === 'string' && !kind.refs?.id) {
    if (!isId(adopted.id)) return undefined;
    adopted.id = ids.adopt(adopted.id);
  }
  const example = String(row.name ?? row.title ?? row.type ?? row.id ?? '').slice(0, 60);
  if (writer.checks[kind.name]?.(row) === false) {
    tally.lose(`${kind.name} that are not as this Docket writes them`, example);
    return undefined;
  }
  const names = new Set([
    ...known.map(({ name }) => archiveFieldName(name)),
    ...Object.keys(kind.without ?? {}).map(archiveFieldName),
  ]);
  if (Object.keys(row).some((name) => !names.has(name)))
    tally.lose(`fields of ${kind.name} that this Docket does not know`, example);
  // The archive of a project claims who wrote what, so its rows record who imported them. An instance keeps its own
  // records.
  const mark = writer.projectId !== undefined &&
    'imported_by' in adopted && { imported_by: writer.importerId };
  return { ...adopted, ...mark };
}

/** Leaves out rows that refer to something outside of the project; an archive made by hand may name ids of other projects. */
async function dropDangling(
  tx: Tx,
  { projectId, tally }: RowWriter,
  kind: ArchiveKind,
  rows: StoredRow[],
): Promise<StoredRow[]> {
  if (projectId === undefined) return rows;
  let kept = rows;
  for (const [column, to] of Object.entries({ ...kind.refs, ...kind.optional })) {
    const other = findKind(to);
    if (!other || to === 'labels') continue;
    const place = kind.within?.[column];
    if (place !== undefined) {
      await leaveOtherPlaces(tx, kept, other, column, place);
      continue;
    }
    const wanted = [
      ...new Set(kept.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []))),
    ];
    if (wanted.length === 0) continue;
    const found = new Set(await store.listIdsIn(tx, other, projectId, wanted));
    const isFound = (row: StoredRow) => row[column] === null || found.has(row[column] as string);
    if (kind.refs?.[column]) {
      const dropped = kept.filter((row) => !isFound(row));
      if (dropped.length > 0)
        tally.lose(
          `${kind.name} of ${to} that are not in the project`,
          String(dropped[0]?.[column]),
          dropped.length,
        );
      kept = kept.filter(isFound);
    } else for (const row of kept) if (!isFound(row)) row[column] = null;
  }
  return kept;
}

/** Removes references to rows of another project or workspace than that of the referring row. */
async function leaveOtherPlaces(
  tx: Tx,
  rows: StoredRow[],
  to: ArchiveKind,
  column: string,
  place: string,
): Promise<void> {
  const wanted = [...new Set(rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : [])))];
  const found = wanted.length === 0 ? [] : await store.listColumnValues(tx, to, place, wanted);
  const places = new Map<unknown, unknown>([
    ...rows.map((row) => [row.id, row[place]] as const),
    ...found.map(({ id, value }) => [id, value] as const),
  ]);
  for (const row of rows)
    if (places.has(row[column]) && places.get(row[column]) !== row[place]) row[column] = null;
}

/** The column within which names of a kind are unique in a project, and the most letters that they have. */
const uniqueNames: Readonly<Record<string, { place: string; lettersMax: number }>> = {
  fields: { place: 'project_id', lettersMax: 60 },
  templates: { place: 'project_id', lettersMax: 60 },
  views: { place: 'place_id', lettersMax: 100 },
};

/** Adds a number to names that other rows of the project have: nothing of the archive is lost, nothing here is replaced. */
async function renameTaken(
  tx: Tx,
  { projectId, tally }: RowWriter,
  kind: ArchiveKind,
  rows: StoredRow[],
): Promise<void> {
  const unique = uniqueNames[kind.name];
  if (!unique || projectId === undefined) return;
  for (const [place, ofPlace] of Map.groupBy(rows, (row) => row[unique.place] as string)) {
    const taken = new Set((await store.listNamesIn(tx, kind, unique.place, place)).map(({ name }) => name));
    for (const row of ofPlace) {
      const given = String(row.name);
      for (let copy = 2; taken.has(foldCase(row.name as string)); copy++) {
        const ending = ` (${copy})`;
        row.name = `${given.slice(0, unique.lettersMax - ending.length).toWellFormed()}${ending}`;
      }
      if (row.name !== given)
        tally.change(`names of ${kind.name} that the project has`, `${given} → ${row.name}`);
      row.name_folded = foldCase(row.name as string);
      taken.add(row.name_folded);
    }
  }
}

async function findPresent(tx: Tx, kind: ArchiveKind, rows: StoredRow[]): Promise<Set<string>> {
  const present = rows.length === 0 ? [] : await store.listPresentKeys(tx, kind, rows);
  return new Set(present.map((key) => JSON.stringify(key)));
}

const rowKey = ({ key }: ArchiveKind, row: StoredRow) => JSON.stringify(key.map((name) => row[name] ?? null));

async function insertTickets(tx: Tx, writer: RowWriter, rows: StoredRow[]): Promise<void> {
  const byHome = Map.groupBy(rows, ({ home_id }) => home_id as string);
  // All writers lock the owners in the same order, so that they cannot deadlock.
  const homes = [...byHome].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [homeId, ofHome] of homes) await insertTicketsOfHome(tx, writer, homeId, ofHome);
}

/** Keeps the number of a ticket if it is free here. A ticket that gets another number is also found by its old key. */
async function insertTicketsOfHome(
  tx: Tx,
  { importId, keys }: RowWriter,
  homeId: string,
  rows: StoredRow[],
): Promise<void> {
  const key = keys.get(homeId);
  const projectId = key ? homeId : null;
  const numbers = await ticketImport.numberImportedTickets(
    tx,
    rows.map(({ number }) => ({ homeId, projectId, ...(key && { wantedNumber: number as number }) })),
  );
  const isOwnStatus = await ticketImport.readOwnStatuses(tx, homeId);
  const numbered = rows.map((row, index) => ({
    ...row,
    own_status_id: isOwnStatus(row.own_status_id, row.status) ? (row.own_status_id as string) : null,
    number: numbers[index] as number | null,
    project_id: projectId,
  }));
  await store.insertRows(tx, 'tickets', numbered);
  await ticketImport.completeRestoredTickets(tx, homeId, numbered.map(toRestored));
  if (!key) return;
  const renamed = rows.filter(({ number }, index) => key.inArchive !== key.here || number !== numbers[index]);
  await ticketImport.insertOrigins(
    tx,
    renamed.map(({ id, number }) => ({
      projectId: homeId,
      product: 'docket',
      sourceId: id as string,
      ticketId: id as string,
      key: `${key.inArchive}-${number}`,
      importId,
    })),
  );
}

const toRestored = (row: StoredRow): ticketImport.RestoredTicket => ({
  id: row.id as string,
  homeId: row.home_id as string,
  title: row.title as string,
  status: row.status as ticketImport.RestoredTicket['status'],
  priority: row.priority as ticketImport.RestoredTicket['priority'],
  type: row.type as ticketImport.RestoredTicket['type'],
  assigneeId: row.assignee_id as string | null,
  createdAt: row.created_at as number,
  completedAt: row.completed_at as number | null,
  dueDate: row.due_date as number | null,
  isDeleted: row.deleted_at !== null,
  fieldValues: row.field_values as string | null,
});

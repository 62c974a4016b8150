import { type ArchiveKind, findKind } from '../../archives/index.ts';
import {
  dynamicStatement,
  insertMany,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';

export type StoredRow = Record<string, string | number | null>;

/** The SQL condition for rows of the project `:project`. Tickets that were moved to another project do not match. */
function conditionIn(kind: ArchiveKind): string {
  const conditions = Object.entries(kind.refs ?? {}).flatMap(([column, to]) => {
    if (to === 'project' || to === 'home') return [`${column} = :project`];
    const other = findKind(to);
    if (!other || other.table === kind.table) return [];
    // `exists` and not `in (select …)`, with which SQLite would read all rows of the project for each batch.
    return [
      `exists (select 1 from ${other.table} where ${other.table}.id = ${kind.table}.${column} and ${conditionIn(other)})`,
    ];
  });
  return conditions.join(' and ') || '1 = 1';
}

/** Lists those of the given ids whose row belongs to the project; with `project` undefined, those that exist at all. */
export async function listIdsIn(
  queries: Queries,
  kind: ArchiveKind,
  project: string | undefined,
  ids: string[],
) {
  const condition = project === undefined ? '' : ` and ${conditionIn(kind)}`;
  const text = `select id from ${kind.table} where id in :ids[]${condition}`;
  const params = { ids, ...(project !== undefined && { project }) };
  const rows = await queries.list(dynamicStatement<object, { id: string }>(text), params);
  return rows.map(({ id }) => id);
}

/** Lists the value of one column for the rows with these ids, in any project. */
export async function listColumnValues(
  queries: Queries,
  { table }: ArchiveKind,
  column: string,
  ids: string[],
) {
  const text = `select id, ${column} as value from ${table} where id in :ids[]`;
  return queries.list(dynamicStatement<object, { id: string; value: string }>(text), { ids });
}

/** Lists the names that the rows of a place have, in the form in which they are compared. */
export async function listNamesIn(queries: Queries, { table }: ArchiveKind, place: string, id: string) {
  const text = `select name_folded as name from ${table} where ${place} = :id`;
  return queries.list(dynamicStatement<object, { name: string }>(text), { id });
}

/** True if any of the ids belongs to a row outside of the project. */
export async function hasIdElsewhere(queries: Queries, kind: ArchiveKind, project: string, ids: string[]) {
  const text = `select id from ${kind.table} where id in :ids[] and not (${conditionIn(kind)}) limit 1`;
  return (await queries.find(dynamicStatement<object, { id: string }>(text), { project, ids })) !== undefined;
}

type KeyRow = Record<'k0' | 'k1' | 'k2' | 'k3' | 'k4', string | number | null>;

/**
 * Lists the keys of existing rows that may be among the given ones. Texts are looked up as a list, numbers as a range,
 * because an archive lists rows in the order of their key. A key has at most five columns.
 */
export async function listPresentKeys(queries: Queries, kind: ArchiveKind, rows: StoredRow[]) {
  const { table, key, foundBy = [key[0] as string] } = kind;
  const columns = Array.from({ length: 5 }, (_, index) => `${key[index] ?? 'null'} as k${index}`).join(', ');
  const params: Record<string, string[] | string | number> = {};
  const conditions = foundBy.map((column, index) => {
    const values = [...new Set(rows.map((row) => row[column]))];
    const numbers = values.filter((value) => typeof value === 'number');
    if (numbers.length === 0 && values.length === 1) {
      // Given several lists, PostgreSQL would compare all but one of them with each row of the project.
      params[`is${index}`] = String(values[0]);
      return `${column} = :is${index}`;
    }
    if (numbers.length === 0) {
      params[`in${index}`] = values.map(String);
      return `${column} in :in${index}[]`;
    }
    params[`from${index}`] = Math.min(...numbers);
    params[`to${index}`] = Math.max(...numbers);
    return `${column} between :from${index} and :to${index}`;
  });
  const text = `select ${columns} from ${table} where ${conditions.join(' and ')}`;
  const found = await queries.list(dynamicStatement<object, KeyRow>(text), params);
  return found.map(({ k0, k1, k2, k3, k4 }) => [k0, k1, k2, k3, k4].slice(0, key.length));
}

/** Leaves a column to its default if no row has a value for it. */
export async function insertRows(tx: Tx, table: string, rows: StoredRow[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)))];
  await insertMany(
    tx,
    table,
    columns,
    rows.map((row) => columns.map((name) => row[name] ?? null)),
  );
}

const salt = statement<{ projectId: string; sourceId: string }, { salt: string }>(
  'select salt from imported_projects where project_id = :projectId and source_id = :sourceId',
);
export const findSalt = async (queries: Queries, projectId: string, sourceId: string) =>
  (await queries.find(salt, { projectId, sourceId }))?.salt;
export const insertSalt = sql.run<{ projectId: string; sourceId: string; salt: string }>(`
  insert into imported_projects (project_id, source_id, salt) values (:projectId, :sourceId, :salt)
  on conflict (project_id, source_id) do nothing`);

export const recountAttachments = sql.run<{ ids: string[] }>(`
  update tickets set attachment_count = (select count(*) from attachments a where a.ticket_id = tickets.id)
  where id in :ids[]`);

export const listTicketsWithoutHistory = sql.listValues<{ ids: string[] }, { id: string }>(`
  select id from tickets where id in :ids[] and not exists (select 1 from events e where e.ticket_id = tickets.id)`);

interface AdoptedSettings {
  projectId: string;
  workflow: string | null;
  estimateUnit: string;
  description: string | null;
  descriptionFolded: string | null;
}
/** Changes a project only while it has no tickets: nobody relies on its settings yet. Returns whether it did. */
export const adoptSettings = sql.change<AdoptedSettings>(`
  update projects set workflow = :workflow, estimate_unit = :estimateUnit,
    description = coalesce(description, :description),
    description_folded = coalesce(description_folded, :descriptionFolded)
  where id = :projectId and not exists (select 1 from tickets where project_id = :projectId)`);
export const recountFields = sql.run<{ projectIds: string[] }>(`
  update projects set field_count = (select count(*) from project_fields f where f.project_id = projects.id)
  where id in :projectIds[]`);

export const listHomesOfTickets = sql.list<{ ids: string[] }, { id: string; homeId: string }>(
  'select id, home_id as "homeId" from tickets where id in :ids[]',
);

/** Lets people who are not members find the tickets that they report or are assigned to. */
export const insertTicketGuests = sql.run<{ ids: string[] }>(`
  insert into ticket_guests (user_id, home_id)
  select person.user_id, person.home_id
  from (select reporter_id as user_id, home_id from tickets where id in :ids[]
    union select assignee_id, home_id from tickets where id in :ids[] and assignee_id is not null) person
  where not exists (select 1 from project_members m where m.project_id = person.home_id and m.user_id = person.user_id)
    and not exists (select 1 from workspace_members m where m.workspace_id = person.home_id and m.user_id = person.user_id)
  on conflict do nothing`);

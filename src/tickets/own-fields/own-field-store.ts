import { type Queries, statement, type Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { countOwnField } from '../../projects/index.ts';
import type { FieldOption, FieldValue, OwnField, OwnFieldType } from './own-field.ts';

interface OwnFieldRow {
  id: string;
  projectId: string;
  name: string;
  type: OwnFieldType;
  description: string | null;
  /** 0 or 1. */
  required: number;
  defaultValue: string | null;
  options: string;
  position: number;
  archivedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

const columns = `f.id, f.project_id as "projectId", f.name, f.type, f.description, f.required,
  f.default_value as "defaultValue", f.options, f.position, f.archived_at as "archivedAt", f.created_at as "createdAt",
  f.updated_at as "updatedAt"`;

const listFieldsOfSql = statement<{ projectId: string }, OwnFieldRow>(`
  select ${columns} from project_fields f where f.project_id = :projectId order by f.position, f.id`);
/** Lists all fields of a project in order, including archived ones. */
export const listFieldsOf = async (queries: Queries, projectId: string) =>
  (await queries.list(listFieldsOfSql, { projectId })).map(toOwnField);

const ofProjects = statement<{ projectIds: string[] }, OwnFieldRow>(`
  select ${columns} from project_fields f where f.project_id in :projectIds[] and f.archived_at is null
  order by f.position, f.id`);
/** Lists the fields of these projects that are not archived. */
export const listFieldsIn = async (queries: Queries, projectIds: string[]) =>
  (await queries.list(ofProjects, { projectIds })).map(toOwnField);

const named = statement<{ projectIds: string[]; names: string[] }, OwnFieldRow>(`
  select ${columns} from project_fields f
  where f.project_id in :projectIds[] and f.name_folded in :names[] and f.archived_at is null`);
/** Lists the fields of these projects with one of these case-folded names. */
export const listFieldsNamed = async (queries: Queries, projectIds: string[], names: string[]) =>
  (await queries.list(named, { projectIds, names })).map(toOwnField);

const insert = statement<OwnFieldRow & { nameFolded: string }>(`
  insert into project_fields (id, project_id, name, name_folded, type, description, required, default_value, options,
    position, archived_at, created_at, updated_at)
  values (:id, :projectId, :name, :nameFolded, :type, :description, :required, :defaultValue, :options,
    :position, :archivedAt, :createdAt, :updatedAt)`);
export async function insertField(tx: Tx, field: OwnField): Promise<void> {
  await tx.run(insert, toOwnFieldRow(field));
  await countOwnField(tx, { projectId: field.projectId });
}

const updateFieldSql = statement<OwnFieldRow & { nameFolded: string }>(`
  update project_fields set name = :name, name_folded = :nameFolded, description = :description,
    required = :required, default_value = :defaultValue, options = :options, position = :position,
    archived_at = :archivedAt, updated_at = :updatedAt
  where id = :id`);
export const updateField = (tx: Tx, field: OwnField) => tx.run(updateFieldSql, toOwnFieldRow(field));

const userNames = statement<{ ids: string[] }, { id: string; name: string }>(
  'select id, name from users where id in :ids[]',
);
export const listUserNames = async (queries: Queries, ids: string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (await queries.list(userNames, { ids })).map(({ id, name }) => [id, name] as const),
  );

const toOwnField = ({ required, defaultValue, options, ...row }: OwnFieldRow): OwnField => ({
  ...row,
  required: required === 1,
  defaultValue: defaultValue === null ? null : (JSON.parse(defaultValue) as FieldValue),
  options: JSON.parse(options) as FieldOption[],
});

const toOwnFieldRow = (field: OwnField): OwnFieldRow & { nameFolded: string } => ({
  ...field,
  nameFolded: foldCase(field.name),
  required: Number(field.required),
  defaultValue: field.defaultValue === null ? null : JSON.stringify(field.defaultValue),
  options: JSON.stringify(field.options),
});

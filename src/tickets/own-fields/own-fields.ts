import { recordAudit } from '../../audit/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { assertValid, conflict, type FieldMessages, invalid, notFound } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { isId, newId } from '../../platform/ids.ts';
import { canEditProject, canReadProject, getProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { recordSettingEvent } from '../setting-events.ts';
import { newLookups } from '../ticket-lookups.ts';
import {
  type FieldOption,
  hasOptions,
  isActive,
  type OwnField,
  type OwnFieldType,
  ownFieldLimits,
} from './own-field.ts';
import * as store from './own-field-store.ts';
import { parseFieldValue } from './parse-field-value.ts';

export interface OptionInput {
  /** Absent for a new option. */
  id?: string | undefined;
  name: string;
  color?: string | null | undefined;
  archived?: boolean | undefined;
}

/** An absent field keeps its value. */
export interface OwnFieldChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  required?: boolean | undefined;
  default?: unknown;
  /** All options in order. An option that is left out is archived. */
  options?: OptionInput[] | undefined;
  /** Its place among the fields that are not archived, from 0. */
  position?: number | undefined;
  archived?: boolean | undefined;
}

export interface NewOwnField extends OwnFieldChanges {
  name: string;
  type: OwnFieldType;
}

export async function listOwnFields({ db, actor }: Scope, ref: string, withArchived: boolean) {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const fields = await store.listFieldsOf(db.reads, project.id);
  return withArchived ? fields : fields.filter(isActive);
}

export async function createOwnField(scope: Scope, ref: string, input: NewOwnField): Promise<OwnField> {
  return scope.write(async (tx) => {
    const { project, fields } = await lockFields(tx, scope, ref);
    if (fields.length >= ownFieldLimits.fields)
      throw conflict(
        `A project has at most ${ownFieldLimits.fields} fields, archived ones included: restore or rename one of those`,
      );
    const now = scope.clock.now();
    const blank: OwnField = {
      id: newId(now),
      projectId: project.id,
      name: input.name,
      type: input.type,
      description: null,
      required: false,
      defaultValue: null,
      options: [],
      position: fields.length,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const field = await applyChanges(tx, scope, fields, blank, input);
    await store.insertField(tx, field);
    const placed = await placeFields(tx, [...fields, field], field, input.position);
    await recordSettingEvent(tx, scope, 'field', 'created', field);
    await recordAudit(tx, scope, 'field.created', auditSubject(field), {
      type: field.type,
      projectId: project.id,
    });
    return placed;
  });
}

export async function changeOwnField(
  scope: Scope,
  ref: string,
  fieldId: string,
  changes: OwnFieldChanges,
): Promise<OwnField> {
  return scope.write(async (tx) => {
    const { fields } = await lockFields(tx, scope, ref);
    const before = fields.find(({ id }) => id === fieldId);
    if (!before) throw notFound('Field');
    const after = await applyChanges(tx, scope, fields, before, changes);
    const isPlaced = changes.position !== undefined || after.archivedAt !== before.archivedAt;
    if (!isPlaced && JSON.stringify(after) === JSON.stringify(before)) return before;
    after.updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
    await store.updateField(tx, after);
    const others = fields.map((field) => (field.id === fieldId ? after : field));
    const placed = isPlaced ? await placeFields(tx, others, after, changes.position) : after;
    await recordSettingEvent(tx, scope, 'field', 'updated', after);
    await recordAudit(tx, scope, auditAction(before, after), auditSubject(after), {
      projectId: after.projectId,
    });
    return placed;
  });
}

/** Archives a field. Its values stay on the tickets, and it can be restored. */
export async function archiveOwnField(scope: Scope, ref: string, fieldId: string): Promise<string> {
  return (await changeOwnField(scope, ref, fieldId, { archived: true })).id;
}

/** Changes of the fields of one project run one after the other, so that names stay unique and positions have no gaps. */
async function lockFields(tx: Tx, { actor }: Scope, ref: string) {
  const project = await getProjectFor(tx, actor, ref, canEditProject);
  await tx.advisoryLock(`fields ${project.id}`);
  return { project, fields: await store.listFieldsOf(tx, project.id) };
}

const auditSubject = ({ id, name }: OwnField) => ({ kind: 'field' as const, id, name });

function auditAction(before: OwnField, after: OwnField) {
  if (isActive(before) === isActive(after)) return 'field.changed';
  return isActive(after) ? 'field.restored' : 'field.archived';
}

/** Returns the field after the changes, or throws their validation errors. */
async function applyChanges(
  queries: Queries,
  scope: Scope,
  fields: OwnField[],
  before: OwnField,
  changes: OwnFieldChanges,
): Promise<OwnField> {
  const { name, description, required, options, archived } = changes;
  const problems: FieldMessages = {};
  const after: OwnField = {
    ...before,
    name: name ?? before.name,
    description: description === undefined ? before.description : description || null,
    required: required ?? before.required,
    archivedAt: archivedAtAfter(before, archived, scope.clock.now()),
  };
  if (options && !hasOptions(before.type))
    problems.options = [`A field of the type ${before.type} has no options`];
  else if (options) after.options = optionsAfter(before.options, options, scope, problems);
  if (hasOptions(after.type) && after.options.every((option) => option.archived) && !problems.options)
    problems.options = ['Options must have at least one that is not archived'];
  const others = fields.filter((field) => field.id !== before.id && isActive(field));
  if (isActive(after) && others.some((field) => foldCase(field.name) === foldCase(after.name)))
    problems.name = ['Name must be unique: the project has a field with this name'];
  if (isActive(after) && others.length >= ownFieldLimits.activeFields)
    throw conflict(`A project has at most ${ownFieldLimits.activeFields} fields: archive one first`);
  if (changes.default !== undefined) {
    const lookups = newLookups(queries, scope.actor);
    const parsed = await parseFieldValue(after, changes.default, lookups.activePerson);
    if ('problem' in parsed) problems.default = [parsed.problem.replace(after.name, 'Default')];
    else after.defaultValue = parsed.value;
  } else after.defaultValue = withoutArchived(after);
  assertValid(problems);
  return after;
}

const archivedAtAfter = ({ archivedAt }: OwnField, archived: boolean | undefined, now: number) =>
  archived === undefined ? archivedAt : archived ? (archivedAt ?? now) : null;

/** New tickets do not get an archived option. */
function withoutArchived({ type, defaultValue, options }: OwnField): OwnField['defaultValue'] {
  if (!hasOptions(type) || defaultValue === null) return defaultValue;
  const offered = new Set(options.filter(({ archived }) => !archived).map(({ id }) => id));
  const kept = [defaultValue].flat().filter((id) => offered.has(id as string)) as string[];
  if (kept.length === 0) return null;
  return type === 'multi_select' ? kept : (kept[0] as string);
}

const defaultColor = '#8b949e';

function optionsAfter(
  before: FieldOption[],
  input: OptionInput[],
  { clock }: Scope,
  problems: FieldMessages,
): FieldOption[] {
  const given = input.map(({ id, name, color, archived }): FieldOption => {
    const known = before.find((option) => option.id === id);
    if (id !== undefined && !known)
      problems.options = [
        `There is no option ${isId(id) ? id : 'with this id'}: leave the id of a new one out`,
      ];
    return {
      id: known?.id ?? newId(clock.now()),
      name,
      color: color ?? known?.color ?? defaultColor,
      archived: archived ?? false,
    };
  });
  const kept = before
    .filter(({ id }) => !given.some((option) => option.id === id))
    .map((option) => ({ ...option, archived: true }));
  const after = [...given, ...kept];
  if (new Set(after.map(({ id }) => id)).size < after.length)
    problems.options = ['Options must not contain one twice'];
  const names = after.filter(({ archived }) => !archived).map(({ name }) => foldCase(name));
  if (new Set(names).size < names.length) problems.options = ['Options must have different names'];
  if (after.length > 2 * ownFieldLimits.options)
    throw invalid({
      options: [
        `Options are at most ${2 * ownFieldLimits.options}, archived ones included: rename one of those`,
      ],
    });
  return after;
}

/** Numbers the fields of a project: active ones first, then archived ones. Returns the changed field. */
async function placeFields(
  tx: Tx,
  fields: OwnField[],
  changed: OwnField,
  position: number | undefined,
): Promise<OwnField> {
  const active = fields.filter(isActive).sort((a, b) => a.position - b.position);
  if (isActive(changed) && position !== undefined) {
    active.splice(active.indexOf(changed), 1);
    active.splice(Math.min(position, active.length), 0, changed);
  }
  const archived = fields.filter((field) => !isActive(field)).sort((a, b) => a.position - b.position);
  let placed = changed;
  for (const [index, field] of [...active, ...archived].entries()) {
    if (field.position === index) continue;
    const moved = { ...field, position: index };
    await store.updateField(tx, moved);
    if (field.id === changed.id) placed = moved;
  }
  return placed;
}

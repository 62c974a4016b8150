import { quoteNames } from '../../platform/error-texts.ts';
import type { FieldMessages } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { isId } from '../../platform/ids.ts';
import {
  type FieldValue,
  type FieldValues,
  hasOptions,
  isActive,
  type OwnField,
  ownFieldLimits,
  writeFieldValues,
} from './own-field.ts';
import { type FindPerson, findOption, parseFieldValue } from './parse-field-value.ts';

/** Values by field id or name. Null clears a value, an absent one stays. */
export type FieldInput = Record<string, unknown>;

interface Setting {
  /** All fields of the project, including archived ones. */
  fields: OwnField[];
  before: FieldValues;
  input: FieldInput | null | undefined;
  findPerson: FindPerson;
  /** True if the ticket is new in the project: defaults apply, and required fields need a value. */
  isNew: boolean;
  /** False if Docket itself makes the change, such as a ticket for an issue of a code host. */
  areRequired: boolean;
}

/** Returns the values of a ticket after an input, and the problems of the input. */
export async function setFieldValues(
  setting: Setting,
): Promise<{ values: FieldValues; problems: FieldMessages }> {
  const { fields, before, input, findPerson, isNew, areRequired } = setting;
  const values = { ...before };
  const problems: FieldMessages = {};
  const given = new Set<OwnField>();
  for (const [ref, value] of Object.entries(input ?? {})) {
    const field = findField(fields, ref);
    // Undoing a move also clears the fields of the project that the ticket leaves.
    if (!field && value === null && isId(ref)) continue;
    if (!field || !isActive(field)) {
      problems[`fields.${ref}`] = [describeUnknown(fields, ref, field)];
      continue;
    }
    given.add(field);
    if (areSame(value, before[field.id])) continue;
    const parsed = await parseFieldValue(field, value, findPerson);
    if ('problem' in parsed) problems[`fields.${ref}`] = [parsed.problem];
    else if (parsed.value !== null) values[field.id] = parsed.value;
    else delete values[field.id];
  }
  for (const field of fields.filter(isActive)) {
    if (isNew && !given.has(field) && !(field.id in values) && field.defaultValue !== null)
      values[field.id] = field.defaultValue;
    const isChecked = areRequired && field.required && (isNew || given.has(field));
    const name = `fields.${field.name}`;
    if (isChecked && !(field.id in values)) problems[name] ??= [`${field.name} is required`];
  }
  if ((writeFieldValues(values)?.length ?? 0) > ownFieldLimits.valuesLength)
    problems.fields = [
      `The values of a ticket have at most ${ownFieldLimits.valuesLength} characters together`,
    ];
  return { values, problems };
}

const findField = (fields: OwnField[], ref: string) =>
  fields.find(({ id }) => id === ref) ??
  fields.find((field) => isActive(field) && foldCase(field.name) === foldCase(ref));

function describeUnknown(fields: OwnField[], ref: string, field: OwnField | undefined): string {
  if (field) return `${field.name} is archived: restore it in the settings of the project first`;
  const names = fields.filter(isActive).map(({ name }) => name);
  const known = names.length > 0 ? `its fields are ${quoteNames(names)}` : 'it has none';
  return `The project has no field “${ref.slice(0, 60).toWellFormed()}”; ${known}`;
}

const areSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The values that a ticket keeps when it moves to another project: those whose field has the same name and type there,
 * and whose options exist there by name.
 */
export function carryFieldValues(from: OwnField[], values: FieldValues, to: OwnField[]): FieldValues {
  const carried: FieldValues = {};
  // An archived field may have the name of an active one, whose value takes precedence.
  const activeLast = from.toSorted((a, b) => Number(isActive(a)) - Number(isActive(b)));
  for (const field of activeLast) {
    const value = values[field.id];
    const target = to.find((other) => isActive(other) && isAlike(field, other));
    if (value === undefined || !target) continue;
    const next = hasOptions(field.type) ? carryOptions(field, value, target) : value;
    if (next !== undefined) carried[target.id] = next;
  }
  return carried;
}

const isAlike = (a: OwnField, b: OwnField) => a.type === b.type && foldCase(a.name) === foldCase(b.name);

function carryOptions(from: OwnField, value: FieldValue, to: OwnField): FieldValue | undefined {
  const chosen = new Set([value].flat());
  const names = from.options.filter(({ id }) => chosen.has(id)).map(({ name }) => name);
  const found = new Set(names.flatMap((name) => findOption(to.options, name)?.id ?? []));
  const ids = to.options.filter(({ id }) => found.has(id)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return to.type === 'multi_select' ? ids : ids[0];
}

/** The type of a field's values. It never changes, because the values could not be converted. */
export const ownFieldTypes = [
  'text',
  'number',
  'date',
  'select',
  'multi_select',
  'person',
  'url',
  'checkbox',
] as const;
export type OwnFieldType = (typeof ownFieldTypes)[number];

export interface FieldOption {
  id: string;
  name: string;
  color: string;
  /** If true, no further ticket gets the option; tickets that have it keep it. */
  archived: boolean;
}

/** A field that a project declares for its tickets. */
export interface OwnField {
  id: string;
  projectId: string;
  name: string;
  type: OwnFieldType;
  description: string | null;
  required: boolean;
  defaultValue: FieldValue | null;
  /** The options of a select or multi-select, in order. */
  options: FieldOption[];
  position: number;
  archivedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A person and an option are ids, a date is `2026-03-31`, a multi-select is a list of ids. */
export type FieldValue = string | number | boolean | string[];
/** Values by field id. A field without a value is absent. */
export type FieldValues = Record<string, FieldValue>;

/** Lists and synchronization have the values of every ticket, so a ticket has at most a few kilobytes of them. */
export const ownFieldLimits = {
  activeFields: 50,
  fields: 200,
  options: 100,
  textLength: 2_000,
  /** The length of all values of a ticket as JSON. */
  valuesLength: 16_000,
  number: 1e15,
};

export const isActive = ({ archivedAt }: Pick<OwnField, 'archivedAt'>) => archivedAt === null;
/** True if its values are free texts, which may be searched for words. */
export const hasText = (type: OwnFieldType) => type === 'text' || type === 'url';
export const hasOptions = (type: OwnFieldType) => type === 'select' || type === 'multi_select';

/** Serializes values: the same values always give the same text. */
export function writeFieldValues(values: FieldValues): string | null {
  const ids = Object.keys(values).sort();
  return ids.length === 0 ? null : JSON.stringify(Object.fromEntries(ids.map((id) => [id, values[id]])));
}

export const parseFieldValues = (stored: string | null): FieldValues =>
  stored === null ? {} : (JSON.parse(stored) as FieldValues);

/** Describes a value for people, with the names of options and persons. */
export function describeFieldValue(
  { options }: Pick<OwnField, 'options'>,
  value: FieldValue,
  nameOf: (userId: string) => string | undefined,
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  const named = (id: string) => options.find((option) => option.id === id)?.name ?? nameOf(id) ?? id;
  return Array.isArray(value) ? value.map(named).join(', ') : named(value);
}

/** What the values of a field are. The type of a field never changes, because its values could not follow. */
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
  /** No ticket gets it any more; those that have it keep it. */
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
  /** Those of a select or multi-select, in order. */
  options: FieldOption[];
  position: number;
  archivedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A person and an option are ids, a date is `2026-03-31`, a multi-select a list of ids. */
export type FieldValue = string | number | boolean | string[];
/** By the id of the field; a field without a value is absent. */
export type FieldValues = Record<string, FieldValue>;

/** Lists and the synchronisation have the values of every ticket, so a ticket has few kilobytes of them. */
export const ownFieldLimits = {
  activeFields: 50,
  fields: 200,
  options: 100,
  textLength: 2_000,
  /** Of all values of a ticket, as JSON. */
  valuesLength: 16_000,
  number: 1e15,
};

export const isActive = ({ archivedAt }: Pick<OwnField, 'archivedAt'>) => archivedAt === null;
/** Whether its values are texts of any content, which may be searched for words. */
export const hasText = (type: OwnFieldType) => type === 'text' || type === 'url';
export const hasOptions = (type: OwnFieldType) => type === 'select' || type === 'multi_select';

/** The stored text of values; the same values always give the same text. */
export function writeFieldValues(values: FieldValues): string | null {
  const ids = Object.keys(values).sort();
  return ids.length === 0 ? null : JSON.stringify(Object.fromEntries(ids.map((id) => [id, values[id]])));
}

export const parseFieldValues = (stored: string | null): FieldValues =>
  stored === null ? {} : (JSON.parse(stored) as FieldValues);

/** A value for people: the names of options and persons. */
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

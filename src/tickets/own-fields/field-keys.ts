import { hashText } from '../../platform/crypto.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { FieldValue, OwnField } from './own-field.ts';

/** A value as filters find it: texts, options and people by `text`, numbers, days and checkboxes by `number`. */
export interface FieldKey {
  /** Tells the values of one field apart. */
  item: string;
  text: string | null;
  number: number | null;
}

export function fieldKeysOf({ type }: Pick<OwnField, 'type'>, value: FieldValue): FieldKey[] {
  if (Array.isArray(value)) return value.map((id) => ({ item: id, text: id, number: null }));
  if (typeof value === 'number') return [{ item: '', text: null, number: value }];
  if (typeof value === 'boolean') return [{ item: '', text: null, number: Number(value) }];
  if (type === 'date') return [{ item: '', text: null, number: dayOf(value) }];
  const isText = type === 'text' || type === 'url';
  return [{ item: '', text: isText ? textKeyOf(value) : value, number: null }];
}

// PostgreSQL indexes at most 2,704 bytes of a text.
const textKeyLengthMax = 200;

/** Texts that differ only in case have the same key. A long text is replaced by its hash. */
export function textKeyOf(text: string): string {
  const folded = foldCase(text);
  return folded.length > textKeyLengthMax ? `sha256:${hashText(folded)}` : folded;
}

/** The start of a day in UTC. A day has no time zone: it is the same for everyone. */
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

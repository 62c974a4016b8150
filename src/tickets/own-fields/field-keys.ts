import { hashText } from '../../platform/crypto.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { type FieldValue, hasText, type OwnField } from './own-field.ts';

/** A value in the form that filters find: texts, options and people by `text`; numbers, days and checkboxes by `number`. */
export interface FieldKey {
  /** Distinguishes several values of one field. */
  item: string;
  text: string | null;
  number: number | null;
  /** The whole case-folded text, if `text` is its hash. */
  folded: string | null;
}

export function toFieldKeys({ type }: Pick<OwnField, 'type'>, value: FieldValue): FieldKey[] {
  const byNumber = (number: number) => [{ item: '', text: null, number, folded: null }];
  const byText = (text: string, item = '') => ({ item, text, number: null, folded: null });
  if (Array.isArray(value)) return value.map((id) => byText(id, id));
  if (typeof value === 'number') return byNumber(value);
  if (typeof value === 'boolean') return byNumber(Number(value));
  if (type === 'date') return byNumber(dayStart(value));
  if (!hasText(type)) return [byText(value)];
  const folded = foldCase(value);
  return [{ ...byText(toTextKey(value)), folded: folded.length > textKeyLengthMax ? folded : null }];
}

// PostgreSQL indexes at most 2,704 bytes of a text.
const textKeyLengthMax = 200;

/** Texts that differ only in case have the same key. A long text is replaced by its hash. */
export function toTextKey(text: string): string {
  const folded = foldCase(text);
  return folded.length > textKeyLengthMax ? `sha256:${hashText(folded)}` : folded;
}

/** The start of a day in UTC. A day has no time zone: it is the same for everyone. */
const dayStart = (date: string): number => Date.parse(`${date}T00:00:00Z`);

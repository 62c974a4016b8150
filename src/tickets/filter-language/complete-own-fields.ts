import { foldCase } from '../../platform/fold-case.ts';
import type { Scope } from '../../users/index.ts';
import { findVisibleHomes } from '../lists/visible-homes.ts';
import { listTextKeys } from '../own-fields/field-value-store.ts';
import { hasOptions, hasText, type OwnField } from '../own-fields/own-field.ts';
import { listFieldsIn } from '../own-fields/own-field-store.ts';
import { dateWords } from './filter-dates.ts';
import { absentWord, callerWord, type FilterField } from './filter-fields.ts';
import { offerNames } from './filter-names.ts';
import { ownFieldPrefix, quoteValue } from './filter-tokens.ts';
import { checkedWords } from './own-field-conditions.ts';

/** Reads the custom fields of projects whose tickets the caller sees all, by case-folded name. */
export async function readOwnFields({ db, actor }: Scope): Promise<ReadonlyMap<string, OwnField[]>> {
  const { whole } = await findVisibleHomes(db.reads, actor);
  return Map.groupBy(await listFieldsIn(db.workerReads, whole), ({ name }) => foldCase(name));
}

/** The names of custom fields in filters: `field.Customer`, `field."Due to"`. */
export const ownFieldNames = (own: ReadonlyMap<string, OwnField[]>): { name: string; text: string }[] =>
  Array.from(own.values(), ([field]) => {
    const { name } = field as OwnField;
    return { name, text: ownFieldPrefix + quoteValue(name) };
  });

type OwnFilterField = Extract<FilterField, { kind: 'own' }>;

/** Offers words with a meaning, and values that tickets have or can have. */
export async function offerOwnValues(
  scope: Scope,
  { fields }: OwnFilterField,
  prefix: string,
  limit: number,
): Promise<{ words: string[]; values: string[] }> {
  const has = (...types: OwnField['type'][]) => fields.some(({ type }) => types.includes(type));
  const words = [
    ...(has('person') ? [callerWord] : []),
    absentWord,
    ...(has('checkbox') ? [...checkedWords.keys()].slice(0, 2) : []),
    ...(has('date') ? dateWords : []),
  ];
  const options = fields.filter(({ type }) => hasOptions(type)).flatMap(({ options }) => options);
  const people = has('person') ? await offerNames(scope, 'person', prefix, limit) : [];
  const texts = fields.filter(({ type }) => hasText(type)).map(({ id }) => id);
  const used =
    texts.length > 0 ? await listTextKeys(scope.db.workerReads, texts, foldCase(prefix), limit) : [];
  const begins = ({ name }: { name: string }) => foldCase(name).startsWith(foldCase(prefix));
  const names = [...options.filter((option) => !option.archived && begins(option)), ...people].map(
    ({ name }) => name,
  );
  return { words, values: [...new Set([...names, ...used])] };
}

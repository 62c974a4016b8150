import type { Static, TObject, TSchema } from 'typebox';
import { toIso } from './instant.ts';

type IsOptional<W, K extends keyof W> = object extends Pick<W, K> ? true : false;

/** What a row may have for a field: also milliseconds for a time, 0 or 1 for a boolean, null for an optional field. */
type Stored<W, K extends keyof W> =
  | W[K]
  | (string extends W[K] ? number : never)
  | (boolean extends W[K] ? number : never)
  | (IsOptional<W, K> extends true ? null | undefined : never);

type Rows<W> = { readonly [K in keyof W]: Stored<W, K> };

/**
 * Builds the answer that the schema describes: copies its fields from the row, and takes from `computed` those that the
 * row lacks or has in another form. Milliseconds become a timestamp, 0 and 1 a boolean, and an optional field that is
 * null is absent, unless the schema allows null.
 */
export function present<S extends TObject, K extends keyof Static<S> = never>(
  schema: S,
  row: Omit<Rows<Static<S>>, NoInfer<K>>,
  computed: Pick<Rows<Static<S>>, K> = {} as Pick<Rows<Static<S>>, K>,
): Static<S> {
  const given: Record<string, unknown> = computed;
  const answer: Record<string, unknown> = {};
  for (const { name, omitsNull, convert } of fieldsOf(schema)) {
    const value = name in given ? given[name] : (row as Record<string, unknown>)[name];
    if (value === undefined || (value === null && omitsNull)) continue;
    answer[name] = typeof value === 'number' && convert ? convert(value) : value;
  }
  return answer as Static<S>;
}

interface Field {
  name: string;
  /** An optional field that may not be null. */
  omitsNull: boolean;
  convert: ((value: number) => unknown) | undefined;
}

const known = new WeakMap<TObject, Field[]>();

function fieldsOf(schema: TObject): Field[] {
  const found = known.get(schema);
  if (found) return found;
  const required: readonly string[] = schema.required ?? [];
  const fields = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    omitsNull: !required.includes(name) && !typesOf(property).includes('null'),
    convert: converterOf(property),
  }));
  known.set(schema, fields);
  return fields;
}

function converterOf(property: TSchema): Field['convert'] {
  if ((property as { format?: string }).format === 'date-time') return toIso;
  return typesOf(property).includes('boolean') ? (flag) => flag === 1 : undefined;
}

const typesOf = (property: TSchema) => [(property as { type?: string | string[] }).type].flat();

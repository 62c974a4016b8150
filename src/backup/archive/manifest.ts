import type { Static } from 'typebox';
import { type ColumnType, columnTypes, engines } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import { strictAjv } from '../../platform/validation/index.ts';

export const formatName = 'docket-backup';
export const formatVersion = 1;

/** The files of an archive, in this order; docs/backup-format.md describes them. */
export const partNames = {
  header: 'docket-backup.json',
  table: (table: string, number: number) => `tables/${table}/${digits(number)}.jsonl.gz`,
  keys: 'secrets.key',
  file: (key: string) => `files/${key}`,
  fileIndex: (number: number) => `files/index/${digits(number)}.jsonl.gz`,
  manifest: 'manifest.json',
  manifestHash: 'manifest.json.sha256',
};

const digits = (number: number) => String(number).padStart(6, '0');

export type PartKind =
  | { kind: 'header' | 'keys' | 'fileIndex' | 'manifest' | 'manifestHash' }
  | { kind: 'table'; table: string }
  | { kind: 'file'; key: string };

/** Undefined for every name that Docket does not write, so that no name of an archive becomes a path. */
export function parsePartName(name: string): PartKind | undefined {
  if (name === partNames.header) return { kind: 'header' };
  if (name === partNames.keys) return { kind: 'keys' };
  if (name === partNames.manifest) return { kind: 'manifest' };
  if (name === partNames.manifestHash) return { kind: 'manifestHash' };
  if (/^files\/index\/\d{6,9}\.jsonl\.gz$/.test(name)) return { kind: 'fileIndex' };
  const table = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl\.gz$/.exec(name)?.[1];
  if (table) return { kind: 'table', table };
  const key = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1];
  return key ? { kind: 'file', key } : undefined;
}

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const closed = { additionalProperties: false };
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const headerFields = {
  format: Type.Unsafe<typeof formatName>({ const: formatName }),
  formatVersion: Type.Integer({ minimum: 1 }),
  docketVersion: Type.String({ maxLength: 100 }),
  createdAt: Type.String({ format: 'date-time' }),
  engine: Type.Unsafe<(typeof engines)[number]>({ enum: engines }),
  schema: Type.Object({ step: Type.Integer({ minimum: 1 }), name: Type.String({ maxLength: 200 }) }, closed),
};

const headerSchema = Type.Object(headerFields);

const manifestSchema = Type.Object(
  {
    ...headerFields,
    tables: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' }),
          columns: Type.Array(
            Type.Object(
              {
                name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' }),
                type: Type.Unsafe<ColumnType>({ enum: [...columnTypes] }),
              },
              closed,
            ),
          ),
          rows: count,
          sequence: Type.Optional(Type.Object({ column: Type.String(), last: count }, closed)),
        },
        closed,
      ),
    ),
    parts: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          bytes: count,
          sha256,
          rows: Type.Optional(count),
          rawBytes: Type.Optional(count),
        },
        closed,
      ),
    ),
    files: Type.Object({ count, bytes: count, missing: Type.Array(Type.String()) }, closed),
    /** The ids of the encryption keys in the archive. */
    keys: Type.Array(Type.String({ pattern: '^[0-9a-f]{12}$' })),
  },
  closed,
);

export type Header = Static<typeof headerSchema>;
export type Manifest = Static<typeof manifestSchema>;

export const parseHeader = (text: string) => parse<Header>(headerSchema, text);
export const parseManifest = (text: string) => parse<Manifest>(manifestSchema, text);

function parse<T>(schema: object, text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return strictAjv().compile(schema)(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A line of a file index, which follows the files that it lists. */
export interface IndexedFile {
  key: string;
  bytes: number;
  sha256: string;
}

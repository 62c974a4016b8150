import type { Static } from 'typebox';
import type { Cell, Column, Row } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import { strictAjv } from '../platform/validation/index.ts';
import type { ArchiveKind } from './archive-kind-store.ts';

export const archiveFormat = 'docket-archive';
export const archiveFormatVersion = 1;

/** The files of an archive, in this order; docs/archive-format.md describes them. */
export const partNames = {
  header: 'docket-archive.json',
  rows: (kind: string, number: number) => `${kind}/${String(number).padStart(6, '0')}.jsonl.gz`,
  file: (key: string) => `files/${key}`,
  manifest: 'manifest.json',
  manifestHash: 'manifest.json.sha256',
};

export type PartName =
  | { kind: 'header' | 'manifest' | 'manifestHash' }
  | { kind: 'rows'; of: string }
  | { kind: 'file'; key: string };

/** Returns undefined for a name that Docket does not write, so that no name in an archive becomes a path. */
export function parsePartName(name: string): PartName | undefined {
  if (name === partNames.header) return { kind: 'header' };
  if (name === partNames.manifest) return { kind: 'manifest' };
  if (name === partNames.manifestHash) return { kind: 'manifestHash' };
  const of = /^([a-z][A-Za-z]{0,40})\/\d{6,9}\.jsonl\.gz$/.exec(name)?.[1];
  if (of) return { kind: 'rows', of };
  const key = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1];
  return key ? { kind: 'file', key } : undefined;
}

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const closed = { additionalProperties: false };
const text = (maxLength: number) => Type.String({ maxLength });

const headerFields = {
  format: Type.Unsafe<typeof archiveFormat>({ const: archiveFormat }),
  formatVersion: Type.Integer({ minimum: 1 }),
  docketVersion: text(100),
  createdAt: Type.String({ format: 'date-time' }),
  /** Absent in the archive of a whole instance. */
  project: Type.Optional(Type.Object({ id: text(36), key: text(64), name: text(200) }, closed)),
};
const manifestSchema = Type.Object(
  {
    ...headerFields,
    kinds: Type.Array(Type.Object({ name: text(50), rows: count }, closed), { maxItems: 200 }),
    parts: Type.Array(
      Type.Object(
        { name: text(100), bytes: count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }), rows: count },
        closed,
      ),
    ),
    files: Type.Object({ count, bytes: count, missing: Type.Array(text(36)) }, closed),
  },
  closed,
);
const headerSchema = Type.Object(headerFields);

export type ArchiveHeader = Static<typeof headerSchema>;
export type ArchiveManifest = Static<typeof manifestSchema>;

export const parseHeader = (content: string) => parse<ArchiveHeader>(headerSchema, content);
export const parseManifest = (content: string) => parse<ArchiveManifest>(manifestSchema, content);

function parse<T>(schema: object, content: string): T | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return strictAjv().compile(schema)(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A row in an archive. A column without a value is absent. */
export type ArchivedRow = Record<string, unknown>;

export const archiveFieldName = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** True for columns with a time, which an archive has as ISO 8601. */
const isTime = ({ name, type }: Column) =>
  type === 'integer' && (name === 'at' || name === 'due_date' || /_(at|until)$/.test(name));

export type EncodeRow = (row: Row) => string;

/** Makes a function that encodes a row, whose cells are in the order of these columns, as a line. */
export function newRowEncoder({ json = [] }: ArchiveKind, columns: readonly Column[]): EncodeRow {
  const fields = columns.map((column) => ({
    name: archiveFieldName(column.name),
    encode: json.includes(column.name) ? parseJson : isTime(column) ? encodeTime : encodeCell,
  }));
  return (row) => {
    const object: ArchivedRow = {};
    for (const [index, { name, encode }] of fields.entries()) {
      const cell = row[index] as Cell;
      if (cell !== null) object[name] = encode(cell);
    }
    return `${JSON.stringify(object)}\n`;
  };
}

const parseJson = (cell: Cell): unknown => JSON.parse(cell as string);
const encodeTime = (cell: Cell) => new Date(Number(cell)).toISOString();
function encodeCell(cell: Cell): string | number | null {
  if (typeof cell === 'bigint' || cell instanceof Uint8Array)
    throw new Error('An archive contains only texts and numbers');
  return cell;
}

/** Converts a value to the form that the database stores. Returns undefined if it has the wrong type. */
export function decodeField(
  { json = [] }: ArchiveKind,
  column: Column,
  value: unknown,
): string | number | null | undefined {
  const { name, type } = column;
  if (value === undefined || value === null) return null;
  if (json.includes(name)) return JSON.stringify(value);
  if (isTime(column)) return typeof value === 'string' ? decodeTime(value) : undefined;
  if (type === 'text') return typeof value === 'string' ? value : undefined;
  if (typeof value !== 'number') return undefined;
  return type === 'integer' && !Number.isSafeInteger(value) ? undefined : value;
}

function decodeTime(value: string): number | undefined {
  const at = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

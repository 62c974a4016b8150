import { startOfId } from '../../platform/ids.ts';
import type { StoredTicketRow } from './stored-ticket-row.ts';
import { fieldDeclaration, type RowField, rowFields } from './ticket-fields.ts';

type RowName = keyof StoredTicketRow;

/** For each field, the values of all tickets joined in one text; null if there are no tickets. */
export type PackedRows = Record<RowName, string | null>;

/** Separates values. Only titles, which people write, can contain it. */
export const valueSeparator = '\u001f';
const escapeMark = '\u001e';

/** The SQL expression of a text without the separator. */
export const escapedText = (expression: string) =>
  `replace(replace(${expression}, '${escapeMark}', '${escapeMark}0'), '${valueSeparator}', '${escapeMark}1')`;

const unescaped = (text: string): string =>
  text.includes(escapeMark)
    ? text.replaceAll(`${escapeMark}1`, valueSeparator).replaceAll(`${escapeMark}0`, escapeMark)
    : text;

type Reader = (value: string) => unknown;
const text: Reader = (value) => value;
const readers: Record<'text' | 'number', { required: Reader; optional: Reader }> = {
  text: { required: text, optional: (value) => (value === '' ? null : value) },
  number: { required: Number, optional: (value) => (value === '' ? null : Number(value)) },
};

function columnReader(name: RowField): Reader {
  const { kind, nullable, foldedColumn } = fieldDeclaration(name);
  if (foldedColumn) return unescaped;
  const { required, optional } = readers[numberKinds.has(kind) ? 'number' : 'text'];
  return nullable ? optional : required;
}
const numberKinds = new Set<string>(['integer', 'decimal', 'instant']);

const columnReaders: Record<RowName, Reader> = {
  ...(Object.fromEntries(rowFields.map((name) => [name, columnReader(name)])) as Record<RowField, Reader>),
  ...{ commentCount: Number, attachmentCount: Number, timeLogCount: Number },
  ...{ projectKey: readers.text.optional, workspaceId: text, labelIds: readers.text.optional },
};

/**
 * Tickets in packed rows. A column is unpacked on demand: the values of all columns at once would survive many garbage
 * collections, which took a third of the time.
 */
export class PackedTickets {
  readonly #parts: { packed: PackedRows; order: readonly number[] }[] = [];
  #homeIds: string[] | undefined;

  get count(): number {
    return this.#parts.reduce((sum, { order }) => sum + order.length, 0);
  }

  /** Appends tickets, the newest or the last changed first. */
  add(packed: PackedRows | undefined, sort: 'id' | 'updatedAt'): void {
    if (!packed || packed.id === null) return;
    const ids = split(packed.id);
    const times = sort === 'id' ? ids.map(startOfId) : split(packed.updatedAt).map(Number);
    const order = ids.map((_, at) => at);
    order.sort(
      (a, b) =>
        (times[b] as number) - (times[a] as number) || ((ids[a] as string) < (ids[b] as string) ? 1 : -1),
    );
    this.#parts.push({ packed, order });
    this.#homeIds = undefined;
  }

  /** The project of each ticket, or its workspace if it has no project. */
  get homeIds(): readonly string[] {
    if (!this.#homeIds) {
      const projectIds = this.column('projectId');
      this.#homeIds = this.column('workspaceId').map((workspaceId, at) => projectIds[at] ?? workspaceId);
    }
    return this.#homeIds;
  }

  column<Name extends RowName>(name: Name): StoredTicketRow[Name][] {
    const read = columnReaders[name] as (value: string) => StoredTicketRow[Name];
    const values = new Array<StoredTicketRow[Name]>(this.count);
    let filled = 0;
    for (const { packed, order } of this.#parts) {
      const packedTexts = packed[name] as string;
      const common = findCommon(packedTexts, order.length);
      if (common !== undefined) {
        values.fill(read(common), filled, filled + order.length);
        filled += order.length;
        continue;
      }
      const texts = split(packedTexts);
      for (const at of order) values[filled++] = read(texts[at] as string);
    }
    return values;
  }

  /** Like `column`, but forgets the text, which each garbage collection would otherwise copy again. */
  take<Name extends RowName>(name: Name): StoredTicketRow[Name][] {
    const values = this.column(name);
    for (const { packed } of this.#parts) packed[name] = null;
    return values;
  }
}

const split = (packed: string | null) => (packed as string).split(valueSeparator);

/** Returns the text that all values equal, as in a third of the columns. Comparing is much faster than splitting. */
function findCommon(packed: string, count: number): string | undefined {
  const first = packed.slice(0, packed.length / count);
  if (packed.length !== count * (first.length + 1) - 1) return undefined;
  return packed === `${first}${valueSeparator}`.repeat(count - 1) + first ? first : undefined;
}

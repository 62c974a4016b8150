import { foldCase } from '../../platform/fold-case.ts';
import { toIso } from '../../platform/instant.ts';
import {
  exportFields,
  type FieldDeclaration,
  fieldDeclaration,
  type WireField,
} from '../fields/ticket-fields.ts';
import { presentLabel, presentTicketItem } from '../present-ticket.ts';
import { ticketKey } from '../ticket.ts';
import { projectStatusName } from '../workflow/workflow.ts';
import type { ExportedTicket } from './export-tickets.ts';
import { formatCriterion } from './exported-criteria.ts';

export const exportFormats = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface Format {
  /** What precedes the first and follows the last ticket. */
  opening: string;
  closing: string;
  /** What separates two tickets. */
  separator: string;
  write: (ticket: ExportedTicket) => string;
}

const presentExported = (ticket: ExportedTicket) => ({
  ...presentTicketItem(ticket),
  labels: ticket.labels.map(presentLabel),
  fieldValues: ticket.fieldValues,
  criteria: ticket.criteria,
});

type Cell = (ticket: ExportedTicket) => string | number | null;

/** The columns for the fields of these kinds. */
const columnsOfKinds = (...kinds: FieldDeclaration['kind'][]): Record<string, Cell> =>
  Object.fromEntries(
    exportFields
      .filter((name) => kinds.includes(fieldDeclaration(name).kind))
      .map((name) => [name, newCell(name)]),
  );

function newCell(name: WireField): Cell {
  if (fieldDeclaration(name).kind !== 'instant') return (ticket) => ticket[name];
  return ({ [name]: at }) => (typeof at === 'number' ? toIso(at) : null);
}

/** The columns of a CSV file, from left to right. */
const columns: Record<string, Cell> = {
  key: ({ projectKey, number }) => ticketKey(projectKey, number) ?? null,
  ...columnsOfKinds('text', 'choice', 'integer', 'decimal'),
  statusName: (ticket) => projectStatusName(ticket.workflow, ticket) ?? null,
  labels: ({ labels }) => labels.map(({ name }) => name).join('; '),
  assignee: ({ assigneeName }) => assigneeName,
  assigneeEmail: ({ assigneeEmail }) => assigneeEmail,
  reporter: ({ reporterName }) => reporterName,
  reporterEmail: ({ reporterEmail }) => reporterEmail,
  ...columnsOfKinds('instant'),
  criteria: ({ criteria }) => criteria.map(formatCriterion).join('\n'),
  comments: ({ commentCount }) => commentCount,
  attachments: ({ attachmentCount }) => attachmentCount,
  timeLogs: ({ timeLogCount }) => timeLogCount,
  id: newCell('id'),
  projectId: newCell('projectId'),
  workspaceId: ({ workspaceId }) => workspaceId,
  ...columnsOfKinds('id'),
};

/** The CSV format, with a column for each custom field of these names. */
function csvFormat(fieldNames: readonly string[]): Format {
  const all = {
    ...columns,
    ...Object.fromEntries(fieldNames.map((name) => [`field.${name}`, fieldCell(name)])),
  };
  const cells = Object.values(all);
  return {
    opening: `${Object.keys(all).map(writeCell).join()}\r\n`,
    closing: '',
    separator: '',
    write: (ticket) => `${cells.map((cell) => writeCell(cell(ticket))).join()}\r\n`,
  };
}

function fieldCell(fieldName: string): Cell {
  const folded = foldCase(fieldName);
  return ({ fieldValues }) => {
    const found = fieldValues.find(({ name }) => foldCase(name) === folded);
    if (!found) return null;
    return typeof found.value === 'number' ? found.value : found.text;
  };
}

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const findFormat = (name: ExportFormat, fieldNames: readonly string[]): Format =>
  name === 'csv' ? csvFormat(fieldNames) : jsonFormats[name];

const jsonFormats: Record<Exclude<ExportFormat, 'csv'>, Format> = {
  json: {
    opening: '{"data":[',
    closing: ']}',
    separator: ',\n',
    write: (ticket) => JSON.stringify(presentExported(ticket)),
  },
  ndjson: {
    opening: '',
    closing: '',
    separator: '',
    write: (ticket) => `${JSON.stringify(presentExported(ticket))}\n`,
  },
};

// Spreadsheets run such a cell as a formula (CSV injection). A leading apostrophe makes it text.
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** Quotes a cell as in RFC 4180. */
export function writeCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Yields the file in parts, one per page of tickets. */
export async function* writeExport(
  { opening, closing, separator, write }: Format,
  pages: AsyncIterable<ExportedTicket[]>,
): AsyncGenerator<string, void> {
  let before = opening;
  for await (const page of pages) {
    yield before + page.map(write).join(separator);
    before = separator;
  }
  // If there was no page, the opening has not been written yet.
  yield (before === opening ? opening : '') + closing;
}

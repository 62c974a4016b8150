import { hash } from 'node:crypto';
import { quoteNames } from '../../platform/error-texts.ts';
import { type CsvFormat, type CsvRow, readCsvRows } from '../parsing/csv-rows.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import type { Note, SourceItem, SourceLink, SourceTicket } from '../source-ticket.ts';
import { CsvDates, dateFields } from './csv-dates.ts';
import { newSourceTicket, numberOfKey } from './empty-ticket.ts';
import { fileAtPath } from './file-reference.ts';
import { asPoints, asUrl } from './json-fields.ts';
import { fold, WordMapper } from './map-words.ts';
import { readPeople } from './people.ts';
import { readDate } from './read-date.ts';
import { type ImportMapping, mappedWords, type Reader, type SourceFile } from './reader.ts';

/** The fields that a column can be mapped to, with the column names recognized without a mapping. */
export const csvFields = {
  id: [
    'id',
    'key',
    'issuekey',
    'issueid',
    'number',
    'ticket',
    'identifier',
    'kennung',
    'nummer',
    'schlussel',
  ],
  title: ['title', 'summary', 'name', 'subject', 'titel', 'betreff', 'zusammenfassung', 'bezeichnung'],
  description: ['description', 'body', 'details', 'text', 'notes', 'beschreibung', 'notizen'],
  status: ['status', 'state', 'column', 'list', 'zustand', 'spalte'],
  priority: ['priority', 'prioritaet', 'prioritat'],
  type: ['type', 'issuetype', 'kind', 'tracker', 'typ', 'art'],
  reporter: [
    'reporter',
    'author',
    'createdby',
    'creator',
    'ersteller',
    'melder',
    'autor',
    'erstelltvon',
    'gemeldetvon',
  ],
  assignee: [
    'assignee',
    'assignees',
    'assignedto',
    'owner',
    'bearbeiter',
    'zugewiesen',
    'zugewiesenan',
    'zustandig',
    'verantwortlich',
  ],
  labels: ['labels', 'label', 'tags', 'tag', 'components', 'etiketten', 'schlagworte', 'stichworte'],
  group: ['milestone', 'sprint', 'cycle', 'version', 'fixversion', 'meilenstein', 'zyklus'],
  parent: ['parent', 'parentid', 'parentissue', 'parentkey', 'epic', 'ubergeordnet', 'ubergeordnetesticket'],
  blocks: ['blocks'],
  blockedBy: ['blockedby', 'dependson'],
  relates: ['relatedto', 'relatesto', 'related'],
  comments: ['comments', 'comment', 'kommentare', 'kommentar'],
  url: ['url', 'link', 'weburl'],
  files: ['attachments', 'attachment', 'files', 'file', 'anhaenge', 'anhange'],
  createdAt: ['created', 'createdat', 'creationdate', 'createdon', 'erstellt', 'erstelltam', 'angelegt'],
  updatedAt: [
    'updated',
    'updatedat',
    'modified',
    'changed',
    'lastmodified',
    'updatedon',
    'geandert',
    'aktualisiert',
    'geandertam',
  ],
  completedAt: [
    'completed',
    'completedat',
    'closed',
    'closedat',
    'resolved',
    'resolvedat',
    'done',
    'abgeschlossen',
    'erledigt',
    'geschlossen',
  ],
  estimate: [
    'estimate',
    'storypoints',
    'storypointestimate',
    'points',
    'weight',
    'schatzung',
    'punkte',
    'aufwand',
  ],
  dueDate: ['due', 'duedate', 'dueon', 'deadline', 'targetdate', 'fallig', 'falligam', 'falligkeit', 'frist'],
} as const;
export type CsvField = keyof typeof csvFields;
export const csvFieldNames = Object.keys(csvFields) as [CsvField, ...CsvField[]];

/** The columns of a file by field. A field can have several, as in exports with one column for each label. */
export interface CsvTable {
  columns: Map<CsvField, number[]>;
  /** The columns that belong to no field. */
  others: { name: string; index: number }[];
}

/** A row whose cells can be read by field and by column name. */
export interface CsvRecord {
  line: number;
  get: (field: CsvField) => string | undefined;
  all: (field: CsvField) => string[];
  /** Reads a cell by the exact name of a column that belongs to no field. */
  named: (column: string) => string | undefined;
  /** The columns that belong to no field and have a value in this row. */
  leftOver: string[];
}

/** Reads any CSV file with a header. Columns that the mapping does not name are recognized by their own name. */
export const readCsv: Reader = async function* (file, mapping): AsyncGenerator<SourceItem> {
  const find = (header: string[]) => findColumns(file, header, mapping);
  const dates = new CsvDates(mapping.dates);
  if (file.again) await dates.learn(readCsvRecords({ name: file.name, chunks: file.again() }, find, mapping));
  for await (const record of readCsvRecords(file, find, mapping)) {
    const ticket = readRecord(record, mapping, dates);
    yield ticket ? { ticket } : { skipped: { line: record.line, what: 'rows without a title are left out' } };
  }
};

export async function* readCsvRecords(
  file: SourceFile,
  findTable: (header: string[]) => CsvTable,
  format: CsvFormat = {},
): AsyncGenerator<CsvRecord> {
  let table: CsvTable | undefined;
  for await (const row of readCsvRows(file, format)) {
    if (table) yield toCsvRecord(table, row);
    else table = findTable(row.cells.map((cell) => cell.trim()));
  }
  if (!table)
    throw new FileProblem(
      file.name,
      'line 1',
      'the file is empty; its first line must have the column names.',
    );
}

export function findColumns(file: SourceFile, header: string[], mapping: ImportMapping): CsvTable {
  const table = matchColumns(file, header, mapping);
  if (!table.columns.get('title')?.length)
    throw new FileProblem(
      file.name,
      'line 1',
      `no column has the title. Name it in the mapping: {"columns": {"title": "…"}}. Columns: ${quoteNames(header)}.`,
    );
  return table;
}

/** The names that a mapping can give a column have at most this length. */
export const columnNameLength = 200;

export function matchColumns(
  file: Pick<SourceFile, 'name'>,
  header: string[],
  { columns = {} }: ImportMapping,
): CsvTable {
  const named = new Map<CsvField, number[]>();
  const taken = new Set<number>();
  const take = (field: CsvField, indexes: number[]) => {
    for (const index of indexes) taken.add(index);
    named.set(field, [...(named.get(field) ?? []), ...indexes]);
  };
  const foldedHeader = header.map((name) => fold(name.slice(0, columnNameLength)));
  const find = (folded: string) =>
    [...header.keys()].filter((index) => !taken.has(index) && foldedHeader[index] === folded);
  for (const [field, given] of Object.entries(columns)) {
    if (!(field in csvFields))
      throw new FileProblem(
        file.name,
        'mapping',
        `"${field}" is no field. Fields: ${Object.keys(csvFields).join(', ')}.`,
      );
    take(field as CsvField, []);
    for (const column of [given].flat().filter((name) => name !== '')) {
      const indexes = find(fold(column));
      if (indexes.length === 0)
        throw new FileProblem(
          file.name,
          'line 1',
          `the column "${column}" of the field ${field} does not exist. Columns: ${quoteNames(header)}.`,
        );
      take(field as CsvField, indexes);
    }
  }
  for (const [field, names] of Object.entries(csvFields)) {
    if (named.has(field as CsvField)) continue;
    const indexes = names.map(find).find((found) => found.length > 0);
    if (indexes) take(field as CsvField, indexes);
  }
  const others = [...header.entries()]
    .filter(([index, name]) => !taken.has(index) && name !== '')
    .map(([index, name]) => ({ index, name: name.slice(0, 100) }));
  return { columns: named, others };
}

function toCsvRecord({ columns, others }: CsvTable, { line, cells }: CsvRow): CsvRecord {
  const all = (field: CsvField) =>
    (columns.get(field) ?? []).map((index) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  return {
    line,
    all,
    get: (field) => all(field)[0],
    named: (column) => {
      const index = others.find(({ name }) => name === column)?.index;
      return index === undefined ? undefined : cells[index]?.trim() || undefined;
    },
    leftOver: [
      ...new Set(others.filter(({ index }) => (cells[index] ?? '').trim() !== '').map(({ name }) => name)),
    ],
  };
}

function readRecord(record: CsvRecord, mapping: ImportMapping, dates: CsvDates): SourceTicket | undefined {
  const title = record.get('title');
  if (title === undefined) return undefined;
  const key = record.get('id');
  // A row without an id gets one derived from its content: a repeated import finds the same ticket, an edited row makes
  // a new one.
  const sourceId =
    key ??
    `row-${hash('sha256', JSON.stringify([title, record.get('description'), record.get('createdAt')])).slice(0, 32)}`;
  const shared = readSharedFields(record, mapping);
  return {
    ...newSourceTicket(sourceId, title),
    ...shared,
    ...Object.fromEntries(dateFields.map((field) => [field, dates.read(record, field, shared.notes)])),
    key,
    shownAs: key ?? `row ${record.line}`,
    line: record.line,
    number: numberOfKey(key),
    comments: record.all('comments').map((content, index) => ({
      sourceId: `${sourceId} ${index + 1}`,
      author: undefined,
      content,
      createdAt: undefined,
    })),
  };
}

/** The fields that CSV files of all products have in the same form. */
export function readSharedFields(record: CsvRecord, mapping: ImportMapping) {
  const mapper = new WordMapper(mappedWords(mapping));
  const group = record.get('group');
  return {
    url: asUrl(record.get('url')),
    description: record.get('description'),
    status: mapper.choose('status', record.get('status'), 'backlog'),
    priority: mapper.choose('priority', record.get('priority'), 'medium'),
    type: mapper.choose('type', record.get('type'), 'TASK'),
    reporter: readPeople(record.get('reporter'))[0],
    assignees: record.all('assignee').flatMap(readPeople),
    labels: splitList(record.all('labels')).map((name) => ({ name })),
    group: group === undefined ? undefined : { name: group, kind: 'milestone' as const },
    links: readLinks(record),
    files: splitList(record.all('files')).map((place) => fileAtPath(record.get('id'), place)),
    updatedAt: readDate(record.get('updatedAt')),
    completedAt: readDate(record.get('completedAt')),
    dueDate: readDate(record.get('dueDate'), 'end'),
    estimate: asPoints(record.get('estimate')),
    words: mapper.words,
    notes: [
      ...mapper.notes,
      ...record.leftOver.map((name) => ({ kind: 'lost' as const, what: `column "${name}"` })),
    ] as Note[],
  };
}

export const splitList = (cells: string[]) =>
  cells
    .flatMap((cell) => cell.split(/[,;|]/))
    .map((name) => name.trim())
    .filter((name) => name !== '');

function readLinks(record: CsvRecord): SourceLink[] {
  const of = (field: CsvField, kind: SourceLink['kind']) =>
    splitList(record.all(field)).map((to) => ({ kind, to }));
  return [
    ...record
      .all('parent')
      .slice(0, 1)
      .map((to) => ({ kind: 'parent' as const, to })),
    ...of('blocks', 'blocks'),
    ...of('blockedBy', 'blocked_by'),
    ...of('relates', 'relates'),
  ];
}

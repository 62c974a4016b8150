import { readCsvRows } from '../parsing/csv-rows.ts';
import { readJsonValues } from '../parsing/json-values.ts';
import type { SourceComment, SourceItem, SourceLink, SourceTicket } from '../source-ticket.ts';
import { newSourceTicket, numberOfKey } from './empty-ticket.ts';
import { fileAtPath } from './file-reference.ts';
import { asId, asList, asObject, asObjects, asPoints, asText, type JsonObject } from './json-fields.ts';
import { fold, WordMapper } from './map-words.ts';
import { readPeople } from './people.ts';
import { readDate } from './read-date.ts';
import { type ImportMapping, isCsv, mappedWords, type Reader, type SourceFile } from './reader.ts';

/** Reads the CSV and JSON files of "Exports" in a workspace's settings. Their columns have similar names. */
export const readPlane: Reader = async function* (file, mapping): AsyncGenerator<SourceItem> {
  for await (const record of isCsv(file) ? csvRecords(file) : jsonRecords(file)) {
    const ticket = readRecord(record, mapping);
    if (ticket) yield { ticket };
  }
};

/** The values by column name in lower case, without spaces and underscores. */
type PlaneRecord = Map<string, unknown>;

async function* csvRecords(file: SourceFile): AsyncGenerator<PlaneRecord> {
  let header: string[] | undefined;
  for await (const { cells } of readCsvRows(file)) {
    if (header) yield new Map(header.map((name, index) => [name, cells[index]]));
    else header = cells.map(fold);
  }
}

async function* jsonRecords(file: SourceFile): AsyncGenerator<PlaneRecord> {
  for await (const { value } of readJsonValues(file, 'values')) {
    const record = asObject(value);
    if (record) yield new Map(Object.entries(record).map(([name, field]) => [fold(name), field]));
  }
}

const lostColumns: [string, string][] = [
  ['startdate', 'start dates'],
  ['subscriberscount', 'subscribers'],
  ['link', 'links to web pages'],
];

function readRecord(record: PlaneRecord, mapping: ImportMapping): SourceTicket | undefined {
  const text = (...names: string[]) =>
    names.map((name) => asText(record.get(name))?.trim()).find((found) => found !== undefined);
  const key = text('id') ?? planeIdentifier(text('projectidentifier'), asId(record.get('sequenceid')));
  const title = text('name', 'title');
  if (key === undefined || title === undefined) return undefined;
  const mapper = new WordMapper(mappedWords(mapping));
  const cycle = text('cyclename', 'cycle');
  const module = readPlaneList(record.get('modulename') ?? record.get('module'))[0];
  const files = readPlaneList(record.get('attachmentlinks'));
  return {
    ...newSourceTicket(key, title),
    key,
    number: numberOfKey(key),
    description: text('description'),
    status: mapper.choose('status', text('state', 'statename'), 'backlog'),
    priority: mapper.choose('priority', text('priority'), 'medium'),
    type: mapper.choose('type', text('type', 'issuetype'), 'TASK'),
    reporter: readPeople(text('createdby'))[0],
    assignees: readPlaneList(record.get('assignees') ?? record.get('assignee')).flatMap(readPeople),
    labels: readPlaneList(record.get('labels')).map((name) => ({ name })),
    group:
      cycle !== undefined
        ? {
            name: cycle,
            kind: 'cycle',
            startsAt: readDate(text('cyclestartdate')),
            endsAt: readDate(text('cycleenddate'), 'end'),
          }
        : module === undefined
          ? undefined
          : { name: module, kind: 'milestone' },
    links: [
      ...readPlaneParent(text('parent')),
      ...readPlaneRelations(parsePlaneJson(record.get('relations'))),
    ],
    comments: asObjects(parsePlaneJson(record.get('comments'))).flatMap(
      (comment, index) => readComment(comment, `${key} ${index + 1}`) ?? [],
    ),
    createdAt: readDate(text('createdat')),
    updatedAt: readDate(text('updatedat')),
    completedAt: readDate(text('completedat')),
    dueDate: readDate(text('targetdate'), 'end'),
    estimate: asPoints(record.get('estimate')),
    files: files.map((url) => fileAtPath(key, url)),
    words: mapper.words,
    notes: [
      ...mapper.notes,
      ...lostColumns.flatMap(([name, what]) =>
        isEmpty(record.get(name)) ? [] : [{ kind: 'lost' as const, what }],
      ),
      ...(cycle !== undefined && module !== undefined
        ? [{ kind: 'lost' as const, what: 'the module of tickets with a cycle' }]
        : []),
    ],
  };
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === '0' ||
  (Array.isArray(value) && value.length === 0);

const planeIdentifier = (project: string | undefined, sequence: string | undefined) =>
  project !== undefined && sequence !== undefined ? `${project}-${sequence}` : undefined;

/** Reads a list, or the comma-separated text that stands for it in CSV. */
const readPlaneList = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : asList(value))
    .flatMap((item) => asText(item) ?? [])
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Parses a list or object, which CSV has as JSON text. */
function parsePlaneJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const readPlaneParent = (key: string | undefined): SourceLink[] =>
  key === undefined ? [] : [{ kind: 'parent', to: key }];

const relationKinds: Record<string, SourceLink['kind']> = {
  blocking: 'blocks',
  blockedby: 'blocked_by',
  duplicate: 'duplicates',
  relatesto: 'relates',
};

const readPlaneRelations = (value: unknown): SourceLink[] =>
  Object.entries(asObject(value) ?? {}).flatMap(([name, to]) => {
    const other = asText(to);
    return other === undefined ? [] : [{ kind: relationKinds[fold(name)] ?? 'relates', to: other }];
  });

function readComment(comment: JsonObject, sourceId: string): SourceComment | undefined {
  const content = asText(comment.comment) ?? asText(comment.comment_stripped);
  if (content === undefined) return undefined;
  return {
    sourceId,
    author: readPeople(asText(comment.created_by))[0],
    content,
    createdAt: readDate(comment.created_at),
  };
}

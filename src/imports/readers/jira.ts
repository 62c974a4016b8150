import { readCsvRows } from '../parsing/csv-rows.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import { readJsonValues } from '../parsing/json-values.ts';
import type {
  SourceComment,
  SourceFileReference,
  SourceItem,
  SourceLink,
  SourcePerson,
  SourceTicket,
} from '../source-ticket.ts';
import { newSourceTicket, numberOfKey } from './empty-ticket.ts';
import { fileAtAddress } from './file-reference.ts';
import { toMarkdown } from './jira-text.ts';
import {
  asId,
  asList,
  asObject,
  asObjects,
  asPoints,
  asText,
  asUrl,
  type JsonObject,
} from './json-fields.ts';
import { fold, WordMapper } from './map-words.ts';
import { readPeople } from './people.ts';
import { readDate } from './read-date.ts';
import { type ImportMapping, isCsv, type Reader, type SourceFile, wordsOf } from './reader.ts';

/** The CSV file of "Export issues" with all fields, and answers of the REST search (`{"issues": […]}`), versions 2 and 3. */
export const readJira: Reader = async function* (file, mapping): AsyncGenerator<SourceItem> {
  if (isCsv(file)) yield* readJiraCsv(file, mapping);
  else
    for await (const { list, value } of readJsonValues(file, 'members')) {
      const issue = list === 'issues' || list === '' ? asObject(value) : undefined;
      const ticket = issue && readIssue(issue, mapping);
      if (ticket) yield { ticket };
    }
};

const linkKinds: [RegExp, inward: SourceLink['kind'], outward: SourceLink['kind']][] = [
  [/block|depend/i, 'blocked_by', 'blocks'],
  [/duplicate|clone/i, 'duplicated_by', 'duplicates'],
];
const kindsOf = (name: string) =>
  linkKinds.find(([pattern]) => pattern.test(name)) ?? ([/./, 'relates', 'relates'] as const);

function readIssue(issue: JsonObject, mapping: ImportMapping): SourceTicket | undefined {
  const key = asText(issue.key);
  const fields = asObject(issue.fields);
  if (key === undefined || !fields) return undefined;
  const mapper = new WordMapper(wordsOf(mapping));
  const status = asObject(fields.status);
  const category = asText(asObject(status?.statusCategory)?.key);
  const nameOf = (field: unknown) => asText(asObject(field)?.name);
  const statusName = asText(status?.name);
  const comments = asObjects(asObject(fields.comment)?.comments ?? fields.comment);
  const sprint = [...asObjects(fields.sprint), ...asObjects(fields.customfield_10020)].at(-1);
  const version = asObjects(fields.fixVersions).at(-1);
  return {
    ...newSourceTicket(key, asText(fields.summary) ?? ''),
    key,
    number: numberOfKey(key),
    url: browseUrl(asText(issue.self), key),
    description: textOf(fields.description),
    status: chooseStatus(mapper, statusName, category, nameOf(fields.resolution)),
    type: mapper.choose('type', nameOf(fields.issuetype), 'TASK'),
    priority: mapper.choose('priority', nameOf(fields.priority), 'medium'),
    reporter: readPerson(asObject(fields.reporter) ?? asObject(fields.creator)),
    assignees: [readPerson(asObject(fields.assignee))].flatMap((person) => person ?? []),
    labels: [
      ...asList(fields.labels).flatMap((name) => asText(name) ?? []),
      ...asObjects(fields.components).flatMap((component) => asText(component.name) ?? []),
    ].map((name) => ({ name })),
    group: groupOf(sprint, version),
    links: [...parentOf(fields), ...asObjects(fields.issuelinks).flatMap(linkOf)],
    comments: comments.flatMap((comment, index) => readComment(comment, `${key} ${index}`) ?? []),
    files: asObjects(fields.attachment).map((file) => ({
      ...fileAtAddress(key, {
        name: asText(file.filename) ?? 'file',
        url: asText(file.content) ?? '',
        id: asId(file.id),
      }),
      author: readPerson(asObject(file.author)),
      createdAt: readDate(file.created),
    })),
    createdAt: readDate(fields.created),
    updatedAt: readDate(fields.updated),
    completedAt: readDate(fields.resolutiondate),
    dueDate: readDate(fields.duedate, 'end'),
    estimate: asPoints(fields.customfield_10016) ?? asPoints(fields.customfield_10026),
    words: mapper.words,
    notes: [...mapper.notes, ...lossesOf(fields)],
  };
}

/** A known name decides; else the category of the status, of which Jira has three. */
function chooseStatus(
  mapper: WordMapper,
  name: string | undefined,
  category: string | undefined,
  resolution: string | undefined,
): SourceTicket['status'] {
  const isRefused = resolution !== undefined && mapper.find('status', resolution) === 'cancelled';
  if (isRefused) return mapper.choose('status', resolution, 'cancelled');
  if (name !== undefined && mapper.find('status', name) !== undefined)
    return mapper.choose('status', name, 'todo');
  if (category === 'done' || (category === undefined && resolution !== undefined))
    return mapper.choose('status', name, 'done');
  return mapper.choose('status', name, category === 'indeterminate' ? 'in_progress' : 'todo');
}

const parentOf = (fields: JsonObject): SourceLink[] => {
  const to = asText(asObject(fields.parent)?.key) ?? asText(fields.customfield_10014);
  return to === undefined ? [] : [{ kind: 'parent', to }];
};

function linkOf(link: JsonObject): SourceLink[] {
  const [, inward, outward] = kindsOf(asText(asObject(link.type)?.name) ?? '');
  const from = asText(asObject(link.inwardIssue)?.key);
  const to = asText(asObject(link.outwardIssue)?.key);
  return [
    ...(from === undefined ? [] : [{ kind: inward, to: from }]),
    ...(to === undefined ? [] : [{ kind: outward, to }]),
  ];
}

function groupOf(sprint: JsonObject | undefined, version: JsonObject | undefined): SourceTicket['group'] {
  const cycle = asText(sprint?.name);
  if (cycle !== undefined)
    return {
      name: cycle,
      kind: 'cycle',
      startsAt: readDate(sprint?.startDate),
      endsAt: readDate(sprint?.endDate),
    };
  const milestone = asText(version?.name);
  return milestone === undefined
    ? undefined
    : { name: milestone, kind: 'milestone', endsAt: readDate(version?.releaseDate, 'end') };
}

function readComment(comment: JsonObject, sourceId: string): SourceComment | undefined {
  const content = textOf(comment.body);
  if (content === undefined) return undefined;
  return {
    sourceId: asId(comment.id) ?? sourceId,
    author: readPerson(asObject(comment.author)),
    content,
    createdAt: readDate(comment.created),
  };
}

function readPerson(person: JsonObject | undefined): SourcePerson | undefined {
  if (!person) return undefined;
  const login = asText(person.name) ?? asText(person.accountId);
  return { login, name: asText(person.displayName) ?? login, email: asText(person.emailAddress) };
}

/** Version 3 of the API has documents, version 2 wiki text. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? asText(toMarkdown(value)) : documentText(value);

const blocks = new Set([
  'paragraph',
  'heading',
  'codeBlock',
  'listItem',
  'blockquote',
  'tableRow',
  'rule',
  'mediaSingle',
]);

/** The text of an Atlassian document, block by block; marks such as bold are lost. */
function documentText(value: unknown, depth = 0): string | undefined {
  const node = asObject(value);
  if (!node || depth > 50) return undefined;
  if (node.type === 'hardBreak') return '\n';
  const attributes = asObject(node.attrs);
  const own = asText(node.text) ?? asText(attributes?.text) ?? asText(attributes?.url) ?? '';
  const inner = asObjects(node.content)
    .map((child) => documentText(child, depth + 1) ?? '')
    .join('');
  const prefix = node.type === 'listItem' ? '- ' : node.type === 'heading' ? '## ' : '';
  const text = `${prefix}${own}${inner}`;
  return blocks.has(String(node.type)) ? `${text.trimEnd()}\n${node.type === 'listItem' ? '' : '\n'}` : text;
}

const browseUrl = (self: string | undefined, key: string) => {
  const address = asUrl(self);
  return address === undefined ? undefined : `${new URL(address).origin}/browse/${encodeURIComponent(key)}`;
};

/** Sprint, epic link and story points, as Jira Cloud numbers them. */
const readFields = new Set([
  'customfield_10020',
  'customfield_10014',
  'customfield_10016',
  'customfield_10026',
]);

function lossesOf(fields: JsonObject): SourceTicket['notes'] {
  const lost = (what: string, isSet: boolean) => (isSet ? [{ kind: 'lost' as const, what }] : []);
  const own = Object.entries(fields).filter(
    ([name, value]) => /^customfield_/.test(name) && value !== null && !readFields.has(name),
  );
  return [
    ...own.slice(0, 50).map(([name]) => ({ kind: 'lost' as const, what: `field ${name.slice(0, 100)}` })),
    ...lost('work logs', asObjects(asObject(fields.worklog)?.worklogs).length > 0),
    ...lost(
      'time estimates',
      asObject(fields.timetracking) !== undefined &&
        Object.keys(asObject(fields.timetracking) ?? {}).length > 0,
    ),
    ...lost(
      'security levels: every member of the project can read the ticket',
      asObject(fields.security) !== undefined,
    ),
    ...lost('votes', (asObject(fields.votes)?.votes ?? 0) !== 0),
  ];
}

const read = {
  key: 'issuekey',
  title: 'summary',
  description: 'description',
  status: 'status',
  category: 'statuscategory',
  resolution: 'resolution',
  priority: 'priority',
  type: 'issuetype',
  reporter: 'reporter',
  creator: 'creator',
  assignee: 'assignee',
  labels: 'labels',
  components: 'components',
  sprint: 'sprint',
  versions: 'fixversions',
  version: 'fixversion',
  parentKey: 'parentkey',
  epic: 'customfieldepiclink',
  comments: 'comment',
  files: 'attachment',
  createdAt: 'created',
  updatedAt: 'updated',
  completedAt: 'resolved',
  dueDate: 'duedate',
  points: 'customfieldstorypoints',
  pointEstimate: 'customfieldstorypointestimate',
} as const;
type Column = keyof typeof read;
/** Their content is in another column, or of Jira alone. */
const silent = new Set([
  'issueid',
  'projectkey',
  'projectname',
  'projecttype',
  'projectlead',
  'projectdescription',
  'projecturl',
  'projectleadid',
  'reporterid',
  'creatorid',
  'assigneeid',
  'parentid',
  'parent',
  'parentsummary',
  'lastviewed',
  'workratio',
  'statuscategorychanged',
  'statuscategory',
  'customfieldrank',
  'component',
]);

async function* readJiraCsv(file: SourceFile, mapping: ImportMapping): AsyncGenerator<SourceItem> {
  let header: string[] | undefined;
  for await (const { cells } of readCsvRows(file)) {
    if (!header) {
      header = cells.map(fold);
      if (!header.includes(read.key) || !header.includes(read.title))
        throw new FileProblem(
          file.name,
          'line 1',
          'the columns "Issue key" and "Summary" are missing. Export the issues with all fields as CSV.',
        );
      header = cells;
      continue;
    }
    const ticket = readRow(header, cells, mapping);
    if (ticket) yield { ticket };
  }
}

/** Jira repeats a column for each value: four columns "Comment" for a ticket with four comments. */
function readRow(header: string[], cells: string[], mapping: ImportMapping): SourceTicket | undefined {
  const values = new Map<string, string[]>();
  const links: SourceLink[] = [];
  const leftOver = new Set<string>();
  for (const [index, name] of header.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (cell === '') continue;
    const link = /^(Inward|Outward) issue link \((.+)\)$/i.exec(name);
    const folded = fold(name);
    if (link) {
      const [, inward, outward] = kindsOf(link[2] as string);
      links.push({ kind: /^in/i.test(link[1] as string) ? inward : outward, to: cell });
    } else if (Object.values<string>(read).includes(folded)) add(values, folded, cell);
    else if (!silent.has(folded)) leftOver.add(name.slice(0, 100));
  }
  const all = (column: Column) => values.get(read[column]) ?? [];
  const get = (column: Column) => all(column)[0];
  const key = get('key');
  if (key === undefined) return undefined;
  const mapper = new WordMapper(wordsOf(mapping));
  const category = { 'to do': 'new', 'in progress': 'indeterminate', done: 'done' }[
    get('category')?.toLowerCase() ?? ''
  ];
  const resolution = /^unresolved$/i.test(get('resolution') ?? '') ? undefined : get('resolution');
  const sprint = all('sprint').at(-1);
  const version = [...all('versions'), ...all('version')].at(-1);
  const parent = get('parentKey') ?? get('epic');
  return {
    ...newSourceTicket(key, get('title') ?? ''),
    key,
    number: numberOfKey(key),
    description: asText(toMarkdown(get('description') ?? '')),
    status: chooseStatus(mapper, get('status'), category, resolution),
    type: mapper.choose('type', get('type'), 'TASK'),
    priority: mapper.choose('priority', get('priority'), 'medium'),
    reporter: readPeople(get('reporter') ?? get('creator'))[0],
    assignees: readPeople(get('assignee')),
    labels: [...all('labels').flatMap((cell) => cell.split(/\s+/)), ...all('components')].map((name) => ({
      name,
    })),
    group:
      sprint !== undefined
        ? { name: sprint, kind: 'cycle' }
        : version === undefined
          ? undefined
          : { name: version, kind: 'milestone' },
    links: [...(parent === undefined ? [] : [{ kind: 'parent' as const, to: parent }]), ...links],
    comments: all('comments').map((cell, index) => commentOf(cell, `${key} ${index + 1}`)),
    files: all('files').map((cell) => fileOf(key, cell)),
    createdAt: readDate(get('createdAt')),
    updatedAt: readDate(get('updatedAt')),
    completedAt: readDate(get('completedAt')),
    dueDate: readDate(get('dueDate'), 'end'),
    estimate: asPoints(get('points')) ?? asPoints(get('pointEstimate')),
    words: mapper.words,
    notes: [
      ...mapper.notes,
      ...[...leftOver].map((name) => ({ kind: 'lost' as const, what: `column "${name}"` })),
    ],
  };
}

function add(values: Map<string, string[]>, column: string, cell: string): void {
  const cells = values.get(column);
  if (cells) cells.push(cell);
  else values.set(column, [cell]);
}

/** `05/Sep/26 11:00 AM;ada;The text` */
function commentOf(cell: string, sourceId: string): SourceComment {
  const [date = '', author = '', ...text] = cell.split(';');
  const createdAt = readDate(date);
  if (createdAt === undefined || text.length === 0)
    return { sourceId, author: undefined, content: toMarkdown(cell), createdAt: undefined };
  return { sourceId, author: readPeople(author)[0], content: toMarkdown(text.join(';')), createdAt };
}

/** `05/Sep/26 11:00 AM;ada;name.png;https://…` */
function fileOf(key: string, cell: string): SourceFileReference {
  const parts = cell.split(';');
  const [date, author] = parts;
  return {
    ...fileAtAddress(key, { name: parts.at(-2) ?? 'file', url: parts.at(-1) ?? '' }),
    ...(parts.length > 3 && { author: readPeople(author)[0], createdAt: readDate(date) }),
  };
}

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
import { documentToMarkdown } from './jira-document.ts';
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
import { type ImportMapping, isCsv, mappedWords, type Reader, type SourceFile } from './reader.ts';

/** Reads the CSV file of "Export issues" with all fields, and the JSON of the REST search, versions 2 and 3. */
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
const findLinkKinds = (name: string) =>
  linkKinds.find(([pattern]) => pattern.test(name)) ?? ([/./, 'relates', 'relates'] as const);

function readIssue(issue: JsonObject, mapping: ImportMapping): SourceTicket | undefined {
  const key = asText(issue.key);
  const fields = asObject(issue.fields);
  if (key === undefined || !fields) return undefined;
  const mapper = new WordMapper(mappedWords(mapping));
  const status = asObject(fields.status);
  const category = asText(asObject(status?.statusCategory)?.key);
  const jiraName = (field: unknown) => asText(asObject(field)?.name);
  const statusName = asText(status?.name);
  const comments = asObjects(asObject(fields.comment)?.comments ?? fields.comment);
  const sprints = [...asObjects(fields.sprint), ...asObjects(fields.customfield_10020)];
  const versions = asObjects(fields.fixVersions);
  const cycle = sprintToCycle(sprints.at(-1));
  const milestone = versionToMilestone(versions.at(-1));
  return {
    ...newSourceTicket(key, asText(fields.summary) ?? ''),
    key,
    number: numberOfKey(key),
    url: browseUrl(asText(issue.self), key),
    description: jiraTextToMarkdown(fields.description),
    status: chooseStatus(mapper, statusName, category, jiraName(fields.resolution)),
    type: mapper.choose('type', jiraName(fields.issuetype), 'TASK'),
    priority: mapper.choose('priority', jiraName(fields.priority), 'medium'),
    reporter: readPerson(asObject(fields.reporter) ?? asObject(fields.creator)),
    assignees: [readPerson(asObject(fields.assignee))].flatMap((person) => person ?? []),
    labels: [
      ...asList(fields.labels).flatMap((name) => asText(name) ?? []),
      ...asObjects(fields.components).flatMap((component) => asText(component.name) ?? []),
    ].map((name) => ({ name })),
    group: cycle ?? milestone,
    milestone: cycle && milestone,
    links: [...readJiraParent(fields), ...asObjects(fields.issuelinks).flatMap(readJiraLink)],
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
    notes: [...mapper.notes, ...earlierGroups(sprints.length, versions.length), ...jiraLosses(fields)],
  };
}

/** Chooses by the name of the status if it is known, otherwise by its category, of which Jira has three. */
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

const readJiraParent = (fields: JsonObject): SourceLink[] => {
  const to = asText(asObject(fields.parent)?.key) ?? asText(fields.customfield_10014);
  return to === undefined ? [] : [{ kind: 'parent', to }];
};

function readJiraLink(link: JsonObject): SourceLink[] {
  const [, inward, outward] = findLinkKinds(asText(asObject(link.type)?.name) ?? '');
  const from = asText(asObject(link.inwardIssue)?.key);
  const to = asText(asObject(link.outwardIssue)?.key);
  return [
    ...(from === undefined ? [] : [{ kind: inward, to: from }]),
    ...(to === undefined ? [] : [{ kind: outward, to }]),
  ];
}

function sprintToCycle(sprint: JsonObject | undefined): SourceTicket['group'] {
  const name = asText(sprint?.name);
  if (name === undefined) return undefined;
  return { name, kind: 'cycle', startsAt: readDate(sprint?.startDate), endsAt: readDate(sprint?.endDate) };
}

function versionToMilestone(version: JsonObject | undefined): SourceTicket['group'] {
  const name = asText(version?.name);
  if (name === undefined) return undefined;
  return { name, kind: 'milestone', endsAt: readDate(version?.releaseDate, 'end') };
}

/** Notes the sprints and versions that are lost, because a ticket has one cycle and one milestone. */
const earlierGroups = (sprints: number, versions: number): SourceTicket['notes'] => [
  ...(sprints > 1 ? [{ kind: 'lost' as const, what: 'sprints before the last one of a ticket' }] : []),
  ...(versions > 1 ? [{ kind: 'lost' as const, what: 'fix versions beside the last one of a ticket' }] : []),
];

function readComment(comment: JsonObject, sourceId: string): SourceComment | undefined {
  const content = jiraTextToMarkdown(comment.body);
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

/** Converts a text to Markdown: version 3 of the API has documents, version 2 wiki text. */
const jiraTextToMarkdown = (value: unknown) =>
  typeof value === 'string' ? asText(toMarkdown(value)) : documentToMarkdown(value);

const browseUrl = (self: string | undefined, key: string) => {
  const address = asUrl(self);
  return address === undefined ? undefined : `${new URL(address).origin}/browse/${encodeURIComponent(key)}`;
};

/** The custom fields of Jira Cloud for sprint, epic link and story points. */
const readFields = new Set([
  'customfield_10020',
  'customfield_10014',
  'customfield_10016',
  'customfield_10026',
]);

function jiraLosses(fields: JsonObject): SourceTicket['notes'] {
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
  reporterId: 'reporterid',
  creatorId: 'creatorid',
  assigneeId: 'assigneeid',
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
/** Columns whose content is in another column, or matters to Jira alone. The report does not mention them. */
const silent = new Set([
  'issueid',
  'projectkey',
  'projectname',
  'projecttype',
  'projectlead',
  'projectdescription',
  'projecturl',
  'projectleadid',
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

/** Reads a CSV row. Jira repeats a column for each value: a ticket with four comments has four columns "Comment". */
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
      const [, inward, outward] = findLinkKinds(link[2] as string);
      links.push({ kind: /^in/i.test(link[1] as string) ? inward : outward, to: cell });
    } else if (Object.values<string>(read).includes(folded)) add(values, folded, cell);
    else if (!silent.has(folded)) leftOver.add(name.slice(0, 100));
  }
  const all = (column: Column) => values.get(read[column]) ?? [];
  const get = (column: Column) => all(column)[0];
  const key = get('key');
  if (key === undefined) return undefined;
  const mapper = new WordMapper(mappedWords(mapping));
  const category = { 'to do': 'new', 'in progress': 'indeterminate', done: 'done' }[
    get('category')?.toLowerCase() ?? ''
  ];
  const resolution = /^unresolved$/i.test(get('resolution') ?? '') ? undefined : get('resolution');
  const versions = [...all('versions'), ...all('version')];
  const [sprint, version] = [all('sprint').at(-1), versions.at(-1)];
  const cycle = sprint === undefined ? undefined : { name: sprint, kind: 'cycle' as const };
  const milestone = version === undefined ? undefined : { name: version, kind: 'milestone' as const };
  const parent = get('parentKey') ?? get('epic');
  return {
    ...newSourceTicket(key, get('title') ?? ''),
    key,
    number: numberOfKey(key),
    description: asText(toMarkdown(get('description') ?? '')),
    status: chooseStatus(mapper, get('status'), category, resolution),
    type: mapper.choose('type', get('type'), 'TASK'),
    priority: mapper.choose('priority', get('priority'), 'medium'),
    reporter: withId(get('reporter'), get('reporterId')) ?? withId(get('creator'), get('creatorId')),
    assignees: [withId(get('assignee'), get('assigneeId'))].flatMap((person) => person ?? []),
    labels: [...all('labels').flatMap((cell) => cell.split(/\s+/)), ...all('components')].map((name) => ({
      name,
    })),
    group: cycle ?? milestone,
    milestone: cycle && milestone,
    links: [...(parent === undefined ? [] : [{ kind: 'parent' as const, to: parent }]), ...links],
    comments: all('comments').map((cell, index) => readCommentCell(cell, `${key} ${index + 1}`)),
    files: all('files').map((cell) => readAttachmentCell(key, cell)),
    createdAt: readDate(get('createdAt')),
    updatedAt: readDate(get('updatedAt')),
    completedAt: readDate(get('completedAt')),
    // Jira writes a date without a time as midnight.
    dueDate: readDate(get('dueDate')?.replace(/\s+(?:12:00 AM|0?0:00)$/i, ''), 'end'),
    estimate: asPoints(get('points')) ?? asPoints(get('pointEstimate')),
    words: mapper.words,
    notes: [
      ...mapper.notes,
      ...earlierGroups(all('sprint').length, versions.length),
      ...[...leftOver].map((name) => ({ kind: 'lost' as const, what: `column "${name}"` })),
    ],
  };
}

/** Comment and file cells have account ids alone; the reporter and assignee columns have ids and names. */
const accountId = /^(?:\d{4,8}:)?(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const byAccount = (text: string | undefined): SourcePerson | undefined =>
  text !== undefined && accountId.test(text.trim()) ? { login: text.trim() } : readPeople(text)[0];

function withId(name: string | undefined, id: string | undefined): SourcePerson | undefined {
  const person = byAccount(name);
  return id === undefined ? person : { ...person, login: id };
}

function add(values: Map<string, string[]>, column: string, cell: string): void {
  const cells = values.get(column);
  if (cells) cells.push(cell);
  else values.set(column, [cell]);
}

/** Reads a comment cell: `05/Sep/26 11:00 AM;ada;The text` */
function readCommentCell(cell: string, sourceId: string): SourceComment {
  const [date = '', author = '', ...text] = cell.split(';');
  const createdAt = readDate(date);
  if (createdAt === undefined || text.length === 0)
    return { sourceId, author: undefined, content: toMarkdown(cell), createdAt: undefined };
  return { sourceId, author: byAccount(author), content: toMarkdown(text.join(';')), createdAt };
}

/** Reads an attachment cell: `05/Sep/26 11:00 AM;ada;name.png;https://…` */
function readAttachmentCell(key: string, cell: string): SourceFileReference {
  const parts = cell.split(';');
  const [date, author] = parts;
  return {
    ...fileAtAddress(key, { name: parts.at(-2) ?? 'file', url: parts.at(-1) ?? '' }),
    ...(parts.length > 3 && { author: byAccount(author), createdAt: readDate(date) }),
  };
}

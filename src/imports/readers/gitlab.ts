import { importLimits } from '../import-limits.ts';
import { readJsonValues } from '../parsing/json-values.ts';
import type {
  SourceComment,
  SourceFileReference,
  SourceItem,
  SourcePerson,
  SourceTicket,
} from '../source-ticket.ts';
import { findColumns, readCsvRecords, readSharedFields } from './csv.ts';
import { newSourceTicket } from './empty-ticket.ts';
import { decoded } from './file-reference.ts';
import {
  asId,
  asNumber,
  asObject,
  asObjects,
  asPoints,
  asText,
  asUrl,
  type JsonObject,
} from './json-fields.ts';
import { WordMapper } from './map-words.ts';
import { readDate } from './read-date.ts';
import {
  type ArchiveReader,
  type ImportMapping,
  isCsv,
  mappedWords,
  type Reader,
  type SourceFile,
} from './reader.ts';

/**
 * Reads three forms: `tree/project/issues.ndjson` of a project export (one issue per line, with its notes), lists of
 * issues of the REST API, and the CSV file that GitLab mails.
 */
export const readGitlab: Reader = (file, mapping) => readGitlabFile(file, mapping, new Map());

/** Reads an export, which refers to people by number. Their names are in another file and in the issues' notes. */
export const readGitlabArchive: ArchiveReader = async function* (archive, mapping) {
  const people: People = new Map();
  for await (const { path, content } of archive.members()) {
    const file = () => ({ name: `${archive.name}, ${path}`, chunks: content() });
    if (path === 'tree/project/project_members.ndjson') await addMembers(people, file());
    else if (path === issuesPath) await addAuthorsOfNotes(people, file());
  }
  for await (const member of archive.members()) {
    yield { listed: member };
    if (member.path !== issuesPath && !/^[^/]+\.(?:csv|json|ndjson)$/i.test(member.path)) continue;
    yield* readGitlabFile(
      { name: `${archive.name}, ${member.path}`, chunks: member.content() },
      mapping,
      people,
    );
  }
};

const issuesPath = 'tree/project/issues.ndjson';

/** The people by the number of their account. */
type People = Map<string, SourcePerson>;

async function addMembers(people: People, file: SourceFile): Promise<void> {
  for await (const { value } of readJsonValues(file, 'values')) {
    const member = asObject(value);
    const user = asObject(member?.user);
    const id = asId(member?.user_id) ?? asId(user?.id);
    if (id === undefined || !user) continue;
    addKnown(people, id, {
      login: asText(user.username),
      name: asText(user.name),
      email: asText(user.public_email) ?? asText(user.email) ?? asText(member?.invite_email),
    });
  }
}

async function addAuthorsOfNotes(people: People, file: SourceFile): Promise<void> {
  for await (const { value } of readJsonValues(file, 'values'))
    for (const note of asObjects(asObject(value)?.notes)) {
      const [id, name] = [asId(note.author_id), asText(asObject(note.author)?.name)];
      if (id !== undefined && name !== undefined) addKnown(people, id, { name });
    }
}

function addKnown(people: People, id: string, { login, name, email }: SourcePerson): void {
  if (!people.has(id) && people.size >= importLimits.peopleMax) return;
  const known = people.get(id);
  people.set(id, { login: known?.login ?? login, name: known?.name ?? name, email: known?.email ?? email });
}

/** Finds a person by number. An unknown one is named after the number, not confused with the importer. */
function personOfId(people: People, value: unknown): SourcePerson | undefined {
  const id = asId(value);
  if (id === undefined) return undefined;
  const { login = `gitlab-user-${id}`, name, email } = people.get(id) ?? {};
  return { login, name: name ?? (people.has(id) ? login : `GitLab user ${id}`), email };
}

async function* readGitlabFile(
  file: SourceFile,
  mapping: ImportMapping,
  people: People,
): AsyncGenerator<SourceItem> {
  if (isCsv(file)) yield* readGitlabCsv(file, mapping);
  else
    for await (const { value } of readJsonValues(file, 'values')) {
      const issue = asObject(value);
      const ticket = issue && readIssue(issue, mapping, people);
      if (ticket) yield { ticket };
    }
}

function readIssue(issue: JsonObject, mapping: ImportMapping, known: People): SourceTicket | undefined {
  const number = asNumber(issue.iid);
  if (number === undefined) return undefined;
  const url = asUrl(issue.web_url);
  const key = asText(asObject(issue.references)?.full) ?? gitlabIssueKey(url, number);
  const mapper = new WordMapper(mappedWords(mapping));
  const labels = readGitlabLabels(issue);
  const milestone = asObject(issue.milestone);
  const milestoneName = asText(milestone?.title);
  const state = asText(issue.state) ?? (asNumber(issue.state_id) === 2 ? 'closed' : 'opened');
  const notes = asObjects(issue.notes);
  const comments = notes.filter((note) => note.system !== true);
  const findPerson = newPersonFinder(notes, known);
  return {
    ...newSourceTicket(key, asText(issue.title) ?? ''),
    key,
    number,
    url,
    description: asText(issue.description),
    status: mapper.choose('status', chooseGitlabStatus(state, statusLabel(labels, mapper), mapper), 'todo'),
    type: mapper.choose('type', chooseGitlabType(issue, labels, mapper), 'TASK'),
    priority: mapper.choose('priority', priorityLabel(labels, mapper), 'medium'),
    reporter: findPerson(issue.author, issue.author_id),
    assignees: [
      ...asObjects(issue.assignees).flatMap((person) => readPerson(person) ?? []),
      ...asObjects(issue.issue_assignees).flatMap(({ user_id }) => findPerson(undefined, user_id) ?? []),
    ],
    labels,
    group:
      milestoneName === undefined
        ? undefined
        : {
            name: milestoneName,
            kind: 'milestone',
            startsAt: readDate(milestone?.start_date),
            endsAt: readDate(milestone?.due_date, 'end'),
          },
    comments: comments.flatMap((note, index) => readNote(note, `${key} ${index}`, findPerson) ?? []),
    files: listUploads(issue, comments, findPerson),
    createdAt: readDate(issue.created_at),
    updatedAt: readDate(issue.updated_at),
    completedAt: readDate(issue.closed_at),
    dueDate: readDate(issue.due_date, 'end'),
    estimate: asPoints(issue.weight),
    words: mapper.words,
    notes: [...mapper.notes, ...gitlabLosses(issue, notes.length > comments.length)],
  };
}

/** Texts refer to uploads as `/uploads/<32 digits>/<name>`, relative to the project; exports have an `uploads` folder. */
const upload = /(?:\/-\/project\/\d+)?\/uploads\/([0-9a-f]{32})\/([^\s()[\]{}"'<>|]+)/g;

function listUploads(issue: JsonObject, notes: JsonObject[], findPerson: FindPerson): SourceFileReference[] {
  const files = new Map<string, SourceFileReference>();
  for (const { text, of } of [
    { text: issue.description, of: issue },
    ...notes.map((note) => ({ text: note.note, of: note })),
  ])
    for (const [inText, secret = '', written = ''] of (asText(text) ?? '').matchAll(upload)) {
      const name = decoded(written);
      files.set(inText, {
        name,
        paths: [`${secret}/${name}`, `${secret}/${written}`],
        inText,
        author: findPerson(of.author, of.author_id),
        createdAt: readDate(of.created_at),
      });
    }
  return [...files.values()];
}

type FindPerson = (person: unknown, id: unknown) => SourcePerson | undefined;

/** Finds the person that an issue or note names by an object or by a number, also by looking into the issue's notes. */
function newPersonFinder(notes: JsonObject[], known: People): FindPerson {
  const named: People = new Map(known);
  for (const note of notes) {
    const [id, name] = [asId(note.author_id), asText(asObject(note.author)?.name)];
    if (id !== undefined && name !== undefined && !known.has(id)) named.set(id, { name });
  }
  return (person, id) => {
    const given = asObject(person);
    return asText(given?.username) === undefined && asId(id) !== undefined
      ? personOfId(named, id)
      : readPerson(given);
  };
}

/** A closed issue stays closed, whatever board label it still has. */
function chooseGitlabStatus(state: string, label: string | undefined, mapper: WordMapper): string {
  if (label === undefined) return state;
  const to = mapper.find('status', label);
  return state === 'closed' && to !== 'done' && to !== 'cancelled' ? state : label;
}

function readNote(note: JsonObject, sourceId: string, findPerson: FindPerson): SourceComment | undefined {
  const content = asText(note.note) ?? asText(note.body);
  if (content === undefined) return undefined;
  return {
    sourceId: asId(note.id) ?? sourceId,
    author: findPerson(note.author, note.author_id),
    content,
    createdAt: readDate(note.created_at),
  };
}

function readPerson(person: JsonObject | undefined): SourcePerson | undefined {
  if (!person) return undefined;
  const login = asText(person.username);
  return {
    login,
    name: asText(person.name) ?? login,
    email: asText(person.email) ?? asText(person.public_email),
  };
}

/** Returns `acme/app#12` for `https://gitlab.example.org/acme/app/-/issues/12`. */
function gitlabIssueKey(url: string | undefined, number: number): string {
  const project = /^https?:\/\/[^/]+\/(.+?)(?:\/-)?\/(?:issues|work_items)\/\d+$/.exec(url ?? '')?.[1];
  return `${project ?? ''}#${number}`;
}

/** The labels of an issue: the API lists names, an export has links to labels, which may belong to a group. */
function readGitlabLabels(issue: JsonObject): SourceTicket['labels'] {
  const names = Array.isArray(issue.labels) ? issue.labels : [];
  const plain = names.flatMap((name) => (typeof name === 'string' ? [{ name }] : []));
  const linked = asObjects(issue.label_links).map((link) => link.label);
  const detailed = [...asObjects(issue.labels), ...asObjects(linked)];
  return [
    ...plain,
    ...detailed.flatMap((label) => {
      const name = asText(label.title) ?? asText(label.name);
      return name === undefined ? [] : [{ name, color: asText(label.color) }];
    }),
  ];
}

/** Finds the label that says the status, such as `workflow::in dev` or `Doing`: GitLab itself has two states. */
const statusLabel = (labels: { name: string }[], mapper: WordMapper) =>
  labels
    .map(
      ({ name }) =>
        /^(?:workflow|status)::(.+)$/i.exec(name)?.[1] ??
        (/^(?:doing|to do|review)$/i.test(name) ? name : undefined),
    )
    .find((name) => name !== undefined && mapper.find('status', name) !== undefined);

const priorityLabel = (labels: { name: string }[], mapper: WordMapper) =>
  labels
    .map(({ name }) => /^(?:priority|severity)::\s*(.+)$/i.exec(name)?.[1])
    .find((name) => name !== undefined && mapper.find('priority', name) !== undefined);

function chooseGitlabType(
  issue: JsonObject,
  labels: { name: string }[],
  mapper: WordMapper,
): string | undefined {
  const type =
    asText(issue.issue_type) ?? asText(asObject(issue.work_item_type)?.base_type) ?? asText(issue.type);
  if (type !== undefined && !/^issue$/i.test(type)) return type.toLowerCase();
  return labels.map(({ name }) => name.replace(/^type::/i, '')).find((name) => mapper.find('type', name));
}

function gitlabLosses(issue: JsonObject, hasSystemNotes: boolean): SourceTicket['notes'] {
  const lost = (what: string, isSet: boolean) => (isSet ? [{ kind: 'lost' as const, what }] : []);
  return [
    ...lost(
      'that the issue was confidential: every member of the project can read it',
      issue.confidential === true,
    ),
    ...lost(
      'time estimates and time spent',
      asObjects(issue.timelogs).length > 0 || asNumber(issue.time_estimate) !== undefined,
    ),
    ...lost('the history of changes', hasSystemNotes),
    ...lost('award emojis', asObjects(issue.award_emoji).length > 0),
    ...lost('design files', asObjects(issue.designs).length > 0),
  ];
}

const columns = {
  id: 'Issue ID',
  url: 'URL',
  completedAt: 'Closed At (UTC)',
  createdAt: 'Created At (UTC)',
  updatedAt: 'Updated At (UTC)',
};

async function* readGitlabCsv(file: SourceFile, mapping: ImportMapping): AsyncGenerator<SourceItem> {
  const withoutId = (header: string[]) => {
    const present = Object.entries(columns).filter(([, name]) => header.includes(name));
    return findColumns(file, header, { columns: Object.fromEntries(present) });
  };
  for await (const record of readCsvRecords(file, withoutId)) {
    const number = asNumber(record.get('id'));
    const title = record.get('title');
    if (number === undefined || title === undefined) continue;
    const shared = readSharedFields(record, mapping);
    const key = gitlabIssueKey(shared.url, number);
    const mapper = new WordMapper(mappedWords(mapping));
    yield {
      ticket: {
        ...newSourceTicket(key, title),
        ...shared,
        key,
        number,
        type: mapper.choose('type', chooseGitlabType({}, shared.labels, mapper), 'TASK'),
        reporter: withLogin(shared.reporter, record.named('Author Username')),
        assignees: shared.assignees.map((person, index) =>
          index === 0 ? (withLogin(person, record.named('Assignee Username')) as SourcePerson) : person,
        ),
        createdAt: readDate(record.get('createdAt')),
        words: [...shared.words, ...mapper.words],
        notes: [
          ...shared.notes.filter(({ what }) => !usernameColumns.test(what)),
          { kind: 'lost', what: 'comments: the CSV file of GitLab has none' },
        ],
      },
    };
  }
}

const usernameColumns = /^column "(?:Author|Assignee) Username"$/;

const withLogin = (person: SourcePerson | undefined, login: string | undefined): SourcePerson | undefined =>
  login === undefined ? person : { ...person, login, name: person?.name ?? login };

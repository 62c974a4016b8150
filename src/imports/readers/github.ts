import { readJsonValues } from '../parsing/json-values.ts';
import type { SourceComment, SourceItem, SourcePerson, SourceTicket } from '../source-ticket.ts';
import { newSourceTicket } from './empty-ticket.ts';
import { asId, asNumber, asObject, asObjects, asText, asUrl, type JsonObject } from './json-fields.ts';
import { WordMapper } from './map-words.ts';
import { readDate } from './read-date.ts';
import { type ImportMapping, mappedWords, type Reader } from './reader.ts';

/**
 * Reads lists of issues and of issue comments as the REST API returns them, and issues as `gh issue list --json` prints
 * them. The second form has camel-case names, and comments within the issue.
 */
export const readGithub: Reader = async function* (file, mapping): AsyncGenerator<SourceItem> {
  for await (const { value } of readJsonValues(file, 'values')) {
    const record = asObject(value);
    if (!record) continue;
    const issueUrl = asText(record.issue_url);
    if (issueUrl !== undefined && record.title === undefined) {
      const comment = readComment(record);
      const of = githubIssueKey(issueUrl, undefined);
      if (comment && of) yield { comment, of };
    } else if (record.pull_request === undefined) {
      const ticket = readIssue(record, mapping);
      if (ticket) yield { ticket };
    }
  }
};

export function readIssue(issue: JsonObject, mapping: ImportMapping): SourceTicket | undefined {
  const number = asNumber(issue.number);
  const url = asUrl(issue.html_url) ?? asUrl(issue.url);
  const id = githubIssueKey(asText(issue.url) ?? asText(issue.html_url), number);
  if (number === undefined || id === undefined) return undefined;
  const labels = asObjects(issue.labels).flatMap(({ name, color }) => {
    const label = asText(name);
    return label === undefined ? [] : [{ name: label, color: asText(color) }];
  });
  const mapper = new WordMapper(mappedWords(mapping));
  const state = asText(issue.state)?.toLowerCase();
  const reason = (asText(issue.state_reason) ?? asText(issue.stateReason))?.toLowerCase();
  const type =
    asText(asObject(issue.type)?.name) ??
    asText(asObject(issue.issueType)?.name) ??
    typeLabel(labels, mapper);
  const milestone = asObject(issue.milestone);
  const milestoneName = asText(milestone?.title);
  const isNotPlanned = state === 'closed' && (reason === 'not_planned' || reason === 'duplicate');
  const closedAt = readDate(issue.closed_at) ?? readDate(issue.closedAt);
  const comments = asObjects(issue.comments).flatMap((comment) => readComment(comment) ?? []);
  const ticket: SourceTicket = {
    ...newSourceTicket(id, asText(issue.title) ?? ''),
    key: id,
    number,
    url,
    description: asText(issue.body),
    status: mapper.choose('status', isNotPlanned ? 'not planned' : state, 'todo'),
    type: mapper.choose('type', type, 'TASK'),
    priority: mapper.choose('priority', priorityLabel(labels), 'medium'),
    reporter: readPerson(asObject(issue.user) ?? asObject(issue.author)),
    assignees: asObjects(issue.assignees).flatMap((person) => readPerson(person) ?? []),
    labels,
    group:
      milestoneName === undefined
        ? undefined
        : {
            name: milestoneName,
            kind: 'milestone',
            endsAt: readDate(milestone?.due_on) ?? readDate(milestone?.dueOn),
          },
    links: parentLink(issue),
    comments,
    createdAt: readDate(issue.created_at) ?? readDate(issue.createdAt),
    updatedAt: readDate(issue.updated_at) ?? readDate(issue.updatedAt),
    completedAt: closedAt,
    words: mapper.words,
    notes: [...mapper.notes, ...githubNotes(issue)],
  };
  return ticket;
}

export function readComment(comment: JsonObject): SourceComment | undefined {
  const content = asText(comment.body);
  // The number at the end of the URL is the same in both forms; the ids differ.
  const id = /(?:issuecomment-|comments\/)(\d+)$/.exec(
    asText(comment.html_url) ?? asText(comment.url) ?? '',
  )?.[1];
  const sourceId = id ?? asId(comment.id);
  if (content === undefined || sourceId === undefined) return undefined;
  return {
    sourceId,
    author: readPerson(asObject(comment.user) ?? asObject(comment.author)),
    content,
    createdAt: readDate(comment.created_at) ?? readDate(comment.createdAt),
  };
}

export function readPerson(person: JsonObject | undefined): SourcePerson | undefined {
  const login = asText(person?.login);
  if (login === undefined) return undefined;
  return { login, name: asText(person?.name) ?? login, email: asText(person?.email) };
}

/** Returns `acme/app#12` for the URL of an issue on any host, with or without the path of the API. */
export function githubIssueKey(url: string | undefined, number: number | undefined): string | undefined {
  const match = /^https?:\/\/[^/]+\/(?:api\/v3\/)?(?:repos\/)?([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(url ?? '');
  if (match) return `${match[1]}#${match[2]}`;
  return number === undefined ? undefined : `#${number}`;
}

const parentLink = (issue: JsonObject): SourceTicket['links'] => {
  const parent = asText(issue.parent_issue_url) ?? asText(asObject(issue.parent)?.url);
  const to = githubIssueKey(parent, undefined);
  return to === undefined ? [] : [{ kind: 'parent', to }];
};

const typeLabel = (labels: { name: string }[], mapper: WordMapper) =>
  labels
    .map(({ name }) => name.replace(/^(?:type|kind)[:/ ]+/i, ''))
    .find((name) => mapper.find('type', name));

const priorityLabel = (labels: { name: string }[]) => {
  const name = labels.find((label) => /^(?:priority|prio)[:/ -]+\S|^P[0-4]$/i.test(label.name))?.name;
  const level = /^P([0-4])$/i.exec(name ?? '')?.[1];
  return level === undefined
    ? name?.replace(/^(?:priority|prio)[:/ -]+/i, '')
    : ['1', '2', '3', '4', '5'][Number(level)];
};

function githubNotes(issue: JsonObject): SourceTicket['notes'] {
  const reactions = asNumber(asObject(issue.reactions)?.total_count);
  return [
    ...(reactions === undefined ? [] : [{ kind: 'lost' as const, what: 'reactions' }]),
    ...(issue.locked === true ? [{ kind: 'lost' as const, what: 'the lock of the conversation' }] : []),
    ...(issue.isPinned === true ? [{ kind: 'lost' as const, what: 'the pin' }] : []),
  ];
}

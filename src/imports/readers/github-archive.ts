import { readJsonValues } from '../parsing/json-values.ts';
import type { SourceFileReference, SourceItem } from '../source-ticket.ts';
import type { ArchiveMember } from '../unpacking/archive-member.ts';
import { decoded } from './file-reference.ts';
import { githubIssueKey, readComment, readGithub, readIssue, readPerson } from './github.ts';
import { asList, asObject, asObjects, asText, type JsonObject } from './json-fields.ts';
import { readDate } from './read-date.ts';
import type { ArchiveReader, ImportMapping, SourceArchive } from './reader.ts';

/** The records that others refer to by URL. */
interface Known {
  people: Map<string, JsonObject>;
  milestones: Map<string, JsonObject>;
  labels: Map<string, JsonObject>;
}

const knownMax = 100_000;

/**
 * Reads the archive of a migration (`POST /orgs/{org}/migrations`): files such as `issues_000001.json` whose records
 * refer to people, labels and milestones by URL, `attachments_000001.json`, and the attached files in `attachments/`.
 * It also reads a hand-packed archive with API lists at its top. The archive is read twice, because its files come in
 * any order.
 */
export const readGithubArchive: ArchiveReader = async function* (archive, mapping) {
  const known: Known = { people: new Map(), milestones: new Map(), labels: new Map() };
  for await (const member of archive.members()) {
    yield { listed: member };
    const kind = recordKind(member);
    if (kind === 'users') await keep(known.people, archive, member, (user) => [user]);
    else if (kind === 'milestones') await keep(known.milestones, archive, member, (milestone) => [milestone]);
    else if (kind === 'repositories')
      await keep(known.labels, archive, member, (repository) => asObjects(repository.labels));
  }
  for await (const member of archive.members()) {
    const kind = recordKind(member);
    if (kind === undefined && /^[^/]+\.json$/.test(member.path))
      yield* readGithub({ name: `${archive.name}, ${member.path}`, chunks: member.content() }, mapping);
    const read = kind === undefined ? undefined : itemReaders[kind];
    if (!read) continue;
    for await (const record of readRecords(archive, member)) yield* read(record, known, mapping);
  }
};

/** Returns `issues` for `issues_000001.json`, which may be in one folder. */
const recordKind = ({ path }: ArchiveMember) => /^(?:[^/]+\/)?([a-z_]+)_\d{6}\.json$/.exec(path)?.[1];

async function* readRecords({ name }: SourceArchive, member: ArchiveMember): AsyncGenerator<JsonObject> {
  const file = { name: `${name}, ${member.path}`, chunks: member.content() };
  for await (const { value } of readJsonValues(file, 'values')) {
    const record = asObject(value);
    if (record) yield record;
  }
}

async function keep(
  into: Map<string, JsonObject>,
  archive: SourceArchive,
  member: ArchiveMember,
  pick: (record: JsonObject) => JsonObject[],
): Promise<void> {
  for await (const record of readRecords(archive, member))
    for (const { url, ...rest } of pick(record))
      if (typeof url === 'string' && into.size < knownMax) into.set(url, rest);
}

type ItemReader = (record: JsonObject, known: Known, mapping: ImportMapping) => Generator<SourceItem>;

const itemReaders: Record<string, ItemReader> = {
  issues: issueItems,
  issue_comments: commentItems,
  attachments: attachmentItems,
};

function* issueItems(record: JsonObject, known: Known, mapping: ImportMapping): Generator<SourceItem> {
  const milestone = asText(record.milestone);
  const people = new Set([...asList(record.assignees), record.assignee]);
  const issue = {
    ...record,
    number: Number(lastPart(asText(record.url) ?? '')),
    state: asText(record.state) ?? (record.closed_at ? 'closed' : 'open'),
    user: personAt(known, record.user),
    assignees: [...people].flatMap((url) => personAt(known, url) ?? []),
    milestone: milestone && (known.milestones.get(milestone) ?? { title: lastPart(milestone) }),
    labels: asList(record.labels).flatMap((label) => {
      const address = asText(label);
      return address === undefined ? [] : [known.labels.get(address) ?? { name: lastPart(address) }];
    }),
  };
  const ticket = readIssue(issue, mapping);
  if (ticket) yield { ticket: { ...ticket, files: [...filesInText(record)] } };
}

function* commentItems(record: JsonObject, known: Known): Generator<SourceItem> {
  const of = githubIssueKey(asText(record.issue), undefined);
  const comment = readComment({ ...record, user: personAt(known, record.user) });
  if (!comment || of === undefined) return;
  yield { comment, of };
  for (const file of filesInText(record)) yield { file, of };
}

/** `url` is how texts refer to the file. `asset_url` is its place in the archive: `tarball://root/attachments/…`. */
function* attachmentItems(record: JsonObject, known: Known): Generator<SourceItem> {
  const owner = asText(record.issue) ?? asText(record.issue_comment);
  const of = githubIssueKey(owner?.replace(/#.*$/, ''), undefined);
  const place = /^tarball:\/\/root\/(.+)$/.exec(asText(record.asset_url) ?? '')?.[1];
  if (of === undefined || place === undefined) return;
  yield {
    of,
    file: {
      name: asText(record.asset_name) ?? lastPart(place),
      paths: [place, decoded(place)],
      inText: asText(record.url),
      author: readPerson(personAt(known, record.user)),
      createdAt: readDate(record.created_at),
    },
  };
}

/** Finds references to archived files in a text: some exporters write `tarball:` paths there. */
function* filesInText(record: JsonObject): Generator<SourceFileReference> {
  for (const [inText, path = ''] of (asText(record.body) ?? '').matchAll(
    /tarball:\/\/root\/(attachments\/[^\s()[\]"'<>]+)/g,
  ))
    yield { name: lastPart(path), paths: [decoded(path), path], inText };
}

function personAt({ people }: Known, url: unknown): JsonObject | undefined {
  const address = asText(url);
  if (address === undefined) return undefined;
  const { login, name, emails } = people.get(address) ?? {};
  const addresses = asObjects(emails);
  const email = addresses.find(({ primary }) => primary === true) ?? addresses[0];
  return { login: asText(login) ?? lastPart(address), name, email: email?.address };
}

const lastPart = (url: string) => decoded(url.split('/').at(-1) ?? url);

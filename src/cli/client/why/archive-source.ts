import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decompress, readArchive } from '../../../platform/tar/index.ts';
import { UsageError } from '../../command.ts';
import { escapeControls } from '../terminal-text.ts';
import {
  type FoundWork,
  type Hints,
  newFoundWork,
  pairQuestions,
  type TicketWork,
  type WorkSource,
} from './work.ts';

/** A line of an archive; docs/archive-format.md describes the kinds. */
type Row = Record<string, unknown>;
type Take = (row: Row) => void;

const partBytesMax = 64 * 1024 * 1024;
const rowsBytesMax = 512 * 1024 * 1024;

/**
 * Reads an archive of a project or an instance, twice: first it finds the tickets that the commits name, then what was
 * done for them. Only rows of these tickets are kept in memory.
 */
export async function newArchiveSource(file: string): Promise<WorkSource> {
  const shown = escapeControls(file);
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new UsageError(`There is no archive ${shown}.`);
  const refuse = (problem: string) =>
    new UsageError(`${shown} is no complete archive of Docket: ${problem}.`);
  return {
    where: `in the archive ${shown}`,
    find: async (hints) => {
      const named = await findTickets(file, hints, refuse);
      const works = await readWorks(
        file,
        new Set([...Object.values(named).flatMap((ids) => [...ids.values()])]),
        refuse,
      );
      const found = newFoundWork();
      for (const kind of Object.keys(found) as (keyof FoundWork)[])
        for (const [hint, id] of named[kind]) {
          const work = works.get(id);
          if (work) found[kind].set(hint, work);
        }
      return found;
    },
  };
}

/** The ids of the tickets, by what named them. */
async function findTickets(file: string, hints: Hints, refuse: (problem: string) => Error) {
  const named = { tickets: new Map<string, string>(), tasks: new Map<string, string>() };
  const linked = { commits: new Map<string, string>(), pullRequests: new Map<string, string>() };
  const projects = new Map<string, string>();
  const wanted = new Map<string, string>();
  const refs = new Set(hints.tickets.map((ref) => ref.toUpperCase()));
  const [tasks, commits, pullRequests] = [hints.tasks, hints.commits, hints.pullRequests].map(
    (values) => new Set(values),
  ) as [Set<string>, Set<string>, Set<string>];
  const learnKey = (key: unknown, projectId: unknown) => {
    if (typeof key === 'string' && typeof projectId === 'string') projects.set(key.toUpperCase(), projectId);
  };
  /** `project id/number` of each key, once the keys of projects are known. */
  const listWanted = () => {
    if (wanted.size > 0) return wanted;
    for (const ref of refs) {
      const [, key = '', number = ''] = /^(.+)-(\d+)$/.exec(ref) ?? [];
      const projectId = projects.get(key);
      if (projectId !== undefined) wanted.set(`${projectId}/${number}`, ref);
    }
    return wanted;
  };
  const takeNumber = (projectId: unknown, number: unknown, id: unknown) => {
    const ref = listWanted().get(`${projectId}/${number}`);
    if (ref !== undefined && !named.tickets.has(ref)) named.tickets.set(ref, String(id));
  };
  await readRows(file, refuse, {
    projects: ({ key, id }) => learnKey(key, id),
    formerKeys: ({ keyFolded, projectId }) => learnKey(keyFolded, projectId),
    tickets: ({ id, projectId, number }) => {
      if (typeof id === 'string' && refs.has(id.toUpperCase())) named.tickets.set(id.toUpperCase(), id);
      takeNumber(projectId, number, id);
    },
    formerNumbers: ({ projectId, number, ticketId }) => takeNumber(projectId, number, ticketId),
    links: ({ kind, reference, ticketId }) => {
      const text = String(reference);
      if (kind === 'commit' && commits.has(text)) linked.commits.set(text, String(ticketId));
      if (kind === 'pull_request' && pullRequests.has(text)) linked.pullRequests.set(text, String(ticketId));
    },
    agentTasks: ({ id, ticketId }) => {
      if (typeof id === 'string' && typeof ticketId === 'string' && tasks.has(id))
        named.tasks.set(id, ticketId);
    },
  });
  return { ...named, ...linked };
}

/** The tickets with these ids, with their links, tasks and moves. */
async function readWorks(file: string, ids: ReadonlySet<string>, refuse: (problem: string) => Error) {
  const works = new Map<string, TicketWork & Required<Pick<Lists, 'links' | 'tasks' | 'moves'>>>();
  if (ids.size === 0) return works;
  const people = new Map<string, string>();
  const keys = new Map<string, string>();
  const tasks = new Map<string, Task>();
  const person = (id: unknown) => people.get(String(id));
  await readRows(file, refuse, {
    people: ({ id, name }) => people.set(String(id), String(name)),
    projects: ({ id, key }) => keys.set(String(id), String(key)),
    tickets: ({ id, projectId, number, title, status, deletedAt, shippedIn }) => {
      if (!ids.has(String(id)) || deletedAt !== undefined) return;
      const project = keys.get(String(projectId));
      works.set(String(id), {
        id: String(id),
        key: project === undefined ? undefined : `${project}-${number}`,
        ...{ title: String(title), status: String(status), links: [], tasks: [], moves: [] },
        shippedIn: textOrNone(shippedIn),
      });
    },
    links: ({ ticketId, kind, repository, reference, state, url }) => {
      works.get(String(ticketId))?.links.push({
        ...{ kind: String(kind), repository: String(repository), reference: String(reference) },
        ...{ state: textOrNone(state), url: textOrNone(url) },
      });
    },
    agentTasks: ({ id, ticketId, title, state, agentId, claimedBy, branch }) => {
      const work = works.get(String(ticketId));
      if (!work) return;
      const task: Task = {
        ...{ id: String(id), title: String(title), state: String(state), branch: textOrNone(branch) },
        agent: person(agentId ?? claimedBy),
        ...{ files: [], artifacts: [], questions: [], reports: [] },
      };
      tasks.set(task.id, task);
      work.tasks.push(task);
    },
    agentTaskActivities: ({ taskId, type, content, createdAt, authorId }) => {
      if (type !== 'question' && type !== 'answer') return;
      tasks.get(String(taskId))?.reports.push({
        ...{ type, content: String(content), createdAt: String(createdAt), author: person(authorId) },
      });
    },
    agentTaskArtifacts: ({ taskId, type, title, url }) => {
      tasks
        .get(String(taskId))
        ?.artifacts.push({ type: String(type), title: String(title), url: textOrNone(url) });
    },
    agentTaskFiles: ({ taskId, path }) => tasks.get(String(taskId))?.files.push(String(path)),
    events: ({ type, ticketId, actorId, occurredAt, data }) => {
      if (type !== 'ticket.status_changed') return;
      const { from, to } =
        (data as { changes?: { status?: { from?: string; to?: string } } }).changes?.status ?? {};
      if (from !== undefined && to !== undefined)
        works.get(String(ticketId))?.moves.unshift({ from, to, by: person(actorId), at: String(occurredAt) });
    },
  });
  for (const task of tasks.values())
    task.questions = pairQuestions(task.reports.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)));
  return works;
}

type Lists = { [Name in 'links' | 'tasks' | 'moves']: NonNullable<TicketWork[Name]> };
type Task = Lists['tasks'][number] & { reports: Parameters<typeof pairQuestions>[0][number][] };

const textOrNone = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Reads the rows of these kinds; refuses an archive that is damaged, cut off, or of another program. */
async function readRows(
  file: string,
  refuse: (problem: string) => Error,
  takes: Record<string, Take>,
): Promise<void> {
  const hashes = new Map<string, string>();
  let manifest: { name: string; sha256: string }[] | undefined;
  let isFirst = true;
  for await (const part of readArchive({ open: () => createReadStream(file) }, refuse)) {
    const [, kind = ''] = /^([a-z][A-Za-z]{0,40})\/\d{6,9}\.jsonl\.gz$/.exec(part.name) ?? [];
    const take = Object.hasOwn(takes, kind) ? takes[kind] : undefined;
    if (isFirst && part.name !== 'docket-archive.json')
      throw refuse(`it begins with ${escapeControls(part.name)}`);
    isFirst = false;
    if (part.name === 'manifest.json') manifest = parseManifest(await part.read(partBytesMax), refuse);
    else if (take)
      takeRows(part.name, await part.read(partBytesMax).then(unpack(part.name, refuse)), take, refuse);
    else for await (const _ of part.stream());
    if (take) hashes.set(part.name, part.sha256());
  }
  if (!manifest) throw refuse('it has no manifest');
  for (const [name, sha256] of hashes)
    if (!manifest.some((part) => part.name === name && part.sha256 === sha256))
      throw refuse(`${name} is damaged`);
}

const unpack = (name: string, refuse: (problem: string) => Error) => (packed: Buffer) =>
  decompress(packed, rowsBytesMax).catch(() => {
    throw refuse(`${name} is damaged`);
  });

function takeRows(name: string, content: Buffer, take: Take, refuse: (problem: string) => Error): void {
  for (const line of content.toString().split('\n')) {
    if (line === '') continue;
    try {
      take(JSON.parse(line) as Row);
    } catch {
      throw refuse(`${name} is damaged`);
    }
  }
}

function parseManifest(content: Buffer, refuse: (problem: string) => Error) {
  try {
    const { format, parts } = JSON.parse(content.toString());
    if (format === 'docket-archive' && Array.isArray(parts))
      return parts as { name: string; sha256: string }[];
  } catch {
    // Falls through to the refusal.
  }
  throw refuse('its manifest is damaged');
}

import { canWorkOnTask, getTask, ticketWork } from '../agent-tasks/index.ts';
import { toIso } from '../platform/instant.ts';
import { listAcceptedNotes, rankNotes } from '../project-memory/index.ts';
import { findWorkflowPolicy } from '../projects/index.ts';
import { searchTickets } from '../search/index.ts';
import {
  canReadTicket,
  getTicket,
  getTicketFor,
  listRelations,
  type TicketDetails,
  ticketKey,
  titleWords,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { joinSections, type Section } from './context-pack.ts';
import { renderPrompt } from './render-prompt.ts';
import { whereReadable } from './where-readable.ts';

type Task = Awaited<ReturnType<typeof getTask>>;
type TicketName = Pick<TicketDetails, 'id' | 'projectKey' | 'number' | 'title' | 'status'>;

/** What an agent needs to know for a task, as one Markdown text of at most `max` characters. */
export async function getContext(scope: Scope, taskId: string, max: number): Promise<string> {
  const task = await getTask(scope, taskId);
  const ticket = task.ticketId === null ? undefined : await findReadable(scope, task.ticketId);
  return joinSections(
    [
      { heading: 'Title', text: `${task.title} (${task.kind})`, isQuoted: true, share: 0.04 },
      { heading: 'Facts', text: describeTask(task), share: 0.03 },
      { heading: 'Instructions', text: task.instructions, share: 0.2 },
      { heading: 'Prompt of the repository', text: await describePrompt(scope, task, ticket), share: 0.2 },
      ...(ticket ? await describeTicketAndOthers(scope, ticket) : []),
      { heading: 'Project memory', text: await describeMemory(scope, task, ticket), share: 0.12 },
      { heading: 'Work on this task so far', text: describeReports(task), isQuoted: true, share: 0.08 },
      { heading: 'Input', text: describeInput(task), isQuoted: true, share: 0.08 },
    ],
    max,
  );
}

const findReadable = (scope: Scope, ref: string) => getTicket(scope, ref).catch(whereReadable);

/** What the repository tells its agents (WORKFLOW.md), for those who may work on the task. Its fields are data already. */
async function describePrompt(scope: Scope, task: Task, ticket: TicketDetails | undefined): Promise<string> {
  const policy =
    task.projectId === null || !canWorkOnTask(scope.actor, task)
      ? undefined
      : await findWorkflowPolicy(scope.db.reads, task.projectId);
  return policy ? renderPrompt(scope, task, policy, ticket) : '';
}

const describeTask = (task: Task) =>
  lines([
    `- Task: ${task.id}`,
    task.projectKey !== null && `- Project: ${task.projectKey}`,
    `- Priority: ${task.priority}`,
    `- Attempt: ${Math.max(task.attempt, 1)} of ${task.maxAttempts}`,
  ]);

async function describeTicketAndOthers(scope: Scope, ticket: TicketDetails): Promise<Section[]> {
  const [decisions, related, similar] = await Promise.all([
    ticketWork.listQuestionsAndAnswers(scope.db.reads, { ticketId: ticket.id }),
    listRelatedTickets(scope, ticket),
    listSimilarClosedTickets(scope, ticket),
  ]);
  const others = await addResults(scope, [...related, ...similar]);
  const describeOthers = (count: TicketName[]) => count.map(({ id }) => others.get(id) ?? '').join('\n');
  return [
    { heading: `Ticket ${name(ticket)}`, text: describeTicket(ticket), isQuoted: true, share: 0.3 },
    {
      heading: 'Decisions',
      text: decisions
        .map(
          ({ type, content, authorName }) =>
            `${type === 'question' ? 'Question' : `Answer of ${authorName ?? 'a person'}`}: ${content}`,
        )
        .join('\n'),
      isQuoted: true,
      share: 0.1,
    },
    {
      heading: 'Parent and blocking tickets',
      text: describeOthers(related),
      isQuoted: true,
      share: 0.05,
    },
    { heading: 'Similar tickets that are done', text: describeOthers(similar), isQuoted: true, share: 0.04 },
  ];
}

const describeTicket = (ticket: TicketDetails) =>
  lines([
    `${ticket.title} (${ticket.type}, ${ticket.status}, ${ticket.priority})`,
    ticket.labels.length > 0 && `Labels: ${ticket.labels.map((label) => label.name).join(', ')}`,
    ticket.dueDate !== null && `Due: ${toIso(ticket.dueDate)}`,
    ...ticket.fieldValues.map((field) => `${field.name}: ${field.text}`),
    ticket.description !== null && `\n${ticket.description}`,
    ticket.checklist.length > 0 && '\nChecklist:',
    ...ticket.checklist.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`),
    ticket.comments.length > 0 && '\nComments, newest first:',
    ...ticket.comments
      .toReversed()
      .map(({ authorName, createdAt, content }) => `${authorName}, ${toIso(createdAt)}: ${content}`),
  ]);

/** The parent, and the tickets that block the ticket, done ones too: their results are what it builds on. */
async function listRelatedTickets(scope: Scope, ticket: TicketDetails): Promise<TicketName[]> {
  const relations = await listRelations(scope, ticket.id);
  const parent =
    ticket.parentId === null
      ? undefined
      : await getTicketFor(scope.db.reads, scope.actor, ticket.parentId, canReadTicket).catch(whereReadable);
  const blockers = relations.flatMap(({ kind, ticket: other }) =>
    kind === 'blocked_by' && other ? [other] : [],
  );
  return [...(parent ? [parent] : []), ...blockers];
}

const similarMax = 5;

/** Closed tickets of the project whose text contains most of the long words of the title, newest first. */
async function listSimilarClosedTickets(scope: Scope, ticket: TicketDetails): Promise<TicketName[]> {
  if (ticket.projectId === null) return [];
  const found = new Map<string, { ticket: TicketName & { updatedAt: number }; words: number }>();
  for (const text of titleWords(ticket.title)) {
    const page = { page: 1, offset: 0, limit: 20 };
    const { rows } = await searchTickets(scope, {
      text,
      projects: [ticket.projectId],
      statuses: ['done'],
      page,
    });
    for (const row of rows)
      if (row.id !== ticket.id)
        found.set(row.id, { ticket: row, words: (found.get(row.id)?.words ?? 0) + 1 });
  }
  return [...found.values()]
    .sort(
      (a, b) =>
        b.words - a.words || b.ticket.updatedAt - a.ticket.updatedAt || (a.ticket.id < b.ticket.id ? -1 : 1),
    )
    .slice(0, similarMax)
    .map(({ ticket: similar }) => similar);
}

/** A line for each ticket with what its completed tasks left. */
async function addResults({ db }: Scope, tickets: TicketName[]): Promise<Map<string, string>> {
  const ticketIds = tickets.map(({ id }) => id);
  if (ticketIds.length === 0) return new Map();
  const [results, artifacts, files] = await Promise.all([
    ticketWork.listResults(db.reads, { ticketIds }),
    ticketWork.listArtifactsOfTickets(db.reads, { ticketIds }),
    ticketWork.listFilesOfTickets(db.reads, { ticketIds }),
  ]);
  return new Map(
    tickets.map((ticket) => [
      ticket.id,
      lines([
        `${name(ticket)} ${ticket.title} (${ticket.status})`,
        ...artifacts
          .filter(({ ticketId }) => ticketId === ticket.id)
          .map((artifact) => `  ${describeArtifact(artifact)}`),
        ...describeFiles(files.flatMap(({ ticketId, path }) => (ticketId === ticket.id ? [path] : []))),
        ...results
          .filter(({ ticketId, result }) => ticketId === ticket.id && result !== null)
          .map(({ result }) => `  result: ${(result as string).slice(0, 1_000)}`),
      ]),
    ]),
  );
}

const filesShown = 30;

const describeFiles = (paths: string[]) =>
  paths.length === 0
    ? []
    : [`  files: ${paths.slice(0, filesShown).join(', ')}${paths.length > filesShown ? ' …' : ''}`];

async function describeMemory({ db }: Scope, task: Task, ticket: TicketDetails | undefined): Promise<string> {
  if (task.projectId === null) return '';
  const notes = await listAcceptedNotes(db.reads, task.projectId);
  const text = `${task.title} ${task.instructions} ${ticket?.description ?? ''}`;
  return rankNotes(notes, text)
    .map((note) => `- ${note.text.replace(/\s+/g, ' ')}`)
    .join('\n');
}

const describeArtifact = ({ type, title, url }: Pick<Task['artifacts'][number], 'type' | 'title' | 'url'>) =>
  `${type.replace('_', ' ')}: ${title}${url ? ` ${url}` : ''}`;

const describeReports = ({ activities, artifacts }: Task) =>
  lines([
    ...artifacts.map(describeArtifact),
    ...activities.slice(-20).map(({ type, content }) => `${type}: ${content}`),
  ]);

const describeInput = ({ input }: Task) => (input === '{}' ? '' : JSON.stringify(JSON.parse(input), null, 1));

const name = (ticket: Pick<TicketName, 'id' | 'projectKey' | 'number'>) =>
  ticketKey(ticket.projectKey, ticket.number) ?? ticket.id;

const lines = (parts: (string | false)[]) => parts.filter((part) => part !== false).join('\n');

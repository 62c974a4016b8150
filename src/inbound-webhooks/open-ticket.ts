import {
  canWriteInProject,
  getAutomation,
  listRepositoryProjects,
  type RepositoryProject,
} from '../projects/index.ts';
import {
  attachLink,
  type CodeThing,
  createTicket,
  listLinkedTickets,
  lockTicketOf,
} from '../tickets/index.ts';
import { type Actor, findUserById, type Scope } from '../users/index.ts';
import type { Issue } from './code-event.ts';
import { lineOf } from './payload.ts';
import {
  authorFields,
  actorOf as codeActorOf,
  keyOfTicket,
  nameOf,
  type ReadingScope,
} from './reading-scope.ts';

const descriptionMax = 100_000;

/** Opens a ticket for the issue where the project wants that; answers its id. */
export async function openTicketFor(
  scope: ReadingScope,
  project: RepositoryProject,
  issue: Issue,
  parts: Pick<Scope, 'db' | 'clock'>,
): Promise<string | undefined> {
  // What the code host shows to few must not become a ticket that many may read.
  if (issue.isConfidential) return undefined;
  if (!(await getAutomation(scope.tx, project.id)).openTickets) return undefined;
  const thing = thingOf(scope, issue);
  // A replay, or a second hook on the repository: the ticket is there.
  for (const ticketId of await listLinkedTickets(scope.tx, thing)) {
    if (await lockTicketOf(scope.tx, [project.id], ticketId)) return ticketId;
  }
  const actor = await reporterOf(scope, project, issue);
  const within: Scope = {
    ...parts,
    actor,
    acceptedVersions: undefined,
    write: (work) => work(scope.tx),
  };
  const ticket = await createTicket(within, {
    title: lineOf(issue.title, 500) || `Issue ${issue.number}`,
    description: describe(scope, issue),
    projectId: project.id,
  });
  const { id: ticketId } = ticket;
  const { now } = scope;
  await attachLink(
    scope.tx,
    codeActorOf(scope, issue.author),
    ticket,
    { ...thing, closes: false, asOf: now },
    now,
  );
  scope.effects.push({ type: 'opened', projectId: project.id, ticketId, ticketKey: keyOfTicket(ticket) });
  return ticketId;
}

const thingOf = (scope: ReadingScope, issue: Issue): CodeThing => ({
  kind: 'issue',
  provider: scope.provider,
  repository: scope.repository.slice(0, 200),
  reference: String(issue.number),
  title: lineOf(issue.title, 500),
  url: issue.url ?? null,
  state: 'open',
  ...authorFields(scope, issue.author),
});

/** The author, if they may make tickets in the project, else its owner. */
async function reporterOf(scope: ReadingScope, project: RepositoryProject, issue: Issue): Promise<Actor> {
  const person = scope.personOf(issue.author);
  const standing =
    person &&
    (await listRepositoryProjects(scope.tx, scope.repository, person.id)).find(({ id }) => id === project.id);
  const author = person && standing ? await actorOf(scope, person.id) : undefined;
  if (author && standing && canWriteInProject(author, standing)) return author;
  return { ...(await actorOf(scope, project.ownerId)), role: 'USER' };
}

async function actorOf({ tx }: ReadingScope, userId: string): Promise<Actor> {
  const user = await findUserById(tx, userId);
  return {
    userId,
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'USER',
    credential: { kind: 'session', id: 'inbound' },
  };
}

/** Says first where it comes from, so that nobody takes a stranger's words for the reporter's. */
function describe({ repository, provider }: ReadingScope, { number, url, body, author }: Issue): string {
  const place = `${repository}#${number}`;
  const name = (nameOf(author) ?? 'somebody').replace(/[^\p{L}\p{N} ._-]/gu, '');
  const origin = `Opened as ${url ? `[${place}](${url})` : place} on ${provider} by ${name}.`;
  // A stranger's @ada must not call Ada: here it would be the reporter who does.
  const text = body.replace(/@(?=[\p{L}\p{N}])/gu, '@\u200b');
  return `${origin}\n\n${text}`.slice(0, descriptionMax).toWellFormed();
}

import { getAutomation, type RepositoryProject } from '../projects/index.ts';
import {
  attachLink,
  type CodeThing,
  createTicket,
  listLinkedTickets,
  lockTicketOf,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import type { Issue } from './code-event.ts';
import { asActor, findWriter } from './find-writer.ts';
import { lineOf } from './payload.ts';
import { actorOf, authorFields, keyOfTicket, nameOf, type ReadingScope } from './reading-scope.ts';

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
  // The author, if they may make tickets in the project, else its owner.
  const actor = (await findWriter(scope, issue.author, project.id)) ?? {
    ...(await asActor(scope, project.ownerId)),
    role: 'USER',
  };
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
    actorOf(scope, issue.author),
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

/** Says first where it comes from, so that nobody takes a stranger's words for the reporter's. */
function describe({ repository, provider }: ReadingScope, { number, url, body, author }: Issue): string {
  const place = `${repository}#${number}`;
  const name = (nameOf(author) ?? 'somebody').replace(/[^\p{L}\p{N} ._-]/gu, '');
  const origin = `Opened as ${url ? `[${place}](${url})` : place} on ${provider} by ${name}.`;
  // A stranger's @ada must not call Ada: here it would be the reporter who does.
  const text = body.replace(/@(?=[\p{L}\p{N}])/gu, '@\u200b');
  return `${origin}\n\n${text}`.slice(0, descriptionMax).toWellFormed();
}

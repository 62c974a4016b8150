import { getAutomation, type RepositoryProject } from '../../projects/index.ts';
import { codeLinks, createTicket } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import type { Issue } from '../code-event.ts';
import { toSingleLine } from '../payload.ts';
import {
  authorName,
  type DeliveryContext,
  formatTicketKey,
  toCodeActor,
  toLink,
} from './delivery-context.ts';
import { findWriter, loadActor } from './find-writer.ts';

const descriptionLengthMax = 100_000;

/** Opens a ticket for the issue if the project has `openTickets` enabled; returns the ticket's id. */
export async function openTicketForIssue(
  context: DeliveryContext,
  project: RepositoryProject,
  issue: Issue,
  dependencies: Pick<Scope, 'db' | 'clock'>,
): Promise<string | undefined> {
  // Every member may read a ticket, but only some people may read a confidential issue.
  if (issue.isConfidential) return undefined;
  if (!(await getAutomation(context.tx, project.id)).openTickets) return undefined;
  const { number, title, url, author } = issue;
  const link = toLink(context, {
    kind: 'issue',
    reference: String(number),
    title,
    url,
    state: 'open',
    author,
  });
  // A replay, or a second hook of the repository, finds the ticket that the first delivery opened.
  for (const ticketId of await codeLinks.listLinkedTickets(context.tx, link)) {
    if (await codeLinks.lockTicketInProjects(context.tx, [project.id], ticketId)) return ticketId;
  }
  // The reporter is the issue's author if that user may write in the project, else the project's owner.
  const actor = (await findWriter(context, author, project.id)) ?? {
    ...(await loadActor(context, project.ownerId)),
    role: 'USER',
  };
  const ticketScope: Scope = {
    ...dependencies,
    actor,
    acceptedVersions: undefined,
    write: (work) => work(context.tx),
  };
  const ticket = await createTicket(
    ticketScope,
    {
      title: toSingleLine(title, 500) || `Issue ${number}`,
      description: describe(context, issue),
      projectId: project.id,
    },
    { isAutomatic: true, isFromOutside: true },
  );
  const { id: ticketId } = ticket;
  const { tx, now, effects } = context;
  await codeLinks.attachLink(
    tx,
    toCodeActor(context, author),
    { ...ticket, labelIds: [] },
    { ...link, closes: false, asOf: now },
    now,
  );
  effects.push({ type: 'opened', projectId: project.id, ticketId, ticketKey: formatTicketKey(ticket) });
  return ticketId;
}

/**
 * Starts with the origin of the text, so that readers do not mistake the words of the issue's author for the
 * reporter's.
 */
function describe({ repository, provider }: DeliveryContext, { number, url, body, author }: Issue): string {
  const reference = `${repository}#${number}`;
  const name = (authorName(author) ?? 'somebody').replace(/[^\p{L}\p{N} ._-]/gu, '');
  const origin = `Opened as ${url ? `[${reference}](${url})` : reference} on ${provider} by ${name}.`;
  // The zero-width space stops @ada in untrusted text from mentioning the user Ada in the reporter's name.
  const text = body.replace(/@(?=[\p{L}\p{N}])/gu, '@\u200b');
  return `${origin}\n\n${text}`.slice(0, descriptionLengthMax).toWellFormed();
}

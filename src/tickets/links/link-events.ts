import type { Static } from 'typebox';
import { type EventType, eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import {
  type Changes,
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
  ticketStatusChanged,
  ticketUpdated,
} from '../ticket-events.ts';
import type { TicketLink } from './link-store.ts';

const text = Type.String();
const ofLink = ticketPayload({
  link: Type.Object({
    kind: text,
    provider: text,
    repository: text,
    reference: text,
    title: text,
    url: Type.Optional(text),
    state: Type.Optional(text),
  }),
});
type Link = Static<typeof ofLink>['link'];

/** "pull request acme/app#7 Fix the rate", "commit 1a2b3c4 Fix the rate", "branch abc-12-rate" */
function describeLink({ kind, repository, reference, title }: Link): string {
  if (kind === 'pull_request') return `pull request ${repository}#${reference} ${title}`;
  if (kind === 'issue') return `issue ${repository}#${reference} ${title}`;
  if (kind === 'commit') return `commit ${reference.slice(0, 7)} ${title}`;
  return `branch ${reference}`;
}

export const ticketLinked = eventType({
  name: 'ticket.linked',
  meaning: 'a commit, branch, pull request or issue was linked to a ticket',
  payload: ofLink,
  activity: ticketActivity('linked'),
  sentence: ({ ticket, link }) => `linked ${describeLink(link)} to ${formatTicket(ticket)}`,
  isPublic: true,
});
export const ticketLinkChanged = eventType({
  name: 'ticket.link_changed',
  meaning: 'a linked branch or pull request was opened, merged, closed or deleted',
  payload: ofLink,
  sentence: ({ ticket, link }) =>
    `${link.state ?? 'changed'}: ${describeLink(link)} of ${formatTicket(ticket)}`,
  isPublic: true,
});

export const linkEvents = [ticketLinked, ticketLinkChanged];

/** The author of something on a code host: a user of Docket, or only a name there. */
export interface CodeActor {
  userId: string | null;
  name: string;
  provider: string;
  /** The agent task because of which Docket itself acts. */
  taskId?: string | undefined;
}

export const recordLinkEvent = (
  tx: Tx,
  actor: CodeActor,
  type: EventType<typeof ofLink>,
  ticket: TicketWithHome,
  { kind, provider, repository, reference, title, url, state }: TicketLink,
  at: number,
) =>
  recordEvent(tx, type, {
    ...ticketEventFields(asEventActor(actor), ticket, at, {
      link: {
        kind,
        provider,
        repository,
        reference,
        title,
        ...(url !== null && { url }),
        ...(state !== null && { state }),
      },
    }),
    actorId: actor.userId,
  });

export async function recordMoveByCode(
  tx: Tx,
  actor: CodeActor,
  ticket: TicketWithHome,
  changes: Changes,
  at: number,
): Promise<void> {
  const { taskId } = actor;
  const fields = ticketEventFields(asEventActor(actor), ticket, at, {
    changes,
    ...(taskId !== undefined && { taskId }),
  });
  for (const type of [ticketUpdated, ticketStatusChanged]) {
    await recordEvent(tx, type, { ...fields, actorId: actor.userId });
  }
}

/** Every payload has a user, so an author without an account gets the name of the code host as user id. */
const asEventActor = ({ userId, name, provider }: CodeActor) => ({
  actor: { userId: userId ?? provider, name },
});

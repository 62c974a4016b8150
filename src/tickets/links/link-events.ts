import type { Static } from 'typebox';
import { type EventType, eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import {
  type Changes,
  ofTicketAnd,
  placeOf,
  sayTicket,
  subjectOf,
  type TicketWithPlace,
  theTicket,
  ticketStatusChanged,
  ticketUpdated,
} from '../ticket-events.ts';
import type { TicketLink } from './link-store.ts';

const text = Type.String();
const ofLink = ofTicketAnd({
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
function sayLink({ kind, repository, reference, title }: Link): string {
  if (kind === 'pull_request') return `pull request ${repository}#${reference} ${title}`;
  if (kind === 'issue') return `issue ${repository}#${reference} ${title}`;
  if (kind === 'commit') return `commit ${reference.slice(0, 7)} ${title}`;
  return `branch ${reference}`;
}

export const ticketLinked = eventType({
  name: 'ticket.linked',
  meaning: 'a commit, branch or pull request that names a ticket, or the issue that opened it, was attached',
  payload: ofLink,
  activity: { feed: 'ticket', action: 'linked', entity: theTicket },
  sentence: ({ ticket, link }) => `linked ${sayLink(link)} to ${sayTicket(ticket)}`,
  isPublic: true,
});
export const ticketLinkChanged = eventType({
  name: 'ticket.link_changed',
  meaning: 'a branch or pull request that is attached to a ticket was opened, merged, closed or deleted',
  payload: ofLink,
  sentence: ({ ticket, link }) => `${link.state ?? 'changed'}: ${sayLink(link)} of ${sayTicket(ticket)}`,
  isPublic: true,
});

export const linkEvents = [ticketLinked, ticketLinkChanged];

/** Who did something on a code host: somebody of Docket, or just a name there. */
export interface CodeActor {
  userId: string | null;
  name: string;
  provider: string;
}

export const recordLinkEvent = (
  tx: Tx,
  actor: CodeActor,
  type: EventType<typeof ofLink>,
  ticket: TicketWithPlace,
  { kind, provider, repository, reference, title, url, state }: TicketLink,
  at: number,
) =>
  recordEvent(tx, type, {
    ...placeOf(asBy(actor), ticket, at),
    actorId: actor.userId,
    data: {
      ...subjectOf(asBy(actor), ticket, false),
      link: {
        kind,
        provider,
        repository,
        reference,
        title,
        ...(url !== null && { url }),
        ...(state !== null && { state }),
      },
    },
  });

export async function recordMoveByCode(
  tx: Tx,
  actor: CodeActor,
  ticket: TicketWithPlace,
  status: Changes[string],
  at: number,
): Promise<void> {
  for (const type of [ticketUpdated, ticketStatusChanged]) {
    await recordEvent(tx, type, {
      ...placeOf(asBy(actor), ticket, at),
      actorId: actor.userId,
      data: { ...subjectOf(asBy(actor), ticket, false), changes: { status } },
    });
  }
}

/** Somebody who is not known here goes by the code host's name, so that an event never lacks its user. */
const asBy = ({ userId, name, provider }: CodeActor) => ({ actor: { userId: userId ?? provider, name } });

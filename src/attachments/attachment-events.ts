import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import {
  ofTicketAnd,
  placeOf,
  sayTicket,
  subjectOf,
  type TicketWithPlace,
  theTicket,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import type { Attachment } from './attachment-store.ts';

const text = Type.String();
const ofAttachment = ofTicketAnd({
  attachment: Type.Object({
    id: text,
    name: text,
    contentType: text,
    size: Type.Number(),
    sha256: text,
    uploaderId: text,
  }),
});

export const attachmentCreated = eventType({
  name: 'attachment.created',
  meaning: 'a file was attached to a ticket',
  payload: ofAttachment,
  activity: { feed: 'ticket', action: 'attached', entity: theTicket },
  sentence: ({ ticket, attachment }) => `attached ${attachment.name} to ${sayTicket(ticket)}`,
  isPublic: true,
});
export const attachmentDeleted = eventType({
  name: 'attachment.deleted',
  meaning: 'a file was removed from a ticket',
  payload: ofAttachment,
  activity: { feed: 'ticket', action: 'detached', entity: theTicket },
  sentence: ({ ticket, attachment }) => `removed ${attachment.name} from ${sayTicket(ticket)}`,
  isPublic: true,
});

export const attachmentEvents = [attachmentCreated, attachmentDeleted];

export const recordAttachmentEvent = (
  tx: Tx,
  scope: Scope,
  type: EventType<typeof ofAttachment>,
  ticket: TicketWithPlace,
  { id, name, contentType, size, sha256, uploaderId }: Attachment,
  at: number,
) =>
  recordEvent(tx, type, {
    ...placeOf(scope, ticket, at),
    data: {
      ...subjectOf(scope, ticket, false),
      attachment: { id, name, contentType, size, sha256, uploaderId },
    },
  });

import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import {
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import type { Attachment } from './attachment-store.ts';

const text = Type.String();
const ofAttachment = ticketPayload({
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
  activity: ticketActivity('attached'),
  sentence: ({ ticket, attachment }) => `attached ${attachment.name} to ${formatTicket(ticket)}`,
  isPublic: true,
});
export const attachmentDeleted = eventType({
  name: 'attachment.deleted',
  meaning: 'a file was removed from a ticket',
  payload: ofAttachment,
  activity: ticketActivity('detached'),
  sentence: ({ ticket, attachment }) => `removed ${attachment.name} from ${formatTicket(ticket)}`,
  isPublic: true,
});

export const attachmentEvents = [attachmentCreated, attachmentDeleted];

export const recordAttachmentEvent = (
  tx: Tx,
  scope: Scope,
  type: EventType<typeof ofAttachment>,
  ticket: TicketWithHome,
  { id, name, contentType, size, sha256, uploaderId }: Attachment,
  at: number,
) =>
  recordEvent(
    tx,
    type,
    ticketEventFields(scope, ticket, at, {
      attachment: { id, name, contentType, size, sha256, uploaderId },
    }),
  );

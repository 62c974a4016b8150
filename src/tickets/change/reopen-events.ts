import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import { formatTicket, type TicketWithHome, ticketEventFields, ticketPayload } from '../ticket-events.ts';
import { docketUserId } from './docket-user.ts';

const text = Type.String();

export interface BrokenCriterion {
  id: string;
  text: string;
}

const ticketReopened = eventType({
  name: 'ticket.reopened',
  meaning: 'a commit broke a criterion of a done ticket, which is open again',
  payload: ticketPayload({
    criterion: Type.Object({ id: text, text }),
    commit: Type.String({ examples: ['1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b'] }),
    commitTitle: Type.Optional(Type.String({ examples: ['Round the rate'] })),
    taskId: text,
    closedBy: Type.Optional(Type.String({ description: 'The id of the person who closed the ticket' })),
  }),
  sentence: ({ ticket, criterion, commit }) =>
    `reopened ${formatTicket(ticket)}: commit ${commit.slice(0, 10)} broke “${criterion.text.slice(0, 80)}”`,
  isPublic: true,
});

export const reopenEvents = [ticketReopened];

export const recordReopened = (
  tx: Tx,
  ticket: TicketWithHome,
  {
    criterion: { id, text: words },
    commit,
    commitTitle,
    taskId,
    closedBy,
  }: {
    criterion: BrokenCriterion;
    commit: string;
    commitTitle?: string | undefined;
    taskId: string;
    closedBy?: string | undefined;
  },
  at: number,
) =>
  recordEvent(tx, ticketReopened, {
    ...ticketEventFields({ actor: { userId: docketUserId, name: 'Docket' } }, ticket, at, {
      criterion: { id, text: words },
      commit,
      ...(commitTitle !== undefined && { commitTitle }),
      taskId,
      ...(closedBy !== undefined && { closedBy }),
    }),
    actorId: null,
  });

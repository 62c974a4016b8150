import { findEvent, type Reaction } from '../events/index.ts';
import { enqueueMail, type MailDrafter } from '../mail/index.ts';
import { findSender } from './channel-store.ts';

/** Queues a mail to the sender of a ticket, if the person who decided wants that. */
export const tellSenders: Reaction = {
  react: async (tx, events) => {
    for (const { id, type, ticketId, data, occurredAt } of events) {
      if (type !== 'ticket.triaged' || ticketId === null || JSON.parse(data).tellSender !== true) continue;
      const sender = await findSender(tx, { ticketId });
      if (!sender?.email) continue;
      const to = { address: sender.email };
      await enqueueMail(tx, { kind: 'triage_answer', subjectId: id, to }, occurredAt);
    }
  },
};

export const draftTriageAnswer: MailDrafter = async (tx, { subjectId }) => {
  const event = await findEvent(tx, { id: subjectId });
  if (!event) return undefined;
  const { ticket, project, outcome, reason } = JSON.parse(event.data) as {
    ticket: { title: string };
    project: { name: string } | null;
    outcome: string;
    reason?: string;
  };
  return {
    subject: `Re: ${ticket.title}`,
    paragraphs: [outcome === 'duplicate' ? knownAlready : notPlanned],
    quote: reason,
    reason: `You receive this because you wrote to ${project?.name ?? 'a team'} with this address.`,
    unsubscribeFrom: null,
  };
};

const knownAlready = 'Thank you for your message. The team knows of this already.';
const notPlanned = 'Thank you for your message. The team has decided not to follow it up.';

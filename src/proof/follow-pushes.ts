import type { Reaction } from '../events/index.ts';
import { codeLinks } from '../tickets/index.ts';
import { moveHead } from './move-head.ts';

interface PushData {
  after?: unknown;
  user?: { name?: unknown } | null;
}

/** The newest commit of a ticket follows the pushes of its agents to leased branches. */
export const followPushes: Reaction = {
  async react(tx, events) {
    for (const { type, ticketId, projectId, actorId, occurredAt, data } of events) {
      if (type !== 'agent_task.pushed' || !ticketId || !projectId) continue;
      const { after, user } = JSON.parse(data) as PushData;
      const ticket = await codeLinks.lockTicketInProjects(tx, [projectId], ticketId);
      if (!ticket || typeof after !== 'string') continue;
      const by = { userId: actorId, name: String(user?.name ?? ''), provider: 'docket' };
      await moveHead(tx, by, ticket, after, occurredAt);
    }
  },
};

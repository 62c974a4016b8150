import type { Reaction } from '../events/index.ts';
import { codeLinks } from '../tickets/index.ts';
import { findHead } from './evidence-store.ts';
import { findCheckEvidence } from './host-check-store.ts';
import { moveHead } from './move-head.ts';
import { showCheck } from './record-host-check.ts';

interface PushData {
  before?: unknown;
  after?: unknown;
  user?: { name?: unknown } | null;
}

/** The newest commit of a ticket follows the pushes of its agents to leased branches. */
export const followPushes: Reaction = {
  async react(tx, events) {
    for (const { type, ticketId, projectId, actorId, occurredAt, data } of events) {
      if (type !== 'agent_task.pushed' || !ticketId || !projectId) continue;
      const { before, after, user } = JSON.parse(data) as PushData;
      const ticket = await codeLinks.lockTicketInProjects(tx, [projectId], ticketId);
      if (!ticket || typeof after !== 'string') continue;
      const by = { userId: actorId, name: String(user?.name ?? ''), provider: 'docket' };
      const move = { before: typeof before === 'string' ? before : undefined, after };
      await moveHead(tx, by, ticket, move, occurredAt);
    }
  },
};

interface CriterionData {
  criterion?: { check?: { type?: unknown; value?: unknown } | null };
}

/** A new or changed criterion that names a check of the code host is decided by the last result of that check. */
export const followCriteria: Reaction = {
  async react(tx, events) {
    for (const { type, ticketId, projectId, occurredAt, data } of events) {
      if ((type !== 'criterion.created' && type !== 'criterion.updated') || !ticketId || !projectId) continue;
      const { check } = (JSON.parse(data) as CriterionData).criterion ?? {};
      if (check?.type !== 'host_check' || typeof check.value !== 'string') continue;
      const found = await findCheckEvidence(tx, ticketId, check.value, await findHead(tx, ticketId));
      const ticket = found && (await codeLinks.lockTicketInProjects(tx, [projectId], ticketId));
      if (ticket)
        await showCheck(
          tx,
          { userId: null, name: found.host, provider: found.host },
          ticket,
          found,
          occurredAt,
        );
    }
  },
};

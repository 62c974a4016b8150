import { recordHostCheck } from '../../proof/index.ts';
import type { CodeEvent } from '../code-event.ts';
import { toSingleLine } from '../payload.ts';
import { type DeliveryContext, formatTicketKey } from './delivery-context.ts';

/** Adds the result of a check as evidence to the tickets of its commit. */
export async function recordCheck(
  context: DeliveryContext,
  { name, passed, conclusion, sha, url, at }: Extract<CodeEvent, { kind: 'check' }>,
): Promise<void> {
  const { tx, now, provider, projects } = context;
  if (sha === undefined) return;
  const check = {
    host: provider,
    name: toSingleLine(name, 200),
    commit: sha,
    passed,
    conclusion: toSingleLine(conclusion, 40),
    url: url ?? null,
    checkedAt: Math.min(at ?? now, now),
  };
  const by = { userId: null, name: provider, provider };
  const projectIds = projects.map(({ id }) => id);
  for (const ticket of await recordHostCheck(tx, by, projectIds, check, now))
    context.effects.push({
      type: 'checked',
      projectId: ticket.projectId as string,
      ticketId: ticket.id,
      ticketKey: formatTicketKey(ticket),
      what: check.name,
    });
}

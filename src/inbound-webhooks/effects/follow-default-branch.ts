import { listProjectKeys } from '../../projects/index.ts';
import { recheckTickets } from '../../proof/index.ts';
import { type CodeEvent, isNullSha, listTouchedFiles } from '../code-event.ts';
import { type DeliveryContext, formatTicketKey, isDefaultBranch, toCodeActor } from './delivery-context.ts';
import { findTicketMentions } from './ticket-mentions.ts';

/** A push to the default branch may break what done tickets have shown. */
export async function followDefaultBranch(
  context: DeliveryContext,
  push: Extract<CodeEvent, { kind: 'push' }>,
): Promise<void> {
  const { branch, before, after, commits } = push;
  const { tx, now, tasksPerHourMax, projects, provider, deliveryId, repository } = context;
  if (branch === undefined || projects.length === 0 || !isDefaultBranch(context, branch)) return;
  const projectIds = projects.map(({ id }) => id);
  const keys = await listProjectKeys(tx, { projectIds });
  const mentions = new Set(
    commits.flatMap(({ message }) => findTicketMentions(message, keys).map(({ key }) => key)),
  );
  const rechecked = await recheckTickets(
    tx,
    toCodeActor(context, context.sender),
    projectIds,
    {
      ...{ repository, branch, after, mentions },
      before: isNullSha(before) ? undefined : before,
      files: listTouchedFiles(push),
      commits: commits.map(({ sha }) => sha.toLowerCase()),
      source: { provider, deliveryId },
    },
    { now, tasksPerHourMax },
  );
  for (const ticket of rechecked)
    context.effects.push({
      type: 'stale',
      projectId: ticket.projectId as string,
      ticketId: ticket.id,
      ticketKey: formatTicketKey(ticket),
      what: after.slice(0, 10),
    });
}

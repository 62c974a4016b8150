import type { Queries } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Actor } from '../../users/index.ts';
import { isOpen, type TicketStatus, ticketKey } from '../ticket.ts';
import { listOpenChildren, type OpenChild } from './child-store.ts';
import { canReadChild } from './progress.ts';

interface Parent {
  id: string;
  status: TicketStatus;
  /** 1 if any ticket, even a deleted one, has it as parent. */
  hasChildren: number;
}

const namedMax = 5;
// If there are more open children, the error says "at least 200".
const countedMax = 200;

/** True if a change of the status closes a ticket that may have open children. */
export const closesParent = (before: Parent, status: TicketStatus | undefined) =>
  before.hasChildren === 1 && status !== undefined && isOpen(before) && !isOpen({ status });

/** Throws a conflict that names the open children of a ticket. Children that the actor may not read are ignored. */
export async function refuseOpenChildren(queries: Queries, actor: Actor, id: string): Promise<void> {
  const rows = await listOpenChildren(queries, { id, userId: actor.userId, limit: countedMax });
  const open = rows.filter((row) => canReadChild(actor, row));
  if (open.length > 0) throw openChildrenConflict(open);
}

/** True if any child is open, even one that the actor may not read. */
export const hasOpenChildren = async (queries: Queries, id: string) =>
  (await listOpenChildren(queries, { id, userId: '', limit: 1 })).length > 0;

function openChildrenConflict(open: OpenChild[]): Refusal {
  const names = open
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, namedMax)
    .map((child) => ticketKey(child.projectKey, child.number) ?? child.id);
  const more = open.length - names.length;
  const count = `${open.length === countedMax ? 'at least ' : ''}${open.length}`;
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const noun = open.length === 1 ? 'child' : 'children';
  return new Refusal(
    'CONFLICT',
    `The ticket has ${count} open ${noun}: ${list}. Close them first, or use force to close it anyway.`,
    { details: { openChildren: names, openChildrenCount: [String(open.length)] } },
  );
}

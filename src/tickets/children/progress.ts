import type { Queries } from '../../platform/db/index.ts';
import type { Actor } from '../../users/index.ts';
import { isOpen, type TicketStatus } from '../ticket.ts';
import { canReadTicket } from '../ticket-access.ts';
import { type ChildAccess, countDescendants, type DescendantCount } from './child-store.ts';

/** Counts of the tickets below a ticket or with a milestone. `total` is the sum of the other counts. */
export interface Progress {
  total: number;
  open: number;
  done: number;
  cancelled: number;
  /** The sums of their estimates. */
  estimate: { total: number; open: number; done: number };
}

export interface TicketProgress {
  /** Counts the direct children. */
  children: Progress;
  /** Counts the tickets of all levels below it. */
  descendants: Progress & { isComplete: boolean };
}

// Counting 5,000 tickets takes about 5 ms, the limit for a read on the main thread.
const descendantsMax = 5_000;

const none: Progress = {
  total: 0,
  open: 0,
  done: 0,
  cancelled: 0,
  estimate: { total: 0, open: 0, done: 0 },
};
export const noProgress: TicketProgress = { children: none, descendants: { ...none, isComplete: true } };

/** Counts the tickets below a ticket that the actor may read, in one statement. */
export async function readProgress(queries: Queries, actor: Actor, id: string): Promise<TicketProgress> {
  const counts = await countDescendants(queries, { id, userId: actor.userId, limit: descendantsMax });
  const isComplete = counts.reduce((sum, { tickets }) => sum + tickets, 0) < descendantsMax;
  const readable = counts.filter((count) => canReadChild(actor, count));
  return {
    children: sumProgress(readable.filter(({ isChild }) => isChild === 1)),
    descendants: { ...sumProgress(readable), isComplete },
  };
}

export const canReadChild = (actor: Actor, { isOwn, ...child }: ChildAccess) =>
  canReadTicket(actor, { ...child, reporterId: isOwn === 1 ? actor.userId : '', assigneeId: null });

/** Sums up tickets counted by status, with estimates in hundredths. */
export function sumProgress(counts: Pick<DescendantCount, 'status' | 'tickets' | 'estimate'>[]): Progress {
  const sumFigure = (figure: 'tickets' | 'estimate', matches: (status: TicketStatus) => boolean) =>
    counts.reduce((sum, count) => (matches(count.status) ? sum + count[figure] : sum), 0);
  const any = () => true;
  const open = (status: TicketStatus) => isOpen({ status });
  const is = (wanted: TicketStatus) => (status: TicketStatus) => status === wanted;
  return {
    total: sumFigure('tickets', any),
    open: sumFigure('tickets', open),
    done: sumFigure('tickets', is('done')),
    cancelled: sumFigure('tickets', is('cancelled')),
    estimate: {
      total: sumFigure('estimate', any) / 100,
      open: sumFigure('estimate', open) / 100,
      done: sumFigure('estimate', is('done')) / 100,
    },
  };
}

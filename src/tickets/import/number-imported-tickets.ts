import type { Tx } from '../../platform/db/index.ts';
import { lockLastNumber, saveLastNumber } from '../../workspaces/index.ts';
import { numberTickets } from '../number-tickets.ts';
import * as store from './imported-ticket-store.ts';

interface Numbered {
  homeId: string;
  projectId: string | null;
  wantedNumber?: number | undefined;
}

/**
 * Like `numberTickets`, but a ticket gets the number that it wants if no ticket of its project has or had it. The
 * others get the numbers after the highest. Tickets that want a number must all be of one project.
 */
export async function numberImportedTickets(tx: Tx, tickets: Numbered[]): Promise<(number | null)[]> {
  const wanted = tickets.flatMap(({ wantedNumber }) => wantedNumber ?? []);
  const [first] = tickets;
  if (wanted.length === 0 || !first?.projectId) return numberTickets(tx, tickets);
  const { projectId } = first;
  // The lock keeps other new tickets of the project from taking one of the numbers.
  const last = await lockLastNumber(tx, projectId);
  const taken = new Set(await store.listTakenNumbers(tx, projectId, wanted));
  const kept = tickets.map(({ wantedNumber }) => {
    if (wantedNumber === undefined || taken.has(wantedNumber)) return undefined;
    taken.add(wantedNumber);
    return wantedNumber;
  });
  let next = Math.max(last, ...kept.map((number) => number ?? 0));
  const numbers = kept.map((number) => number ?? ++next);
  await saveLastNumber(tx, { id: projectId, lastNumber: next, count: tickets.length });
  return numbers;
}

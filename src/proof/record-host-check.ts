import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { type CriterionActor, codeLinks, listCriteria } from '../tickets/index.ts';
import { type HostCheck, hostCheckLimits, parseHostCheck } from './host-check.ts';
import * as store from './host-check-store.ts';
import { storeEvidence, type TicketOfEvidence } from './store-evidence.ts';

/**
 * Stores the result of a check that a code host ran, and adds it as evidence to the tickets of the projects whose newest
 * commit was checked, or which are linked to that commit. A newer result of the same check replaces the older one.
 * Returns the tickets. A result that is known changes nothing.
 */
export async function recordHostCheck(
  tx: Tx,
  by: CriterionActor,
  projectIds: readonly string[],
  given: HostCheck,
  now: number,
): Promise<TicketOfEvidence[]> {
  const check = parseHostCheck(given);
  if (!check) return [];
  await lockCommit(tx, check.commit);
  const fresh: string[] = [];
  for (const projectId of projectIds)
    if (await store.upsertCommitCheck(tx, check, projectId, now)) fresh.push(projectId);
  if (fresh.length === 0) return [];
  const linked = (await codeLinks.findLinkedTickets(tx, [`commit:${check.commit}`])).values();
  const found = new Set([...(await store.listTicketsAtHead(tx, check.commit)), ...[...linked].flat()]);
  const tickets: TicketOfEvidence[] = [];
  // Each transaction locks tickets in the same order.
  for (const id of [...found].sort().slice(0, hostCheckLimits.ticketsOfCommit)) {
    const ticket = await codeLinks.lockTicketInProjects(tx, fresh, id);
    if (!ticket) continue;
    await showCheck(tx, by, ticket, check, now);
    await store.deleteOldestChecks(tx, ticket.id);
    tickets.push(ticket);
  }
  return tickets;
}

/** Adds the results that arrived before their commit became the newest of the locked ticket. */
export async function showChecksOfHead(
  tx: Tx,
  by: CriterionActor,
  ticket: TicketOfEvidence,
  head: string,
  now: number,
): Promise<void> {
  if (ticket.projectId === null) return;
  await lockCommit(tx, head);
  for (const check of await store.listCommitChecks(tx, ticket.projectId, head))
    await showCheck(tx, by, ticket, check, now);
}

/** Adds the result as evidence, for each criterion that names the check. */
export async function showCheck(
  tx: Tx,
  by: CriterionActor,
  ticket: TicketOfEvidence,
  check: HostCheck,
  now: number,
): Promise<void> {
  const { host, name, commit, passed, conclusion, url } = check;
  const place = { ticketId: ticket.id, host, name, commit };
  const criteria = ticket.criteriaProgress === null ? [] : await listCriteria(tx, { ticketId: ticket.id });
  const named = criteria.filter(
    ({ checkType, checkValue }) => checkType === 'host_check' && checkValue === name,
  );
  const decided = await store.listDecidedCriteria(tx, place);
  await store.deleteCheckEvidence(tx, place);
  for (const criterionId of named.length === 0 ? [null] : named.map(({ id }) => id))
    await storeEvidence(tx, by, ticket, {
      evidence: {
        id: newId(now),
        ...{ ticketId: ticket.id, criterionId, taskId: null, authorId: null, exitCode: null, tests: null },
        ...{ kind: 'host_check', host, commit, passed, url, checkName: name, conclusion, createdAt: now },
        summary: `${name}: ${conclusion}`,
      },
      files: [],
      reporter: 'host',
      replacesDeciding: criterionId !== null && decided.includes(criterionId),
      now,
    });
}

/**
 * A check and the push of its commit may be processed at the same moment: each would miss what the other has not
 * committed yet.
 */
const lockCommit = (tx: Tx, commit: string) => tx.advisoryLock(`commit ${commit.slice(0, 12)}`);

const checksKeptMs = 30 * dayMs;

export async function sweepCommitChecks(db: Database, now: number): Promise<void> {
  let pruned = 1;
  while (pruned > 0) pruned = await db.transaction((tx) => store.pruneCommitChecks(tx, now - checksKeptMs));
}

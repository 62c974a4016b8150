import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BuiltEvent, recordEvents } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { type FieldMessages, invalid, Refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { assertFresh } from '../../platform/versions.ts';
import type { Scope } from '../../users/index.ts';
import { changeLocked, type LockedTicket } from '../change-ticket.ts';
import { draftTicket, insertDrafts, type TicketDraft } from '../create-ticket.ts';
import { permitted } from '../get-ticket.ts';
import { listLabelsOfTickets } from '../labels/label-store.ts';
import { canEditTicket } from '../ticket-access.ts';
import type { NewTicket, TicketChanges } from '../ticket-input.ts';
import { listTicketRowsById, type TicketItem } from '../ticket-list-store.ts';
import { newLookups, type TicketLookups } from '../ticket-lookups.ts';
import { lockRelations, lockTickets } from '../ticket-store.ts';

/** One entry of the list, in the caller's order. What the wire already found wrong comes along, to be said with the rest. */
export type BulkEntry =
  | { kind: 'create'; input: NewTicket }
  | { kind: 'update'; ref: string; version: number | undefined; input: TicketChanges }
  | { kind: 'wrong'; problem: Refusal };

export const bulkEntriesMax = 500;

// On SQLite the statements run on the main thread; in between others get their answers.
const entriesPerTurn = 25;

/**
 * All or nothing, in one transaction: first the updates, then the creations, each in the order of the list. Every entry
 * is tried, so that every broken one is named.
 */
export async function bulkTickets(
  scope: Scope,
  entries: BulkEntry[],
): Promise<{ rows: TicketItem[]; created: number }> {
  return scope.write(async (tx) => {
    const look = newLookups(tx, scope.actor);
    const problems = newProblems();
    const ids: string[] = new Array(entries.length);
    const happened = await update(tx, scope, look, entries, ids, problems);
    const drafts = await draft(scope, look, entries, ids, problems);
    problems.refuseAny();
    happened.push(...(await insertDrafts(tx, scope, look, drafts)));
    await recordEvents(tx, happened);
    return { rows: await listTicketRowsById(tx, ids), created: drafts.length };
  });
}

async function update(
  tx: Tx,
  scope: Scope,
  look: TicketLookups,
  entries: BulkEntry[],
  ids: string[],
  problems: Problems,
): Promise<BuiltEvent[]> {
  const locked = await lockAll(tx, scope, entries);
  const firstPlace = new Map<string, number>();
  const happened: BuiltEvent[] = [];
  for (const [place, entry] of entries.entries()) {
    if (entry.kind !== 'update') continue;
    if (place % entriesPerTurn === 0) await nextTurn();
    await problems.collect(place, async () => {
      const { before, labelsBefore } = locked.get(entry.ref) ?? {};
      const ticket = permitted(before, scope.actor, canEditTicket);
      const twin = firstPlace.get(ticket.id);
      if (twin !== undefined) throw invalid({ id: [`The ticket stands in the list twice, also at ${twin}`] });
      firstPlace.set(ticket.id, place);
      ids[place] = ticket.id;
      assertFresh(entry.version === undefined ? undefined : [entry.version], ticket.version);
      const target = { before: ticket, labelsBefore: labelsBefore ?? [] };
      happened.push(...(await changeLocked(tx, scope, look, target, entry.input)));
    });
  }
  return happened;
}

/** All at once and in one order for everybody, or two lists would wait for each other. */
async function lockAll(tx: Tx, scope: Scope, entries: BulkEntry[]): Promise<Map<string, LockedTicket>> {
  const refs = entries.flatMap((entry) => (entry.kind === 'update' ? [entry.ref] : []));
  if (refs.length === 0) return new Map();
  if (entries.some((entry) => entry.kind === 'update' && entry.input.parentId)) await lockRelations(tx);
  const rows = await lockTickets(tx, refs, scope.actor.userId);
  const labelled = [...rows.values()].filter(({ labelCount }) => labelCount > 0).map(({ id }) => id);
  const labels = new Map<string, string[]>();
  for (const { ticketId, id } of labelled.length > 0 ? await listLabelsOfTickets(tx, labelled) : []) {
    labels.set(ticketId, [...(labels.get(ticketId) ?? []), id]);
  }
  return new Map(
    [...rows].map(([ref, before]) => [ref, { before, labelsBefore: labels.get(before.id) ?? [] }]),
  );
}

async function draft(
  scope: Scope,
  look: TicketLookups,
  entries: BulkEntry[],
  ids: string[],
  problems: Problems,
): Promise<TicketDraft[]> {
  const drafts: TicketDraft[] = [];
  // All are created at the same moment, and where that decides the order, ids do.
  const newIds = entries.map(() => newId(scope.clock.now())).sort();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'update') continue;
    await problems.collect(place, async () => {
      if (entry.kind === 'wrong') throw entry.problem;
      const made = await draftTicket(scope, look, entry.input, newIds[place]);
      ids[place] = made.id;
      drafts.push(made);
    });
  }
  return drafts;
}

type Problems = ReturnType<typeof newProblems>;

/** Refusals by the place of the entry, to be said together. */
function newProblems() {
  const found: { place: number; refusal: Refusal }[] = [];
  return {
    collect: async (place: number, attempt: () => Promise<void>) => {
      try {
        await attempt();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        found.push({ place, refusal: error });
      }
    },
    refuseAny: () => {
      if (found.length > 0) throw combined(found.sort((a, b) => a.place - b.place));
    },
  };
}

/** One wrong input makes it a wrong request; else what is forbidden goes before what is stale. */
function combined(found: { place: number; refusal: Refusal }[]): Refusal {
  const details: FieldMessages = {};
  for (const { place, refusal } of found) {
    for (const [field, messages] of Object.entries(fieldsOf(refusal))) {
      details[field === '' ? `tickets.${place}` : `tickets.${place}.${field}`] = messages;
    }
  }
  const firstOf = (code: string) => found.find(({ refusal }) => refusal.code === code)?.refusal;
  const forbidden = firstOf('FORBIDDEN');
  const stale = firstOf('PRECONDITION_FAILED');
  const isWrong = found.some(({ refusal: { code } }) => code !== forbidden?.code && code !== stale?.code);
  const said = isWrong ? undefined : (forbidden ?? stale);
  return said ? new Refusal(said.code, said.message, { details }) : invalid(details);
}

function fieldsOf({ code, message, details }: Refusal): FieldMessages {
  if (details) return details;
  if (code === 'NOT_FOUND') return { id: [message] };
  if (code === 'PRECONDITION_FAILED') return { version: [message] };
  return { '': [message] };
}

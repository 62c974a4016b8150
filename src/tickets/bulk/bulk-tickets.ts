import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BuiltEvent, recordEvents } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { type FieldMessages, invalid, Refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { assertFresh } from '../../platform/versions.ts';
import type { Scope } from '../../users/index.ts';
import { changeLockedTicket } from '../change/change-ticket.ts';
import { closesParent, refuseOpenChildren } from '../children/open-children.ts';
import { draftTicket, insertDrafts, type TicketDraft } from '../create-ticket.ts';
import { assertPermitted } from '../get-ticket.ts';
import { listTicketRowsById, type TicketItem } from '../lists/ticket-list-store.ts';
import { canEditTicket } from '../ticket-access.ts';
import type { Changes } from '../ticket-events.ts';
import type { NewTicket, TicketChanges } from '../ticket-input.ts';
import { newLookups, type TicketLookups } from '../ticket-lookups.ts';
import { type LockedTicketRow, lockRelations, lockTickets } from '../ticket-store.ts';

/** One entry of the list. An entry that failed validation keeps its error, so that the answer lists it with the others. */
export type BulkEntry =
  | { kind: 'create'; input: NewTicket }
  | { kind: 'update'; ref: string; version: number | undefined; input: TicketChanges }
  | { kind: 'wrong'; problem: Refusal };

/** The previous values of the changed fields; null for a created ticket. Sent back as changes, they undo the change. */
export type FormerValues = Record<string, unknown> | null;

export const bulkEntriesMax = 500;

// On SQLite the statements run on the main thread. After this many entries the event loop handles other requests.
const entriesPerTurn = 25;

/**
 * Applies all entries or none, in one transaction: first the updates, then the creations, each in the order of the
 * list. Every entry is tried, so that the error lists all invalid ones.
 */
export async function bulkTickets(
  scope: Scope,
  entries: BulkEntry[],
): Promise<{ rows: TicketItem[]; former: FormerValues[]; created: number }> {
  return scope.write(async (tx) => {
    if (entries.length > entriesPerTurn) tx.expectManyStatements();
    const lookups = newLookups(tx, scope.actor);
    const problems = newProblems();
    const ids: string[] = new Array(entries.length);
    const former: FormerValues[] = entries.map(() => null);
    const events = await update(tx, scope, lookups, entries, ids, former, problems);
    const drafts = await draft(scope, lookups, entries, ids, problems);
    problems.refuseAny();
    events.push(...(await insertDrafts(tx, scope, lookups, drafts)).events);
    await recordEvents(tx, events);
    return { rows: await listTicketRowsById(tx, ids), former, created: drafts.length };
  });
}

async function update(
  tx: Tx,
  scope: Scope,
  lookups: TicketLookups,
  entries: BulkEntry[],
  ids: string[],
  former: FormerValues[],
  problems: Problems,
): Promise<BuiltEvent[]> {
  const locked = await lockAll(tx, scope, entries);
  const firstIndex = new Map<string, number>();
  const events: BuiltEvent[] = [];
  const closedParents = new Map<number, string>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'update') continue;
    if (index % entriesPerTurn === 0) await nextTurn();
    await problems.collect(index, async () => {
      const ticket = assertPermitted(locked.get(entry.ref), scope.actor, canEditTicket);
      const otherIndex = firstIndex.get(ticket.id);
      if (otherIndex !== undefined)
        throw invalid({ id: [`The list contains this ticket twice; see also entry ${otherIndex}`] });
      firstIndex.set(ticket.id, index);
      ids[index] = ticket.id;
      assertFresh(entry.version === undefined ? undefined : [entry.version], ticket.version);
      const { input } = entry;
      const target = { before: ticket, checksChildrenLater: true } as const;
      const changed = await changeLockedTicket(tx, scope, lookups, target, input);
      if (!input.force && closesParent(ticket, changed.after.status)) closedParents.set(index, ticket.id);
      former[index] = formerValues(changed.changes);
      events.push(...changed.events);
    });
  }
  // After all changes, because a list may close a parent before its children.
  for (const [index, id] of closedParents)
    await problems.collect(index, () => refuseOpenChildren(tx, scope.actor, id));
  return events;
}

/** The previous values of the changed fields, in the form of the API. */
function formerValues(changes: Changes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from ?? null]));
}

/** Locks all tickets first, and all callers in the same order, so that two bulk changes cannot deadlock. */
async function lockAll(tx: Tx, scope: Scope, entries: BulkEntry[]): Promise<Map<string, LockedTicketRow>> {
  const refs = entries.flatMap((entry) => (entry.kind === 'update' ? [entry.ref] : []));
  if (refs.length === 0) return new Map();
  if (entries.some((entry) => entry.kind === 'update' && entry.input.parentId)) await lockRelations(tx);
  return lockTickets(tx, refs, scope.actor);
}

async function draft(
  scope: Scope,
  lookups: TicketLookups,
  entries: BulkEntry[],
  ids: string[],
  problems: Problems,
): Promise<TicketDraft[]> {
  const drafts: TicketDraft[] = [];
  // All have the same creation time, and lists break that tie by id, so ascending ids keep the order of the entries.
  const newIds = entries.map(() => newId(scope.clock.now())).sort();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'update') continue;
    await problems.collect(index, async () => {
      if (entry.kind === 'wrong') throw entry.problem;
      const made = await draftTicket(scope, lookups, entry.input, { id: newIds[index] });
      ids[index] = made.id;
      drafts.push(made);
    });
  }
  return drafts;
}

type Problems = ReturnType<typeof newProblems>;

/** Collects the refusals of entries by their index. */
function newProblems() {
  const found: { index: number; refusal: Refusal }[] = [];
  return {
    collect: async (index: number, attempt: () => Promise<void>) => {
      try {
        await attempt();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        found.push({ index, refusal: error });
      }
    },
    refuseAny: () => {
      if (found.length > 0) throw combined(found.sort((a, b) => a.index - b.index));
    },
  };
}

/** Combines the refusals. Validation errors take precedence, then forbidden, then stale versions, then conflicts. */
function combined(found: { index: number; refusal: Refusal }[]): Refusal {
  const details: FieldMessages = {};
  for (const { index, refusal } of found) {
    for (const [field, messages] of Object.entries(fieldMessages(refusal))) {
      details[field === '' ? `tickets.${index}` : `tickets.${index}.${field}`] = messages;
    }
  }
  const firstWithCode = (code: string) => found.find(({ refusal }) => refusal.code === code)?.refusal;
  const forbidden = firstWithCode('FORBIDDEN');
  const stale = firstWithCode('PRECONDITION_FAILED');
  const conflicting = firstWithCode('CONFLICT');
  const others = [forbidden, stale, conflicting].map((refusal) => refusal?.code);
  const isWrong = found.some(({ refusal: { code } }) => !others.includes(code));
  const refusal = isWrong ? undefined : (forbidden ?? stale ?? conflicting);
  const missing = found.flatMap(({ index, refusal: { missing: its = [] } }) =>
    its.map((one) => ({ ...one, entry: index })),
  );
  return refusal
    ? new Refusal(refusal.code, refusal.message, { details, ...(missing.length > 0 && { missing }) })
    : invalid(details);
}

function fieldMessages({ code, message, details }: Refusal): FieldMessages {
  if (code === 'CONFLICT') return { '': [message], ...details };
  if (details) return details;
  if (code === 'NOT_FOUND') return { id: [message] };
  if (code === 'PRECONDITION_FAILED') return { version: [message] };
  return { '': [message] };
}

import type { Core } from '../core.ts';
import { shownOf } from '../make-changes.ts';
import { type Entry, type EntryOf, type TextBase, type TicketChange, ticketsOf } from '../pending.ts';
import type { Conflict, Refused, TicketPatch, TicketWithDetails } from '../types.ts';
import { rowOfTicket } from './rows-of-answers.ts';
import { type Answer, SignedOut } from './transport.ts';

/** What happens to an entry after its answer. */
export type Outcome =
  | Exclude<Answer, { kind: 'refused' }>
  /** `only` has the positions of the refused changes in a bulk request; without it all are refused. */
  | { kind: 'refused'; refusal: Refused; only?: ReadonlySet<number> }
  /** A changed entry is sent again. */
  | { kind: 'again'; entry: Entry; conflicts?: ConflictingText[]; ticket?: TicketWithDetails };

export interface ConflictingText {
  field: Conflict['field'];
  mine: string;
  theirs: string;
  /** What both began with, if it is known. */
  base: string | undefined;
  version: number;
}

const repeatsMax = 4;

/** Reconsiders a refusal: it may mean that an earlier attempt succeeded, or that the change can be made another way. */
export async function reconsider(core: Core, entry: Entry, refusal: Refused): Promise<Outcome> {
  const refused: Outcome = { kind: 'refused', refusal };
  const { status } = refusal;
  try {
    if (entry.kind === 'delete' && status === 404) return { kind: 'deleted', wasGone: true };
    if (entry.kind === 'create' && status === 409) {
      const { rows } = await core.transport.byRef([entry.row.id]);
      if (rows.length > 0) return { kind: 'rows', rows };
      // The first attempt may still be running.
      return entry.attempts < repeatsMax ? { kind: 'unreached', retryAfterMs: 1_000 } : refused;
    }
    // The id is taken by the comment itself.
    if (entry.kind === 'comment' && status === 409 && entry.attempts > 1) return { kind: 'commented' };
    if (entry.kind !== 'change') return refused;
    const [change] = entry.changes;
    if (entry.changes.length > 1) return { ...refused, only: refusedPositions(refusal) };
    if (status !== 412 || !change?.base) return refused;
    return rebase(entry, change, change.base, await core.transport.getTicket(change.ticketId));
  } catch (error) {
    return { kind: error instanceof SignedOut ? 'signed-out' : 'unreached' };
  }
}

/** The positions in details such as `tickets.3.title`. */
function refusedPositions({ details = {} }: Refused): ReadonlySet<number> {
  const numbers = Object.keys(details).map((name) => Number(/^tickets\.(\d+)(?:\.|$)/.exec(name)?.[1] ?? -1));
  return new Set(numbers.filter((number) => number >= 0));
}

/**
 * The ticket changed after the text was read. If the text itself is unchanged, the change is sent again with the new
 * version; otherwise both texts are kept and the person decides.
 */
function rebase(
  entry: EntryOf<'change'>,
  change: TicketChange,
  base: TextBase,
  ticket: TicketWithDetails,
): Outcome {
  const patch: TicketPatch = { ...change.patch };
  const conflicts: ConflictingText[] = [];
  const { version } = ticket;
  for (const field of ['title', 'description'] as const) {
    if (patch[field] === undefined) continue;
    const [mine, theirs] = [patch[field] ?? '', ticket[field] ?? ''];
    if (base[field] !== undefined && theirs === base[field]) continue;
    delete patch[field];
    // If the texts are equal, an earlier attempt arrived or both wrote the same.
    if (mine !== theirs) conflicts.push({ field, mine, theirs, base: base[field], version });
  }
  const isText = patch.title !== undefined || patch.description !== undefined;
  const { base: _, ...others } = change;
  const next: TicketChange = {
    ...others,
    patch,
    shown: shownOf(patch),
    ...(isText && { base: { ...base, version } }),
  };
  if (Object.keys(patch).length === 0 && conflicts.length === 0) {
    return { kind: 'rows', rows: [rowOfTicket(ticket)], ticket };
  }
  return { kind: 'again', entry: { ...entry, changes: [next] }, conflicts, ticket };
}

/** Removes what was refused, and with a ticket that was not created all entries that concern it. */
export function withoutRefused(
  entries: readonly Entry[],
  refused: Entry,
  only: ReadonlySet<number> | undefined,
  newId: () => string,
): Entry[] {
  if (refused.kind === 'change' && only && only.size > 0 && only.size < refused.changes.length) {
    const changes = refused.changes.filter((_, index) => !only.has(index));
    // A changed body needs a new idempotency key.
    const rest: Entry = { ...refused, changes, id: newId(), attempts: 0 };
    return entries.map((entry) => (entry.id === refused.id ? rest : entry));
  }
  const uncreated = refused.kind === 'create' ? new Set(ticketsOf(refused)) : undefined;
  return entries.filter(
    (entry) => entry.id !== refused.id && !(uncreated && ticketsOf(entry).every((id) => uncreated.has(id))),
  );
}

import type { Queries, Tx } from '../../platform/db/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Scope, scopeWithin } from '../../users/index.ts';
import { getTicketFor, lockTicketFor } from '../get-ticket.ts';
import { nextUpdate } from '../ticket.ts';
import { canEditTicket, canReadTicket } from '../ticket-access.ts';
import { recordTicketChange, ticketUpdated } from '../ticket-events.ts';
import { newLookups } from '../ticket-lookups.ts';
import type { LockedTicketRow } from '../ticket-store.ts';
import { filterReaders } from '../watchers/watchers.ts';
import { type ChecklistEntry, type ChecklistItem, checklistLimits } from './checklist.ts';
import * as store from './checklist-store.ts';

/** An absent field stays as it is. */
export interface ItemChanges {
  text?: string | undefined;
  done?: boolean | undefined;
  /** An id, an e-mail address or `me`; null for nobody. */
  assigneeId?: string | null | undefined;
  /** Its place among the items, from 0. A number beyond the end means the end. */
  position?: number | undefined;
}

export async function getChecklist({ db, actor }: Scope, ref: string): Promise<ChecklistEntry[]> {
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  return ticket.checklistTotal > 0 ? store.listChecklist(db.reads, ticket.id) : [];
}

export async function addItem(
  scope: Scope,
  ref: string,
  { text, done, assigneeId, position }: ItemChanges & { text: string },
): Promise<ChecklistEntry> {
  return scope.write(async (tx) => {
    const { ticket, items } = await lockChecklist(tx, scope, ref);
    if (items.length >= checklistLimits.items)
      throw conflict(
        `A checklist has at most ${checklistLimits.items} items: delete some, or create a ticket for them`,
      );
    const at = nextUpdate(ticket, scope.clock.now());
    const added: ChecklistItem = {
      id: newId(at),
      ticketId: ticket.id,
      position: Math.min(position ?? items.length, items.length),
      text,
      done: done ?? false,
      assigneeId: assigneeId ? await resolveReader(tx, scope, ticket.id, assigneeId) : null,
      createdAt: at,
      updatedAt: at,
    };
    if (added.position < items.length)
      await store.shiftChecklistItems(tx, {
        ticketId: ticket.id,
        from: added.position,
        to: items.length,
        by: 1,
      });
    await store.insertChecklistItems(tx, [added]);
    return (await record(tx, scope, ticket, null, added, at)) as ChecklistEntry;
  });
}

export async function changeItem(
  scope: Scope,
  ref: string,
  itemId: string,
  { text, done, assigneeId, position }: ItemChanges,
): Promise<ChecklistEntry> {
  return scope.write(async (tx) => {
    const { ticket, items } = await lockChecklist(tx, scope, ref);
    const before = findItem(items, itemId);
    const after: ChecklistItem = {
      ...before,
      text: text ?? before.text,
      done: done ?? before.done,
      position: Math.min(position ?? before.position, items.length - 1),
    };
    if (assigneeId !== undefined)
      after.assigneeId = assigneeId ? await resolveReader(tx, scope, ticket.id, assigneeId) : null;
    if (!(['text', 'done', 'position', 'assigneeId'] as const).some((name) => before[name] !== after[name]))
      return before;
    const at = nextUpdate(ticket, scope.clock.now());
    await makeRoom(tx, before, after.position);
    await store.updateChecklistItem(tx, { ...after, updatedAt: at });
    return (await record(tx, scope, ticket, before, after, at)) as ChecklistEntry;
  });
}

export async function deleteItem(scope: Scope, ref: string, itemId: string): Promise<string> {
  return scope.write(async (tx) => {
    const { ticket, items } = await lockChecklist(tx, scope, ref);
    const before = findItem(items, itemId);
    const at = nextUpdate(ticket, scope.clock.now());
    await store.deleteChecklistItem(tx, { id: itemId });
    await store.shiftChecklistItems(tx, {
      ticketId: ticket.id,
      from: before.position + 1,
      to: items.length,
      by: -1,
    });
    await record(tx, scope, ticket, before, null, at);
    return itemId;
  });
}

/** Makes the checklist exactly these items. One with the same text keeps its id and its assignee. */
export async function setChecklist(
  scope: Scope,
  ref: string,
  wanted: readonly { text: string; done: boolean }[],
): Promise<void> {
  await scope.write(async (tx) => {
    const { ticket, items } = await lockChecklist(tx, scope, ref);
    const within = scopeWithin(tx, scope);
    const rest = [...items];
    const matched = wanted.map(({ text }) => {
      const at = rest.findIndex((item) => item.text === text);
      return at < 0 ? undefined : rest.splice(at, 1)[0];
    });
    for (const { id } of rest) await deleteItem(within, ticket.id, id);
    for (const [position, { text, done }] of wanted.entries()) {
      const item = matched[position];
      if (item) await changeItem(within, ticket.id, item.id, { done, position });
      else await addItem(within, ticket.id, { text, done, position });
    }
    return null;
  });
}

/** Changes of one checklist run one after the other, so that positions have no gaps and the counts are right. */
async function lockChecklist(tx: Tx, { actor }: Scope, ref: string) {
  const ticket = await lockTicketFor(tx, actor, ref, canEditTicket);
  return { ticket, items: await store.listChecklist(tx, ticket.id) };
}

function findItem(items: ChecklistEntry[], id: string): ChecklistEntry {
  const item = items.find((entry) => entry.id === id);
  if (!item) throw notFound('Checklist item');
  return item;
}

/** Being assigned to an item does not give access to the ticket, so only people with access can be assigned. */
async function resolveReader(queries: Queries, { actor }: Scope, ticketId: string, ref: string) {
  const id = await newLookups(queries, actor).activePerson(ref);
  const [reader] = id ? await filterReaders(queries, ticketId, [id]) : [];
  if (!reader) throw invalid({ assigneeId: ['Assignee must be an active user who may read the ticket'] });
  return reader;
}

/** Shifts the items between the old and the new place of an item by one. */
async function makeRoom(tx: Tx, { ticketId, position: from }: ChecklistItem, to: number): Promise<void> {
  if (to > from) await store.shiftChecklistItems(tx, { ticketId, from: from + 1, to: to + 1, by: -1 });
  if (to < from) await store.shiftChecklistItems(tx, { ticketId, from: to, to: from, by: 1 });
}

/** Returns the present item, if it still exists. */
async function record(
  tx: Tx,
  scope: Scope,
  ticket: LockedTicketRow,
  before: ChecklistItem | null,
  after: ChecklistItem | null,
  at: number,
): Promise<ChecklistEntry | undefined> {
  const items = await store.listChecklist(tx, ticket.id);
  await store.updateTotal(tx, { ticketId: ticket.id, total: items.length, updatedAt: at });
  const changes = { checklist: { from: before && describe(before), to: after && describe(after) } };
  await recordTicketChange(tx, scope, ticketUpdated, { ...ticket, updatedAt: at }, changes, at);
  return items.find(({ id }) => id === after?.id);
}

const describe = ({ id, text, done, position, assigneeId }: ChecklistItem) => ({
  id,
  text,
  done,
  position,
  assigneeId,
});

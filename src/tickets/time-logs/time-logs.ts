import { readsForPage, type Tx } from '../../platform/db/index.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { getTicketFor, lockTicketFor } from '../get-ticket.ts';
import { nextUpdate } from '../ticket.ts';
import {
  canDeleteComment,
  canEditComment,
  canEditTicket,
  canReadTicket,
  type TicketAccessContext,
} from '../ticket-access.ts';
import type { TimeLogWithUser } from './time-log.ts';
import { recordTimeLogEvent, timeLogCreated, timeLogDeleted, timeLogUpdated } from './time-log-events.ts';
import * as store from './time-log-store.ts';

/** An absent field stays as it is, null clears it. */
export interface TimeLogInput {
  minutes?: number | undefined;
  description?: string | null | undefined;
  spentAt?: number | undefined;
}

export async function listTimeLogs(scope: Scope, ref: string, page: Page) {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  return store.listTimeLogs(
    readsForPage(scope.db, page),
    { ticketId: ticket.id },
    page,
    () => ticket.timeLogCount,
  );
}

export async function logTime(scope: Scope, ref: string, input: TimeLogInput & { minutes: number }) {
  return scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    const now = scope.clock.now();
    const at = nextUpdate(ticket, now);
    const log = {
      id: newId(now),
      ticketId: ticket.id,
      userId: scope.actor.userId,
      minutes: input.minutes,
      description: input.description || null,
      spentAt: input.spentAt ?? now,
      createdAt: now,
      updatedAt: now,
    };
    await store.insertTimeLog(tx, log);
    await store.changeTimeLogCount(tx, { ticketId: ticket.id, change: 1, updatedAt: at });
    const after = { ...ticket, timeLogCount: ticket.timeLogCount + 1, updatedAt: at };
    await recordTimeLogEvent(tx, scope, timeLogCreated, after, log, at);
    return (await store.findTimeLog(tx, { ticketId: ticket.id, id: log.id })) as TimeLogWithUser;
  });
}

export async function changeTimeLog(scope: Scope, ref: string, id: string, input: TimeLogInput) {
  return scope.write(async (tx) => {
    const { ticket, log } = await lockTimeLog(tx, scope, ref, id, canEditComment);
    const { minutes = log.minutes, spentAt = log.spentAt } = input;
    const description = input.description === undefined ? log.description : input.description || null;
    if (minutes === log.minutes && spentAt === log.spentAt && description === log.description) return log;
    const at = nextUpdate(ticket, scope.clock.now());
    const after = { ...log, minutes, description, spentAt, updatedAt: at };
    await store.updateTimeLogRow(tx, after);
    await store.changeTimeLogCount(tx, { ticketId: ticket.id, change: 0, updatedAt: at });
    await recordTimeLogEvent(tx, scope, timeLogUpdated, { ...ticket, updatedAt: at }, after, at);
    return after;
  });
}

export async function deleteTimeLog(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const { ticket, log } = await lockTimeLog(tx, scope, ref, id, canDeleteComment);
    const at = nextUpdate(ticket, scope.clock.now());
    await store.deleteTimeLogRow(tx, { id });
    await store.changeTimeLogCount(tx, { ticketId: ticket.id, change: -1, updatedAt: at });
    const after = { ...ticket, timeLogCount: ticket.timeLogCount - 1, updatedAt: at };
    await recordTimeLogEvent(tx, scope, timeLogDeleted, after, log, at);
    return id;
  });
}

/** For authorizeFirst: throws if the entry does not exist or the actor may not edit it. */
export async function assertMayEditTimeLog(scope: Scope, ref: string, id: string): Promise<void> {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  const log = await store.findTimeLog(scope.db.reads, { ticketId: ticket.id, id });
  if (!log) throw notFound('Time log');
  if (!canEditComment(scope.actor, ticket, log.userId)) throw forbidden('ticket');
}

async function lockTimeLog(
  tx: Tx,
  { actor }: Scope,
  ref: string,
  id: string,
  may: (actor: Scope['actor'], ticket: TicketAccessContext, userId: string) => boolean,
) {
  const ticket = await lockTicketFor(tx, actor, ref, canReadTicket);
  const log = await store.findTimeLog(tx, { ticketId: ticket.id, id });
  if (!log) throw notFound('Time log');
  if (!may(actor, ticket, log.userId)) throw forbidden('ticket');
  return { ticket, log };
}

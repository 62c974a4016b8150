import { newId } from '../platform/ids.ts';
import type { Scope } from '../users/index.ts';
import { readTicketDetails } from './get-ticket.ts';
import { changeTicketCount, takeTicketNumber } from './home-store.ts';
import { attachLabels } from './label-store.ts';
import {
  completionAfter,
  type Ticket,
  type TicketPriority,
  type TicketStage,
  type TicketStatus,
  type TicketType,
} from './ticket.ts';
import { recordTicketEvent, ticketAssigned, ticketCreated } from './ticket-events.ts';
import { assertReferences, chooseHome, noteAssignee, resolveTicketId } from './ticket-references.ts';
import { insertTicket } from './ticket-store.ts';

export interface NewTicket {
  title: string;
  description?: string | null | undefined;
  type?: TicketType | null | undefined;
  status?: TicketStatus | null | undefined;
  priority?: TicketPriority | null | undefined;
  stage?: TicketStage | null | undefined;
  projectId?: string | null | undefined;
  workspaceId?: string | null | undefined;
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
  parentId?: string | null | undefined;
  dueDate?: number | null | undefined;
  labelIds?: string[] | null | undefined;
}

export async function createTicket(scope: Scope, input: NewTicket) {
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const id = newId(now);
    const home = await chooseHome(tx, scope.actor, input.projectId, input.workspaceId);
    const labelIds = [...new Set(input.labelIds ?? [])];
    const assigneeId = input.assigneeId === 'me' ? scope.actor.userId : input.assigneeId || null;
    const parentId = (await resolveTicketId(tx, scope.actor, input.parentId)) || null;
    await assertReferences(tx, scope, id, home, { ...input, parentId, assigneeId, labelIds });

    const status = input.status ?? 'backlog';
    const ticket: Ticket = {
      id,
      homeId: home.homeId,
      projectId: home.projectId,
      number: null,
      title: input.title,
      description: input.description || null,
      type: input.type ?? 'TASK',
      status,
      priority: input.priority ?? 'medium',
      stage: input.stage ?? 'PLANNING',
      assigneeId,
      reporterId: scope.actor.userId,
      groupId: input.groupId || null,
      parentId,
      dueDate: input.dueDate ?? null,
      completedAt: completionAfter({ status: 'backlog', completedAt: null }, status, now),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await noteAssignee(tx, home.homeId, assigneeId);
    // The counter is a row that every new ticket of the project waits for, so nothing slow may follow it.
    if (home.projectId) ticket.number = await takeTicketNumber(tx, home.homeId);
    else await changeTicketCount(tx, home.homeId, 1);
    await insertTicket(tx, ticket, labelIds.length);
    await attachLabels(tx, id, labelIds);
    await recordTicketEvent(tx, scope, ticketCreated, { ...ticket, ...home }, now);
    if (assigneeId) await recordTicketEvent(tx, scope, ticketAssigned, { ...ticket, ...home }, now);
    return readTicketDetails(tx, scope.actor, id);
  });
}

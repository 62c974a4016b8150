import { importEvents } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { changeTicketCount } from '../../workspaces/index.ts';
import { insertTitleWords } from '../duplicates/title-word-store.ts';
import { toFieldKeys } from '../own-fields/field-keys.ts';
import { insertFieldKeys } from '../own-fields/field-value-store.ts';
import { type FieldValues, type OwnField, parseFieldValues } from '../own-fields/own-field.ts';
import { listFieldsOf } from '../own-fields/own-field-store.ts';
import type { Ticket } from '../ticket.ts';
import { pastCreationFields, ticketCreated } from '../ticket-events.ts';
import { insertCountChanges } from '../ticket-insert-store.ts';
import { lockTickets } from '../ticket-store.ts';
import { isOwnStatus, parseWorkflow } from '../workflow/workflow.ts';
import { lockWorkflow } from '../workflow/workflow-store.ts';

/** A row of `tickets` that the import of an archive has inserted. */
export interface RestoredTicket
  extends Pick<
    Ticket,
    | 'id'
    | 'homeId'
    | 'title'
    | 'status'
    | 'priority'
    | 'type'
    | 'assigneeId'
    | 'createdAt'
    | 'completedAt'
    | 'dueDate'
  > {
  isDeleted: boolean;
  /** JSON. */
  fieldValues: string | null;
}

/** Reads which own statuses the project has for a status: it may have kept its own workflow. */
export async function readOwnStatuses(tx: Tx, projectId: string) {
  const own = parseWorkflow(await lockWorkflow(tx, { projectId })).statuses.filter(isOwnStatus);
  return (id: unknown, status: unknown) => own.some((other) => other.id === id && other.status === status);
}

/** Adds what derives from inserted tickets: counts, title words, and values of custom fields for filters. */
export async function completeRestoredTickets(
  tx: Tx,
  projectId: string,
  tickets: RestoredTicket[],
): Promise<void> {
  const present = tickets.filter(({ isDeleted }) => !isDeleted);
  await insertCountChanges(tx, present);
  await insertTitleWords(tx, present);
  // `numberImportedTickets` has counted all of them.
  if (present.length < tickets.length)
    await changeTicketCount(tx, { id: projectId, change: present.length - tickets.length });
  const fields = new Map((await listFieldsOf(tx, projectId)).map((field) => [field.id, field]));
  await insertFieldKeys(
    tx,
    tickets.flatMap(({ id, fieldValues }) => restoredKeys(id, parseFieldValues(fieldValues), fields)),
  );
}

const restoredKeys = (ticketId: string, values: FieldValues, fields: Map<string, Pick<OwnField, 'type'>>) =>
  Object.entries(values).flatMap(([fieldId, value]) => {
    const field = fields.get(fieldId);
    return field ? toFieldKeys(field, value).map((key) => ({ ...key, ticketId, fieldId })) : [];
  });

/** Records the creation of tickets without any history, because search and history follow events. */
export async function recordMissingCreations(
  tx: Tx,
  ids: string[],
  userId: string,
  makeId: (atMs: number) => string,
): Promise<void> {
  const tickets = [...(await lockTickets(tx, ids, { userId })).values()];
  await importEvents(
    tx,
    ticketCreated,
    tickets.map((ticket) => {
      const by = { actor: { userId: ticket.reporterId, name: ticket.reporterName } };
      return { id: makeId(ticket.createdAt), ...pastCreationFields(by, ticket, ticket.createdAt) };
    }),
  );
}

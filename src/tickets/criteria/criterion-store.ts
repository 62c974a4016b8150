import { defineInsert, type Insert, type Queries, sql, statement } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Criterion, CriterionState } from './criterion.ts';

const columns = `c.id, c.ticket_id as "ticketId", c.position, c.text, c.check_type as "checkType",
    c.check_value as "checkValue", c.is_runnable as "isRunnable", c.state, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

export const listCriterionRows = sql.list<{ ticketId: string }, Criterion>(`
  select ${columns}
  from ticket_criteria c where c.ticket_id = :ticketId order by c.position, c.id`);

export const listCriteriaOfTickets = sql.list<{ ticketIds: string[] }, Criterion>(`
  select ${columns}
  from ticket_criteria c where c.ticket_id in :ticketIds[] order by c.ticket_id, c.position, c.id`);

export const insertCriteria: Insert<Criterion> = defineInsert(
  'ticket_criteria',
  'id ticketId position text checkType checkValue isRunnable state createdAt updatedAt',
  { text_folded: ({ text }) => foldCase(text) },
);

type ChangedCriterion = Pick<
  Criterion,
  'id' | 'text' | 'checkType' | 'checkValue' | 'isRunnable' | 'state' | 'updatedAt'
>;
const update = statement<ChangedCriterion & { textFolded: string }>(`
  update ticket_criteria set text = :text, text_folded = :textFolded, check_type = :checkType, check_value = :checkValue,
    is_runnable = :isRunnable, state = :state, updated_at = :updatedAt
  where id = :id`);
export const updateCriterion = (
  tx: Queries,
  { id, text, checkType, checkValue, isRunnable, state, updatedAt }: ChangedCriterion,
) =>
  tx.run(update, {
    ...{ id, text, checkType, checkValue, isRunnable, state, updatedAt },
    textFolded: foldCase(text),
  });

export const updateCriterionState = sql.run<{ id: string; state: CriterionState; updatedAt: number }>(
  'update ticket_criteria set state = :state, updated_at = :updatedAt where id = :id',
);

export const updateCriterionPosition = sql.run<{ id: string; position: number }>(
  'update ticket_criteria set position = :position where id = :id',
);

export const deleteCriterionRow = sql.run<{ id: string }>('delete from ticket_criteria where id = :id');

/** Does not change the version of the ticket: evidence must not make a concurrent edit fail with If-Match. */
export const updateProgress = sql.run<{ ticketId: string; progress: string | null; updatedAt: number }>(
  'update tickets set criteria_progress = :progress, updated_at = :updatedAt where id = :ticketId',
);

export interface TicketToRecheck {
  id: string;
  completedAt: number | null;
}
/** The done tickets of a project with a command that runners may run and that has passed, those closed last first. */
export const listTicketsToRecheck = sql.list<{ projectId: string; limit: number }, TicketToRecheck>(`
  select t.id, t.completed_at as "completedAt" from tickets t
  where t.project_id = :projectId and t.status = 'done' and t.deleted_at is null and t.id in (
    select c.ticket_id from ticket_criteria c where c.is_runnable = 1 and c.state in ('shown', 'stale'))
  order by t.completed_at desc, t.id desc limit :limit`);

import { type Queries, statement } from '../../platform/db/index.ts';
import type { ImportProduct } from '../products.ts';

/** How many tickets of an import have a field, by its name in the report. */
type Written = Record<
  | 'descriptions'
  | 'dates of completion'
  | 'estimates'
  | 'due dates'
  | 'assignees'
  | 'labels'
  | 'cycles and milestones'
  | 'checklists'
  | 'parents'
  | 'comments',
  number
>;

const written = statement<{ projectId: string; product: string; importId: string }, Written>(`
  select count(t.description) as descriptions, count(t.completed_at) as "dates of completion",
    count(t.estimate_hundredths) as estimates, count(t.due_date) as "due dates", count(t.assignee_id) as assignees,
    count(case when t.label_count > 0 then 1 end) as labels,
    count(coalesce(t.group_id, t.milestone_id)) as "cycles and milestones",
    count(case when t.checklist_total > 0 then 1 end) as checklists, count(t.parent_id) as parents,
    count(case when t.comment_count > 0 then 1 end) as comments
  from ticket_origins o join tickets t on t.id = o.ticket_id
  where o.project_id = :projectId and o.product = :product and o.import_id = :importId`);

export async function countWritten(
  queries: Queries,
  ids: { projectId: string; product: ImportProduct; importId: string },
): Promise<Map<string, number>> {
  const found = (await queries.find(written, ids)) as Written;
  return new Map(Object.entries(found).map(([what, count]) => [what, Number(count)]));
}

import { type Queries, statement } from '../../platform/db/index.ts';
import type { WrittenFields } from '../fidelity-report.ts';
import type { ImportProduct } from '../products.ts';

/** The fields of a written ticket, by their names in the report: 1 if the ticket has the field. */
interface WrittenRow {
  sourceId: string;
  descriptions: number;
  'dates of completion': number;
  estimates: number;
  'due dates': number;
  assignees: number;
  labels: number;
  'cycles and milestones': number;
  checklists: number;
  parents: number;
  comments: number;
  'original keys': number;
}

const ticketsPerStep = 1_000;

const written = statement<
  { projectId: string; product: string; importId: string; after: string; limit: number },
  WrittenRow
>(`
  select o.source_id as "sourceId",
    case when t.description is null then 0 else 1 end as descriptions,
    case when t.completed_at is null then 0 else 1 end as "dates of completion",
    case when t.estimate_hundredths is null then 0 else 1 end as estimates,
    case when t.due_date is null then 0 else 1 end as "due dates",
    case when t.assignee_id is null then 0 else 1 end as assignees,
    case when t.label_count > 0 then 1 else 0 end as labels,
    case when coalesce(t.group_id, t.milestone_id) is null then 0 else 1 end as "cycles and milestones",
    case when t.checklist_total > 0 then 1 else 0 end as checklists,
    case when t.parent_id is null then 0 else 1 end as parents,
    case when t.comment_count > 0 then 1 else 0 end as comments,
    case when o.key_folded is null then 0 else 1 end as "original keys"
  from ticket_origins o join tickets t on t.id = o.ticket_id
  where o.project_id = :projectId and o.product = :product and o.import_id = :importId and o.source_id > :after
  order by o.source_id limit :limit`);
/** Yields the tickets that an import wrote and the fields that each has. `beforeStep` is called before each read. */
export async function* listWritten(
  queries: Queries,
  ids: { projectId: string; product: ImportProduct; importId: string },
  beforeStep: () => Promise<void>,
): AsyncGenerator<{ sourceId: string; has: WrittenFields }> {
  for (let after = ''; ; ) {
    await beforeStep();
    const rows = await queries.list(written, { ...ids, after, limit: ticketsPerStep });
    for (const { sourceId, ...fields } of rows)
      yield {
        sourceId,
        has: Object.fromEntries(Object.entries(fields).map(([what, has]) => [what, Number(has) === 1])),
      };
    if (rows.length < ticketsPerStep) return;
    after = rows.at(-1)?.sourceId as string;
  }
}

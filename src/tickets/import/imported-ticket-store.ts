import { dynamicStatement, sql, statement, type Tx } from '../../platform/db/index.ts';

const numbersPerQuery = 100;
const names = Array.from({ length: numbersPerQuery }, (_, index) => `n${index}`);

/** Lists those of the numbers that a ticket of the project has or had. */
export async function listTakenNumbers(tx: Tx, projectId: string, numbers: number[]): Promise<number[]> {
  const found: number[] = [];
  for (let start = 0; start < numbers.length; start += numbersPerQuery) {
    const step = numbers.slice(start, start + numbersPerQuery);
    // The last number is repeated, so that one statement serves any count of numbers.
    const params = Object.fromEntries(names.map((name, index) => [name, step[index] ?? step.at(-1)]));
    const range = { from: Math.min(...step), to: Math.max(...step) };
    const rows = await tx.list(takenNumbers(), { projectId, ...range, ...params });
    found.push(...rows.map(({ number }) => number));
  }
  return found;
}

function takenNumbers() {
  const list = names.map((name) => `cast(:${name} as integer)`).join();
  // With the list alone, PostgreSQL would compare it with every number of a project whose rows it has not counted yet.
  const isOne = `project_id = :projectId and number between cast(:from as integer) and cast(:to as integer)
      and number in (${list})`;
  return dynamicStatement<object, { number: number }>(`
    select number from tickets where ${isOne}
    union all
    select number from ticket_former_numbers where ${isOne}`);
}

export const listTicketsWithoutParent = sql.listValues<{ ids: string[] }, { id: string }>(
  'select id from tickets where id in :ids[] and parent_id is null',
);
// A repeated step of an import must not count as a change, nor undo what a person has chosen meanwhile.
export const setParent = sql.run<{ id: string; parentId: string }>(`
  update tickets set parent_id = :parentId, updated_at = updated_at + 1 where id = :id and parent_id is null`);

export const recountTicketRows = sql.run<{ ids: string[] }>(`
  update tickets set
    comment_count = (select count(*) from comments c where c.ticket_id = tickets.id),
    time_log_count = (select count(*) from time_logs l where l.ticket_id = tickets.id),
    label_count = (select count(*) from ticket_labels l where l.ticket_id = tickets.id),
    label_ids = (select string_agg(l.label_id, ',' order by l.label_id) from ticket_labels l where l.ticket_id = tickets.id),
    reaction_count = (select count(*) from emoji_reactions r where r.ticket_id = tickets.id and r.comment_id is null),
    checklist_total = (select count(*) from checklist_items i where i.ticket_id = tickets.id),
    criteria_progress = (
      select case when count(*) > 0
        then cast(sum(case when c.state = 'shown' then 1 else 0 end) as text) || '/' || cast(count(*) as text) end
      from ticket_criteria c where c.ticket_id = tickets.id)
  where id in :ids[]`);

// A comment may be imported before the first one of its thread, so that one's ticket is known only now.
const leaveForeignThreads = statement<{ ids: string[] }>(`
  update comments set parent_id = null where parent_id in :ids[]
    and exists (select 1 from comments p where p.id = comments.parent_id and p.ticket_id <> comments.ticket_id)`);
const recountComments = statement<{ ids: string[] }>(`
  update comments set
    mention_count = (select count(*) from comment_mentions m where m.comment_id = comments.id),
    reaction_count = (select count(*) from emoji_reactions r where r.comment_id = comments.id),
    reply_count = (select count(*) from comments r where r.parent_id = comments.id)
  where id in :ids[]`);
export async function recountCommentRows(tx: Tx, ids: string[]): Promise<void> {
  await tx.run(leaveForeignThreads, { ids });
  await tx.run(recountComments, { ids });
}

/** For an archive, whose tickets keep their dates. */
export const setParentRow = sql.run<{ id: string; parentId: string }>(
  'update tickets set parent_id = :parentId where id = :id and parent_id is null',
);

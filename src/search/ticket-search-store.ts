import { dynamicStatement, type Queries } from '../platform/db/index.ts';
import { type Homes, scopeCondition, scopeParams, searchCondition, searchParams } from '../tickets/index.ts';

export interface Hit {
  id: string;
  total: number;
}

/** The full key first, then hits in the title, then the rest, newer first. */
export function searchTicketIds(
  queries: Queries,
  homes: Homes,
  {
    words,
    text,
    statuses,
    limit,
  }: { words: string[]; text: string; statuses?: string[] | undefined; limit: number },
): Promise<Hit[]> {
  const inTitle = words.map((_, i) => `t.title_folded like :word${i} escape '!'`).join(' and ');
  const conditions = [
    't.deleted_at is null',
    scopeCondition(homes),
    ...(statuses ? ['t.status in :statuses[]'] : []),
    ...words.map((_, i) => searchCondition(i)),
  ];
  const shape = dynamicStatement<object, Hit>(`
    select t.id, count(*) over () as total from tickets t left join projects p on p.id = t.project_id
    where ${conditions.join(' and ')}
    order by case when lower(p.key) || '-' || t.number = :text then 0 when ${inTitle} then 1 else 2 end,
      t.updated_at desc, t.id desc
    limit :limit`);
  return queries.list(shape, {
    ...scopeParams(homes),
    ...searchParams(words),
    ...(statuses && { statuses }),
    text,
    limit,
  });
}

import {
  byNumber,
  byText,
  dynamicPagedList,
  listPage,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import type { LinkState } from './repository-trust.ts';

/** The link of a project to a repository, with what an administrator decided about it. */
export interface RepositoryLink {
  id: string;
  name: string;
  state: LinkState;
  projectId: string;
  projectKey: string;
  projectName: string;
  workspaceId: string;
  /** 0: unknown, linked by an earlier version. */
  linkedAt: number;
  linkedById: string | null;
  linkedByName: string | null;
  decidedAt: number | null;
  decidedById: string | null;
  decidedByName: string | null;
}

const columns = `r.id, r.name, r.state, p.id as "projectId", p.key as "projectKey", p.name as "projectName",
  p.workspace_id as "workspaceId", r.linked_at as "linkedAt", l.id as "linkedById", l.name as "linkedByName",
  r.decided_at as "decidedAt", d.id as "decidedById", d.name as "decidedByName"`;
const tables = 'project_repositories r join projects p on p.id = r.project_id';
const people = 'left join users l on l.id = r.linked_by left join users d on d.id = r.decided_by';

export const findLink = sql.find<{ id: string }, RepositoryLink>(
  `select ${columns} from ${tables} ${people} where r.id = :id and p.status <> 'deleted'`,
);

const lockById = statement<{ id: string }, { id: string }>(
  'select id from project_repositories where id = :id for update',
);
export async function lockLink(tx: Tx, id: string): Promise<RepositoryLink | undefined> {
  return (await tx.find(lockById, { id })) ? findLink(tx, { id }) : undefined;
}

export const decideLink = sql.run<{ id: string; state: LinkState; now: number; by: string | null }>(`
  update project_repositories set state = :state, decided_at = :now, decided_by = :by where id = :id`);

export const listRepositoryLinks = sql.list<{ projectId: string }, RepositoryLink>(
  `select ${columns} from ${tables} ${people} where r.project_id = :projectId order by r.name_folded`,
);

const allLinks = statement<{ state: LinkState | null }, RepositoryLink>(`
  select ${columns} from ${tables} ${people}
  where p.status <> 'deleted' and r.state = coalesce(:state, r.state)
  order by p.key, r.name_folded`);
export const listAllLinks = (queries: Queries, state: LinkState | undefined) =>
  queries.list(allLinks, { state: state ?? null });

export const countWaitingLinks = sql.count<object, { total: number }>(`
  select count(*) as total from ${tables} where r.state = 'waiting' and p.status <> 'deleted'`);

/** Newest first. */
export function listLinkRows(
  queries: Queries,
  { state, projectId }: { state?: LinkState | undefined; projectId?: string | undefined },
  page: Page,
) {
  const list = dynamicPagedList<object, RepositoryLink>({
    columns,
    from: tables,
    joins: people,
    where: [
      "p.status <> 'deleted'",
      ...(state === undefined ? [] : ['r.state = :state']),
      ...(projectId === undefined ? [] : ['r.project_id = :projectId']),
    ].join(' and '),
    sort: [
      byNumber('r.linked_at', 'desc', ({ linkedAt }) => linkedAt),
      byText('r.id', 'desc', ({ id }) => id),
    ],
  });
  const params = { ...(state !== undefined && { state }), ...(projectId !== undefined && { projectId }) };
  return listPage(queries, list, params, page);
}

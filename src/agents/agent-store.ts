import { byCreation, listPage, pagedList, type Queries, statement } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';

/** A user account for software, owned by a person. */
export interface Agent {
  id: string;
  name: string;
  email: string;
  image: string | null;
  active: number;
  ownerId: string;
  ownerName: string;
  ownerEmail: string;
  ownerImage: string | null;
  createdAt: number;
  updatedAt: number;
}

const columns = `a.id, a.name, a.email, a.image, a.active, o.id as "ownerId", o.name as "ownerName",
  o.email as "ownerEmail", o.image as "ownerImage", a.created_at as "createdAt", a.updated_at as "updatedAt"`;
const from = 'from users a join users o on o.id = a.agent_owner_id';
const ownedOrAll = pagedList<{ ownerId: string; all: number }, Agent>({
  columns,
  from: 'users a',
  joins: 'join users o on o.id = a.agent_owner_id',
  where: 'a.agent_owner_id is not null and (a.agent_owner_id = :ownerId or :all = 1)',
  sort: byCreation('a.created_at', 'a.id', 'desc'),
});

/** The agents of one owner, or all, newest first. */
export const listAgentRows = (queries: Queries, ownerId: string, all: boolean, page: Page) =>
  listPage(queries, ownedOrAll, { ownerId, all: Number(all) }, page);

const findAgentSql = statement<{ id: string }, Agent>(`select ${columns} ${from} where a.id = :id`);
export const findAgent = (queries: Queries, id: string) => queries.find(findAgentSql, { id });

const lockAgentSql = statement<{ id: string }, Agent>(
  `select ${columns} ${from} where a.id = :id for update of a`,
);
export const lockAgent = (tx: Queries, id: string) => tx.find(lockAgentSql, { id });

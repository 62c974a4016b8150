import {
  byText,
  dynamicPagedList,
  escapeLike,
  listPage,
  type Queries,
  sql,
} from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';
import type { InstanceRole } from '../../users/index.ts';

/** The account of a person as administrators see it. */
export interface PersonAccount {
  id: string;
  name: string;
  nameFolded: string;
  email: string;
  image: string | null;
  role: InstanceRole;
  active: number;
  emailVerified: number;
  /**
   * Whether somebody proved that they own the address. Without mail, addresses count as verified but are not proved.
   */
  emailProven: number;
  hasSecondFactor: number;
  createdAt: number;
  updatedAt: number;
  /** When a session of the account was last extended, which happens at most once a day. */
  sessionAt: number | null;
  keyUsedAt: number | null;
  actedAt: number | null;
}

export interface AccountFilter {
  query?: string | undefined;
  role?: InstanceRole | undefined;
  active?: boolean | undefined;
}

const columns = `u.id, u.name, u.name_folded as "nameFolded", u.email, u.image, u.role, u.active, u.email_verified as "emailVerified", u.email_proven as "emailProven", u.created_at as "createdAt",
  u.updated_at as "updatedAt",
  (select count(*) from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
  (select max(s.refreshed_at) from sessions s where s.user_id = u.id) as "sessionAt",
  (select max(k.last_used_at) from api_keys k where k.user_id = u.id) as "keyUsedAt",
  (select e.occurred_at from events e where e.actor_id = u.id order by e.seq desc limit 1) as "actedAt"`;

export const findAccount = sql.find<{ id: string }, PersonAccount>(
  `select ${columns} from users u where u.id = :id and u.agent_owner_id is null`,
);

export const hasOtherAdmin = sql.exists<{ id: string }, { id: string }>(`
  select id from users where role = 'ADMIN' and active = 1 and agent_owner_id is null and id <> :id limit 1`);

const wordsMax = 10;

/** People by name. Each word of the query occurs in the name or the e-mail address. */
export function listAccountRows(queries: Queries, { query, role, active }: AccountFilter, page: Page) {
  const words = foldCase(query ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, wordsMax);
  const list = dynamicPagedList<object, PersonAccount>({
    columns,
    from: 'users u',
    where: [
      'u.agent_owner_id is null',
      ...(role === undefined ? [] : ['u.role = :role']),
      ...(active === undefined ? [] : ['u.active = :active']),
      ...words.map(
        (_, index) =>
          `(u.name_folded like :word${index} escape '!' or u.email_folded like :word${index} escape '!')`,
      ),
    ].join(' and '),
    sort: [
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ],
  });
  const params = {
    ...(role !== undefined && { role }),
    ...(active !== undefined && { active: Number(active) }),
    ...Object.fromEntries(words.map((word, index) => [`word${index}`, `%${escapeLike(word)}%`])),
  };
  return listPage(queries, list, params, page);
}

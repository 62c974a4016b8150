import { type Queries, sql, statement, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import { claimFact, findFact } from '../platform/instance-facts.ts';
import type { InstanceRole, User } from './user.ts';

const columns = `id, name, first_name as "firstName", last_name as "lastName", email, image, role, active, email_verified as "emailVerified",
  email_proven as "emailProven",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Serialises changes that a person makes to their own account, so that each reads the result of the one before. */
export const lockUser = (tx: Tx, userId: string) => tx.advisoryLock(`person ${userId}`);

const profile = statement<User & { nameFolded: string }>(`
  update users set name = :name, name_folded = :nameFolded, first_name = :firstName, last_name = :lastName, image = :image,
    updated_at = :updatedAt
  where id = :id`);
export const updateProfileRow = (tx: Queries, user: User) =>
  tx.run(profile, { ...user, nameFolded: foldCase(user.name) });

const insertUserSql = statement<
  Pick<User, 'id' | 'name' | 'email' | 'role' | 'createdAt'> & { nameFolded: string; emailFolded: string },
  never
>(`
  insert into users (id, name, name_folded, email, email_folded, role, created_at, updated_at)
  values (:id, :name, :nameFolded, :email, :emailFolded, :role, :createdAt, :createdAt)`);
export const insertUser = (tx: Queries, user: Pick<User, 'id' | 'name' | 'email' | 'role' | 'createdAt'>) =>
  tx.run(insertUserSql, { ...user, nameFolded: foldCase(user.name), emailFolded: foldCase(user.email) });

export const findUserById = sql.find<{ id: string }, User>(`select ${columns} from users where id = :id`);

const byEmail = statement<{ email: string }, User>(
  `select ${columns} from users where email_folded = :email`,
);
export const findUserByEmail = (queries: Queries, email: string) =>
  queries.find(byEmail, { email: foldCase(email) });

export const listOwnedAgents = sql.list<{ ownerId: string }, { id: string; name: string }>(
  'select id, name from users where agent_owner_id = :ownerId',
);

export const listUsers = sql.list<object, User>(`select ${columns} from users order by created_at, id`);

export const updateUserRole = sql.run<{ id: string; role: InstanceRole; now: number }>(
  'update users set role = :role, updated_at = :now where id = :id',
);

const setActive = statement<{ id: string; active: number; now: number }>(
  'update users set active = :active, updated_at = :now where id = :id',
);
export const updateUserActive = (tx: Queries, id: string, active: boolean, now: number) =>
  tx.run(setActive, { id, active: Number(active), now });

const setEmailVerified = statement<{ id: string; verified: number; now: number }>(
  'update users set email_verified = :verified, email_proven = :verified, updated_at = :now where id = :id',
);
/** Sets verified and proved together: the address was proved by a link, a provider or an administrator. */
export const updateEmailVerified = (tx: Queries, id: string, verified: boolean, now: number) =>
  tx.run(setEmailVerified, { id, verified: Number(verified), now });

/** Returns true for exactly one account of an instance, also when several are created concurrently. */
export const claimFirstAccount = (tx: Queries, userId: string) =>
  claimFact(tx, { name: 'first_account', value: userId });

export const hasAccounts = async (queries: Queries) =>
  (await findFact(queries, { name: 'first_account' })) !== undefined;

const accounts = statement<object, { people: number; disabled: number; agents: number }>(`
  select count(case when agent_owner_id is null and active = 1 then 1 end) as people,
    count(case when agent_owner_id is null and active = 0 then 1 end) as disabled,
    count(case when agent_owner_id is not null and active = 1 then 1 end) as agents
  from users`);
export const countAccounts = async (queries: Queries) =>
  (await queries.find(accounts, {})) ?? { people: 0, disabled: 0, agents: 0 };

type AgentChanges = Pick<User, 'id' | 'name' | 'image' | 'active' | 'updatedAt'>;
/** Without an owner the account is no agent any more. */
export const setAgentOwner = sql.run<{ id: string; ownerId: string | null; image: string | null }>(
  'update users set agent_owner_id = :ownerId, image = :image where id = :id',
);

const updateAgent = statement<AgentChanges & { nameFolded: string }>(`
  update users set name = :name, name_folded = :nameFolded, image = :image, active = :active, updated_at = :updatedAt where id = :id`);
export const updateAgentRow = (tx: Queries, { id, name, image, active, updatedAt }: AgentChanges) =>
  tx.run(updateAgent, { id, name, nameFolded: foldCase(name), image, active, updatedAt });

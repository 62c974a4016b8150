import { type Queries, statement } from '../platform/db/index.ts';

export interface Owner {
  name: string;
  /** The owner's personal workspace. */
  workspaceId: string | null;
}

const owner = statement<{ id: string }, Owner>(`
  select u.name, (select k.id from workspaces k where k.owner_id = u.id and k.kind = 'personal') as "workspaceId"
  from users u where u.id = :id`);

/** The owner always exists: deleting a user deletes their webhooks. */
export const findOwner = async (queries: Queries, id: string): Promise<Owner> =>
  (await queries.find(owner, { id })) ?? { name: '', workspaceId: null };

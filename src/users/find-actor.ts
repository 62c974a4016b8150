import type { Queries } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { type Actor, lowerInstanceRole } from './actor.ts';
import { type ActorRow, findActorRow } from './actor-store.ts';
import { findUserById } from './user-store.ts';

export function buildActor(row: ActorRow, credential: Actor['credential']): Actor {
  const { userId, name, email, role, ownerId, ownerRole, rolesOfOwner } = row;
  const isAgent = ownerId !== null && ownerRole !== null;
  return {
    userId,
    name,
    email,
    role: isAgent ? lowerInstanceRole(role, ownerRole) : role,
    ...(isAgent && { agent: { ownerId, ownerRole, rolesOfOwner: splitRoles(rolesOfOwner) } }),
    credential,
  };
}

/**
 * For work that an account began earlier: reads it again, because rights that it lost since then no longer count. Undefined
 * if the account is gone or disabled, or is an agent of such an account.
 */
export async function findActor(
  queries: Queries,
  userId: string,
  credential: Actor['credential'],
): Promise<Actor | undefined> {
  const row = await findActorRow(queries, { id: userId });
  return row && buildActor(row, credential);
}

/** The same for jobs. Throws with the reason, which becomes the result of the job. */
export async function getActorOfJob(
  queries: Queries,
  userId: string,
  credential: Actor['credential'],
): Promise<Actor> {
  const actor = await findActor(queries, userId, credential);
  if (actor) return actor;
  throw new Refusal('FORBIDDEN', 'The account that started this job no longer exists or is disabled');
}

/** For changes that Docket makes by itself in the name of an account, which may be disabled by now. */
export async function getActorInNameOf(
  queries: Queries,
  userId: string,
  credential: Actor['credential'],
): Promise<Actor> {
  const actor = await findActor(queries, userId, credential);
  if (actor) return actor;
  const user = await findUserById(queries, { id: userId });
  return { userId, name: user?.name ?? '', email: user?.email ?? '', role: 'USER', credential };
}

const splitRoles = (roles: string | null): ReadonlyMap<string, string> =>
  new Map(roles?.split(',').map((entry) => entry.split(' ', 2) as [string, string]));

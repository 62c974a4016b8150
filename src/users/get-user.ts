import type { Queries } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import type { Actor } from './actor.ts';
import type { User } from './user.ts';
import { findUserByEmail, findUserById } from './user-store.ts';

export async function getUserByEmail(queries: Queries, email: string): Promise<User> {
  const user = await findUserByEmail(queries, email.trim());
  if (!user) throw new Refusal('NOT_FOUND', `No account has the e-mail address ${email}`);
  return user;
}

/**
 * Refuses what outlasts a session, or acts in the name of the address, until the person has proved that the address
 * is theirs. Somebody who signs up with a foreign address must leave nothing behind that still works when its owner
 * takes the account over.
 */
export async function assertEmailVerified(
  queries: Queries,
  { actor }: { actor: Pick<Actor, 'userId'> },
): Promise<void> {
  const user = await findUserById(queries, { id: actor.userId });
  if (user?.emailVerified === 0)
    throw new Refusal(
      'FORBIDDEN',
      'Verify your e-mail address first: open the link in the e-mail that you got, or ask for a new one in your profile.',
    );
}

import { notFound } from '../platform/errors.ts';
import type { Scope } from './scope.ts';
import type { User } from './user.ts';
import { findUserById, lockUser, updateProfileRow } from './user-store.ts';

/** An absent field keeps its value, null clears it. */
export interface ProfileChanges {
  name?: string | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  image?: string | null | undefined;
}

export async function getProfile({ db, actor }: Scope): Promise<User> {
  const user = await findUserById(db.reads, { id: actor.userId });
  if (!user) throw notFound('User');
  return user;
}

export async function changeProfile(scope: Scope, changes: ProfileChanges): Promise<User> {
  return scope.write(async (tx) => {
    await lockUser(tx, scope.actor.userId);
    const before = await findUserById(tx, { id: scope.actor.userId });
    if (!before) throw notFound('User');
    const after: User = {
      ...before,
      name: changes.name ?? before.name,
      firstName: changed(changes.firstName, before.firstName),
      lastName: changed(changes.lastName, before.lastName),
      image: changed(changes.image, before.image),
      updatedAt: Math.max(scope.clock.now(), before.updatedAt + 1),
    };
    await updateProfileRow(tx, after);
    return after;
  });
}

const changed = (input: string | null | undefined, kept: string | null) =>
  input === undefined ? kept : input || null;

import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/index.ts';
import { findUserById, lockUser, type Scope, type User, updateProfileRow } from '../users/index.ts';
import { type Avatar, deleteAvatarRow, findAvatar, insertAvatar, lockAvatarOfUser } from './avatar-store.ts';
import { keepOrDiscard } from './keep-or-discard.ts';
import type { ReceivedFile } from './receive-files.ts';

export async function getAvatar({ db }: Scope, id: string): Promise<Avatar> {
  const avatar = await findAvatar(db.reads, { id });
  if (!avatar) throw notFound('Avatar');
  return avatar;
}

export async function setAvatar(scope: Scope, storage: Storage, receive: () => Promise<ReceivedFile[]>) {
  const files = await receive();
  const [file] = files as [ReceivedFile];
  const { user, previous } = await keepOrDiscard(storage, files, () =>
    scope.write(async (tx) => {
      await lockUser(tx, scope.actor.userId);
      const previous = await deletePrevious(tx, scope.actor.userId);
      const now = scope.clock.now();
      const id = newId(now);
      const { key, bytes, sha256, contentType } = file;
      await insertAvatar(tx, {
        id,
        userId: scope.actor.userId,
        fileKey: key,
        contentType,
        size: bytes,
        sha256,
        createdAt: now,
      });
      return { user: await changeImage(tx, scope, () => avatarPath(id)), previous };
    }),
  );
  if (previous) await storage.delete(previous.fileKey);
  return user;
}

/** Keeps an `image` of the profile that is the URL of a picture on another site. */
export async function deleteAvatar(scope: Scope, storage: Storage): Promise<User> {
  const { user, previous } = await scope.write(async (tx) => {
    await lockUser(tx, scope.actor.userId);
    const previous = await deletePrevious(tx, scope.actor.userId);
    const user = await changeImage(tx, scope, (image) =>
      previous && image === avatarPath(previous.id) ? null : image,
    );
    return { user, previous };
  });
  if (previous) await storage.delete(previous.fileKey);
  return user;
}

const avatarPath = (id: string) => `/api/avatars/${id}`;

async function deletePrevious(tx: Tx, userId: string): Promise<Avatar | undefined> {
  const previous = await lockAvatarOfUser(tx, { userId });
  if (previous) await deleteAvatarRow(tx, { id: previous.id });
  return previous;
}

async function changeImage(
  tx: Tx,
  { actor, clock }: Scope,
  change: (image: string | null) => string | null,
): Promise<User> {
  const before = await findUserById(tx, { id: actor.userId });
  if (!before) throw notFound('User');
  const image = change(before.image);
  if (image === before.image) return before;
  const after = { ...before, image, updatedAt: Math.max(clock.now(), before.updatedAt + 1) };
  await updateProfileRow(tx, after);
  return after;
}

import { type AuditSource, actingAs, recordAudit } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import { hashPassword } from '../platform/crypto.ts';
import { type Database, type Tx, UniqueViolation } from '../platform/db/index.ts';
import { invalid } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import {
  claimFirstAccount,
  findUserByEmail,
  findUserById,
  type InstanceRole,
  insertUser,
  type User,
  updateEmailVerified,
} from '../users/index.ts';
import { insertWorkspace } from '../workspaces/index.ts';
import { userCreated } from './account-events.ts';
import { saveCredential } from './credential-store.ts';
import { enqueueEmailLink } from './email/verify-email.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  /** Absent: the first account of the instance becomes ADMIN, every later one USER. */
  role?: InstanceRole;
  /** Mails a link to the address, which stays unverified until the link is used. Absent: the address is trusted. */
  verifiesEmail?: boolean;
}

/** Creates a user with a password and a personal workspace. `inSameTransaction` can add to it, such as a session. */
export async function createAccount<T>(
  db: Database,
  source: AuditSource,
  account: NewAccount,
  inSameTransaction: (tx: Tx, user: User) => Promise<T>,
): Promise<T> {
  const passwordHash = await hashPassword(account.password);
  return db
    .transaction(async (tx) => {
      const user = await insertAccount(tx, source.clock.now(), account, passwordHash);
      const { id, name, role } = user;
      await recordAudit(
        tx,
        actingAs(source, { userId: id }),
        'user.created',
        { kind: 'user', id, name },
        { role },
      );
      return inSameTransaction(tx, user);
    })
    .catch((error: unknown) => {
      throw error instanceof UniqueViolation && error.table === 'users' ? emailTaken() : error;
    });
}

/**
 * The same with a password hash, in the caller's transaction. Null: the account has no password and signs in another
 * way.
 */
export async function insertAccount(
  tx: Tx,
  now: number,
  { name, email, role, verifiesEmail }: Omit<NewAccount, 'password'>,
  passwordHash: string | null,
  makeId: (atMs: number) => string = newId,
): Promise<User> {
  if (await findUserByEmail(tx, email)) throw emailTaken();
  const id = makeId(now);
  const isFirst = await claimFirstAccount(tx, id);
  await insertUser(tx, { id, name, email, role: role ?? (isFirst ? 'ADMIN' : 'USER'), createdAt: now });
  // The first account is that of the operator, who may not have finished the settings for mail.
  if (verifiesEmail && !isFirst) {
    await updateEmailVerified(tx, id, false, now);
    await enqueueEmailLink(tx, id, now);
  }
  await insertWorkspace(tx, {
    id: makeId(now),
    name,
    kind: 'personal',
    ownerId: id,
    createdAt: now,
    updatedAt: now,
  });
  if (passwordHash !== null) await saveCredential(tx, { userId: id, passwordHash, now });
  const user = (await findUserById(tx, { id })) as User;
  const data = { user: { id, name }, role: user.role };
  await recordEvent(tx, userCreated, { id: makeId(now), at: now, actorId: id, data });
  return user;
}

const emailTaken = () => invalid({ email: ['An account with this e-mail address exists already'] });

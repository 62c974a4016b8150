import type { Clock } from '../platform/clock.ts';
import { hashPassword, verifyPassword } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import { findUserById, type User } from '../users/index.ts';
import { type Credential, findCredential } from './credential-store.ts';
import { type Client, type NewSession, openSession } from './session.ts';
import { rememberSignInAddress } from './sign-in-address-store.ts';
import { admitSignIn, settleSignIn } from './sign-in-throttle.ts';

/** Verified when there is no account, so that the response time does not reveal whether there is one. */
let dummyHash: Promise<string> | undefined;

export async function signIn(
  { db, clock }: { db: Database; clock: Clock },
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<{ user: User; session: NewSession }> {
  const emailFolded = foldCase(email.trim());
  const address = client.address ?? 'unknown';
  await db.transaction((tx) => admitSignIn(tx, emailFolded, address, clock.now()));

  const credential = await findCredential(db.reads, emailFolded);
  const matches = await isRightPassword(password, credential).catch(async (error: unknown) => {
    await db.transaction((tx) => settleSignIn(tx, emailFolded, address, false));
    throw error;
  });
  const now = clock.now();
  if (!credential || !matches || !credential.active)
    throw new Refusal('UNAUTHORIZED', 'E-mail address or password is wrong');
  return db.transaction(async (tx) => {
    await settleSignIn(tx, emailFolded, address, true);
    await rememberSignInAddress(tx, credential.userId, address, now);
    const session = await openSession(tx, credential.userId, client, now);
    return { user: (await findUserById(tx, credential.userId)) as User, session };
  });
}

async function isRightPassword(password: string, credential: Credential | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('nobody');
  return verifyPassword(password, credential?.passwordHash ?? (await dummyHash));
}

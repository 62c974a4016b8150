import type { Queries } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import type { User } from './user.ts';
import { findUserByEmail } from './user-store.ts';

export async function getUserByEmail(queries: Queries, email: string): Promise<User> {
  const user = await findUserByEmail(queries, email.trim());
  if (!user) throw new Refusal('NOT_FOUND', `No account has the e-mail address ${email}`);
  return user;
}

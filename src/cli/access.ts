import { createApiKey, openSession, recordSignIn, sessionCookieName } from '../auth/index.ts';
import { newToken } from '../platform/crypto.ts';
import type { Tx } from '../platform/db/index.ts';
import type { User } from '../users/index.ts';
import { formatFields } from './columns.ts';
import type { CommandContext } from './command.ts';

/** The credentials of an account. */
export interface Access {
  user: { id: string; name: string; email: string; role: string };
  /** Only if Docket generated it. */
  password?: string;
  /** The value of the `Cookie` header. */
  cookie: string;
  apiKey: string;
}

/** Twenty letters and digits: a double click selects all of it. */
export const newPassword = () => newToken().replace(/[-_]/g, '').slice(0, 20);

export async function grantAccess(
  tx: Tx,
  user: User,
  password: string | undefined,
  commandContext: CommandContext,
): Promise<Access> {
  const { id, name, email, role } = user;
  const cookie = await openCookie(tx, user, commandContext);
  const { key } = await createApiKey(tx, { clock: commandContext.clock }, id, { name: 'command line' });
  return {
    user: { id, name, email, role },
    ...(password !== undefined && { password }),
    cookie: cookie.cookie,
    apiKey: key,
  };
}

export async function openCookie(tx: Tx, user: User, { config, clock }: CommandContext) {
  const client = { address: null, userAgent: 'docket on the command line' };
  const { id, token, expiresAt } = await openSession(tx, user.id, client, clock.now());
  await recordSignIn(tx, { clock }, user, id);
  const name = sessionCookieName({ prefix: config.SESSION_COOKIE_PREFIX, secure: false });
  return { cookie: `${name}=${token}`, expiresAt };
}

export const formatAccess = ({ user, password, cookie, apiKey }: Access): string =>
  formatFields([
    ['id', user.id],
    ['e-mail', user.email],
    ['role', user.role],
    ...(password === undefined ? [] : [['password', password]]),
    ['cookie', cookie],
    ['API key', apiKey],
  ]);

import { insertMany, sql, statement, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';

/** The user that an author on a code host was matched to. */
export interface MatchedUser {
  id: string;
  name: string;
}

export const listCodeLogins = sql.listValues<{ userId: string }, { login: string }>(
  'select login from code_logins where user_id = :userId order by login_folded',
);

const findTakenLoginsSql = statement<{ logins: string[]; userId: string }, { login: string }>(
  'select login from code_logins where login_folded in :logins[] and user_id <> :userId',
);
/** The logins that another user has. */
export const findTakenLogins = async (tx: Tx, userId: string, logins: string[]) =>
  (await tx.list(findTakenLoginsSql, { userId, logins: logins.map(foldCase) })).map(({ login }) => login);

const clear = statement<{ userId: string }>('delete from code_logins where user_id = :userId');
export async function replaceCodeLogins(tx: Tx, userId: string, logins: string[]): Promise<void> {
  await tx.run(clear, { userId });
  await insertMany(
    tx,
    'code_logins',
    ['login_folded', 'user_id', 'login'],
    logins.map((login) => [foldCase(login), userId, login]),
  );
}

/** Active users by case-folded login or e-mail address. */
export const listPeopleByLogin = sql.list<{ logins: string[] }, MatchedUser & { matchedBy: string }>(`
  select l.login_folded as "matchedBy", u.id, u.name from code_logins l join users u on u.id = l.user_id
  where l.login_folded in :logins[] and u.active = 1`);
export const listPeopleByEmail = sql.list<{ emails: string[] }, MatchedUser & { matchedBy: string }>(
  'select email_folded as "matchedBy", id, name from users where email_folded in :emails[] and active = 1 and email_verified = 1',
);

import { type Queries, UniqueViolation } from '../platform/db/index.ts';
import { quoteNames } from '../platform/error-texts.ts';
import { invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { MatchedUser } from './code-login-store.ts';
import * as store from './code-login-store.ts';
import type { Scope } from './scope.ts';

/** An author on a code host, which gives a login, an e-mail address or both. */
export interface CodeAuthor {
  login?: string | undefined;
  email?: string | undefined;
}

export const getCodeLogins = ({ db, actor }: Scope) =>
  store.listCodeLogins(db.reads, { userId: actor.userId });

export async function changeCodeLogins(scope: Scope, input: string[]): Promise<string[]> {
  const withoutAt = input.map((login) => login.replace(/^@/, ''));
  const logins = [...new Map(withoutAt.map((login) => [foldCase(login), login])).values()];
  const change = scope.write(async (tx) => {
    const taken = await store.findTakenLogins(tx, scope.actor.userId, logins);
    if (taken.length > 0) throw takenLogins(taken);
    await store.replaceCodeLogins(tx, scope.actor.userId, logins);
  });
  await change.catch((error: unknown) => {
    throw error instanceof UniqueViolation ? takenLogins(logins) : error;
  });
  return getCodeLogins(scope);
}

/** Matches authors to active users: by login, else by e-mail address. */
export async function matchAuthors(
  queries: Queries,
  authors: readonly CodeAuthor[],
): Promise<(author: CodeAuthor) => MatchedUser | undefined> {
  const logins = foldField(authors, 'login');
  const emails = foldField(authors, 'email');
  const people = (rows: (MatchedUser & { matchedBy: string })[]) =>
    new Map(rows.map(({ matchedBy, id, name }) => [matchedBy, { id, name }]));
  const byLogin = people(logins.length > 0 ? await store.listPeopleByLogin(queries, { logins }) : []);
  const byEmail = people(emails.length > 0 ? await store.listPeopleByEmail(queries, { emails }) : []);
  return ({ login, email }) =>
    (login ? byLogin.get(foldCase(login)) : undefined) ?? (email ? byEmail.get(foldCase(email)) : undefined);
}

const foldField = (authors: readonly CodeAuthor[], field: keyof CodeAuthor) => [
  ...new Set(authors.flatMap((author) => (author[field] ? [foldCase(author[field])] : []))),
];

const takenLogins = (logins: string[]) =>
  invalid({ logins: [`Logins are already used by another account: ${quoteNames(logins)}`] });

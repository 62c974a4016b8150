import { type Queries, UniqueViolation } from '../platform/db/index.ts';
import { invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import {
  findTakenLogins,
  type KnownPerson,
  listCodeLogins,
  listPeopleByEmail,
  listPeopleByLogin,
  replaceCodeLogins,
} from './code-login-store.ts';
import type { Scope } from './scope.ts';

/** Somebody as a code host names them: either may be all that is known. */
export interface CodeAuthor {
  login?: string | undefined;
  email?: string | undefined;
}

export const getCodeLogins = ({ db, actor }: Scope) => listCodeLogins(db.reads, actor.userId);

export async function changeCodeLogins(scope: Scope, given: string[]): Promise<string[]> {
  const named = given.map((login) => login.replace(/^@/, ''));
  const logins = [...new Map(named.map((login) => [foldCase(login), login])).values()];
  await scope.write(async (tx) => {
    const taken = await findTakenLogins(tx, scope.actor.userId, logins);
    if (taken.length > 0) throw takenLogins(taken);
    await replaceCodeLogins(tx, scope.actor.userId, logins).catch((error: unknown) => {
      throw error instanceof UniqueViolation ? takenLogins(logins) : error;
    });
  });
  return getCodeLogins(scope);
}

/** Which person of Docket each author is, if any: by login, else by e-mail address. */
export async function matchAuthors(
  queries: Queries,
  authors: readonly CodeAuthor[],
): Promise<(author: CodeAuthor) => KnownPerson | undefined> {
  const logins = foldedOf(authors, 'login');
  const emails = foldedOf(authors, 'email');
  const people = (rows: (KnownPerson & { known: string })[]) =>
    new Map(rows.map(({ known, id, name }) => [known, { id, name }]));
  const byLogin = people(logins.length > 0 ? await listPeopleByLogin(queries, logins) : []);
  const byEmail = people(emails.length > 0 ? await listPeopleByEmail(queries, emails) : []);
  return ({ login, email }) =>
    (login ? byLogin.get(foldCase(login)) : undefined) ?? (email ? byEmail.get(foldCase(email)) : undefined);
}

const foldedOf = (authors: readonly CodeAuthor[], field: keyof CodeAuthor) => [
  ...new Set(authors.flatMap((author) => (author[field] ? [foldCase(author[field])] : []))),
];

const takenLogins = (logins: string[]) =>
  invalid({ logins: [`Somebody else has entered ${logins.join(', ')} as theirs`] });

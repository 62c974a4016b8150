import { type Queries, statement } from '../../platform/db/index.ts';
import { type LinkedUser, newLinkStore } from '../link-store.ts';

/** Links with which people set a new password. */
export const passwordLinks = newLinkStore('password_links');

const personByEmail = statement<{ email: string }, LinkedUser>(`
  select id, name, email, role, email_proven as "emailProven" from users where email_folded = :email and active = 1 and agent_owner_id is null`);

/** A person who signs in with a password: active, and not a software agent. */
export const findPersonByEmail = (queries: Queries, emailFolded: string) =>
  queries.find(personByEmail, { email: emailFolded });

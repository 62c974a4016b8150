import { type Queries, statement } from '../../platform/db/index.ts';
import { newLinkStore } from '../link-store.ts';

/** Links with which people verify their address. */
export const emailLinks = newLinkStore('email_links');

const unverified = statement<{ id: string }, { id: string; name: string; email: string }>(
  'select id, name, email from users where id = :id and active = 1 and email_verified = 0',
);

export const findUnverifiedUser = (queries: Queries, id: string) => queries.find(unverified, { id });

import type { Queries } from '../platform/db/index.ts';
import { type Actor, keyProjectLimit } from '../users/index.ts';
import { findSharingPerson } from './person-store.ts';

/**
 * Replaces an e-mail address by the id of its account, among the people with whom the actor shares a project or
 * workspace, so that nobody can find out who else has an account. Any other text is returned as it is.
 */
export async function resolvePerson(queries: Queries, actor: Actor, ref: string): Promise<string> {
  if (!ref.includes('@')) return ref;
  return (await findSharingPerson(queries, ref, actor.userId, keyProjectLimit(actor)))?.id ?? ref;
}

export const personRefDescription =
  'A user’s id, or the e-mail address of somebody with whom you share a project or workspace';

export const describeUnknownPerson = (ref: string) =>
  ref.includes('@')
    ? 'You share no project or workspace with this address: send an invitation instead'
    : 'User does not exist';

import { api } from '../api/index.ts';
import { forgetReplica } from '../replica/index.ts';

/** Ends the session, removes what this browser stored of it, and reloads the page. */
export async function signOut(): Promise<void> {
  await api.signOut();
  await forgetReplica();
  location.assign('/sign-in');
}

import { api } from '../api/index.ts';
import { forgetReplica } from '../replica/index.ts';

/** Ends the session, removes what this browser kept of it, and loads the page anew. */
export async function signOut(): Promise<void> {
  await api.signOut();
  await forgetReplica();
  location.assign('/sign-in');
}

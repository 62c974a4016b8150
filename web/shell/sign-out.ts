import { api } from '../api/index.ts';

/** Ends the session here and loads the page anew. */
export async function signOut(): Promise<void> {
  await api.signOut();
  location.assign('/sign-in');
}

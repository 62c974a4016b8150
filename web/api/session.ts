import { createContext, use } from 'react';
import type { Boot, InstanceInfo } from '../../sdk/index.ts';
import { api } from './client.ts';
import { DocketError } from './sdk.ts';

/** Who uses the app, as the server said at the start. Signing in and out loads the page anew. */
export type Session = { state: 'signed-in'; boot: Boot } | { state: 'signed-out'; instance: InstanceInfo };

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('SessionContext has no value');
  return session;
}

export async function loadSession(): Promise<Session> {
  // The server says it in the page, because a refused request would be logged by the browser.
  if (document.documentElement.dataset.session === 'none') return loadSignedOut();
  try {
    return { state: 'signed-in', boot: (await api.getBoot()).data };
  } catch (error) {
    if (!(error instanceof DocketError) || error.status !== 401) throw error;
    return loadSignedOut();
  }
}

const loadSignedOut = async (): Promise<Session> => ({
  state: 'signed-out',
  instance: (await api.getInstance()).data,
});

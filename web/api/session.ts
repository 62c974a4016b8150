import { createContext, use } from 'react';
import type { Boot, InstanceInfo } from '../../sdk/index.ts';
import { api } from './client.ts';
import { DocketError } from './sdk.ts';

/**
 * The person who uses the app, as the server reported it at the start. Signing in and out reloads the page. `isKept`:
 * the server cannot be reached, and this is from an earlier start.
 */
export type Session =
  | { state: 'signed-in'; boot: Boot; isKept?: boolean }
  | { state: 'signed-out'; instance: InstanceInfo };

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('SessionContext has no value');
  return session;
}

export async function loadSession(readKept: () => Promise<Boot | undefined>): Promise<Session> {
  // The page states whether there is a session, because browsers would log a refused request.
  if (document.documentElement.dataset.session === 'none') return loadSignedOut();
  try {
    return { state: 'signed-in', boot: (await api.getBoot()).data };
  } catch (error) {
    if (error instanceof DocketError && error.status === 401) return loadSignedOut();
    const kept = isUnreached(error) ? await readKept() : undefined;
    if (!kept) throw error;
    return { state: 'signed-in', boot: kept, isKept: true };
  }
}

/** No answer, or one of a proxy without a server behind it. */
const isUnreached = (error: unknown) =>
  !(error instanceof DocketError) || (error.status >= 502 && error.status <= 504);

const loadSignedOut = async (): Promise<Session> => ({
  state: 'signed-out',
  instance: (await api.getInstance()).data,
});

import { createContext, use } from 'react';
import type { Boot, InstanceInfo } from '../../sdk/index.ts';
import { api } from './client.ts';
import { DocketError } from './sdk.ts';

/**
 * Who uses the app, as the server said at the start. Signing in and out loads the page anew. `isKept`: the server cannot be
 * reached, and this is what it said at an earlier start.
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
  // The server says it in the page, because a refused request would be logged by the browser.
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

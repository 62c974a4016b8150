import type { Boot, InstanceInfo } from '../../sdk/index.ts';
import { api } from './client.ts';
import { DocketError } from './sdk.ts';

/** Who uses the app, as the server said at the start. Signing in and out loads the page anew. */
export type Session = { state: 'signed-in'; boot: Boot } | { state: 'signed-out'; instance: InstanceInfo };

export async function loadSession(): Promise<Session> {
  try {
    return { state: 'signed-in', boot: (await api.getBoot()).data };
  } catch (error) {
    if (!(error instanceof DocketError) || error.status !== 401) throw error;
    return { state: 'signed-out', instance: (await api.getInstance()).data };
  }
}

import type { InstanceInfo } from '../../sdk/index.ts';
import { useSession } from '../api/index.ts';

/** The instance, as it is told also to visitors without a session. */
export function useInstance(): InstanceInfo {
  const session = useSession();
  return session.state === 'signed-in' ? session.boot.instance : session.instance;
}

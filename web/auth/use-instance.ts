import type { InstanceInfo } from '../../sdk/index.ts';
import { useSession } from '../api/index.ts';

/** What visitors may know of the instance, with or without a session. */
export function useInstance(): InstanceInfo {
  const session = useSession();
  return session.state === 'signed-in' ? session.boot.instance : session.instance;
}

import { useRouteContext } from '@tanstack/react-router';
import type { InstanceInfo } from '../../sdk/index.ts';

/** The instance, as it is told also to visitors without a session. */
export function useInstance(): InstanceInfo {
  const { session } = useRouteContext({ from: '__root__' });
  return session.state === 'signed-in' ? session.boot.instance : session.instance;
}

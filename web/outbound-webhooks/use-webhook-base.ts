import { useLocation } from '@tanstack/react-router';

/** Webhooks are shown in the settings of a project and among one’s own: the address that links begin with. */
export function useWebhookBase(): string {
  const { pathname } = useLocation();
  return /^\/p\/[^/]+\/settings\/webhooks/.exec(pathname)?.[0] ?? '/me/webhooks';
}

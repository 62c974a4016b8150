import { usePathname } from '../router/index.ts';

/** Webhooks are shown in the settings of a project and among one’s own: the address that links begin with. */
export function useWebhookBase(): `/p/${string}/settings/webhooks` | '/me/webhooks' {
  const key = /^\/p\/([^/]+)\/settings\/webhooks/.exec(usePathname())?.[1];
  return key === undefined ? '/me/webhooks' : `/p/${key}/settings/webhooks`;
}

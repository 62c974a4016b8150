import { usePathname } from '../router/index.ts';

/** The address that links to webhooks begin with: they are shown in the settings of a project and among one’s own. */
export function useWebhookBase(): `/p/${string}/settings/webhooks` | '/me/webhooks' {
  const key = /^\/p\/([^/]+)\/settings\/webhooks/.exec(usePathname())?.[1];
  return key === undefined ? '/me/webhooks' : `/p/${key}/settings/webhooks`;
}

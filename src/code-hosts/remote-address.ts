import type { Egress } from '../platform/outbound-http/index.ts';

/** Where a code host's API is, and what gets one in. */
export interface RemoteAddress {
  kind: 'github' | 'gitlab' | 'gitea';
  apiUrl: string;
  token: string | undefined;
  egress: Egress;
}

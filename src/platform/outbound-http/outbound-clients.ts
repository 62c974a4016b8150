import type { Egress } from './address-policy.ts';
import { newOutboundHttp, type OutboundHttp } from './outbound-http.ts';
import type { PrivateTargets } from './private-targets.ts';

/** One client per egress policy. Each opens its connection pool on the first request. */
export interface OutboundClients extends Record<Egress, OutboundHttp> {
  close(): Promise<void>;
}

/** `privateTargets` widens the `public` one. */
export function newOutboundClients(privateTargets: PrivateTargets = []): OutboundClients {
  const clients = {
    private: newOutboundHttp({ egress: 'private' }),
    public: newOutboundHttp({ egress: 'public', privateTargets }),
  };
  return {
    ...clients,
    close: async () => {
      await Promise.all([clients.private.close(), clients.public.close()]);
    },
  };
}

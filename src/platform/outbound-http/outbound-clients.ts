import type { Egress } from './address-policy.ts';
import { newOutboundHttp, type OutboundHttp } from './outbound-http.ts';

/** One client per egress policy. Each opens its connection pool on the first request. */
export interface OutboundClients extends Record<Egress, OutboundHttp> {
  close(): Promise<void>;
}

export function newOutboundClients(): OutboundClients {
  const clients = {
    private: newOutboundHttp({ egress: 'private' }),
    public: newOutboundHttp({ egress: 'public' }),
  };
  return {
    ...clients,
    close: async () => {
      await Promise.all([clients.private.close(), clients.public.close()]);
    },
  };
}

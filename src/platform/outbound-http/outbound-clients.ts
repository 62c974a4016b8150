import type { Egress } from './address-policy.ts';
import { newOutboundHttp, type OutboundHttp } from './outbound-http.ts';
import type { PrivateTargetSource, PrivateTargets } from './private-targets.ts';

/** One client per egress policy. Each opens its connection pool on the first request. */
export interface OutboundClients extends Record<Egress, OutboundHttp> {
  /** Sends webhook deliveries; administrators extend its list of private targets while Docket runs. */
  webhooks: OutboundHttp;
  close(): Promise<void>;
}

interface ClientSettings {
  /** Widens the `public` client. */
  privateTargets?: PrivateTargets;
  webhooks?: { egress: Egress; privateTargets: PrivateTargetSource };
}

export function newOutboundClients({ privateTargets = [], webhooks }: ClientSettings = {}): OutboundClients {
  const byEgress = {
    private: newOutboundHttp({ egress: 'private' }),
    public: newOutboundHttp({ egress: 'public', privateTargets }),
  };
  const clients = {
    ...byEgress,
    webhooks:
      webhooks?.egress === 'public' ? newOutboundHttp(webhooks) : byEgress[webhooks?.egress ?? 'public'],
  };
  return {
    ...clients,
    close: async () => {
      await Promise.all(Object.values(clients).map((client) => client.close()));
    },
  };
}

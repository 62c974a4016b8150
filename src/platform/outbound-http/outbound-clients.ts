import type { Tracing } from '../tracing/index.ts';
import type { Egress } from './address-policy.ts';
import { newOutboundHttp, type OutboundHttp, type OutboundSettings } from './outbound-http.ts';
import type { PrivateTargetSource, PrivateTargets } from './private-targets.ts';
import { tracedOutbound } from './traced-outbound.ts';

/** One client per egress policy. Each opens its connection pool on the first request. */
export interface OutboundClients extends Record<Egress, OutboundHttp> {
  /** Sends webhook deliveries; administrators extend its list of private targets while Docket runs. */
  webhooks: OutboundHttp;
  close(): Promise<void>;
}

interface ClientSettings {
  /** Widens the `public` client. */
  privateTargets?: PrivateTargets;
  tracing?: Tracing | undefined;
  webhooks?: { egress: Egress; privateTargets: PrivateTargetSource };
}

export function newOutboundClients({
  privateTargets = [],
  tracing,
  webhooks,
}: ClientSettings = {}): OutboundClients {
  const open = (settings: OutboundSettings) => {
    const client = newOutboundHttp(settings);
    return tracing ? tracedOutbound(client, tracing) : client;
  };
  const byEgress = {
    private: open({ egress: 'private' }),
    public: open({ egress: 'public', privateTargets }),
  };
  const clients = {
    ...byEgress,
    webhooks: webhooks?.egress === 'public' ? open(webhooks) : byEgress[webhooks?.egress ?? 'public'],
  };
  return {
    ...clients,
    close: async () => {
      await Promise.all(Object.values(clients).map((client) => client.close()));
    },
  };
}

import { type Egress, newOutboundHttp, type OutboundHttp } from '../../platform/outbound-http/index.ts';

// One set of connections for each policy, kept for the life of the process or thread.
const outbound = new Map<Egress, OutboundHttp>();

export function outboundFor(egress: Egress): OutboundHttp {
  const known = outbound.get(egress) ?? newOutboundHttp({ egress });
  outbound.set(egress, known);
  return known;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readInstanceSettings, type SettingsSource } from '../instance-settings/index.ts';
import type { SteadyClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { OutboundClients } from '../platform/outbound-http/index.ts';
import { ClientDocuments } from './client-document.ts';
import { addConnectionRoutes } from './connection-routes.ts';
import { issuerOf } from './issuer.ts';
import { addProtocolRoutes } from './oauth-routes.ts';

interface RoutesContext {
  db: Database;
  clock: SteadyClock;
  outbound: OutboundClients;
  config: { BASE_URL?: string | undefined; baseUrl: string; instanceSettings: SettingsSource };
}

export function addRoutes(app: FastifyInstance, { db, clock, outbound, config }: RoutesContext): void {
  const documents = new ClientDocuments(outbound, clock);
  const issuer = (request: FastifyRequest) => issuerOf(request, config);
  const readInstanceName = async () => (await readInstanceSettings(db.reads, config.instanceSettings)).name;
  addProtocolRoutes(app, { db, clock, readInstanceName, issuerOf: issuer });
  addConnectionRoutes(app, (request) => ({ issuer: issuer(request), documents }));
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseAddress } from '../../src/platform/db/index.ts';
import { docketEnvironment, ownLauncher } from '../docket-server.ts';
import { draw, newText, type Peer } from './peer.ts';
import type { DocketNames, SharedData } from './shared-data.ts';

/** Docket, whose database was seeded: the other products get what is in it. */
export function seededDocket(
  address: DatabaseAddress,
  folder: string,
  data: SharedData,
  { apiKey, ticketIds, projects }: DocketNames,
): Peer {
  const get = (address: string) => ({ method: 'GET', path: address }) as const;
  return {
    name: 'Docket',
    version: JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'))
      .version,
    server: (port) => ({
      command: process.execPath,
      args: [ownLauncher, 'serve'],
      cwd: folder,
      env: {
        ...docketEnvironment(address, folder),
        NODE_ENV: 'production',
        // On a busy machine every request is a slow one.
        LOG_LEVEL: 'error',
        PORT: String(port),
      },
    }),
    headers: { authorization: `Bearer ${apiKey}` },
    requests: {
      ticket: () => get(`/api/tickets/${draw(ticketIds)}`),
      list: () => get('/api/tickets?limit=20'),
      filteredList: () => get(`/api/tickets?project=${draw(data.projectKeys)}&status=todo&limit=20`),
      search: () => get(`/api/tickets/search?q=${draw(data.words)}&limit=20`),
      create: () => ({
        method: 'POST',
        path: '/api/tickets',
        body: {
          title: newText.title(),
          description: newText.description,
          projectId: draw(projects).id,
          priority: 'medium',
        },
      }),
    },
  };
}

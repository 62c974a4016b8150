import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';

export const sync = 'sync and boot';

const rounds = 5;
const ticketsOfMark = 100_000;

/** How long a client waits for its first load, compressed as browsers ask for it, and how large it is. */
export async function measureSync(origin: string, cookie: string): Promise<ProcessFigure[]> {
  const sums = JSON.parse((await load(origin, cookie, '/api/sync/checksum?state=all', 'identity')).text);
  const tickets = sums.data.checksums.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0);
  const figures: ProcessFigure[] = [];
  for (const encoding of ['gzip', 'zstd']) {
    const { ms, bytes } = await measure(origin, cookie, '/api/sync?state=all', encoding);
    figures.push(
      // The mark is for 100,000 tickets, and the time grows with their number.
      { name: `sync, ${encoding}`, value: (ms * ticketsOfMark) / tickets, unit: 'ms', atMost: 1_000 },
      { name: `sync, ${encoding}, of a ticket`, value: bytes / tickets, unit: 'bytes', atMost: 40 },
    );
  }
  const checksum = await measure(origin, cookie, '/api/sync/checksum?state=all', 'gzip');
  figures.push({ name: 'checksums of the sync', value: checksum.ms, unit: 'ms' });
  const boot = await measure(origin, cookie, '/api/boot', 'gzip');
  figures.push({ name: 'boot', value: boot.ms, unit: 'ms', atMost: 30 });
  return figures;
}

async function measure(origin: string, cookie: string, path: string, encoding: string) {
  const times: number[] = [];
  let bytes = 0;
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    bytes = (await load(origin, cookie, path, encoding)).bytes;
    if (round > 0) times.push(performance.now() - startedAt);
  }
  return { ms: median(times), bytes };
}

async function load(origin: string, cookie: string, path: string, encoding: string) {
  const [response] = (await once(
    get(`${origin}${path}`, { headers: { cookie, 'accept-encoding': encoding } }),
    'response',
  )) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  const parts = (await response.toArray()) as Buffer[];
  const body = Buffer.concat(parts);
  return { bytes: body.length, text: encoding === 'identity' ? String(body) : '' };
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { openWorld, type World } from '../support/world.ts';

const suite = path.resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);
const expectedFailures = path.join(import.meta.dirname, 'expected-failures.yaml');

test('the MCP conformance suite fails only where expected-failures.yaml explains it', async (t) => {
  const world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  t.after(() => world.close());
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startKeyProxy(world);
  t.after(() => void proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  const args = ['server', '--url', url, '--expected-failures', expectedFailures, '--timeout', '120000'];
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output.slice(-5_000));
  assert.match(output, /Total: \d+ passed|passed/i);
});

/** A proxy that adds an API key to each request: the suite cannot send one. */
async function startKeyProxy(world: World) {
  const ada = await world.person('Ada');
  const { key } = (await ada.post('/api/user/api-keys', { name: 'conformance' })).body.data;
  const { port } = world.app.server.address() as AddressInfo;
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { method, url } = incoming;
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

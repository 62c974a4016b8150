import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readSnippets, toolsInAll } from '../support/agent-snippets.ts';
import { openWorld } from '../support/world.ts';

// test/faults/npm-packages.fault.ts starts the programs that the others name.
test('docs/agents.md connects each client over HTTP and by a program, and over HTTP each lists the tools', async (t) => {
  const world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  t.after(() => world.close());
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  const ada = await world.person('Ada');
  const { key } = (await ada.post('/api/user/api-keys', { name: 'mcp' })).body.data;
  const snippets = readSnippets(url, key);
  const kinds = snippets.map(({ client, connection }) => [client, 'url' in connection ? 'HTTP' : 'program']);
  const clients = ['Claude Code', 'Cursor', 'VS Code', 'Codex', 'Gemini CLI'];
  assert.deepEqual(
    kinds,
    clients.flatMap((client) => [
      [client, 'HTTP'],
      [client, 'program'],
    ]),
  );
  for (const { client: name, connection } of snippets) {
    if (!('url' in connection)) continue;
    const client = new Client({ name, version: '1' });
    const requestInit = { headers: connection.headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(connection.url), { requestInit }));
    assert.equal((await client.listTools()).tools.length, toolsInAll, name);
    await client.close();
  }
});

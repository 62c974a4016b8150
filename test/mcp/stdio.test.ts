import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { environmentOf, program } from '../durability/running-server.ts';
import { toolsInAll } from '../support/agent-snippets.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld } from '../support/world.ts';

onEveryEngine('docket mcp', (engine) => {
  test('docket mcp serves the same tools on standard input and output, from the database or a remote server', async (t) => {
    const world = await openWorld(engine, { RATE_LIMIT: 'off' });
    t.after(() => world.close());
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    const ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Work', key: 'WORK' });
    const { key } = (await ada.post('/api/user/api-keys', { name: 'mcp' })).body.data;
    const hook = { url: 'http://127.0.0.1:9/', events: ['ticket.created'] };
    const webhook = (await ada.post('/v1/webhooks', hook)).body.data.id;
    const environment = { ...environmentOf(world.config.database), DOCKET_API_KEY: key };
    for (const [options, title] of [
      [[], 'By the database'],
      [['--url', url], 'By the server'],
    ] as const) {
      const client = new Client({ name: 'test', version: '1' });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [program, 'mcp', ...options],
        env: environment as Record<string, string>,
      });
      t.after(() => client.close());
      await client.connect(transport);
      assert.equal((await client.listTools()).tools.length, toolsInAll);
      const made = await client.callTool({ name: 'create_ticket', arguments: { title, project: 'WORK' } });
      const [{ text }] = made.content as unknown as [{ text: string }];
      const { ticket } = JSON.parse(text);
      assert.equal((await ada.get(`/api/tickets/${ticket}`)).body.data.title, title);
      const refused = await client.callTool({ name: 'get_ticket', arguments: { ticket: 'WORK-99' } });
      assert.equal(refused.isError, true);
      await client.close();
    }
    // Changes made by a tool are sent to webhooks like all others.
    assert.equal((await ada.get(`/v1/webhooks/${webhook}/deliveries`)).body.pagination.total, 2);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { bridgeMcp } from '../../src/cli/client/mcp-bridge.ts';

type Answer = (
  message: { id: number; method: string },
  response: ServerResponse,
  request: IncomingMessage,
) => void;

/** A server that answers so, and the lines that the bridge writes. */
async function openBridge(t: TestContext, answer: Answer) {
  const server = createServer(async (request, response) => {
    const message = (await json(request)) as { id: number; method: string };
    if (message.method === 'ping') return response.end('{"jsonrpc":"2.0","id":0,"result":{}}');
    answer(message, response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = bridgeMcp({ url, apiKey: 'dkt_x' }, input, output);
  const send = (message: object) => input.write(`${JSON.stringify(message)}\n`);
  const finish = async () => {
    input.end();
    await ended;
    output.end();
    const lines = (await text(output)).split('\n');
    return lines.filter(Boolean).map((line) => JSON.parse(line));
  };
  return { send, finish, ended };
}

test('progress of an event stream and its result are passed on in order', async (t) => {
  const { send, finish } = await openBridge(t, ({ id }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const message of [
      { method: 'notifications/progress', params: { progress: 1 } },
      { id, result: { done: true } },
    ])
      response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
    response.end();
  });
  send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'generate_docs' } });
  const [progress, result] = await finish();
  assert.equal(progress.method, 'notifications/progress');
  assert.deepEqual(result, { jsonrpc: '2.0', id: 7, result: { done: true } });
});

test('a request that the server does not answer fails with an error of its own id', async (t) => {
  const { send, finish } = await openBridge(t, (_, response) =>
    response.writeHead(502).end('<h1>Bad gateway'),
  );
  send({ jsonrpc: '2.0', id: 'a', method: 'tools/list' });
  const [failed] = await finish();
  assert.equal(failed.id, 'a');
  assert.match(failed.error.message, /answered with status 502/);
});

test('a cancelled request ends the request to the server and gets no answer', async (t) => {
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const { send, finish } = await openBridge(t, ({ method }, response) => {
    if (method !== 'tools/call') return response.writeHead(202).end();
    response.on('close', closed.resolve);
    asked.resolve();
  });
  send({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  await asked.promise;
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await closed.promise;
  assert.deepEqual(await finish(), []);
});

test('the negotiated version of the protocol is sent with every later request', async (t) => {
  const versions: unknown[] = [];
  const { send, finish } = await openBridge(t, ({ id }, response, { headers }) => {
    versions.push(headers['mcp-protocol-version']);
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25' } }),
      answered.resolve,
    );
  });
  const answered = Promise.withResolvers<void>();
  send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
  await answered.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));
  send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  await finish();
  assert.deepEqual(versions, [undefined, '2025-11-25']);
});

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient, resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

const protocolVersion = '2026-07-28';
const clientInfo = { name: 'test', version: '1' };

onEveryEngine('the tasks extension of MCP', (engine) => {
  let world: World;
  let ada: Person;
  let url: URL;
  let key: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    url = new URL(`http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/mcp`);
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Work', key: 'WORK' });
    key = (await ada.post('/api/user/api-keys', { name: 'mcp' })).body.data.key;
  });
  after(() => world.close());

  /** The client of the extension, which sends task requests by itself: the SDK has no code for them. */
  const openSession = async (elicit?: (message: string) => Record<string, string | boolean>) => {
    const client = new Client(clientInfo, { versionNegotiation: { mode: { pin: protocolVersion } } });
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    let id = 0;
    const session = createTaskSessionFromClient(client, {
      endpointId: 'docket',
      v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: { elicitation: { form: {} } } },
      rawDispatch: async (request) => {
        const { method, params } = request as { method: string; params: Record<string, string> };
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': protocolVersion,
            'mcp-method': method,
            'mcp-name': params.name ?? params.taskId ?? '',
          },
          body: JSON.stringify({ ...(request as object), jsonrpc: '2.0', id: ++id }),
        });
        return JSON.parse((await response.text()).replace(/^[^{]*/, ''));
      },
      ...(elicit && {
        onInputRequest: async (request: { params: { message?: unknown } }) => ({
          action: 'accept' as const,
          content: elicit(String(request.params.message)),
        }),
      }),
    } as Parameters<typeof createTaskSessionFromClient>[1]);
    return {
      session,
      close: async () => {
        await session.close();
        await client.close();
      },
    };
  };
  /** What the server says to a request as it is, with no client that checks it first. */
  const send = async (
    apiKey: string,
    method: string,
    params: { taskId: string; inputResponses?: object },
  ) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocolVersion,
        'mcp-method': method,
        'mcp-name': params.taskId,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': protocolVersion,
            'io.modelcontextprotocol/clientInfo': clientInfo,
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    return response.text();
  };
  const work = { title: 'Build', instructions: 'Build it.', project: 'WORK' };
  const claim = async () => {
    const { data } = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', wait: 30 })).body;
    return { id: data.id as string, epoch: data.lease.epoch as number };
  };

  test('a foreign client hands work over, answers its question and gets the result', async () => {
    const questions: string[] = [];
    const { session, close } = await openSession((message) => {
      questions.push(message);
      return { door: 'left' };
    });
    const execution = await session.callTool('create_task', work);
    const first = await claim();
    const form = { type: 'object', properties: { door: { type: 'string', enum: ['left', 'right'] } } };
    await ada.post(`/v1/agent-tasks/${first.id}/ask`, { epoch: first.epoch, question: 'Which door?', form });
    const settled = execution.settle();
    const second = await claim();
    assert.equal(second.id, first.id);
    const result = { summary: 'Built' };
    await ada.post(`/v1/agent-tasks/${second.id}/complete`, { epoch: second.epoch, result });
    const { outcome } = await settled;
    const { content } = resultFromTaskOutcome(outcome) as unknown as { content: { text: string }[] };
    assert.deepEqual(JSON.parse(content[0]?.text ?? '').untrusted.result, result);
    assert.deepEqual(questions, ['Which door?']);
    await close();
  });

  test('a failure and a cancellation reach the foreign client', async () => {
    const { session, close } = await openSession();
    const failing = await session.callTool('create_task', work);
    const { id, epoch } = await claim();
    await ada.post(`/v1/agent-tasks/${id}/fail`, { epoch, error: 'No tokens', retryable: false });
    await assert.rejects(async () => resultFromTaskOutcome((await failing.settle()).outcome), /No tokens/);
    const cancelled = await session.callTool('create_task', work);
    await cancelled.cancel();
    const { state } = (await ada.get(`/v1/agent-tasks/${cancelled.handle?.taskId}`)).body.data;
    assert.equal(state, 'cancelled');
    await close();
  });

  test('an answer that is too long is refused with the reason, and the question stays open', async () => {
    const body = { title: 'Ask', instructions: 'Ask.', projectId: 'WORK' };
    await ada.post('/v1/agent-tasks', body);
    const { id: taskId, epoch } = await claim();
    await ada.post(`/v1/agent-tasks/${taskId}/ask`, { epoch, question: 'Which?' });
    const asked = JSON.parse((await send(key, 'tasks/get', { taskId })).replace(/^[^{]*/, ''));
    const [question] = Object.keys(asked.result.inputRequests);
    const answer = (text: string) => ({
      taskId,
      inputResponses: { [String(question)]: { action: 'accept', content: { answer: text } } },
    });
    assert.match(await send(key, 'tasks/update', answer('x'.repeat(16_001))), /answer: .*16000 characters/i);
    const stateNow = async () => (await ada.get(`/v1/agent-tasks/${taskId}`)).body.data.state;
    assert.equal(await stateNow(), 'waiting_for_user');
    await send(key, 'tasks/update', answer('The left one'));
    assert.equal(await stateNow(), 'queued');
    await ada.post(`/v1/agent-tasks/${taskId}/cancel`, {});
  });

  test('a client without the extension gets the id of the task, and a stranger no state', async () => {
    const client = new Client(clientInfo);
    await client.connect(
      new StreamableHTTPClientTransport(url, {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    const { content } = await client.callTool({ name: 'create_task', arguments: work });
    const { task } = JSON.parse((content as unknown as [{ text: string }])[0].text);
    assert.ok(task);
    await client.close();
    const eve = await world.person('Eve');
    const stranger = (await eve.post('/api/user/api-keys', { name: 'mcp' })).body.data.key;
    for (const method of ['tasks/get', 'tasks/cancel']) {
      assert.match(await send(stranger, method, { taskId: task }), /not found|permissions/i, method);
    }
    assert.equal((await ada.get(`/v1/agent-tasks/${task}`)).body.data.state, 'queued');
  });
});

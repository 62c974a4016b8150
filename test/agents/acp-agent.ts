// An agent of the Agent Client Protocol for tests: its first argument says how it behaves.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';

const behaviour = process.argv[2] ?? '';
const never = new Promise<never>(() => {});
let cwd = '';
let cancelTurn: (() => void) | undefined;
let turns = 0;

const dieAt = (place: string) => {
  if (behaviour !== `die-${place}`) return;
  process.stderr.write(`Out of memory at ${place}\n`);
  process.exit(3);
};
const newSessionId = () => `session-${process.pid}`;

type Send = (update: SessionUpdate) => Promise<void>;
const say = (send: Send, text: string) =>
  send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const turn: Record<
  string,
  (client: AgentContext, sessionId: string, send: Send, text: string) => Promise<StopReason>
> = {
  work: async (_client, _sessionId, send, text) => {
    await say(send, text.includes('Paint the bike shed') ? 'I know ' : 'I do not know ');
    await say(send, 'the task.');
    const entries = [
      { content: 'Find the shed', priority: 'high', status: 'completed' },
      { content: 'Paint it', priority: 'high', status: 'in_progress' },
    ] as const;
    await send({ sessionUpdate: 'plan', entries: [...entries] });
    const file = path.join(cwd, 'shed.txt');
    const call = { toolCallId: 'a', title: 'Paint the shed', kind: 'edit' } as const;
    await send({ sessionUpdate: 'tool_call', ...call, status: 'pending', locations: [{ path: file }] });
    writeFileSync(file, 'green\n');
    await send({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'a',
      status: 'completed',
      content: [{ type: 'diff', path: file, newText: 'green\n' }],
    });
    for (const args of [
      ['add', '.'],
      ['commit', '--quiet', '-m', 'Paint the shed'],
    ])
      execFileSync('git', args, { cwd, stdio: 'ignore' });
    await send({
      sessionUpdate: 'usage_update',
      used: 900,
      size: 1_000,
      cost: { amount: 0.25, currency: 'EUR' },
    });
    return 'end_turn';
  },
  permit: async (client, sessionId, send, text) => {
    if (text.includes('was approved') || text.includes('was rejected')) await say(send, `Told: ${text}`);
    for (const [toolCallId, title, kind] of [
      ['a', 'Read the file', 'read'],
      ['b', 'Run the build', 'execute'],
    ] as const) {
      const toolCall = { toolCallId, title, kind, rawInput: { command: 'make' } };
      const options = [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ] as const;
      const params: RequestPermissionRequest = { sessionId, toolCall, options: [...options] };
      const { outcome } = await client.request(methods.client.session.requestPermission, params);
      if (outcome.outcome === 'cancelled') return 'cancelled';
      await send({ sessionUpdate: 'plan', entries: [] });
      await say(send, `${title}: ${outcome.optionId}. `);
    }
    return 'end_turn';
  },
  form: async (client, sessionId, send) => {
    const answer = await client.request(methods.client.elicitation.create, {
      mode: 'form',
      sessionId,
      message: 'Which colour?',
      requestedSchema: {
        type: 'object',
        properties: { colour: { type: 'string', enum: ['red', 'green'] } },
        required: ['colour'],
      },
    });
    if (answer.action !== 'accept') return 'cancelled';
    await say(send, `Chosen: ${JSON.stringify((answer as { content?: unknown }).content)}`);
    return 'end_turn';
  },
  listen: async (_client, _sessionId, send, text) => {
    turns++;
    if (turns > 1) await say(send, `Heard: ${text}`);
    if (turns > 1) return 'end_turn';
    await send({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Working', kind: 'think' });
    await new Promise<void>((resolve) => {
      cancelTurn = resolve;
    });
    return 'cancelled';
  },
  deaf: async (_client, _sessionId, send) => {
    process.on('SIGTERM', () => {});
    await send({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Working', kind: 'think' });
    return never;
  },
  flood: async (_client, _sessionId, send) => {
    for (let count = 0; count < 5_000; count++)
      await send({
        sessionUpdate: 'tool_call',
        toolCallId: `t${count}`,
        title: `Step ${count}`,
        kind: 'other',
      });
    await say(send, 'x'.repeat(1_000_000));
    await say(send, 'The end.');
    return 'end_turn';
  },
  lie: async (client, _sessionId, send) => {
    process.stdout.write('this is no JSON\n{"jsonrpc": "2.0", "id": 77, "result": {}}\n');
    const other = {
      sessionId: 'another',
      update: { sessionUpdate: 'tool_call', toolCallId: 'x', title: 'Of another session' },
    } as const;
    await client.notify(methods.client.session.update, other);
    await send({
      sessionUpdate: 'tool_call',
      toolCallId: 'a',
      title: 'Change the password file',
      kind: 'edit',
      locations: [{ path: '/etc/passwd' }, { path: path.join(cwd, '../../outside') }],
    });
    await send({ sessionUpdate: 'usage_update', used: 1, size: 1, cost: { amount: -5, currency: 'EUR' } });
    await send({ sessionUpdate: 'usage_update', used: 1, size: 1, cost: { amount: 7, currency: 'credits' } });
    const toolCall = { toolCallId: 'p', title: 'Of another session', kind: 'read' } as const;
    const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }] as const;
    const params: RequestPermissionRequest = { sessionId: 'another', toolCall, options: [...options] };
    const { outcome } = await client.request(methods.client.session.requestPermission, params);
    await say(send, `Permission: ${outcome.outcome}`);
    return 'end_turn';
  },
  outside: async (client, sessionId) => {
    const toolCall = {
      toolCallId: 'p',
      title: 'Edit ~/.bashrc',
      kind: 'edit',
      locations: [{ path: '/root/.bashrc' }],
    } as const;
    const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }] as const;
    await client.request(methods.client.session.requestPermission, {
      ...{ sessionId, options: [...options] },
      toolCall: { ...toolCall, locations: [...toolCall.locations] },
    });
    return 'cancelled';
  },
  hang: async () => never,
  'max-tokens': async () => 'max_tokens',
  refusal: async () => 'refusal',
  quota: async () => {
    throw new RequestError(-32_603, 'Usage limit reached, try again at 5 pm');
  },
};

const app = agent({ name: 'test-agent' })
  .onRequest(methods.agent.initialize, async () => {
    dieAt('initialize');
    if (behaviour === 'hang-initialize') await never;
    return {
      protocolVersion: behaviour === 'old' ? 0 : PROTOCOL_VERSION,
      agentInfo: { name: 'test-agent', version: '1.0' },
      agentCapabilities: {
        loadSession: false,
        mcpCapabilities: { http: behaviour === 'work', sse: false },
        sessionCapabilities: { resume: behaviour === 'form' ? null : {} },
      },
    };
  })
  .onRequest(methods.agent.session.new, async ({ params }) => {
    dieAt('new');
    if (behaviour === 'auth') throw RequestError.authRequired();
    cwd = params.cwd;
    writeFileSync(path.join(cwd, '..', 'mcp.json'), JSON.stringify(params.mcpServers), { flag: 'w' });
    return { sessionId: newSessionId() };
  })
  .onRequest(methods.agent.session.resume, async ({ params }) => {
    cwd = params.cwd;
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const send: Send = (update) => client.notify(methods.client.session.update, { sessionId, update });
    const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    if (behaviour === 'die-prompt') await say(send, 'I was about to');
    dieAt('prompt');
    return { stopReason: (await turn[behaviour]?.(client, sessionId, send, text)) ?? 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => cancelTurn?.());

app.connect(
  ndJsonStream(
    Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
    Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>,
  ),
);

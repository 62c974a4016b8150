import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { fitResult, fitText } from './fit-answer.ts';

/** Four characters make about a token. The answer is counted as it is sent. */
const charactersMax = 4 * 4_000;

test('an answer that is too large loses the ends of its longest texts first, then of its lists', () => {
  const long = 'ä"\n'.repeat(20_000);
  const texts = JSON.parse(fitResult({ key: 'ABC-1', long, short: 'kept', nextCursor: 'c'.repeat(300) }));
  assert.deepEqual([texts.key, texts.short, texts.nextCursor.length], ['ABC-1', 'kept', 300]);
  assert.match(texts.long, /^ä"\nä.*… \(\d+ more characters\)$/s);
  const lists = JSON.parse(
    fitResult({ list: Array.from({ length: 5_000 }, () => ({ text: 'x'.repeat(500) })) }),
  );
  assert.match(lists.list.at(-1), /^… \(\d+ more\)$/);
  const wide = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, index) => [`field ${index}`, 'x'.repeat(90)]),
  );
  for (const text of [
    fitResult({ long }),
    fitResult({ list: Array.from({ length: 200 }, () => long) }),
    fitResult({ wide }),
    fitText(long),
    fitText('\u0000'.repeat(50_000)),
    fitText('😀'.repeat(20_000)),
  ]) {
    const size = JSON.stringify({ content: [{ type: 'text', text }] }).length;
    assert.ok(size <= charactersMax && size > charactersMax / 2, String(size));
    assert.ok(text.isWellFormed());
  }
  assert.equal(fitResult({ small: true }), '{"small":true}');
});

onEveryEngine('answers of MCP tools', (engine) => {
  let world: World;
  let ada: Person;
  let client: Client;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Work', key: 'WORK' });
    client = await connect(ada);
  });
  after(async () => {
    await client.close();
    await world.close();
  });

  const connect = async (person: Person, fields: object = {}) => {
    const { key } = (await person.post('/api/user/api-keys', { name: 'mcp', ...fields })).body.data;
    const connected = new Client({ name: 'test', version: '1' });
    const { port } = world.app.server.address() as AddressInfo;
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await connected.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
    );
    return connected;
  };
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const size = JSON.stringify(result).length;
    assert.ok(size <= charactersMax, `${name}: ${size} characters`);
    const [{ text }] = result.content as unknown as [{ text: string }];
    return { isError: result.isError === true, text, size };
  };
  const read = async (name: string, args: Record<string, unknown> = {}) => {
    const { isError, text } = await call(name, args);
    assert.ok(!isError, text);
    return JSON.parse(text);
  };

  const add = async (url: string, body: object) => {
    const answer = await ada.post(url, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };

  test('create_ticket and update_ticket write parent, labels, blockers, relations, due date, checklist and estimate', async () => {
    await ada.put('/api/project/WORK', { estimateUnit: 'points' });
    await ada.post('/api/labels', { name: 'urgent' });
    await ada.post('/api/labels', { name: 'small' });
    const keys = [];
    for (const title of ['Parent', 'Blocker', 'Other'])
      keys.push((await read('create_ticket', { title, project: 'WORK' })).ticket);
    const [parent, blocker, other] = keys;
    const made = await read('create_ticket', {
      title: 'Whole',
      project: 'WORK',
      parent,
      labels: ['urgent'],
      blockedBy: [blocker],
      relates: [other],
      dueDate: '2026-12-24',
      checklist: ['Write', '[x] Think'],
      estimate: 3,
    });
    assert.deepEqual(
      [made.parent, made.blockedBy, made.relates, made.estimate, made.dueDate.slice(0, 10)],
      [parent, [blocker], [other], 3, '2026-12-24'],
    );
    assert.deepEqual(
      [made.untrusted.labels, made.untrusted.checklist],
      [['urgent'], ['[ ] Write', '[x] Think']],
    );
    const before = (await ada.get(`/api/tickets/${made.ticket}/checklist`)).body.data;
    await read('update_ticket', {
      ticket: made.ticket,
      parent: '',
      labels: ['small'],
      blockedBy: [other],
      relates: [],
      dueDate: null,
      checklist: ['[x] Write', 'Test'],
      estimate: null,
    });
    const changed = await read('get_ticket', { ticket: made.ticket });
    assert.deepEqual(
      [changed.parent, changed.blockedBy, changed.relates, changed.dueDate, changed.estimate],
      [undefined, [other], undefined, undefined, undefined],
    );
    assert.deepEqual(
      [changed.untrusted.labels, changed.untrusted.checklist],
      [['small'], ['[x] Write', '[ ] Test']],
    );
    const afterwards = (await ada.get(`/api/tickets/${made.ticket}/checklist`)).body.data;
    assert.equal(afterwards[0].id, before[0].id, 'an item with the same text stays the same item');
    await read('update_ticket', { ticket: made.ticket, priority: 'high' });
    assert.deepEqual((await read('get_ticket', { ticket: made.ticket })).blockedBy, [other]);
  });

  test('criteria are written and shown, and add_evidence shows one of them', async () => {
    const made = await read('create_ticket', { title: 'Proven', project: 'WORK', criteria: ['A', 'B'] });
    assert.deepEqual(made.untrusted.criteria, ['A', 'B']);
    const [{ criterion }] = made.criteria;
    const evidence = { ticket: made.ticket, criterion, kind: 'command', passed: true, summary: 'Exit 0' };
    const added = await read('add_evidence', evidence);
    assert.deepEqual([added.passed, added.decides], [true, true]);
    await read('update_ticket', { ticket: made.ticket, criteria: ['C', 'A'] });
    const changed = await read('get_ticket', { ticket: made.ticket });
    assert.deepEqual(
      [changed.untrusted.criteria, changed.criteria.map(({ state }: { state: string }) => state)],
      [
        ['C', 'A'],
        ['open', 'shown'],
      ],
    );
    for (const [wrong, field] of [
      [{ ticket: undefined }, /icket/],
      [{ criterion: made.id }, /criterion/i],
      [{ kind: 'host_check' }, /kind/],
    ] as const) {
      const { isError, text } = await call('add_evidence', { ...evidence, ...wrong });
      assert.ok(isError);
      assert.match(text, field);
    }
  });

  test('a ticket with a wrong blocker, parent or label is not created at all, and the field is named', async () => {
    const total = async () => (await ada.get('/api/tickets?project=WORK')).body.pagination.total;
    const before = await total();
    for (const [wrong, field] of [
      [{ blockedBy: ['WORK-999'] }, 'blockedBy'],
      [{ relates: ['nothing'] }, 'relates'],
      [{ parent: 'WORK-999' }, 'parentId'],
      [{ labels: ['no such label'] }, 'labelIds'],
      [{ dueDate: 'soon' }, 'dueDate'],
    ] as const) {
      const { isError, text } = await call('create_ticket', { title: 'Not made', project: 'WORK', ...wrong });
      assert.ok(isError);
      assert.match(text, new RegExp(`${field}: `), text);
    }
    assert.equal(await total(), before);
    const [{ key }] = (await ada.get('/api/tickets?project=WORK')).body.data;
    const cycle = await call('update_ticket', { ticket: key, title: 'Changed', blockedBy: [key] });
    assert.match(cycle.text, /blockedBy: Ticket must be a different ticket/);
    assert.notEqual((await read('get_ticket', { ticket: key })).untrusted.title, 'Changed');
  });

  test('nobody blocks, removes or sees a relation to a ticket that they may not read', async () => {
    const ben = await world.person('Ben');
    await ada.post('/api/project/WORK/members', { userId: ben.id, role: 'member' });
    await ada.post('/api/projects', { name: 'Secret', key: 'HIDE', visibility: 'private' });
    const hidden = (await ada.post('/api/tickets', { title: 'Hidden', projectId: 'HIDE' })).body.data;
    const open = (await ada.post('/api/tickets', { title: 'Open', projectId: 'WORK' })).body.data;
    await ada.post(`/api/tickets/${open.key}/relations`, { kind: 'blocked_by', ticketId: hidden.id });
    const own = client;
    client = await connect(ben);
    assert.equal((await read('get_ticket', { ticket: open.key })).blockedBy, undefined);
    assert.match(
      (await call('update_ticket', { ticket: open.key, relates: [hidden.key] })).text,
      /relates: /,
    );
    await read('update_ticket', { ticket: open.key, blockedBy: [] });
    await client.close();
    client = own;
    assert.deepEqual((await read('get_ticket', { ticket: open.key })).blockedBy, [hidden.key]);
  });

  test('no tool answers with more than 4,000 tokens for the largest ticket, task and lists that the limits allow', async () => {
    const text = (length: number) => '"ü"\n'.repeat(Math.ceil(length / 4)).slice(0, length);
    await ada.put('/api/project/WORK', { description: text(5_000).trim() });
    for (let count = 0; count < 20; count++)
      await add('/api/project/WORK/fields', { name: `Field ${count}`, type: 'text' });
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, count) => [`Field ${count}`, text(390).trim()]),
    );
    const title = `"${'ü'.repeat(498)}"`;
    const large = await add('/api/tickets', {
      title,
      description: text(100_000),
      projectId: 'WORK',
      fields,
      checklist: Array.from({ length: 200 }, (_, count) => `${count} ${'x'.repeat(490)}`),
    });
    for (let count = 0; count < 25; count++)
      await add(`/api/tickets/${large.key}/comments`, { content: text(64_000) });
    for (let count = 0; count < 60; count++) await ada.post('/api/tickets', { title, projectId: 'WORK' });
    for (let count = 0; count < 60; count++)
      await add('/api/views', {
        name: `${count} ${'V'.repeat(90)}`,
        query: { filter: `text ~ "${'y'.repeat(3_000)}"` },
      });
    const task = await add('/v1/agent-tasks', {
      projectId: 'WORK',
      ticketId: large.id,
      title,
      instructions: text(50_000).trim(),
      input: { log: text(50_000) },
    });
    const whole = await call('get_ticket', { ticket: large.key });
    assert.ok(whole.size > charactersMax / 2, 'as much as possible is shown');
    assert.match(whole.text, /more characters/);
    const next = JSON.parse((await call('get_ticket', { ticket: large.key, from: 90_000 })).text);
    assert.ok(next.untrusted.description.length > 0);
    for (const [name, input] of [
      ['update_ticket', { ticket: large.key, priority: 'low' }],
      ['place_ticket', { ticket: large.key, position: 'first' }],
      ['create_ticket', { title, description: text(100_000), project: 'WORK' }],
      ['search_tickets', { limit: 50 }],
      ['search_tickets', { query: 'x'.repeat(500) }],
      ['list_projects', { limit: 100 }],
      ['list_views', { limit: 100 }],
      ['find_people', { limit: 50 }],
      ['list_tasks', { limit: 50 }],
      ['get_context', { task: task.id }],
    ] as const) {
      const { isError, text: answer } = await call(name, input);
      assert.ok(!isError, `${name}: ${answer}`);
    }
    const claimed = await read('claim_task', {});
    assert.equal(claimed.task, task.id);
    assert.match(claimed.instructions, /more characters/);
    const held = { task: task.id, epoch: claimed.epoch };
    await read('report_activity', { ...held, content: text(16_000).trim() });
    await read('heartbeat_task', held);
    await call('finish_task', { ...held, outcome: 'question', message: text(16_000).trim() });
    await call('remember', { project: 'WORK', text: text(2_000).trim() });
    await call('add_comment', { ticket: large.key, content: text(64_000).trim() });
    await call('search_tickets', { filter: '('.repeat(4_000) });
    await call('generate_docs', { repo: 'x'.repeat(200), base: 'a', head: 'b' });
    const resource = await client.readResource({ uri: `docket://ticket/${large.key}` });
    assert.ok(JSON.stringify(resource).length <= charactersMax + 200);
    world.clock.advance(dayMs);
  });

  test('an agent reports usage, gets messages and stop, asks with a form, and fails with a type', async () => {
    const { id } = await add('/v1/agent-tasks', {
      projectId: 'WORK',
      title: 'Steered',
      instructions: 'Do it.',
      priority: 'highest',
    });
    const { epoch } = await read('claim_task', {});
    const held = { task: id, epoch };
    const { message } = await read('steer_task', { task: id, message: 'Use the other door' });
    const beaten = await read('heartbeat_task', held);
    assert.deepEqual(beaten.messages, [{ id: message, text: 'Use the other door' }]);
    assert.deepEqual(beaten.untrusted.senders, [{ id: message, name: 'Ada' }]);
    const reported = await read('report_activity', {
      ...held,
      content: 'On it',
      acknowledge: [message],
      usage: { inputTokens: 1_000, cost: { amount: 25, currency: 'EUR' } },
    });
    assert.equal(reported.messages, undefined, 'it was acknowledged');
    const { usage } = (await ada.get(`/v1/agent-tasks/${id}`)).body.data;
    assert.deepEqual([usage.inputTokens, usage.cost], [1_000, { amount: 25, currency: 'EUR' }]);
    assert.match((await call('heartbeat_task', { ...held, usage: { tokens: 5 } })).text, /tokens/);
    const form = { type: 'object', properties: { door: { type: 'string', enum: ['left', 'right'] } } };
    const asked = { ...held, outcome: 'question', message: 'Which door?' };
    assert.match(
      (await call('finish_task', { ...asked, form: { ...form, properties: { a: { type: 'array' } } } })).text,
      /form\.properties\.a/,
    );
    assert.equal((await read('finish_task', { ...asked, form })).state, 'waiting_for_user');
    const [question] = (await read('list_tasks', { state: ['waiting_for_user'] })).untrusted.questions;
    assert.deepEqual([question.task, question.question, question.form], [id, 'Which door?', form]);
    assert.match((await call('steer_task', { task: id, values: { door: 'middle' } })).text, /door/);
    assert.match((await call('steer_task', { task: id, answer: 'left', stop: true })).text, /only one/);
    assert.equal((await read('steer_task', { task: id, values: { door: 'left' } })).state, 'queued');
    const again = await read('claim_task', {});
    assert.deepEqual([again.task, again.untrusted.answer], [id, { values: { door: 'left' } }]);
    const next = { task: id, epoch: again.epoch };
    const approval = { ...next, outcome: 'question', message: 'Merge?', kind: 'approval' };
    await read('finish_task', { ...approval, subject: { type: 'commit', sha: '1a2b3c4' } });
    const approve = { task: id, approve: true, reason: 'Fine' };
    assert.match((await call('steer_task', approve)).text, /^FORBIDDEN: The program that asks/);
    await ada.post(`/v1/agent-tasks/${id}/answer`, { approve: true });
    const last = await read('claim_task', {});
    await read('steer_task', { task: id, stop: true });
    assert.equal((await read('heartbeat_task', { task: id, epoch: last.epoch })).stop, 'requested');
    const failed = { task: id, epoch: last.epoch, outcome: 'failed', message: 'No tokens', type: 'quota' };
    assert.equal((await read('finish_task', failed)).state, 'failed');
    assert.equal((await ada.get(`/v1/agent-tasks/${id}`)).body.data.failure.type, 'quota');
  });

  test('create_task queues work, and only for those who may write in the project', async () => {
    const { task, state } = await read('create_task', {
      title: 'Do',
      instructions: 'Do it.',
      project: 'WORK',
    });
    assert.equal(state, 'queued');
    assert.equal((await ada.get(`/v1/agent-tasks/${task}`)).body.data.instructions, 'Do it.');
    await ada.post(`/v1/agent-tasks/${task}/cancel`, {});
    const own = client;
    client = await connect(await world.person('Eve'));
    assert.match(
      (await call('create_task', { title: 'Do', instructions: 'x', project: 'WORK' })).text,
      /projectId: /,
    );
    assert.match((await call('steer_task', { task, message: 'Hello' })).text, /^(NOT_FOUND|FORBIDDEN)/);
    await client.close();
    client = own;
  });

  test('closing a parent over open children asks the person, where the client can', async () => {
    const parent = await add('/api/tickets', { title: 'Parent', projectId: 'WORK' });
    await add('/api/tickets', { title: 'Part', projectId: 'WORK', parentId: parent.id });
    const { key } = (await ada.post('/api/user/api-keys', { name: 'mcp' })).body.data;
    const asking = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const asked: string[] = [];
    let decision = false;
    asking.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { force: decision } };
    });
    const { port } = world.app.server.address() as AddressInfo;
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await asking.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
    );
    const close = { name: 'update_ticket', arguments: { ticket: parent.key, status: 'done' } };
    assert.equal((await asking.callTool(close)).isError, true);
    assert.match(asked[0] ?? '', /1 open child/);
    decision = true;
    const closed = await asking.callTool(close);
    assert.equal(closed.isError, undefined);
    assert.equal(asked.length, 2);
    assert.equal((await ada.get(`/api/tickets/${parent.key}`)).body.data.status, 'done');
    await asking.close();
  });

  test('remember proposes a note, also with the key of a person', async () => {
    const note = { project: 'WORK', text: 'Run the tests with make test', tags: ['tests'] };
    assert.equal((await read('remember', note)).state, 'proposed');
    const agent = (await ada.post('/api/agents', { name: 'Pilot' })).body.data;
    await ada.post('/api/project/WORK/members', { userId: agent.id, role: 'member' });
    const own = client;
    client = await connect({
      ...ada,
      post: (_url: string, body?: unknown) => ada.post(`/api/agents/${agent.id}/api-keys`, body),
    });
    assert.equal((await read('remember', note)).state, 'proposed');
    await client.close();
    client = own;
    const { data } = (await ada.get('/api/project/WORK/memory?search=make')).body;
    assert.deepEqual(data.map(({ state }: { state: string }) => state).sort(), ['proposed', 'proposed']);
    assert.match((await call('remember', { ...note, project: 'NONE' })).text, /^NOT_FOUND/);
  });

  test('tickets and contexts are resources, for those who may read them', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['docket://ticket/{key}', 'docket://task/{id}/context'],
    );
    const ticket = (
      await ada.post('/api/tickets', {
        title: 'Mine',
        projectId: 'WORK',
        assigneeId: ada.id,
        status: 'todo',
      })
    ).body.data;
    const { resources } = await client.listResources();
    assert.deepEqual(resources, [
      { uri: `docket://ticket/${ticket.key}`, name: ticket.key, mimeType: 'application/json' },
    ]);
    const [content] = (await client.readResource({ uri: `docket://ticket/${ticket.key}` })).contents;
    assert.equal(JSON.parse((content as { text: string }).text).untrusted.title, 'Mine');
    const task = (
      await ada.post('/v1/agent-tasks', { projectId: 'WORK', title: 'T', instructions: 'Do it.' })
    ).body.data;
    const uri = `docket://task/${task.id}/context`;
    const [context] = (await client.readResource({ uri })).contents;
    assert.equal(context?.mimeType, 'text/markdown');
    assert.match((context as { text: string }).text, /Do it\./);
    assert.equal((await call('get_context', { task: task.id })).text, (context as { text: string }).text);
    const stranger = await connect(await world.person('Eve'));
    for (const address of [`docket://ticket/${ticket.key}`, uri, 'docket://nothing', 'file:///etc/passwd'])
      await assert.rejects(stranger.readResource({ uri: address }), /not found/i, address);
    assert.deepEqual((await stranger.listResources()).resources, []);
    await stranger.close();
    const worker = await connect(ada, { scopes: ['agent'] });
    await assert.rejects(worker.readResource({ uri: `docket://ticket/${ticket.key}` }), /not found/i);
    assert.ok((await worker.readResource({ uri })).contents.length === 1);
    await worker.close();
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { joinSections, packSize, type Section } from './context-pack.ts';

const section = (heading: string, text: string, share: number, isQuoted = false): Section => ({
  ...{ heading, text, share, isQuoted },
});

test('a pack has at most the given length, whatever its sections contain', () => {
  const texts = [
    'x'.repeat(50_000),
    `${'\n'.repeat(30_000)}end`,
    '😀'.repeat(20_000),
    'line\n'.repeat(9_000),
    '',
  ];
  for (const max of [packSize.min, 5_000, packSize.default])
    for (const first of texts)
      for (const second of texts) {
        const sections = [
          section('One', first, 0.5, true),
          section('Two', second, 0.3),
          section('Three', 'short', 0.1),
        ];
        const pack = joinSections(sections, max);
        assert.ok(pack.length <= max, `${pack.length} of ${max}`);
        assert.ok(pack.isWellFormed());
        assert.match(pack, /## Three\n\nshort\n$/);
      }
});

test('a section gets its share though the one before it wants everything', () => {
  const sections = [section('Long', 'a\n'.repeat(20_000), 0.4), section('Also', 'b\n'.repeat(20_000), 0.4)];
  const pack = joinSections(sections, 10_000);
  assert.ok((pack.match(/^b$/gm)?.length ?? 0) > 1_500);
  assert.ok((pack.match(/^a$/gm)?.length ?? 0) > (pack.match(/^b$/gm)?.length ?? 0));
  assert.equal(pack.match(/the rest is left out/g)?.length, 2);
});

test('no line of a quoted text is outside of its quotation', () => {
  const hostile = ['a', '# Instructions', '```', '~~~', '</data>'].flatMap((line) =>
    ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'].map(
      (end) => `${end}${line} of a stranger`,
    ),
  );
  const pack = joinSections([section('Ticket', hostile.join(''), 0.9, true)], packSize.default);
  const strangers = pack.split(/[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => line.includes('stranger'));
  assert.equal(strangers.length, 40);
  for (const line of strangers) assert.match(line, /^> /);
});

onEveryEngine('context of a task', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Harbour', key: 'HAR' });
  });
  after(() => world.close());

  const create = async (fields: object) =>
    (await ada.post('/api/tickets', { projectId: 'HAR', ...fields })).body.data;
  const queue = async (ticketId: string) =>
    (await ada.post('/v1/agent-tasks', { ticketId, title: 'Fix the berth booking', instructions: 'Fix it.' }))
      .body.data;
  const context = async (id: string, query = '', person = ada) => {
    const answer = await person.get(`/v1/agent-tasks/${id}/context${query}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as string;
  };

  test('it has the ticket, decisions, blockers with results, memory and similar tickets, the same bytes each time', async () => {
    const blocker = await create({ title: 'Choose the lock' });
    const parent = await create({ title: 'Bookings are safe', type: 'EPIC' });
    const similar = await create({ title: 'Berth of a cancelled booking stays taken', status: 'done' });
    const ticket = await create({
      title: 'Berth booking counts twice',
      description: 'Two clicks, two berths.',
      parentId: parent.id,
    });
    await ada.post(`/api/tickets/${ticket.id}/relations`, { kind: 'blocked_by', ticketId: blocker.id });
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Seen on Friday' });
    await ada.post('/api/project/HAR/memory', { text: 'Berths are locked in the order of their ids.' });
    for (const [id, finish] of [
      [blocker.id, true],
      [ticket.id, false],
    ] as const) {
      const { id: taskId } = await queue(id);
      const claimed = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: 'HAR' })).body
        .data;
      assert.equal(claimed.id, taskId);
      const { epoch } = claimed.lease;
      if (finish) {
        const artifacts = [
          { type: 'pull_request', title: 'Row lock', url: 'https://example.org/acme/app/pull/7' },
        ];
        const files = ['src/lock.ts', 'src/berth.ts'];
        await ada.post(`/v1/agent-tasks/${taskId}/activities`, { epoch, content: 'Locked', files });
        await ada.post(`/v1/agent-tasks/${taskId}/complete`, { epoch, result: { lock: 'row' }, artifacts });
        await ada.put(`/api/tickets/${id}/status`, { status: 'done' });
      } else {
        await ada.post(`/v1/agent-tasks/${taskId}/ask`, { epoch, question: 'Which lock?' });
        await ada.post(`/v1/agent-tasks/${taskId}/answer`, { answer: 'The row lock' });
      }
    }
    const task = (await ada.get(`/v1/agent-tasks?ticket=${ticket.id}`)).body.data[0];
    const text = await context(task.id);
    for (const part of [
      '## Title\n\n> Fix the berth booking (manual)',
      '## Instructions\n\nFix it.',
      `## Ticket ${ticket.key}\n\n> Berth booking counts twice`,
      '> Two clicks, two berths.',
      '> Ada, ',
      '> Question: Which lock?\n> Answer of Ada: The row lock',
      `> ${parent.key} Bookings are safe`,
      `> ${blocker.key} Choose the lock (done)\n>   pull request: Row lock https://example.org/acme/app/pull/7\n>   files: src/berth.ts, src/lock.ts\n>   result: {"lock":"row"}`,
      `> ${similar.key} Berth of a cancelled booking stays taken (done)`,
      '- Berths are locked in the order of their ids.',
    ])
      assert.ok(text.includes(part), `${part}\n—\n${text}`);
    assert.equal(await context(task.id), text);
    world.clock.advance(60_000);
    assert.equal(await context(task.id), text);
    assert.ok((await context(task.id, '?max=2000')).length <= 2_000);
  });

  test('proposed notes, unreadable blockers and strangers are left out', async () => {
    const eve = await world.person('Eve');
    await eve.post('/api/projects', { name: 'Secret', key: 'SEC' });
    const secret = (await eve.post('/api/tickets', { title: 'Sell the harbour', projectId: 'SEC' })).body
      .data;
    const ticket = await create({ title: 'Paint the quay' });
    await eve.post('/api/project/SEC/members', { userId: ada.id, role: 'member' });
    await ada.post(`/api/tickets/${ticket.id}/relations`, { kind: 'blocked_by', ticketId: secret.id });
    const task = await queue(ticket.id);
    assert.match(await context(task.id), /Sell the harbour/);
    await eve.delete(`/api/project/SEC/members/${ada.id}`);
    assert.doesNotMatch(await context(task.id), /Sell the harbour/);
    assert.equal((await eve.get(`/v1/agent-tasks/${task.id}/context`)).status, 403);
    assert.equal((await ada.get(`/v1/agent-tasks/${task.id}/context?max=1`)).status, 400);

    const agent = (await ada.post('/api/agents', { name: 'Pilot' })).body.data.id;
    await ada.post('/api/project/HAR/members', { userId: agent, role: 'member' });
    const { key } = (
      await ada.post(`/api/agents/${agent}/api-keys`, { name: 'k', scopes: ['read', 'write', 'agent'] })
    ).body.data;
    const pilot = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await pilot.post('/api/project/HAR/memory', { text: 'Trust me' })).status, 201);
    assert.doesNotMatch(await context(task.id), /Trust me/);
  });
});

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { formWith } from '../../test/support/form.ts';
import { type Caller, openWorld, type Person, type World } from '../../test/support/world.ts';
import { recordPushes } from '../agent-tasks/index.ts';

interface Item {
  id: string;
  text: string;
  state: string;
  evidence: { id: string; commit: string | null } | null;
}

const [first, second] = ['1a2b3c4d5e6f', '9f86d081884c'] as const;
const passing = { kind: 'command', passed: true, summary: 'Exit 0', exitCode: 0 };
const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

onEveryEngine('proof', (engine) => {
  let world: World;
  let ada: Person;
  let pilot: Caller & { id: string };
  let project: { id: string; key: string };
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    project = (await ada.post('/api/projects', { name: 'Proven', key: 'PRV' })).body.data;
    const { id } = (await ada.post('/api/agents', { name: 'Pilot' })).body.data;
    await ada.post('/api/project/PRV/members', { userId: id, role: 'member' });
    const keyInput = { name: 'k', scopes: ['read', 'write', 'agent'] };
    const { key } = (await ada.post(`/api/agents/${id}/api-keys`, keyInput)).body.data;
    pilot = { id, ...world.caller({ authorization: `Bearer ${key}` }) };
  });
  after(() => world.close());

  const newTicket = async (fields: object = {}) =>
    (await ada.post('/api/tickets', { title: 'Rates', projectId: project.id, ...fields })).body.data;
  const criteriaOf = async (ticketId: string): Promise<Item[]> =>
    (await ada.get(`/api/tickets/${ticketId}/criteria`)).body.data;
  const statesOf = async (ticketId: string) =>
    (await criteriaOf(ticketId)).map(({ text, state }) => `${text} ${state}`);
  const ticketWith = async (...criteria: object[]) => {
    const ticket = await newTicket({ criteria });
    return { ...ticket, criterionIds: (await criteriaOf(ticket.id)).map(({ id }) => id) };
  };
  const report = (
    who: Caller,
    ticketId: string,
    fields: object,
    ...files: Parameters<typeof formWith>[1][]
  ) =>
    files.length === 0
      ? who.post(`/api/tickets/${ticketId}/evidence`, fields)
      : who.post(
          `/api/tickets/${ticketId}/evidence`,
          ...formWith(fields as Record<string, unknown>, ...files),
        );
  /** The files in the storage, and the evidence and attachments of a ticket. */
  const countStored = async (ticketId: string) => {
    let files = 0;
    for await (const _ of world.context.storage.list()) files++;
    const { attachments } = (await ada.get(`/api/tickets/${ticketId}`)).body.data._count;
    const evidence = (await ada.get(`/api/tickets/${ticketId}/evidence`)).body.pagination.total;
    return { files, attachments, evidence };
  };
  const claimTaskOf = async (ticketId: string) => {
    await ada.post('/v1/agent-tasks', { ticketId, title: 'Do', instructions: 'Do it.', agentId: pilot.id });
    const claimed = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: project.id });
    return claimed.body.data as { id: string; lease: { epoch: number } };
  };

  test('criteria are added, changed, ordered and deleted, and each change is an event', async () => {
    const ticket = await newTicket();
    const url = `/api/tickets/${ticket.id}/criteria`;
    const check = { type: 'tests', value: 'rates *' };
    const a = (await ada.post(url, { text: ' A ', check })).body.data;
    assert.deepEqual([a.text, a.check, a.state, a.evidence], ['A', check, 'open', null]);
    const b = (await ada.post(url, { text: 'B' })).body.data;
    assert.equal((await ada.put(url, { order: [b.id, a.id] })).status, 200);
    assert.deepEqual(await statesOf(ticket.id), ['B open', 'A open']);
    for (const order of [[a.id], [a.id, a.id], [a.id, b.id, ticket.id]])
      assert.equal((await ada.put(url, { order })).status, 400);
    assert.equal((await ada.put(`${url}/${a.id}`, { check: null })).body.data.check, null);
    assert.equal((await ada.delete(`${url}/${b.id}`)).status, 200);
    assert.equal((await ada.delete(`${url}/${b.id}`)).status, 404);
    assert.deepEqual((await ada.get(`/api/tickets/${ticket.id}`)).body.data.criteria, { total: 1, shown: 0 });
    assert.deepEqual(
      (await world.events()).filter(({ type }) => type.startsWith('criterion.')).map(({ type }) => type),
      ['created', 'created', 'reordered', 'updated', 'deleted'].map((name) => `criterion.${name}`),
    );
  });

  test('a ticket has 50 criteria at most, and more are refused with nothing lost', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ text: `Criterion ${n}` }));
    const ticket = await newTicket({ criteria: many(50) });
    const refused = await ada.post(`/api/tickets/${ticket.id}/criteria`, { text: 'One more' });
    assert.deepEqual([refused.status, (await criteriaOf(ticket.id)).length], [409, 50]);
    assert.match(refused.body.error.message, /at most 50 criteria: delete some/);
    const title = { title: 'Too many', projectId: project.id };
    const whole = await ada.post('/api/tickets', { ...title, criteria: many(1_000) });
    assert.deepEqual([whole.status, Object.keys(whole.body.error.details)], [400, ['criteria']]);
    assert.equal(
      (await ada.post(`/api/tickets/${ticket.id}/criteria`, { text: 'x'.repeat(501) })).status,
      400,
    );
  });

  test('a ticket takes the criteria of its template', async () => {
    const criteria = [{ text: 'Reproduced', check: { type: 'person' } }, { text: 'Fixed' }];
    const template = { name: 'Bug', ticket: { title: 'Bug', criteria } };
    const made = await ada.post('/api/project/PRV/templates', template);
    assert.deepEqual(made.body.data.ticket.criteria, criteria);
    const ticket = await newTicket({ template: 'Bug', title: 'A bug' });
    assert.deepEqual(ticket.criteria, { total: 2, shown: 0 });
    assert.deepEqual(await statesOf(ticket.id), ['Reproduced open', 'Fixed open']);
  });

  test('evidence shows its criterion, and lists and events carry the count', async () => {
    const { id, criterionIds } = await ticketWith({ text: 'A' }, { text: 'B' });
    const [criterionId] = criterionIds;
    const { body } = await report(ada, id, { ...passing, criterionId, commit: first.toUpperCase() });
    assert.deepEqual([body.data.commit, body.data.author.id, body.data.files], [first, ada.id, []]);
    assert.deepEqual(await statesOf(id), ['A shown', 'B open']);
    assert.equal((await criteriaOf(id))[0]?.evidence?.id, body.data.id);
    const [row] = (await ada.get(`/api/tickets?ids=${id}&fields=row`)).body.data;
    assert.equal(row.criteriaProgress, '1/2');
    const events = (await world.events()).filter(({ ticketId }) => ticketId === id).slice(-2);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['evidence.added', 'criterion.state_changed'],
    );
    const { ticket, criterion, from } = JSON.parse(events[1]?.data ?? '');
    assert.deepEqual([ticket.criteriaProgress, criterion.state, from], ['1/2', 'shown', 'open']);
    await report(ada, id, { ...passing, criterionId, passed: false });
    assert.deepEqual(await statesOf(id), ['A failed', 'B open']);
    await ada.put(`/api/tickets/${id}/criteria/${criterionId}`, { text: 'A, newly' });
    assert.deepEqual(await statesOf(id), ['A, newly open', 'B open']);
    assert.equal((await criteriaOf(id))[0]?.evidence, null);
  });

  test('an agent adds criteria, but cannot change or delete them, nor show what a person must look at', async () => {
    const { id, criterionIds } = await ticketWith({ text: 'Seen', check: { type: 'person' } });
    const [criterionId] = criterionIds;
    const url = `/api/tickets/${id}/criteria`;
    assert.equal((await pilot.post(url, { text: 'Own' })).status, 201);
    for (const call of [
      pilot.put(`${url}/${criterionId}`, { text: 'Easy' }),
      pilot.delete(`${url}/${criterionId}`),
    ]) {
      const { status, body } = await call;
      assert.equal(status, 403);
      assert.match(body.error.message, /only people can change or delete/);
    }
    assert.equal((await report(pilot, id, { ...passing, criterionId })).status, 201);
    assert.deepEqual(await statesOf(id), ['Seen open', 'Own open']);
    await report(ada, id, { ...passing, criterionId });
    assert.deepEqual(await statesOf(id), ['Seen shown', 'Own open']);
  });

  test('a worker reports evidence with its epoch, and its push makes older evidence stale', async () => {
    const { id, criterionIds } = await ticketWith({ text: 'A' }, { text: 'Seen', check: { type: 'person' } });
    const [criterionId, seen] = criterionIds;
    const task = await claimTaskOf(id);
    const url = `/v1/agent-tasks/${task.id}/evidence`;
    const { epoch } = task.lease;
    assert.equal((await pilot.post(url, { ...passing, epoch: epoch + 1 })).status, 409);
    assert.equal((await ada.post(url, { ...passing, epoch })).status, 403);
    const sent = await pilot.post(url, { ...passing, epoch, criterionId, commit: first });
    assert.deepEqual([sent.status, sent.body.data.taskId], [201, task.id]);
    await report(ada, id, { ...passing, criterionId: seen });
    assert.deepEqual(await statesOf(id), ['A shown', 'Seen shown']);

    const push = async (before: string | null, head: string) => {
      const lease = { taskId: task.id, epoch, userId: pilot.id };
      const pushed = [{ branch: 'docket/PRV-1/fix', before, after: head, files: ['a.ts'] }];
      await world.db.transaction((tx) => recordPushes(tx, world.clock, lease, pushed));
    };
    await push(null, second);
    assert.deepEqual(await statesOf(id), ['A stale', 'Seen stale']);
    await pilot.post(url, { ...passing, epoch, criterionId, commit: first });
    assert.deepEqual(await statesOf(id), ['A stale', 'Seen stale']);
    await pilot.post(url, { ...passing, epoch, criterionId, commit: second });
    assert.deepEqual(await statesOf(id), ['A shown', 'Seen stale']);
    await push(second, first);
    assert.deepEqual(await statesOf(id), ['A stale', 'Seen stale']);
  });

  test('a task without a ticket takes no evidence', async () => {
    const input = { projectId: project.id, title: 'Loose', instructions: 'Do it.', agentId: pilot.id };
    const { id } = (await ada.post('/v1/agent-tasks', input)).body.data;
    const claimed = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: project.id });
    assert.equal(claimed.body.data.id, id);
    const { epoch } = claimed.body.data.lease;
    const { status, body } = await pilot.post(`/v1/agent-tasks/${id}/evidence`, { ...passing, epoch });
    assert.deepEqual(
      [status, body.error.message],
      [409, 'The task has no ticket, so there is nothing to show'],
    );
  });

  test('evidence for a criterion of another ticket is refused, and nothing is stored', async () => {
    const { id } = await ticketWith({ text: 'Own' });
    const other = await ticketWith({ text: 'Foreign' });
    const stored = await countStored(id);
    for (const criterionId of [other.criterionIds[0], id]) {
      const fields = { ...passing, criterionId };
      for (const files of [[], [{ name: 'a.log', content: 'words' }]]) {
        const { status, body } = await report(ada, id, fields, ...files);
        assert.deepEqual([status, Object.keys(body.error.details)], [400, ['criterionId']]);
      }
    }
    assert.deepEqual(await countStored(id), stored);
    assert.deepEqual(await statesOf(other.id), ['Foreign open']);
    const stranger = await world.person('Eve');
    assert.equal((await report(stranger, id, passing)).status, 403);
    assert.equal((await report(stranger, id, passing, { content: 'x' })).status, 403);
  });

  test('files are attachments with their hash, stored once, and their hash outlives them', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const content = 'the same words';
    const sha256 = hash('sha256', content);
    const files = [
      { name: 'a.log', content },
      { name: 'b.log', content },
    ];
    const { body } = await report(
      ada,
      id,
      { ...passing, kind: 'log', sha256: `${sha256},${sha256}` },
      ...files,
    );
    assert.deepEqual(
      body.data.files.map(({ name, sha256: found }: { name: string; sha256: string }) => [name, found]),
      [
        ['a.log', sha256],
        ['b.log', sha256],
      ],
    );
    await report(ada, id, { ...passing, kind: 'log' }, { name: 'c.log', content });
    const { url } = body.data.files[0];
    assert.equal((await countStored(id)).attachments, 1);
    assert.equal((await ada.get(url)).status, 200);
    await ada.delete(`/api/tickets/${id}/attachments/${url.split('/').at(-1)}`);
    const [newest] = (await ada.get(`/api/tickets/${id}/evidence`)).body.data;
    assert.deepEqual([newest.files[0].url, newest.files[0].sha256], [null, sha256]);
  });

  test('a file with another hash than announced is refused, and nothing is stored', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const stored = await countStored(id);
    const forged = { ...passing, kind: 'log', sha256: hash('sha256', 'other') };
    const { status, body } = await report(ada, id, forged, { name: 'a.log', content: 'words' });
    assert.equal(status, 400);
    assert.match(
      body.error.details.sha256[0],
      /a\.log arrived with the SHA-256 [0-9a-f]{64}\. Send it again\./,
    );
    assert.equal((await report(ada, id, { ...forged, sha256: 'abc' }, { content: 'words' })).status, 400);
    assert.deepEqual(await countStored(id), stored);
  });

  test('a log of 2 GB, too large a file and too many files are refused, and nothing is stored', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const stored = await countStored(id);
    const [form, headers] = formWith({ ...passing, kind: 'log' }, { name: 'a.log', content: 'words' });
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api/tickets/${id}/evidence`,
      headers: { ...headers, cookie: ada.cookie, 'content-length': String(2 * 2 ** 30) },
      payload: form,
    });
    assert.equal(answer.statusCode, 413);
    const large = { name: 'a.log', content: Buffer.alloc(10 * 2 ** 20 + 1, 'x') };
    const one = await report(ada, id, { ...passing, kind: 'log' }, large);
    assert.deepEqual(
      [one.status, one.body.error.message],
      [413, 'A file may have at most 10485760 bytes (10 MiB)'],
    );
    const eleven = Array.from({ length: 11 }, (_, n) => ({ name: `${n}.log`, content: String(n) }));
    assert.equal((await report(ada, id, { ...passing, kind: 'log' }, ...eleven)).status, 413);
    assert.deepEqual(await countStored(id), stored);
  });

  test('an SVG is no image, and is never sent as one', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const stored = await countStored(id);
    const svg = {
      name: 'a.svg',
      content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    };
    const refused = await report(ada, id, { ...passing, kind: 'image' }, svg);
    assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['file']]);
    assert.equal((await report(ada, id, { ...passing, kind: 'image' })).status, 400);
    assert.deepEqual(await countStored(id), stored);
    const { body } = await report(ada, id, { ...passing, kind: 'log' }, svg);
    const { headers } = await ada.get(`${body.data.files[0].url}?inline=1`);
    assert.deepEqual(
      [headers['content-type'], String(headers['content-disposition']).split(';')[0]],
      ['application/octet-stream', 'attachment'],
    );
    const image = await report(ada, id, { ...passing, kind: 'image' }, { name: 'a.png', content: png });
    assert.deepEqual([image.status, image.body.data.files[0].contentType], [201, 'image/png']);
  });

  test('a JUnit report counts its tests and decides whether it passed, whatever its sender says', async () => {
    const { id, criterionIds } = await ticketWith(
      { text: 'All' },
      { text: 'Rates', check: { type: 'tests', value: 'rate*' } },
    );
    const content =
      '<testsuite><testcase name="rate"/><testcase name="sum"><failure/></testcase></testsuite>';
    const send = (criterionId: string) =>
      report(
        ada,
        id,
        { kind: 'test_report', passed: true, summary: 'Tests', criterionId },
        { name: 'junit.xml', content },
      );
    const { body } = await send(criterionIds[0] ?? '');
    assert.deepEqual(body.data.tests, { passed: 1, failed: 1, skipped: 0, failing: ['sum'] });
    assert.equal(body.data.passed, false);
    assert.equal((await send(criterionIds[1] ?? '')).body.data.passed, true);
    assert.deepEqual(await statesOf(id), ['All failed', 'Rates shown']);
  });

  test('a JUnit bomb is refused by name, and nothing is stored', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const stored = await countStored(id);
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><testsuite name="&b;"/>';
    const { status, body } = await report(
      ada,
      id,
      { kind: 'test_report', passed: true, summary: 'Tests' },
      { name: 'bomb.xml', content: bomb },
    );
    assert.equal(status, 400);
    assert.match(
      body.error.details.file[0],
      /^bomb\.xml cannot be read as a test report: it has a document type/,
    );
    assert.deepEqual(await countStored(id), stored);
  });

  test('wrong fields are refused by name, as JSON and as a form', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const wrong: [object, string][] = [
      [{ kind: 'host_check' }, 'kind'],
      [{ commit: 'main' }, 'commit'],
      [{ summary: ' ' }, 'summary'],
      [{ summary: 'x'.repeat(501) }, 'summary'],
      [{ exitCode: 'one' }, 'exitCode'],
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ passed: 'maybe' }, 'passed'],
    ];
    for (const [fields, field] of wrong)
      for (const files of [[], [{ content: 'words' }]]) {
        const { status, body } = await report(ada, id, { ...passing, ...fields }, ...files);
        assert.deepEqual([status, Object.keys(body.error.details)], [400, [field]], JSON.stringify(fields));
      }
    const { passed: _, ...undecided } = passing;
    const { body } = await report(ada, id, undecided);
    assert.deepEqual(body.error.details, { passed: ['Passed is required'] });
    const form = { ...passing, exitCode: '3', passed: 'false' };
    const sent = (await report(ada, id, form, { content: 'words' })).body.data;
    assert.deepEqual([sent.exitCode, sent.passed], [3, false]);
  });

  test('a request that is repeated with its Idempotency-Key adds evidence once', async () => {
    const { id } = await ticketWith({ text: 'A' });
    const [form, headers] = formWith({ ...passing, kind: 'log' }, { name: 'a.log', content: 'words' });
    const send = () =>
      ada.post(`/api/tickets/${id}/evidence`, form, { ...headers, 'idempotency-key': `evidence ${id}` });
    const [once, again] = [await send(), await send()];
    assert.equal(once.body.data.id, again.body.data.id);
    assert.equal((await countStored(id)).evidence, 1);
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { sendGithub, signedHosts } from '../../test/support/webhooks.ts';
import { type Caller, openWorld, type Person, type World } from '../../test/support/world.ts';

const sha = (text: string) => text.repeat(40).slice(0, 40);

onEveryEngine('done stays done', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let pilot: Caller & { id: string };
  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '100000' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
    await ada.post('/api/project/APP/members', { userId: ben.id, role: 'member' });
    await ada.put('/api/project/APP/triggers', { triggers: [{ event: 'push', ignore: true }] });
    const { id } = (await ada.post('/api/agents', { name: 'Pilot' })).body.data;
    await ada.post('/api/project/APP/members', { userId: id, role: 'member' });
    const keyInput = { name: 'k', scopes: ['read', 'write', 'agent'] };
    const { key } = (await ada.post(`/api/agents/${id}/api-keys`, keyInput)).body.data;
    pilot = { id, ...world.caller({ authorization: `Bearer ${key}` }) };
  });
  after(() => world.close());

  const tests = { text: 'Tests pass', check: { type: 'command', value: 'npm test' } };
  const get = async (key: string) => (await ada.get(`/api/tickets/${key}`)).body.data;
  const criterionOf = async (key: string) => (await ada.get(`/api/tickets/${key}/criteria`)).body.data[0];
  const rechecksOf = async (key: string) => {
    const { data } = (await ada.get(`/v1/agent-tasks?ticket=${key}&limit=100`)).body;
    const found = data.filter(
      ({ kind, ticket }: { kind: string; ticket: { key: string } }) =>
        kind === 'recheck' && ticket.key === key,
    );
    return Promise.all(
      found.map(async ({ id }: { id: string }) => (await ada.get(`/v1/agent-tasks/${id}`)).body.data),
    );
  };
  /** A ticket whose criterion is shown at a commit, with the files of a branch, closed by Ben an hour ago. */
  const makeDone = async (file: string, head: string, criteria: object[] = [tests], who: Caller = ada) => {
    const { key } = (await who.post('/api/tickets', { title: 'Rates', projectId: 'APP', criteria })).body
      .data;
    await push(`${key}-rates`, head, [file]);
    const { id: criterionId } = await criterionOf(key);
    const shown = { kind: 'command', passed: true, summary: 'npm test', commit: head, criterionId };
    assert.equal((await ada.post(`/api/tickets/${key}/evidence`, shown)).status, 201);
    assert.equal((await ben.put(`/api/tickets/${key}/status`, { status: 'done' })).status, 200);
    world.clock.advance(2 * 3_600_000);
    return key as string;
  };
  let pushes = 0;
  const push = async (branch: string, head: string, files: string[], message = 'Work', more: object = {}) => {
    const payload = {
      ref: `refs/heads/${branch}`,
      before: sha('0'),
      after: head,
      compare: `https://github.com/acme/app/compare/${++pushes}`,
      commits: [
        { id: head, message, added: [], modified: files, removed: [], author: { email: 'm@x.example' } },
      ],
      repository: { full_name: 'acme/app', default_branch: 'main' },
      sender: { login: 'mona' },
      ...more,
    };
    return (await sendGithub(world, 'push', payload)).body.data;
  };
  const claim = async () => {
    const claimed = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: ['recheck'] });
    return claimed.body.data as { id: string; ticketId: string; lease: { epoch: number }; input: object };
  };
  const fail = async (key: string, commit: string, guilty: string) => {
    const task = await claim();
    const fields = { epoch: task.lease.epoch, kind: 'command', passed: false, exitCode: 1, summary: 'fails' };
    const { id: criterionId } = await criterionOf(key);
    const sent = await pilot.post(`/v1/agent-tasks/${task.id}/evidence`, {
      ...fields,
      ...{ commit, criterionId, guilty: { commit: guilty, title: 'Break it' } },
    });
    await pilot.post(`/v1/agent-tasks/${task.id}/complete`, { epoch: task.lease.epoch });
    return sent;
  };

  test('a push to the default branch that touches its files makes a done ticket stale and queues one recheck', async () => {
    const key = await makeDone('src/rates.ts', sha('1a'));
    await push('main', sha('1b'), ['docs/other.md']);
    assert.deepEqual([(await criterionOf(key)).state, await rechecksOf(key)], ['shown', []]);
    await push('main', sha('1c'), ['src/rates.ts']);
    assert.equal((await criterionOf(key)).state, 'stale');
    await push('main', sha('1c'), ['src/rates.ts']);
    const [task, ...others] = await rechecksOf(key);
    assert.deepEqual(
      [task.input, others],
      [{ repository: 'acme/app', recheck: { branch: 'main', commit: sha('1c'), good: [sha('1a')] } }, []],
    );
    // A later push while nobody has claimed it changes its commit.
    await push('main', sha('1d'), ['src/rates.ts'], 'More', { before: sha('1c') });
    const [moved, ...more] = await rechecksOf(key);
    assert.deepEqual([moved.id, moved.input.recheck.commit, more], [task.id, sha('1d'), []]);
    const { lease } = await claim();
    const evidence = {
      epoch: lease.epoch,
      kind: 'command',
      passed: true,
      summary: 'npm test',
      commit: sha('1d'),
    };
    const { id: criterionId } = await criterionOf(key);
    await pilot.post(`/v1/agent-tasks/${task.id}/evidence`, { ...evidence, criterionId });
    assert.deepEqual([(await criterionOf(key)).state, (await get(key)).status], ['shown', 'done']);
    await pilot.post(`/v1/agent-tasks/${task.id}/complete`, { epoch: lease.epoch });
  });

  test('a guilty commit reopens the ticket once, assigned to who closed it, with the commit in event and notification', async () => {
    const key = await makeDone('src/guilty.ts', sha('2a'));
    await push('main', sha('2b'), ['src/guilty.ts']);
    assert.equal((await fail(key, sha('2b'), sha('27'))).status, 201);
    const ticket = await get(key);
    assert.deepEqual([ticket.status, ticket.assigneeId, ticket.completedAt ?? null], ['todo', ben.id, null]);
    const reopened = async () =>
      (await world.events()).filter(
        ({ type, ticketId }) => type === 'ticket.reopened' && ticketId === ticket.id,
      );
    const [event, ...others] = await reopened();
    const data = JSON.parse(event?.data ?? '{}');
    assert.deepEqual(
      [data.commit, data.commitTitle, data.criterion.text, data.closedBy, others],
      [sha('27'), 'Break it', 'Tests pass', ben.id, []],
    );
    // Closed again, and found again by a later push: the commit has reopened it before.
    await ada.put(`/api/tickets/${key}/status`, { status: 'done' });
    const { id: criterionId } = await criterionOf(key);
    const shown = { kind: 'command', passed: true, summary: 'npm test', criterionId };
    await ada.post(`/api/tickets/${key}/evidence`, { ...shown, commit: sha('2b') });
    world.clock.advance(2 * 3_600_000);
    await push('main', sha('2d'), ['src/guilty.ts']);
    assert.equal((await fail(key, sha('2d'), sha('27'))).status, 201);
    assert.deepEqual([(await get(key)).status, (await reopened()).length], ['done', 1]);
  });

  test('evidence for a commit that is no longer the newest reopens nothing', async () => {
    const key = await makeDone('src/late.ts', sha('3a'));
    await push('main', sha('3b'), ['src/late.ts']);
    const task = await claim();
    await push('main', sha('3c'), ['src/late.ts']);
    const { id: criterionId } = await criterionOf(key);
    const fields = { epoch: task.lease.epoch, kind: 'command', passed: false, summary: 'fails', criterionId };
    await pilot.post(`/v1/agent-tasks/${task.id}/evidence`, {
      ...fields,
      ...{ commit: sha('3b'), guilty: { commit: sha('3b') } },
    });
    assert.deepEqual([(await get(key)).status, (await rechecksOf(key)).length], ['done', 2]);
  });

  test('commands that an agent wrote are not run, and a person makes them runnable by saving them', async () => {
    const key = await makeDone('src/agent.ts', sha('4a'), [tests], pilot);
    assert.equal((await criterionOf(key)).isRunnable, false);
    await push('main', sha('4b'), ['src/agent.ts']);
    assert.deepEqual(await rechecksOf(key), []);
    const { id } = await criterionOf(key);
    const saved = await ada.put(`/api/tickets/${key}/criteria/${id}`, { check: tests.check });
    assert.equal(saved.body.data.isRunnable, true);
  });

  test('the setting of the project turns it off, and so does a check that nobody can run', async () => {
    const off = await makeDone('src/off.ts', sha('5a'));
    await ada.put('/api/project/APP', { automation: { recheck: false } });
    await push('main', sha('5b'), ['src/off.ts']);
    await ada.put('/api/project/APP', { automation: { recheck: true } });
    assert.deepEqual([await rechecksOf(off), (await criterionOf(off)).state], [[], 'shown']);
    const person = { text: 'Looks good', check: { type: 'person' } };
    const key = await makeDone('src/person.ts', sha('5c'), [person]);
    await push('main', sha('5d'), ['src/person.ts']);
    assert.deepEqual([await rechecksOf(key), (await criterionOf(key)).state], [[], 'shown']);
  });

  test('the merge of its own work does not make a ticket stale', async () => {
    const key = await makeDone('src/own.ts', sha('6a'));
    const own = { id: sha('6a'), message: 'Work', modified: ['src/own.ts'], author: {} };
    await push('main', sha('6b'), [], 'Merge', { commits: [own] });
    assert.deepEqual([await rechecksOf(key), (await criterionOf(key)).state], [[], 'shown']);
  });

  test('only a recheck can name a guilty commit', async () => {
    const { key } = (await ada.post('/api/tickets', { title: 'Open', projectId: 'APP', criteria: [tests] }))
      .body.data;
    await ada.post('/v1/agent-tasks', {
      ticketId: key,
      title: 'Do',
      instructions: 'Do it.',
      agentId: pilot.id,
      kind: 'other',
    });
    const claimed = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: ['other'] });
    const { id, lease } = claimed.body.data;
    const { status, body } = await pilot.post(`/v1/agent-tasks/${id}/evidence`, {
      ...{
        epoch: lease.epoch,
        kind: 'command',
        passed: false,
        summary: 'fails',
        guilty: { commit: sha('7') },
      },
    });
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['guilty']]);
  });
});

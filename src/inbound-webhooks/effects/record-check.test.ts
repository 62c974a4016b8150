import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { hookSecret, sendGithub, sendHook, signedHosts } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { recordHostCheck } from '../../proof/index.ts';

const sha = (digit: string) => digit.repeat(40);
const mona = { login: 'mona' };
const repository = { full_name: 'acme/app', default_branch: 'main' };

const pull = (number: number, body: string, head: string, fields: object = {}) => ({
  action: 'synchronize',
  number,
  pull_request: {
    ...{ id: number, number, title: 'Change', body, state: 'open', draft: false, merged: false, user: mona },
    head: { ref: 'change', sha: head, repo: { full_name: 'acme/app' } },
    base: { ref: 'main', repo: { full_name: 'acme/app' } },
    updated_at: '2026-11-01T10:00:00Z',
    ...fields,
  },
  repository,
  sender: mona,
});
const push = (branch: string, before: string, head: string, messages: string[] = []) => ({
  ref: `refs/heads/${branch}`,
  before,
  after: head,
  commits: messages.map((message) => ({ id: head, message, author: mona, distinct: true })),
  repository,
  sender: mona,
});
const checkRun = (name: string, head: string, conclusion: string | null, minute = 0) => ({
  action: 'completed',
  check_run: {
    name,
    head_sha: head,
    conclusion,
    html_url: 'https://github.com/acme/app/runs/7',
    completed_at: `2026-11-01T10:${String(minute).padStart(2, '0')}:00Z`,
    pull_requests: [],
  },
  repository,
  sender: mona,
});

onEveryEngine('checks of code hosts', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '100000' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
    await ada.post('/api/projects', { name: 'Foreign', key: 'FOR' });
  });
  after(() => world.close());

  const build = { text: 'Builds', check: { type: 'host_check', value: 'build' } };
  const make = async (projectId = 'APP', criteria: object[] = [build]) =>
    (await ada.post('/api/tickets', { title: 'Ticket', projectId, criteria })).body.data.key as string;
  const criteriaOf = async (key: string) => (await ada.get(`/api/tickets/${key}/criteria`)).body.data;
  const stateOf = async (key: string) => (await criteriaOf(key))[0].state as string;
  const evidenceOf = async (key: string) => (await ada.get(`/api/tickets/${key}/evidence`)).body.data;
  const send = async (event: string, payload: object) => (await sendGithub(world, event, payload)).body.data;

  test('a check of the newest commit of a pull request decides the criterion that names it', async () => {
    const key = await make();
    await send('pull_request', pull(1, `Fixes ${key}`, sha('1')));
    await send('check_run', checkRun('lint', sha('1'), 'failure'));
    assert.equal(await stateOf(key), 'open');
    const delivery = await send('check_run', checkRun('build', sha('1'), 'success'));
    const [criterion] = await criteriaOf(key);
    const { evidence } = criterion;
    assert.deepEqual(
      [criterion.state, evidence.kind, evidence.host, evidence.check, evidence.commit, evidence.url],
      [
        'shown',
        'host_check',
        'github',
        { name: 'build', conclusion: 'success' },
        sha('1'),
        'https://github.com/acme/app/runs/7',
      ],
    );
    const { effects } = (await ada.get(`/v1/inbound/${delivery.id}`)).body.data;
    assert.deepEqual(
      effects.map(({ type, ticketKey, what }: Record<string, string>) => [type, ticketKey, what]),
      [['checked', key, 'build']],
    );
    const all = (await evidenceOf(key)).map(
      ({ check, criterionId }: { check: { name: string }; criterionId: string | null }) =>
        `${check.name} ${criterionId}`,
    );
    assert.deepEqual(all.sort(), [`build ${criterion.id}`, 'lint null']);
  });

  test('a result that arrives again or late changes nothing, and a newer one of the same check replaces it', async () => {
    const key = await make();
    await send('pull_request', pull(2, key, sha('2')));
    await send('check_run', checkRun('build', sha('2'), 'success', 10));
    const events = (await world.events()).length;
    const repeated = { ...checkRun('build', sha('2'), 'success', 10), action: 'rerequested' };
    await send('check_run', repeated);
    await send('check_run', checkRun('build', sha('2'), 'failure', 5));
    await send('check_run', { ...checkRun('build', sha('2'), null, 11), action: 'created' });
    await send('check_run', checkRun('build', sha('2'), 'skipped', 12));
    assert.deepEqual([await stateOf(key), (await world.events()).length], ['shown', events]);
    await send('check_run', checkRun('build', sha('2'), 'cancelled', 20));
    assert.equal(await stateOf(key), 'failed');
    await send('check_run', checkRun('build', sha('2'), 'success', 30));
    assert.deepEqual([await stateOf(key), (await evidenceOf(key)).length], ['shown', 1]);
  });

  test('a new commit makes the result of the former one stale, and a late result of that shows nothing', async () => {
    const key = await make();
    await send('pull_request', pull(3, key, sha('3')));
    await send('check_run', checkRun('build', sha('3'), 'success', 10));
    await send('pull_request', pull(3, key, sha('4'), { updated_at: '2026-11-01T11:00:00Z' }));
    assert.equal(await stateOf(key), 'stale');
    await send('check_run', checkRun('build', sha('3'), 'success', 20));
    assert.equal(await stateOf(key), 'stale');
    await send('check_run', checkRun('build', sha('4'), 'success', 40));
    assert.equal(await stateOf(key), 'shown');
    // An older state of the pull request does not bring its older commit back.
    await send('pull_request', pull(3, key, sha('3'), { updated_at: '2026-11-01T10:30:00Z' }));
    assert.equal(await stateOf(key), 'shown');
  });

  test('a result that arrives before its commit belongs to a ticket is shown with the commit', async () => {
    const key = await make();
    await send('check_run', checkRun('build', sha('5'), 'success'));
    await send('pull_request', pull(4, key, sha('5')));
    assert.deepEqual([await stateOf(key), (await evidenceOf(key)).length], ['shown', 1]);
  });

  test('a criterion that names a check takes the result that is there', async () => {
    const key = await make('APP', []);
    await send('pull_request', pull(5, key, sha('6')));
    await send('check_run', checkRun('build', sha('6'), 'failure'));
    const added = (await ada.post(`/api/tickets/${key}/criteria`, build)).body.data;
    assert.deepEqual([added.state, added.evidence.check.conclusion], ['failed', 'failure']);
    const other = { check: { type: 'host_check', value: 'other' } };
    assert.equal((await ada.put(`/api/tickets/${key}/criteria/${added.id}`, other)).body.data.state, 'open');
    const back = (await ada.put(`/api/tickets/${key}/criteria/${added.id}`, build)).body.data;
    assert.equal(back.state, 'failed');
  });

  test('the newest commit follows a branch that names the ticket, but neither the default branch nor a late push', async () => {
    const key = await make();
    const branch = `${key.toLowerCase()}-rates`;
    await send('push', push(branch, sha('0'), sha('7')));
    await send('push', push(branch, sha('7'), sha('8')));
    await send('check_run', checkRun('build', sha('8'), 'success'));
    assert.equal(await stateOf(key), 'shown');
    await send('push', { ...push(branch, sha('0'), sha('7')), compare: 'https://github.com/acme/app/late' });
    assert.equal(await stateOf(key), 'shown');
    await send('push', push('main', sha('0'), sha('9'), [`Merge ${key}`]));
    assert.equal(await stateOf(key), 'shown');
    await send('push', push(branch, sha('8'), sha('7')));
    assert.equal(await stateOf(key), 'stale');
  });

  test('a check of a linked commit decides a ticket without a branch', async () => {
    const key = await make();
    await send('push', push('main', sha('0'), sha('a'), [`${key} show the rate`]));
    await send('check_run', checkRun('build', sha('a'), 'success'));
    assert.equal(await stateOf(key), 'shown');
    await send('push', push('main', sha('a'), sha('b'), [`${key} round it`]));
    await send('check_run', checkRun('build', sha('b'), 'failure', 1));
    assert.equal(await stateOf(key), 'failed');
    await send('check_run', checkRun('build', sha('b'), 'success', 2));
    await send('pull_request', pull(12, key, `${'0'.repeat(38)}12`));
    assert.equal(await stateOf(key), 'stale');
    await send('check_run', checkRun('build', sha('b'), 'failure', 3));
    assert.deepEqual([await stateOf(key), (await evidenceOf(key)).length], ['open', 2]);
  });

  test('a pull request from a fork of a stranger does not become the newest commit', async () => {
    const key = await make();
    await send('pull_request', pull(6, key, sha('c')));
    await send('check_run', checkRun('build', sha('c'), 'failure'));
    const fork = { ref: key, sha: sha('d'), repo: { full_name: 'mallory/app' } };
    await send('pull_request', pull(7, `Fixes ${key}`, sha('d'), { head: fork }));
    await send('check_run', checkRun('build', sha('d'), 'success'));
    assert.equal(await stateOf(key), 'failed');
  });

  test('a repository decides nothing in a project that does not link it', async () => {
    const key = await make('FOR');
    await send('pull_request', pull(8, key, sha('e')));
    await send('check_run', checkRun('build', sha('e'), 'success'));
    assert.deepEqual([await stateOf(key), await evidenceOf(key)], ['open', []]);
  });

  test('of a commit that is not given in full, nothing is stored', async () => {
    const key = await make();
    await send('pull_request', pull(9, key, sha('f')));
    for (const commit of ['f', 'fffffff', `${sha('f').slice(1)}g`, '%'])
      await send('check_run', checkRun('build', commit, 'success'));
    assert.deepEqual(await evidenceOf(key), []);
  });

  test('results of one check that arrive at the same moment leave the newest', async () => {
    const key = await make();
    await send('pull_request', pull(10, key, sha('ab').slice(0, 40)));
    const results = Array.from({ length: 8 }, (_, minute) =>
      checkRun('build', sha('ab').slice(0, 40), minute === 7 ? 'failure' : 'success', minute),
    );
    await Promise.all(results.reverse().map((result) => send('check_run', result)));
    const evidence = await evidenceOf(key);
    assert.deepEqual([await stateOf(key), evidence.length], ['failed', 1]);
  });

  test('a ticket keeps 500 results, and those that decide a criterion', async () => {
    const key = await make();
    const head = sha('cd').slice(0, 40);
    await send('pull_request', pull(11, key, head));
    await send('check_run', checkRun('build', head, 'success'));
    const { id: projectId } = (await ada.get('/api/project/APP')).body.data;
    const check = {
      host: 'github',
      commit: head,
      passed: true,
      conclusion: 'success',
      url: null,
      checkedAt: 1,
    };
    const by = { userId: null, name: 'github', provider: 'github' };
    await world.db.transaction(async (tx) => {
      for (let n = 0; n < 510; n++)
        await recordHostCheck(tx, by, [projectId], { ...check, name: `job ${n}` }, world.clock.now() + n);
    });
    const { pagination } = (await ada.get(`/api/tickets/${key}/evidence`)).body;
    assert.deepEqual([pagination.total, await stateOf(key)], [501, 'shown']);
    const text = { kind: 'log', passed: true, summary: 'Looked' };
    assert.equal((await ada.post(`/api/tickets/${key}/evidence`, text)).status, 201);
  });

  const hosts: [name: string, headers: Record<string, string>, payload: (commit: string) => object][] = [
    [
      'a pipeline of GitLab and its jobs',
      { 'x-gitlab-event': 'Pipeline Hook', 'x-gitlab-token': hookSecret },
      (commit) => ({
        object_kind: 'pipeline',
        object_attributes: {
          id: 3,
          status: 'success',
          sha: commit,
          ref: 'rate',
          finished_at: '2026-11-01 10:00:00 UTC',
        },
        project: { path_with_namespace: 'acme/app', web_url: 'https://gitlab.example.org/acme/app' },
        builds: [{ id: 31, name: 'build', status: 'success', finished_at: '2026-11-01 09:59:00 UTC' }],
      }),
    ],
    [
      'a job of GitLab',
      { 'x-gitlab-event': 'Job Hook', 'x-gitlab-token': hookSecret },
      (commit) => ({
        object_kind: 'build',
        ...{ sha: commit, build_id: 32, build_name: 'build', build_status: 'success' },
        project: { path_with_namespace: 'acme/app', web_url: 'https://gitlab.example.org/acme/app' },
      }),
    ],
  ];
  for (const [name, headers, payload] of hosts)
    test(`${name} becomes evidence`, async () => {
      const key = await make();
      const commit = Buffer.from(name).toString('hex').padEnd(40, '0').slice(-40);
      await send('pull_request', pull(key.length * 100 + commit.charCodeAt(3), key, commit));
      await sendHook(world, '/webhooks/vcs', JSON.stringify(payload(commit)), {
        'content-type': 'application/json',
        ...headers,
      });
      const [{ state, evidence }] = await criteriaOf(key);
      assert.deepEqual([state, evidence?.check], ['shown', { name: 'build', conclusion: 'success' }]);
      assert.match(evidence.url, /^https:\/\/gitlab\.example\.org\/acme\/app\/-\/jobs\/3[12]$/);
    });

  test('statuses, suites, workflow runs and jobs of GitHub become evidence by their name', async () => {
    const ended = { head_sha: '', conclusion: 'success', html_url: 'https://github.com/acme/app/runs/7' };
    const payloads: [event: string, payload: (commit: string) => object][] = [
      ['status', (commit) => ({ context: 'build', state: 'success', sha: commit, branches: [] })],
      ['check_suite', (commit) => ({ check_suite: { ...ended, head_sha: commit, app: { name: 'build' } } })],
      ['workflow_run', (commit) => ({ workflow_run: { ...ended, head_sha: commit, name: 'build' } })],
      ['workflow_job', (commit) => ({ workflow_job: { ...ended, head_sha: commit, name: 'build' } })],
    ];
    for (const [index, [event, payload]] of payloads.entries()) {
      const key = await make();
      const commit = `${'0'.repeat(38)}e${index}`;
      await send('pull_request', pull(300 + index, key, commit));
      await send(event, { ...payload(commit), repository, sender: mona });
      assert.equal(await stateOf(key), 'shown', event);
    }
  });
});

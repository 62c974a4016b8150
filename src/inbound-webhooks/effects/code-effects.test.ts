import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { hookSecret, sendGithub, sendHook, signedHosts } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

const mona = { login: 'mona', email: 'mona@elsewhere.example' };

interface PullFields {
  repository?: string;
  action?: string;
  title?: string;
  body?: string;
  branch?: string;
  merged?: boolean;
  draft?: boolean;
  state?: string;
  at?: string;
  sender?: object;
  user?: object;
  /** `owner/name` of the repository that has the head branch. */
  from?: string;
}

const pull = (number: number, given: PullFields) => ({
  action: given.action ?? 'opened',
  number,
  pull_request: {
    id: number,
    number,
    title: given.title ?? 'Change',
    body: given.body ?? '',
    state: given.state ?? 'open',
    draft: given.draft ?? false,
    merged: given.merged ?? false,
    html_url: `https://github.com/acme/app/pull/${number}`,
    head: {
      ref: given.branch ?? 'change',
      sha: 'a'.repeat(40),
      ...(given.from && { repo: { full_name: given.from } }),
    },
    base: { ref: 'main', repo: { full_name: given.repository ?? 'acme/app' } },
    user: given.user ?? mona,
    updated_at: given.at ?? '2026-11-01T10:00:00Z',
  },
  repository: { full_name: given.repository ?? 'acme/app' },
  sender: given.sender ?? mona,
});

const push = (branch: string, messages: string[], author: object = mona, repository = 'acme/app') => ({
  ref: `refs/heads/${branch}`,
  before: 'b'.repeat(40),
  after: 'c'.repeat(40),
  deleted: false,
  commits: messages.map((message, index) => ({
    id: Buffer.from(`${branch} ${index} ${message}`).toString('hex').padEnd(40, '0').slice(-40),
    message,
    url: `https://github.com/${repository}/commit/${index}`,
    author,
    distinct: true,
  })),
  repository: { full_name: repository },
  sender: mona,
});

onEveryEngine('effects of code host events', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '100000' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
    await ada.post('/api/projects', { name: 'Sister', key: 'SIS', repositories: ['acme/app'] });
    await ben.post('/api/projects', { name: 'Foreign', key: 'FOR', repositories: ['other/app'] });
  });
  after(() => world.close());

  const make = async (projectId: string, person = ada, fields: object = {}) =>
    (await person.post('/api/tickets', { title: 'Ticket', projectId, ...fields })).body.data.key as string;
  const statusOf = async (key: string, person = ada) =>
    (await person.get(`/api/tickets/${key}`)).body.data.status;
  const linksOf = async (key: string, person = ada) =>
    (await person.get(`/api/tickets/${key}/links`)).body.data;

  test('each project that links the repository gets a task about its own ticket', async () => {
    const [app, sister] = [await make('APP'), await make('SIS')];
    const { body } = await sendGithub(world, 'pull_request', pull(1, { body: `Fixes ${app} and ${sister}` }));
    const tasks = await Promise.all(
      body.data.tasks.map(
        async ({ id }: { id: string }) => (await ada.get(`/v1/agent-tasks/${id}`)).body.data,
      ),
    );
    assert.deepEqual(tasks.map(({ ticket }) => ticket.key).sort(), [app, sister].sort());
    assert.deepEqual([await statusOf(app), await statusOf(sister)], ['in_review', 'in_review']);
  });

  test('a confidential issue opens neither a ticket nor a task', async () => {
    const sendIssue = (iid: number, confidential: boolean) => {
      const payload = {
        object_kind: 'issue',
        project: { path_with_namespace: 'acme/app' },
        object_attributes: { id: iid, iid, title: 'Leak', action: 'open', confidential },
      };
      const headers = { 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': hookSecret };
      return sendHook(world, '/webhooks/vcs', JSON.stringify(payload), {
        'content-type': 'application/json',
        ...headers,
      });
    };
    await ada.put('/api/project/APP', { automation: { openTickets: true } });
    const open = await sendIssue(91, false);
    const confidential = await sendIssue(92, true);
    await ada.put('/api/project/APP', { automation: { openTickets: false } });
    assert.ok(open.body.data.tasks.length > 0);
    assert.deepEqual(confidential.body.data.tasks, []);
    const { data } = (await ada.get('/api/tickets?project=APP&search=Leak')).body;
    assert.equal(data.length, 1);
  });

  test('a repository cannot change tickets of projects that do not link it', async () => {
    const own = await make('APP');
    const foreign = await make('FOR', ben);
    const moved = await make('APP');
    await ada.put(`/api/tickets/${moved}`, { projectId: null });
    const text = `Fixes ${own}, ${foreign}, ${moved}`;
    await sendGithub(world, 'pull_request', pull(2, { body: text, branch: foreign }));
    await sendGithub(world, 'push', push(foreign, [text]));
    await sendGithub(world, 'pull_request', pull(2, { action: 'closed', merged: true, body: text }));
    assert.deepEqual([await statusOf(own), await statusOf(foreign, ben)], ['done', 'backlog']);
    assert.equal(await statusOf(moved), 'backlog');
    assert.deepEqual([await linksOf(foreign, ben), await linksOf(moved)], [[], []]);
    // A repository that no project links changes none of these.
    await sendGithub(world, 'pull_request', pull(3, { repository: 'evil/app', body: `Fixes ${own}` }));
    assert.equal((await linksOf(own)).length, 2);
  });

  test('a merged pull request does not close a ticket with open children, and the delivery says so', async () => {
    const epic = await make('APP');
    const parentId = (await ada.get(`/api/tickets/${epic}`)).body.data.id;
    const child = await make('APP', ada, { parentId });
    const merge = (number: number) =>
      sendGithub(
        world,
        'pull_request',
        pull(number, { action: 'closed', merged: true, body: `Fixes ${epic}` }),
      );
    const { body } = await merge(70);
    const delivery = (await ada.get(`/v1/inbound/${body.data.id}`)).body.data;
    assert.ok(
      delivery.effects.some(
        ({ type, ticketKey }: { type: string; ticketKey: string }) =>
          type === 'not_moved' && ticketKey === epic,
      ),
    );
    assert.equal(await statusOf(epic), 'backlog');
    await ada.put(`/api/tickets/${child}`, { status: 'done' });
    await merge(71);
    assert.equal(await statusOf(epic), 'done');
  });

  test('a pull request moves only tickets after a closing keyword, and only forward', async () => {
    const keys: string[] = [];
    for (const status of ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'])
      keys.push(await make('APP', ada, { status }));
    const named = await make('APP');
    const body = `See ${named}.\n\nFixes ${keys.join(', ')}`;
    await sendGithub(world, 'pull_request', pull(4, { body }));
    const statuses = async () => Promise.all(keys.map((key) => statusOf(key)));
    assert.deepEqual(await statuses(), [...Array(4).fill('in_review'), 'done', 'cancelled']);
    await sendGithub(world, 'pull_request', pull(4, { action: 'closed', state: 'closed', body }));
    assert.deepEqual(await statuses(), [...Array(4).fill('in_review'), 'done', 'cancelled']);
    await sendGithub(world, 'pull_request', pull(4, { action: 'closed', merged: true, body }));
    assert.deepEqual(await statuses(), [...Array(5).fill('done'), 'cancelled']);
    assert.equal(await statusOf(named), 'backlog');
    assert.equal((await linksOf(named)).length, 1);
    const history = (await ada.get(`/api/tickets/${keys[0]}/history`)).body.data;
    assert.deepEqual(
      history.map(({ type, actor }: { type: string; actor: null }) => [type, actor]).slice(0, 3),
      [
        ['ticket.status_changed', null],
        ['ticket.updated', null],
        ['ticket.link_changed', null],
      ],
    );
    assert.match(history.at(-2).description, /^linked pull request acme\/app#4 Change to APP-/);
  });

  test('a draft pull request moves no ticket until it is ready, and an edit may add a ticket', async () => {
    const [first, later] = [await make('APP'), await make('APP')];
    await sendGithub(world, 'pull_request', pull(5, { draft: true, body: `Fixes ${first}` }));
    assert.equal(await statusOf(first), 'backlog');
    const ready = { action: 'ready_for_review', body: `Fixes ${first}`, at: '2026-11-01T10:01:00Z' };
    await sendGithub(world, 'pull_request', pull(5, ready));
    assert.equal(await statusOf(first), 'in_review');
    await ada.put(`/api/tickets/${first}/status`, { status: 'in_progress' });
    const edited = { action: 'edited', body: `Fixes ${first}, ${later}`, at: '2026-11-01T10:02:00Z' };
    await sendGithub(world, 'pull_request', pull(5, edited));
    assert.deepEqual([await statusOf(first), await statusOf(later)], ['in_progress', 'in_review']);
  });

  test('an edit that ends a draft or adds a closing keyword moves the ticket', async () => {
    const [draft, named] = [await make('APP'), await make('APP')];
    const body = `Fixes ${draft}\n\nSee ${named}`;
    await sendGithub(world, 'pull_request', pull(8, { draft: true, body }));
    await sendGithub(
      world,
      'pull_request',
      pull(8, { action: 'edited', body, title: 'No draft any more', at: '2026-11-01T10:01:00Z' }),
    );
    assert.deepEqual([await statusOf(draft), await statusOf(named)], ['in_review', 'backlog']);
    const fixing = { action: 'edited', body: `Fixes ${draft}, ${named}`, at: '2026-11-01T10:02:00Z' };
    await sendGithub(world, 'pull_request', pull(8, fixing));
    assert.equal(await statusOf(named), 'in_review');
    // An event that arrives late does not turn the pull request into a draft again.
    await sendGithub(world, 'pull_request', pull(8, { draft: true, action: 'edited', body }));
    assert.equal((await linksOf(draft))[0].state, 'open');
  });

  test('a pull request from a fork of a non-member is linked, and moves its ticket only when it is merged', async () => {
    const cleo = await world.person('Cleo');
    await cleo.put('/api/user/code-logins', { logins: ['cleo-codes'] });
    const status = async (number: number, user: object) => {
      const key = await make('APP');
      const given = { body: `Fixes ${key}`, from: 'someone/app', user };
      await sendGithub(world, 'pull_request', pull(number, given));
      const ready = { ...given, action: 'reopened', at: '2026-11-01T10:01:00Z' };
      await sendGithub(world, 'pull_request', pull(number, ready));
      return [key, await statusOf(key)] as const;
    };
    const [outsideKey, first] = await status(80, mona);
    assert.deepEqual([first, (await linksOf(outsideKey)).length], ['backlog', 1]);
    assert.equal((await status(81, { login: 'cleo-codes' }))[1], 'backlog', 'a user, but not a member');
    await ada.post('/api/project/APP/members', { userId: cleo.id, role: 'viewer' });
    assert.equal((await status(82, { login: 'cleo-codes' }))[1], 'backlog', 'a viewer may not write');
    await ada.post('/api/project/APP/members', { userId: cleo.id, role: 'member' });
    assert.equal((await status(83, { login: 'cleo-codes' }))[1], 'in_review');
    const declined = { action: 'closed', state: 'closed', at: '2026-11-01T10:02:00Z' };
    const body = `Fixes ${outsideKey}`;
    await sendGithub(world, 'pull_request', pull(80, { ...declined, body, from: 'someone/app' }));
    assert.equal(await statusOf(outsideKey), 'backlog', 'closed without being merged');
    const merged = { ...declined, merged: true, at: '2026-11-01T10:03:00Z' };
    await sendGithub(world, 'pull_request', pull(80, { ...merged, body, from: 'someone/app' }));
    assert.equal(await statusOf(outsideKey), 'done');
  });

  test('a commit message with 10,000 ticket keys is accepted and links at most 100', async () => {
    const key = await make('APP');
    const keys = Array.from({ length: 10_000 }, (_, index) => `APP-${index + 900_000}`).join(' ');
    const { status } = await sendGithub(world, 'push', push('keys', [`Fixes ${key} ${keys}`, keys]));
    assert.equal(status, 202);
    assert.deepEqual([(await linksOf(key)).length, await statusOf(key)], [1, 'backlog']);
  });

  test('a project can disable moving tickets and enable opening tickets from issues', async () => {
    const issue = (number: number, fields: object = {}) => ({
      action: 'opened',
      issue: {
        id: number,
        number,
        title: 'It rains in',
        body: 'Ask @Ada, or @everyone.\n\n<script>alert(1)</script>',
        html_url: `https://github.com/acme/app/issues/${number}`,
        user: mona,
        ...fields,
      },
      repository: { full_name: 'acme/app' },
      sender: mona,
    });
    const before = (await ada.get('/api/tickets?project=APP&limit=1')).body.pagination.total;
    await sendGithub(world, 'issues', issue(50));
    assert.equal((await ada.get('/api/tickets?project=APP&limit=1')).body.pagination.total, before);

    const put = await ada.put('/api/project/APP', { automation: { moveTickets: false, openTickets: true } });
    assert.deepEqual(put.body.data.automation, {
      moveTickets: false,
      openTickets: true,
      moveWithTasks: true,
      mentionsStartTasks: true,
      recheck: true,
      publishDocs: false,
      statusRules: [],
    });
    const key = await make('APP');
    await sendGithub(world, 'pull_request', pull(6, { body: `Fixes ${key}` }));
    assert.deepEqual([await statusOf(key), (await linksOf(key)).length], ['backlog', 1]);

    const { body } = await sendGithub(world, 'issues', issue(51));
    const own = body.data.tasks.find(
      ({ projectId }: { projectId: string }) => projectId === put.body.data.id,
    );
    const { ticketId } = (await ada.get(`/v1/agent-tasks/${own.id}`)).body.data;
    const ticket = (await ada.get(`/api/tickets/${ticketId}`)).body.data;
    assert.deepEqual([ticket.title, ticket.reporterId, ticket.status], ['It rains in', ada.id, 'backlog']);
    assert.match(
      ticket.description,
      /^Opened as \[acme\/app#51\]\(https:\/\/github\.com\/acme\/app\/issues\/51\) on github by mona\.\n\n/,
    );
    assert.doesNotMatch(ticket.description, /@Ada/);
    assert.deepEqual((await linksOf(ticket.key))[0].kind, 'issue');
    // The same issue under another delivery id opens no second ticket.
    await sendGithub(world, 'issues', issue(51));
    assert.equal((await ada.get('/api/tickets?project=APP&search=rains')).body.pagination.total, 1);
    await ada.put('/api/project/APP', { automation: { moveTickets: true, openTickets: false } });
  });

  test('an issue author who may write becomes the reporter, any other author does not', async () => {
    await ada.put('/api/project/APP', { automation: { openTickets: true } });
    const [cleo, dan] = [await world.person('Cleo'), await world.person('Dan')];
    await ada.post('/api/project/APP/members', { userId: cleo.id, role: 'member' });
    await ada.post('/api/project/APP/members', { userId: dan.id, role: 'viewer' });
    const reporters = [];
    for (const [index, person] of [cleo, dan, ben].entries()) {
      const login = `login-${person.id}`;
      await person.put('/api/user/code-logins', { logins: [login] });
      const { body } = await sendGithub(world, 'issues', {
        action: 'opened',
        issue: { id: 60 + index, number: 60 + index, title: 'Theirs', user: { login } },
        repository: { full_name: 'acme/app' },
      });
      const { data } = (
        await world.person('R', 'ADMIN').then((root) => root.get(`/v1/inbound/${body.data.id}`))
      ).body;
      const { ticketKey } = data.effects.find(({ type }: { type: string }) => type === 'opened');
      reporters.push((await ada.get(`/api/tickets/${ticketKey}`)).body.data.reporterId);
    }
    assert.deepEqual(reporters, [cleo.id, ada.id, ada.id]);
    await ada.put('/api/project/APP', { automation: { openTickets: false } });
  });

  test('commits and reviews count once for the user with that login or e-mail address', async () => {
    const eve = await world.person('Eve');
    await eve.put('/api/user/code-logins', { logins: ['Eve-Online'] });
    const taken = await ben.put('/api/user/code-logins', { logins: ['eve-online'] });
    assert.deepEqual([taken.status, Object.keys(taken.body.error.details)], [400, ['logins']]);
    const figures = async () => (await eve.get('/api/user/stats')).body.data.activity;

    await sendGithub(world, 'push', push('one', ['By login'], { username: 'eve-ONLINE' }));
    await sendGithub(world, 'push', push('two', ['By address'], { email: eve.email.toUpperCase() }));
    await sendGithub(world, 'push', push('three', ['Of nobody'], { username: 'nobody' }));
    await sendGithub(world, 'push', push('four', ['Elsewhere'], { username: 'eve-online' }, 'un/linked'));
    assert.equal((await figures()).commits, 3);
    // A merge pushes the commits of a branch again, and two hooks may send the same push concurrently.
    const same = push('five', ['Merged'], { username: 'eve-online' });
    await Promise.all([1, 2, 3, 4].map(() => sendGithub(world, 'push', { ...same, ref: 'refs/heads/main' })));
    assert.equal((await figures()).commits, 4);

    const review = {
      action: 'submitted',
      review: { id: 1, state: 'approved', user: { login: 'Eve-Online' }, body: 'Good' },
      pull_request: pull(1, {}).pull_request,
      repository: { full_name: 'acme/app' },
    };
    await sendGithub(world, 'pull_request_review', review, 'review 1');
    await sendGithub(world, 'pull_request_review', review, 'review 1');
    await Promise.all([1, 2, 3].map(() => sendGithub(world, 'pull_request_review', review)));
    assert.equal((await figures()).reviews, 1);
    const second = { ...review, review: { ...review.review, id: 2 } };
    await sendGithub(world, 'pull_request_review', second);
    assert.equal((await figures()).reviews, 2);
    const [entry] = (await eve.get('/api/user/activity?type=review')).body.data;
    assert.deepEqual(
      [entry.action, entry.entityId, entry.description],
      ['reviewed', 'acme/app#1', 'Reviewed acme/app#1 Change: approved'],
    );
  });

  test('a push of thousands of commits links the tickets that it mentions', async () => {
    const keys: string[] = [];
    for (let i = 0; i < 5; i++) keys.push(await make('APP'));
    const messages = Array.from({ length: 2_500 }, (_, index) => `${keys[index % 5]} commit ${index}`);
    const { status, body } = await sendGithub(world, 'push', push('large', messages));
    assert.deepEqual([status, body.data.tasks.length], [202, 2]);
    const counts = await Promise.all(
      keys.map(async (key) => (await ada.get(`/api/tickets/${key}/links?limit=1`)).body.pagination.total),
    );
    assert.deepEqual(counts, Array(5).fill(40));
  });

  test('concurrent pushes that mention the same tickets all succeed', async () => {
    const keys = [await make('APP'), await make('APP'), await make('SIS')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const named = index % 2 === 0 ? keys : keys.toReversed();
        return sendGithub(
          world,
          'push',
          push(
            `race-${index}`,
            named.map((key) => `${key} at ${index}`),
          ),
        );
      }),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(20).fill(202),
    );
    for (const key of keys) {
      assert.equal((await ada.get(`/api/tickets/${key}/links?limit=1`)).body.pagination.total, 20);
    }
  });

  test('an unlinked or deleted project gets no more tasks or links', async () => {
    const key = await make('SIS');
    await ada.put('/api/project/SIS', { repositories: [] });
    await sendGithub(world, 'pull_request', pull(70, { body: `Fixes ${key}` }));
    assert.deepEqual([await statusOf(key), await linksOf(key)], ['backlog', []]);
    await ada.put('/api/project/SIS', { repositories: ['acme/app'] });
    await ada.delete('/api/project/SIS');
    const { body } = await sendGithub(world, 'pull_request', pull(71, { body: `Fixes ${key}` }));
    assert.equal(body.data.tasks.length, 1);
    await ada.post('/api/project/SIS/restore');
    assert.deepEqual(await linksOf(key), []);
  });
});

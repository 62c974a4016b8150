import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

const url = 'http://127.0.0.1:9/hook';
const hook = { url, events: ['ticket.created'], secret: 'swordfish' };

onEveryEngine('webhooks', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', API_URL: 'https://api.example.org' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const create = (person: Person, body: object = {}) => person.post('/v1/webhooks', { ...hook, ...body });

  test('an API key with the scope webhooks registers a webhook', async () => {
    const { key } = (await ada.post('/api/user/api-keys', { name: 'CI', scopes: ['webhooks'] })).body.data;
    const caller = world.caller({ authorization: `Bearer ${key}` });
    const { status, body, headers } = await caller.post('/v1/webhooks', hook);
    assert.equal(status, 201);
    const { id, createdAt, updatedAt, ...rest } = body.data;
    assert.deepEqual(rest, {
      url,
      events: ['ticket.created'],
      active: true,
      wholeInstance: false,
      ownerId: ada.id,
      failureCount: 0,
    });
    assert.equal(createdAt, updatedAt);
    assert.equal(headers.location, `https://api.example.org/v1/webhooks/${id}`);
    assert.deepEqual((await caller.get(`/v1/webhooks/${id}`)).body.data, body.data);
    assert.equal((await caller.get('/api/tickets')).status, 403, 'the key allows nothing else');
    const other = (await ada.post('/api/user/api-keys', { name: 'CI', scopes: ['read', 'write'] })).body.data;
    const refused = await world.caller({ authorization: `Bearer ${other.key}` }).post('/v1/webhooks', hook);
    assert.deepEqual(
      [refused.status, refused.body.error.message],
      [403, 'This API key lacks the scope "webhooks"'],
    );
    assert.equal((await world.anonymous.post('/v1/webhooks', hook)).status, 401);
  });

  test('without a secret Docket generates one and returns it once', async () => {
    const { body } = await create(ada, { secret: undefined });
    assert.match(body.data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const unset = await create(ada, { secret: null, active: null });
    assert.deepEqual([unset.status, unset.body.data.active], [201, true]);
    assert.match(unset.body.data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal((await ada.get(`/v1/webhooks/${body.data.id}`)).body.data.secret, undefined);
    const rotated = await ada.post(`/v1/webhooks/${body.data.id}/rotate-secret`);
    assert.equal(rotated.status, 200);
    assert.match(rotated.body.data.secret, /^whsec_/);
    assert.notEqual(rotated.body.data.secret, body.data.secret);
    const given = await ada.post(`/v1/webhooks/${body.data.id}/rotate-secret`, { secret: 'mine' });
    assert.equal(given.body.data.secret, undefined);
  });

  const wrong: [field: string, body: object][] = [
    ['url', { url: undefined }],
    ['url', { url: 'example.org' }],
    ['url', { url: 'ftp://example.org/' }],
    ['url', { url: 'https://name:password@example.org/' }],
    ['url', { url: `https://example.org/${'x'.repeat(2048)}` }],
    ['url', { url: 'http://169.254.169.254/latest/meta-data' }],
    ['url', { url: 'http://2852039166/' }],
    ['url', { url: 'http://[::ffff:169.254.169.254]/' }],
    ['url', { url: 'http://[fe80::1]/' }],
    ['events', { events: undefined }],
    ['events', { events: [] }],
    ['events', { events: 'ticket.created' }],
    ['events', { events: ['ticket.created', 'ticket.exploded'] }],
    ['events', { events: ['nothing.*'] }],
    ['events', { events: ['user.created'] }],
    ['secret', { secret: '' }],
    ['secret', { secret: 'whsec_' }],
    ['secret', { secret: 5 }],
    ['projectId', { projectId: 'nope' }],
  ];
  for (const [field, body] of wrong) {
    test(`${JSON.stringify(body).slice(0, 70)} is refused with 400 and ${field} in the details`, async () => {
      const { status, body: answer } = await create(ada, body);
      assert.equal(status, 400, JSON.stringify(answer));
      assert.deepEqual(Object.keys(answer.error.details), [field]);
      const { id } = (await create(ada)).body.data;
      const changed = await ada.put(`/v1/webhooks/${id}`, body);
      // An absent field is no change.
      assert.equal(changed.status, JSON.stringify(body) === '{}' ? 200 : 400);
    });
  }

  test('a webhook accepts event names and patterns of every module and removes duplicates', async () => {
    for (const events of [
      ['*'],
      ['ticket.*', 'comment.*'],
      ['agent_task.*'],
      ['attachment.created', 'member.removed'],
    ]) {
      const { status, body } = await create(ada, { events: [...events, ...events] });
      assert.deepEqual([status, body.data.events], [201, events]);
    }
  });

  test('a change keeps absent fields and honours If-Match, and an empty change records no event', async () => {
    const { id } = (await create(ada, { description: 'Old' })).body.data;
    const { headers } = await ada.get(`/v1/webhooks/${id}`);
    const changed = await ada.patch(`/v1/webhooks/${id}`, { events: ['*'], description: null });
    assert.deepEqual(
      [changed.body.data.events, changed.body.data.description, changed.body.data.url],
      [['*'], undefined, url],
    );
    const stale = await ada.put(
      `/v1/webhooks/${id}`,
      { active: false },
      { 'if-match': String(headers.etag) },
    );
    assert.equal(stale.status, 412);
    const before = (await world.events()).length;
    const same = await ada.put(`/v1/webhooks/${id}`, changed.body.data);
    assert.deepEqual(same.body.data, changed.body.data);
    assert.equal((await world.events()).length, before);
    const off = await ada.put(`/v1/webhooks/${id}`, { active: false });
    assert.deepEqual([off.body.data.active, off.body.data.disabledBecause], [false, 'asked']);
    assert.equal((await ada.post(`/v1/webhooks/${id}/test`)).status, 409);
    const on = await ada.put(`/v1/webhooks/${id}`, { active: true });
    assert.deepEqual([on.body.data.active, on.body.data.disabledAt], [true, undefined]);
  });

  test('webhooks are listed newest first in pages, without deleted ones', async () => {
    const person = await world.person('Lister');
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      world.clock.advance(1);
      ids.unshift((await create(person)).body.data.id);
    }
    const page = await person.get('/v1/webhooks?limit=2&page=1');
    assert.deepEqual(
      page.body.data.map((webhook: { id: string }) => webhook.id),
      ids.slice(0, 2),
    );
    const { nextCursor, ...pagination } = page.body.pagination;
    assert.deepEqual(pagination, { page: 1, limit: 2, total: 3, totalPages: 2 });
    const rest = await person.get(`/v1/webhooks?limit=2&cursor=${nextCursor}`);
    assert.deepEqual(
      rest.body.data.map((webhook: { id: string }) => webhook.id),
      ids.slice(2),
    );
    const gone = await person.delete(`/v1/webhooks/${ids[0]}`);
    assert.deepEqual(gone.body.data, { id: ids[0], deleted: true });
    assert.equal((await person.get(`/v1/webhooks/${ids[0]}`)).status, 404);
    assert.equal((await person.delete(`/v1/webhooks/${ids[0]}`)).status, 404);
    assert.equal((await person.get('/v1/webhooks')).body.pagination.total, 2);
  });

  test('users cannot touch the webhooks of others, and administrators can only read, stop and delete them', async () => {
    const { id } = (await create(ada)).body.data;
    await ada.post('/api/tickets', { title: 'Delivered' });
    const [delivery] = (await ada.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    const eve = await world.person('Eve');
    const root = await world.person('Root', 'ADMIN');
    const at = `/v1/webhooks/${id}`;
    const since = '2026-01-01T00:00:00.000Z';
    const calls: [what: string, call: (person: Person) => Promise<{ status: number }>, admin: number][] = [
      ['read', (p) => p.get(at), 200],
      ['deliveries', (p) => p.get(`${at}/deliveries`), 403],
      ['a delivery', (p) => p.get(`${at}/deliveries/${delivery.id}`), 403],
      ['redeliver', (p) => p.post(`${at}/deliveries/${delivery.id}/redeliver`), 403],
      ['recover', (p) => p.post(`${at}/recover`, { since }), 403],
      ['recover, broken', (p) => p.post(`${at}/recover`, {}), 403],
      ['replay', (p) => p.post(`${at}/replay`, { since, dryRun: true }), 403],
      ['test', (p) => p.post(`${at}/test`), 403],
      ['rotate', (p) => p.post(`${at}/rotate-secret`, { secret: 'mine' }), 403],
      ['change url', (p) => p.put(at, { url: 'http://127.0.0.1:10/' }), 403],
      ['new secret', (p) => p.put(at, { secret: 'mine' }), 403],
      ['stop', (p) => p.put(at, { active: false }), 200],
      ['delete', (p) => p.delete(at), 200],
    ];
    for (const [what, call, admin] of calls) {
      assert.equal((await call(eve)).status, 403, `another user: ${what}`);
      assert.equal((await call(root)).status, admin, `an administrator: ${what}`);
    }
    assert.equal((await eve.get('/v1/webhooks?all=true')).status, 403);
    assert.ok((await root.get('/v1/webhooks?all=true')).body.pagination.total > 1);
    assert.equal((await root.get('/v1/webhooks')).body.pagination.total, 0);
    assert.equal((await create(eve, { wholeInstance: true })).status, 403);
    const viewer = await world.person('Vera', 'VIEWER');
    assert.equal((await create(viewer)).status, 403);
  });

  test('a webhook can be limited to a private project only by a user who may see it', async () => {
    const eve = await world.person('Eve');
    const project = (await ada.post('/api/projects', { name: 'Private' })).body.data;
    assert.equal((await create(ada, { projectId: project.key })).body.data.projectId, project.id);
    assert.equal((await create(eve, { projectId: project.id })).status, 403);
  });

  test('deliveries can be filtered by state, event and time', async () => {
    const person = await world.person('Filter');
    const { id } = (await create(person, { events: ['*'] })).body.data;
    const ticket = (await person.post('/api/tickets', { title: 'Delivered' })).body.data;
    world.clock.advance(1000);
    const since = new Date(world.clock.now()).toISOString();
    await person.post(`/api/tickets/${ticket.id}/comments`, { content: 'Words' });
    const list = async (query: string) => {
      const { status, body } = await person.get(`/v1/webhooks/${id}/deliveries?${query}`);
      assert.equal(status, 200, query);
      assert.equal(body.pagination.total, body.data.length);
      return body.data.map(({ event }: { event: string }) => event);
    };
    assert.deepEqual(await list(''), ['comment.created', 'ticket.created']);
    assert.deepEqual(await list('state=pending'), ['comment.created', 'ticket.created']);
    assert.deepEqual(await list('state=delivered,failed'), []);
    assert.deepEqual(await list('event=ticket.created'), ['ticket.created']);
    assert.deepEqual(await list(`since=${since}`), ['comment.created']);
    assert.deepEqual(
      await list(`until=${since}&event=ticket.created,comment.created&limit=2`).then((l) => l.length),
      2,
    );
    for (const query of ['state=lost', 'since=yesterday', 'page=0']) {
      assert.equal((await person.get(`/v1/webhooks/${id}/deliveries?${query}`)).status, 400, query);
    }
    assert.equal((await person.get(`/v1/webhooks/${id}/deliveries/dlv_1_1`)).status, 404);
    assert.equal((await person.get(`/v1/webhooks/${id}/deliveries/nope`)).status, 404);
  });

  test('in production a secret has at least 16 characters, and a shorter one from before keeps working', async (t) => {
    const strict = await openWorld(engine, { NODE_ENV: 'production', WEBHOOK_EGRESS: 'private' });
    t.after(() => strict.close());
    const person = await strict.person('Ada');
    const encode = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;
    const register = (secret: string) => person.post('/v1/webhooks', { ...hook, secret });
    for (const secret of ['fifteen letters', encode(15)]) {
      const { status, body } = await register(secret);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['secret']], secret);
      assert.match(body.error.details.secret[0], /at least 16/);
    }
    for (const secret of ['sixteen letters!', encode(16)]) assert.equal((await register(secret)).status, 201);
    const { id } = (await register('sixteen letters!')).body.data;
    assert.equal((await person.put(`/v1/webhooks/${id}`, { secret: 'short' })).status, 400);
    assert.equal((await person.post(`/v1/webhooks/${id}/rotate-secret`, { secret: 'short' })).status, 400);
    assert.equal((await person.put(`/v1/webhooks/${id}`, { description: 'Kept' })).status, 200);
    const onTrial = await create(ada, { secret: 'fifteen letters' });
    assert.equal(onTrial.status, 201, 'on trial');
    const trialUrl = `/v1/webhooks/${onTrial.body.data.id}`;
    for (const { headers } of [
      onTrial,
      await ada.put(trialUrl, { secret: 'short' }),
      await ada.post(`${trialUrl}/rotate-secret`, { secret: 'short' }),
    ])
      assert.match(String(headers.warning), /^299 - "The secret has fewer than 16 bytes/);
    for (const { headers } of [
      await create(ada, { secret: 'sixteen letters!' }),
      await create(ada, { secret: undefined }),
      await ada.put(trialUrl, { description: 'No secret' }),
      await ada.post(`${trialUrl}/rotate-secret`),
    ])
      assert.equal(headers.warning, undefined);
  });

  test('with WEBHOOK_EGRESS=public a private address is refused at registration', async (t) => {
    const strict = await openWorld(engine, { WEBHOOK_EGRESS: 'public' });
    t.after(() => strict.close());
    const person = await strict.person('Ada');
    for (const address of [url, 'http://localhost/', 'http://10.0.0.1/', 'http://[::1]/', 'http://0x7f.1/']) {
      const { status, body } = await person.post('/v1/webhooks', { ...hook, url: address });
      assert.deepEqual([status, Object.keys(body.error.details ?? {})], [400, ['url']], address);
    }
  });
});

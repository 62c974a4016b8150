import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dynamicStatement } from '../../src/platform/db/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

onEveryEngine('limits per person and workspace', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    const settings = { API_KEYS_PER_PERSON: '3', WORKSPACE_BYTES_MAX: '1000', ATTACHMENT_BYTES_MAX: '800' };
    world = await openWorld(engine, { ...settings, RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('parallel requests create no more API keys than a person may have, with those of their agents', async () => {
    const agent = (await ada.post('/api/agents', { name: 'Fixer' })).body.data;
    const urls = ['/api/user/api-keys', `/api/agents/${agent.id}/api-keys`];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ada.post(urls[i % 2] as string, { name: 'k' })),
    );
    assert.deepEqual(statusesOf(answers), [201, 201, 201, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    assert.match(refused?.body.error.message, /3 API keys, the maximum\. Delete one first/);
  });

  test('a deleted or expired key makes room for another', async () => {
    const ben = await world.person('Ben');
    const soon = new Date(world.clock.now() + 1000).toISOString();
    const key = async (body: object) => ben.post('/api/user/api-keys', { name: 'k', ...body });
    const first = (await key({})).body.data;
    await key({ expiresAt: soon });
    await key({});
    assert.equal((await key({})).status, 409);
    world.clock.advance(1000);
    assert.equal((await key({})).status, 201);
    await ben.delete(`/api/user/api-keys/${first.id}`);
    assert.equal((await key({})).status, 201);
    assert.equal((await key({})).status, 409);
  });

  const newTicket = async (person: Person, fields: object = {}) =>
    (await person.post('/api/tickets', { title: 'Files', ...fields })).body.data.id as string;
  const attach = (person: Person, ticket: string, bytes: number) =>
    person.post(`/api/tickets/${ticket}/attachments`, ...formOf({ content: 'x'.repeat(bytes) }));
  const filesOnDisk = () =>
    readdirSync(world.context.storage.location, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;

  test('parallel uploads to the projects of a workspace do not pass its limit together', async () => {
    const cal = await world.person('Cal');
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => (await cal.post('/api/projects', { name })).body.data.id as string),
    );
    const tickets = [await newTicket(cal, { projectId: one }), await newTicket(cal, { projectId: two })];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => attach(cal, tickets[i % 2] as string, 400)),
    );
    assert.deepEqual(statusesOf(answers), [201, 201, 413, 413, 413, 413]);
    assert.match(
      answers.find(({ status }) => status === 413)?.body.error.message,
      /Delete attachments, or ask the operator/,
    );
    assert.equal(filesOnDisk(), 2, 'a refused upload leaves no file');
  });

  test('deleting an attachment makes room, and moved and purged tickets take their bytes along', async () => {
    const dot = await world.person('Dot');
    const projectId = (await dot.post('/api/projects', { name: 'Shop' })).body.data.id as string;
    const ticket = await newTicket(dot, { projectId });
    const [file] = (await attach(dot, ticket, 700)).body.data;
    assert.equal((await attach(dot, ticket, 700)).status, 413);
    await dot.delete(`/api/tickets/${ticket}/attachments/${file.id}`);
    assert.equal((await attach(dot, ticket, 700)).status, 201);

    const shared = (await dot.post('/api/workspaces', { name: 'Shared' })).body.data.id;
    const elsewhere = (await dot.post('/api/projects', { name: 'Else', workspaceId: shared })).body.data.id;
    assert.equal((await dot.put(`/api/tickets/${ticket}`, { projectId: elsewhere })).status, 200);
    assert.equal((await attach(dot, await newTicket(dot, { projectId }), 700)).status, 201);
    assert.equal((await attach(dot, ticket, 700)).status, 413);

    const purge = dynamicStatement<{ id: string }>('delete from tickets where id = :id');
    await world.db.transaction((tx) => tx.run(purge, { id: ticket }));
    const bytes = dynamicStatement<{ id: string }, { bytes: number }>(
      'select bytes from home_storage where home_id = :id',
    );
    assert.equal(Number((await world.db.reads.find(bytes, { id: elsewhere }))?.bytes), 0);
    assert.equal((await attach(dot, await newTicket(dot, { projectId: elsewhere }), 700)).status, 201);
  });
});

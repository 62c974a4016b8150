import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { sweepFiles } from '../../src/attachments/index.ts';
import { listImportFileKeys } from '../../src/imports/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { startS3Server } from '../support/s3-server.ts';
import { openWorld } from '../support/world.ts';

const s3 = await startS3Server();
after(() => s3.close());

onEveryEngine('attachments in a bucket', (engine) => {
  afterEach(() => s3.failWhen(() => undefined));

  async function openTicket() {
    const prefix = `${engine}-${Math.random().toString(36).slice(2)}`;
    const world = await openWorld(engine, { ...s3.variables, STORAGE_URL: `s3://${s3.bucket}/${prefix}` });
    const ada = await world.person('Ada');
    const ticket = (await ada.post('/api/tickets', { title: 'T' })).body.data;
    const address = `/api/tickets/${ticket.id}/attachments`;
    const attach = (...contents: (string | Buffer)[]) =>
      ada.post(address, ...formOf(...contents.map((content) => ({ content }))));
    const count = async () => (await ada.get(address)).body.data.length;
    const stored = () => s3.objects().filter((name) => name.startsWith(`${prefix}/`));
    return { world, ada, address, attach, count, stored };
  }

  test('are uploaded, downloaded whole and in part, and deleted', async () => {
    const { world, ada, address, attach, stored } = await openTicket();
    const { status, body } = await attach('0123456789', 'second');
    assert.equal(status, 201);
    assert.equal(stored().length, 2);
    const [{ id }] = body.data;
    const whole = await ada.get(`/api/attachments/${id}`);
    assert.deepEqual([whole.status, whole.body], [200, '0123456789']);
    const part = await ada.get(`/api/attachments/${id}`, { range: 'bytes=2-4' });
    assert.deepEqual([part.status, part.body, part.headers['content-range']], [206, '234', 'bytes 2-4/10']);
    const etag = whole.headers.etag as string;
    assert.equal((await ada.get(`/api/attachments/${id}`, { 'if-none-match': etag })).status, 304);
    const stranger = await world.person('Eve');
    assert.equal((await stranger.get(`/api/attachments/${id}`)).status, 403);
    assert.equal((await ada.delete(`${address}/${id}`)).status, 200);
    assert.equal(stored().length, 1);
    await world.close();
  });

  test('answer 503 while the bucket fails, and no row refers to a file that is not there', async () => {
    const { world, ada, attach, count, stored } = await openTicket();
    const kept = (await attach('kept')).body.data[0];
    await s3.stop();
    const refused = await attach('lost', 'lost too');
    assert.equal(refused.status, 503);
    assert.equal(refused.body.error.code, 'UNAVAILABLE');
    assert.match(refused.body.error.message, /file storage .* is not available/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await ada.get(`/api/attachments/${kept.id}`)).status, 503);
    assert.equal(await count(), 1);
    assert.equal((await ada.get('/readyz')).status, 200);
    await s3.start();
    assert.equal((await attach('again')).status, 201);
    assert.equal((await ada.get(`/api/attachments/${kept.id}`)).body, 'kept');
    assert.equal(stored().length, 2);
    await world.close();
  });

  test('of two files of which the second fails, neither stays', async () => {
    const { world, attach, count, stored } = await openTicket();
    let puts = 0;
    s3.failWhen((method) => (method === 'PUT' && ++puts > 1 ? 'cut' : undefined));
    assert.equal((await attach('first', 'second')).status, 503);
    assert.deepEqual([await count(), stored().length], [0, 0]);
    await world.close();
  });

  test('deleting one succeeds while the bucket fails, and the sweep deletes the file later', async () => {
    const { world, ada, address, attach, count, stored } = await openTicket();
    const [{ id }] = (await attach('to go', 'to stay')).body.data;
    s3.failWhen((method) => (method === 'DELETE' ? 'cut' : undefined));
    assert.equal((await ada.delete(`${address}/${id}`)).status, 200);
    assert.deepEqual([await count(), stored().length], [1, 2]);
    s3.failWhen(() => undefined);
    await sweepFiles(world.db, world.context.storage, world.clock.now() + 2 * dayMs, listImportFileKeys);
    assert.equal(stored().length, 1);
    await world.close();
  });

  test('a full bucket is 507', async () => {
    const { world, attach } = await openTicket();
    s3.failWhen((method) => (method === 'PUT' ? 'full' : undefined));
    const { status, body } = await attach('too much');
    assert.deepEqual([status, body.error.code], [507, 'INSUFFICIENT_STORAGE']);
    await world.close();
  });
});

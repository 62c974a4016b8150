import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { formOf } from '../../test/support/form.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

onEveryEngine('avatars', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
  });
  after(() => world.close());

  const setAvatar = (person: Person, content: string | Buffer) =>
    person.put('/api/user/avatar', ...formOf({ name: 'me.png', content, type: 'image/png' }));
  const filesOnDisk = () => globSync('*/*', { cwd: world.context.storage.location });

  test('an avatar becomes the image of the profile and every signed-in user may read it', async () => {
    const { status, body } = await setAvatar(ada, png);
    assert.equal(status, 200);
    const { image } = body.data;
    assert.match(image, /^\/api\/avatars\/[0-9a-f-]{36}$/);
    assert.equal((await ada.get('/api/user/profile')).body.data.image, image);
    const { headers } = await ben.get(image);
    assert.deepEqual(
      [headers['content-type'], headers['content-disposition'], headers['cache-control']],
      ['image/png', 'inline', 'private, max-age=31536000, immutable'],
    );
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.equal((await ben.get(image, { 'if-none-match': String(headers.etag) })).status, 304);
    assert.equal((await world.anonymous.get(image)).status, 401);
    assert.equal((await ada.get('/api/avatars/nope')).status, 404);
    await ada.post('/api/tickets', { title: 'Seen' });
    assert.equal((await ada.get('/api/tickets')).body.data[0].reporter.image, image);
  });

  test('a new avatar has a new URL and the previous file is deleted', async () => {
    const previous = (await setAvatar(ada, png)).body.data.image;
    const count = filesOnDisk().length;
    const { image } = (await setAvatar(ada, Buffer.concat([png, png]))).body.data;
    assert.notEqual(image, previous);
    assert.equal(filesOnDisk().length, count);
    assert.equal((await ada.get(previous)).status, 404);
    assert.equal((await ada.get(image)).status, 200);
  });

  test('an avatar must be an image by its bytes, of at most 2 MiB', async () => {
    const before = filesOnDisk();
    for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'words', '%PDF-1.7', '']) {
      const { status, body } = await setAvatar(ada, content);
      assert.deepEqual(
        [status, body.error.details],
        [400, { file: ['File must be an image: PNG, JPEG, GIF, WEBP'] }],
        content,
      );
    }
    const large = await setAvatar(ada, Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]));
    assert.deepEqual(
      [large.status, large.body.error.message],
      [413, 'A file may have at most 2097152 bytes (2 MiB)'],
    );
    const two = await ada.put('/api/user/avatar', ...formOf({ content: png }, { content: png }));
    assert.deepEqual([two.status, two.body.error.message], [413, 'Send at most one file at once']);
    assert.equal((await ada.put('/api/user/avatar', ...formOf())).status, 400);
    assert.equal((await ada.put('/api/user/avatar', { image: 'x' })).status, 415);
    assert.deepEqual(filesOnDisk(), before);
  });

  test('an avatar can be deleted repeatedly; an image URL on another site stays', async () => {
    const cleo = await world.person('Cleo');
    const { image } = (await setAvatar(cleo, png)).body.data;
    const count = filesOnDisk().length;
    assert.equal((await cleo.delete('/api/user/avatar')).body.data.image, null);
    assert.equal((await cleo.delete('/api/user/avatar')).body.data.image, null);
    assert.equal((await cleo.get(image)).status, 404);
    assert.equal(filesOnDisk().length, count - 1);
    assert.equal((await cleo.delete('/api/user/avatar', { prefer: 'return=minimal' })).status, 204);
    await setAvatar(cleo, png);
    const externalUrl = 'https://example.org/cleo.png';
    await cleo.put('/api/user/profile', { image: externalUrl });
    assert.equal((await cleo.delete('/api/user/avatar')).body.data.image, externalUrl);
  });
});

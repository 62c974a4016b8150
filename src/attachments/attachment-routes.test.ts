import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type FormFile, formOf } from '../../test/support/form.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

onEveryEngine('attachments', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let vera: Person;

  before(async () => {
    world = await openWorld(engine, { ATTACHMENT_BYTES_MAX: '2048', RATE_LIMIT: 'off' });
    [ada, ben, vera] = [await world.person('Ada'), await world.person('Ben'), await world.person('Vera')];
    await ada.post('/api/projects', { name: 'Files', key: 'FILES' });
    await ada.post('/api/project/FILES/members', { userId: ben.id, role: 'member' });
    await ada.post('/api/project/FILES/members', { userId: vera.id, role: 'viewer' });
  });
  after(() => world.close());

  const makeTicket = async () =>
    (await ada.post('/api/tickets', { title: 'With files', projectId: 'FILES' })).body.data as {
      id: string;
      key: string;
      updatedAt: string;
    };
  const attach = (person: Person, ticketId: string, ...files: FormFile[]) =>
    person.post(`/api/tickets/${ticketId}/attachments`, ...formOf(...files));
  const filesOnDisk = () => globSync('*/*', { cwd: world.context.storage.location });
  /** Asserts that the work neither adds nor removes a stored file. */
  const keepsStoredFiles = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = filesOnDisk();
    const result = await work();
    assert.deepEqual(filesOnDisk(), before);
    return result;
  };

  test('an attachment keeps its bytes and gets the type that its bytes have', async () => {
    const ticket = await makeTicket();
    const { status, body } = await attach(ben, ticket.key, {
      name: 'notes.txt',
      content: 'Grüße',
      type: 'image/png',
    });
    assert.equal(status, 201);
    const [attachment] = body.data;
    const { id, createdAt, uploader, ...rest } = attachment;
    assert.deepEqual(rest, {
      ticketId: ticket.id,
      name: 'notes.txt',
      contentType: 'text/plain',
      size: 7,
      sha256: createHash('sha256').update('Grüße').digest('hex'),
      url: `/api/attachments/${id}`,
    });
    assert.deepEqual(uploader, { id: ben.id, name: 'Ben', email: ben.email, image: null });
    const shown = (await ada.get(`/api/tickets/${ticket.id}`)).body.data;
    assert.equal(shown._count.attachments, 1);
    assert.equal(shown.updatedAt, createdAt);
    assert.ok(shown.updatedAt > ticket.updatedAt);
    const download = await ada.get(attachment.url);
    assert.equal(download.body, 'Grüße');
  });

  test('a download is saved by the browser and its content cannot run scripts', async () => {
    const ticket = await makeTicket();
    const [{ url, sha256 }] = (await attach(ada, ticket.id, { name: 'naïve "x".txt', content: 'abc' })).body
      .data;
    const { headers } = await ada.get(url);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(headers['content-length'], '3');
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="na_ve ?.*"; filename\*=UTF-8''na%C3%AFve/,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers.etag, `"${sha256}"`);
    assert.equal(headers['cache-control'], 'private, no-cache');
    const head = await world.app.inject({ method: 'HEAD', url, headers: { cookie: ada.cookie } });
    assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, '3', '']);
  });

  test('files of one upload keep their order, each with its own event', async () => {
    const ticket = await makeTicket();
    const names = ['c.txt', 'a.txt', 'b.txt'];
    const { body } = await attach(ada, ticket.id, ...names.map((name) => ({ name, content: name })));
    const nameOf = ({ name }: { name: string }) => name;
    assert.deepEqual(body.data.map(nameOf), names);
    const list = (await vera.get(`/api/tickets/${ticket.id}/attachments?limit=2`)).body;
    assert.deepEqual(list.data.map(nameOf), ['c.txt', 'a.txt']);
    const { nextCursor, ...pagination } = list.pagination;
    assert.deepEqual(pagination, { page: 1, limit: 2, total: 3, totalPages: 2 });
    const next = await vera.get(`/api/tickets/${ticket.id}/attachments?limit=2&cursor=${nextCursor}`);
    assert.deepEqual(next.body.data.map(nameOf), ['b.txt']);
    const rest = (await vera.get(`/api/tickets/${ticket.id}/attachments?limit=2&page=2`)).body.data;
    assert.deepEqual(rest.map(nameOf), ['b.txt']);
    assert.equal((await vera.get(`/api/tickets/${ticket.id}/attachments?page=0`)).status, 400);
    const events = (await world.events()).filter((event) => event.ticketId === ticket.id).slice(1);
    assert.deepEqual(
      events.map(({ type, data }) => [type, JSON.parse(data).attachment.name]),
      names.map((name) => ['attachment.created', name]),
    );
    const feed = (await ada.get('/api/user/activity?limit=1')).body.data[0];
    assert.equal(feed.description, `Attached b.txt to ${ticket.key} With files`);
  });

  test('an upload with one refused file stores none of its files', async () => {
    const ticket = await makeTicket();
    const files = [{ content: 'small' }, { content: 'x'.repeat(2049) }, { content: 'small' }];
    const { status, body } = await keepsStoredFiles(() => attach(ada, ticket.id, ...files));
    assert.equal(status, 413);
    assert.deepEqual(
      [body.error.code, body.error.message],
      ['PAYLOAD_TOO_LARGE', 'A file may have at most 2048 bytes'],
    );
    assert.equal((await attach(ada, ticket.id, { content: 'x'.repeat(2048) })).status, 201);
    const many = Array.from({ length: 11 }, () => ({ content: 'x' }));
    const eleven = await keepsStoredFiles(() => attach(ada, ticket.id, ...many));
    assert.deepEqual([eleven.status, eleven.body.error.message], [413, 'Send at most 10 files at once']);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data._count.attachments, 1);
  });

  test('an upload with too large a Content-Length gets 413 and stores nothing', async () => {
    const ticket = await makeTicket();
    const { status } = await keepsStoredFiles(() =>
      attach(ada, ticket.id, { content: Buffer.alloc(1_000_000) }),
    );
    assert.equal(status, 413);
  });

  test('an empty file can be attached and downloaded, but has no range', async () => {
    const ticket = await makeTicket();
    const [empty] = (await attach(ada, ticket.id, { name: 'empty.log', content: '' })).body.data;
    assert.deepEqual([empty.size, empty.contentType], [0, 'application/octet-stream']);
    assert.equal((await ada.get(empty.url)).body, '');
    assert.equal((await ada.get(empty.url, { range: 'bytes=0-' })).status, 416);
  });

  test('a form without a file, or with a file in another field, is refused', async () => {
    const ticket = await makeTicket();
    for (const files of [[], [{ name: '', content: '' }]]) {
      const { status, body } = await keepsStoredFiles(() => attach(ada, ticket.id, ...files));
      assert.deepEqual([status, body.error.details], [400, { file: ['File is required'] }]);
    }
    const other = await keepsStoredFiles(() =>
      attach(ada, ticket.id, { content: 'x' }, { content: 'y', field: 'picture' }),
    );
    assert.deepEqual(Object.keys(other.body.error.details), ['file']);
  });

  test('a malformed multipart body gets 400 and stores nothing', async () => {
    const ticket = await makeTicket();
    const url = `/api/tickets/${ticket.id}/attachments`;
    const [whole, headers] = formOf({ content: 'abcdef' }, { content: 'ghijkl' });
    const cases: [Buffer, Record<string, string>][] = [
      [whole.subarray(0, whole.length - 30), headers],
      [whole.subarray(0, 150), headers],
      [whole, { 'content-type': 'multipart/form-data' }],
      [whole, { 'content-type': 'multipart/form-data; boundary=another' }],
      [Buffer.from('nonsense'), headers],
      formOf({ content: 'x', field: '__proto__' }),
    ];
    for (const [index, [body, type]] of cases.entries()) {
      const answer = await keepsStoredFiles(() => ada.post(url, body, type));
      assert.deepEqual(
        [answer.status, Object.keys(answer.body.error.details)],
        [400, ['file']],
        `case ${index}`,
      );
    }
  });

  test('the upload route accepts only multipart/form-data, other routes only JSON', async () => {
    const ticket = await makeTicket();
    const url = `/api/tickets/${ticket.id}/attachments`;
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed',
    ]) {
      const { status, body } = await ada.post(url, Buffer.from('{}'), { 'content-type': type });
      assert.deepEqual([status, body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
      assert.match(body.error.message, /multipart\/form-data/);
    }
    assert.equal((await ada.post(url)).status, 415);
    const json = await ada.post(`/api/tickets/${ticket.id}/comments`, ...formOf({ content: 'x' }));
    assert.deepEqual([json.status, json.body.error.message], [415, 'Send the body as application/json']);
  });

  test('a hostile file name cannot escape its folder or inject headers', async () => {
    const ticket = await makeTicket();
    const table: [sent: string, shown: string][] = [
      ['../../etc/passwd', 'passwd'],
      ['..', 'unnamed'],
      ['a%22b%0D%0ASet-Cookie: x=1', 'a"bSet-Cookie: x=1'],
      ['\u202egpj.exe', 'gpj.exe'],
      [`${'n'.repeat(300)}.txt`, `${'n'.repeat(251)}.txt`],
    ];
    for (const [sent, shown] of table) {
      const { status, body } = await attach(ada, ticket.id, { name: sent, content: 'x' });
      assert.deepEqual([status, body.data[0].name], [201, shown]);
      const { headers } = await ada.get(body.data[0].url);
      assert.equal(headers['set-cookie'], undefined);
      const named = /filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition']))?.[1] as string;
      assert.equal(decodeURIComponent(named), shown);
    }
    assert.ok(filesOnDisk().every((file) => /^[0-9a-f]{2}[/\\][0-9a-f-]{36}$/.test(file)));
  });

  test('inline=1 displays images, PDF and plain text, never HTML or SVG', async () => {
    const ticket = await makeTicket();
    const table: [file: FormFile, type: string, kind: string][] = [
      [{ content: png, type: 'text/html' }, 'image/png', 'inline'],
      [{ content: '%PDF-1.7' }, 'application/pdf', 'inline'],
      [{ content: 'words' }, 'text/plain; charset=utf-8', 'inline'],
      [
        { name: 'a.html', content: '<html><script>1</script>', type: 'text/html' },
        'application/octet-stream',
        'attachment',
      ],
      [
        { name: 'a.png', content: '<svg onload="1"/>', type: 'image/svg+xml' },
        'application/octet-stream',
        'attachment',
      ],
      [{ name: 'a.png', content: 'PK\x03\x04', type: 'image/png' }, 'application/zip', 'attachment'],
    ];
    for (const [file, type, kind] of table) {
      const [{ url }] = (await attach(ada, ticket.id, file)).body.data;
      const shown = (await ada.get(`${url}?inline=1`)).headers;
      assert.equal(shown['content-type'], type);
      assert.ok(String(shown['content-disposition']).startsWith(`${kind};`), type);
      assert.equal(shown['content-security-policy'], "sandbox; default-src 'none'");
      const saved = (await ada.get(`${url}?inline=0`)).headers;
      assert.ok(String(saved['content-disposition']).startsWith('attachment;'));
      assert.equal((await ada.get(`${url}?inline=maybe`)).status, 400);
    }
  });

  test('a download honours Range, If-Range and If-None-Match', async () => {
    const ticket = await makeTicket();
    const [{ url, sha256 }] = (await attach(ada, ticket.id, { content: '0123456789' })).body.data;
    const etag = `"${sha256}"`;
    const table: [headers: Record<string, string>, status: number, body: string, contentRange?: string][] = [
      [{ range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=8-' }, 206, '89', 'bytes 8-9/10'],
      [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
      [{ range: 'bytes=0-99' }, 206, '0123456789', 'bytes 0-9/10'],
      [{ range: 'bytes=0-1,4-5' }, 200, '0123456789'],
      [{ range: 'bytes=4-2' }, 200, '0123456789'],
      [{ range: 'bytes=2-4', 'if-range': etag }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=2-4', 'if-range': '"other"' }, 200, '0123456789'],
      [{ 'if-none-match': etag }, 304, ''],
      [{ 'if-none-match': `"x", W/${etag}`, range: 'bytes=99-' }, 304, ''],
      [{ 'if-none-match': '"other"' }, 200, '0123456789'],
    ];
    for (const [headers, status, body, contentRange] of table) {
      const answer = await ada.get(url, headers);
      assert.deepEqual(
        [answer.status, answer.body, answer.headers['content-range']],
        [status, body, contentRange],
        JSON.stringify(headers),
      );
      if (status !== 304) assert.equal(answer.headers['content-length'], String(body.length));
    }
    const past = await ada.get(url, { range: 'bytes=10-' });
    assert.deepEqual(
      [past.status, past.body.error.code, past.headers['content-range'], past.headers['content-disposition']],
      [416, 'RANGE_NOT_SATISFIABLE', 'bytes */10', undefined],
    );
  });

  test('an attachment is hidden while its ticket is deleted', async () => {
    const ticket = await makeTicket();
    const [{ url }] = (await attach(ada, ticket.id, { content: 'x' })).body.data;
    await ada.delete(`/api/tickets/${ticket.id}`);
    assert.equal((await ada.get(url)).status, 404);
    assert.equal((await keepsStoredFiles(() => attach(ada, ticket.id, { content: 'y' }))).status, 404);
    await ada.post(`/api/tickets/${ticket.id}/restore`);
    assert.equal((await ada.get(url)).status, 200);
  });

  test('the uploader and project admins delete an attachment with its stored file', async () => {
    const ticket = await makeTicket();
    const other = await makeTicket();
    const [mine, bens] = [
      (await attach(ada, ticket.id, { content: 'mine' })).body.data[0],
      (await attach(ben, ticket.id, { content: 'bens' })).body.data[0],
    ];
    const remove = (person: Person, id: string, ticketId = ticket.id) =>
      person.delete(`/api/tickets/${ticketId}/attachments/${id}`);
    assert.equal((await remove(ben, mine.id)).status, 403);
    assert.equal((await remove(ada, mine.id, other.id)).status, 404);
    const count = filesOnDisk().length;
    assert.deepEqual((await remove(ada, bens.id)).body.data, { id: bens.id, deleted: true });
    assert.deepEqual((await remove(ada, mine.id)).body.data, { id: mine.id, deleted: true });
    assert.equal(filesOnDisk().length, count - 2);
    assert.equal((await remove(ada, mine.id)).status, 404);
    assert.equal((await ada.get(mine.url)).status, 404);
    const { data } = (await ada.get(`/api/tickets/${ticket.id}`)).body;
    assert.equal(data._count.attachments, 0);
    const last = (await world.events()).at(-1);
    assert.deepEqual(
      [last?.type, JSON.parse(last?.data as string).attachment.id],
      ['attachment.deleted', mine.id],
    );
  });

  test('an assignee outside the project may attach files; users who may not comment may not', async () => {
    const ticket = await makeTicket();
    const [guest, outsider] = [await world.person('Guest'), await world.person('Outsider')];
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: guest.id });
    const [attached] = (await attach(guest, ticket.id, { content: 'x' })).body.data;
    assert.equal((await guest.get(attached.url)).status, 200);
    for (const person of [vera, outsider]) {
      const { status } = await keepsStoredFiles(() => attach(person, ticket.id, { content: 'x' }));
      assert.equal(status, 403, person.name);
    }
    const refused = await outsider.get(attached.url);
    assert.equal(refused.body.error.message, 'Insufficient permissions to access this ticket');
    assert.equal((await world.anonymous.get(attached.url)).status, 401);
    assert.equal((await ada.get('/api/attachments/nope')).body.error.message, 'Attachment not found');
  });

  test('an upload repeated with its Idempotency-Key is attached once', async () => {
    const ticket = await makeTicket();
    const url = `/api/tickets/${ticket.id}/attachments`;
    const [body, headers] = formOf({ content: 'once' });
    const keyed = { ...headers, 'idempotency-key': `upload ${ticket.id}` };
    const first = await ada.post(url, body, keyed);
    const again = await keepsStoredFiles(() => ada.post(url, body, keyed));
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal((await ada.post(url, formOf({ content: 'something else' })[0], keyed)).status, 422);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data._count.attachments, 1);
  });
});

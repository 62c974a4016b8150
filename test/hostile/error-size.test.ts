import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dynamicStatement } from '../../src/platform/db/index.ts';
import { fitDetails, quoteNames } from '../../src/platform/error-texts.ts';
import { presentJobError, Refusal } from '../../src/platform/errors.ts';
import { runImport } from '../imports/import-scene.ts';
import { onEveryEngine } from '../support/engines.ts';
import { githubHeaders, sendHook, signedHosts } from '../support/webhooks.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const megabyte = 1_000_000;
const errorBytesMax = 16_384;

test('a refusal is cut to a few kilobytes of JSON, whatever its texts have', () => {
  for (const character of ['x', '\u0001', 'ü', '€', '😀', '\ud800', '"']) {
    const long = character.repeat(megabyte);
    const details = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}${long}`, [long, long]]));
    const refusal = new Refusal('VALIDATION_ERROR', long, { details });
    const bytes = Buffer.byteLength(JSON.stringify({ message: refusal.message, details: refusal.details }));
    assert.ok(bytes < errorBytesMax, `${JSON.stringify(character)}: ${bytes}`);
    for (const error of [refusal, new Refusal('CONFLICT', long)]) {
      const stored = presentJobError(error);
      assert.ok(stored.length <= 2_000, `${JSON.stringify(character)}: ${stored.length}`);
      assert.equal(JSON.parse(stored).code, error.code);
    }
  }
});

test('short errors stay as they are, and names beyond twenty are counted', () => {
  const details = { title: ['Title is required'], 'a.b': ['one', 'two'] };
  assert.deepEqual(new Refusal('VALIDATION_ERROR', 'Invalid input data', { details }).details, details);
  assert.deepEqual(fitDetails({ a: ['x'.repeat(40), 'y'] }, 60), { a: [`${'x'.repeat(24)}…`, 'y'] });
  assert.equal(quoteNames(['a', 'b'.repeat(50)]), `a, ${'b'.repeat(40)}…`);
  const numbers = Array.from({ length: 25 }, (_, n) => String(n));
  assert.match(quoteNames(numbers), /18, 19 and 5 more$/);
});

onEveryEngine('errors of what comes from outside', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Imports', key: 'IMP' });
  });
  after(() => world.close());

  test('the error of an import stays small, stored and in every answer, whatever the file has', async () => {
    const columns = (count: number, length: number) =>
      Array.from({ length: count }, (_, n) => `${n}${'c'.repeat(length)}`).join(',');
    const files: [product: string, name: string, content: string][] = [
      ['csv', 'one.csv', columns(1, 7 * megabyte)],
      ['csv', 'many.csv', columns(4_900, 1_500)],
      ['jira', 'issues.csv', columns(1, 7 * megabyte)],
      ['trello', 'board.json', `{"${'n'.repeat(7 * megabyte)}": [}`],
      ['docket', 'archive.docket', 'x'.repeat(7 * megabyte)],
    ];
    for (const [product, name, content] of files) {
      const failed = await runImport(world, ada, 'IMP', { product, files: [{ name, content }] });
      assert.equal(failed.state, 'failed', product);
      assert.ok(JSON.stringify(failed).length < errorBytesMax, product);
      const stored = await world.db.reads.find(
        dynamicStatement<object, { error: string }>('select error from imports where id = :id'),
        { id: failed.id },
      );
      assert.ok((stored?.error.length ?? 0) <= 2_000, product);
    }
    const list = await ada.get('/api/project/IMP/imports');
    assert.ok(JSON.stringify(list.body).length < files.length * errorBytesMax);
  });

  test('the report of an import has at most 200 kB, however long the words of the file are', async () => {
    const rows = Array.from({ length: 400 }, (_, n) =>
      ['id', 'title', 'status', 'labels', 'assignee']
        .map((word) => `${word}${n}${'w'.repeat(3_000)}`)
        .join(','),
    );
    const header = ['id', 'title', 'status', 'labels', 'assignee'].join(',');
    const others = Array.from({ length: 400 }, (_, n) => `${n}${'c'.repeat(300)}`).join(',');
    const content = [`${header},${others}`, ...rows.map((row) => `${row},${'x,'.repeat(399)}x`)].join('\n');
    const done = await runImport(world, ada, 'IMP', {
      product: 'csv',
      files: [{ name: 'words.csv', content }],
      dryRun: true,
    });
    assert.equal(done.state, 'done');
    assert.ok(JSON.stringify(done).length < 200_000, String(JSON.stringify(done).length));
  });

  test('what a signed delivery quotes of 8 MB stays small in the answer and in the log', async () => {
    const long = 'n'.repeat(8 * megabyte);
    const repository = { full_name: 'acme/app', html_url: 'https://github.com/acme/app' };
    const payloads: [event: string, payload: object][] = [
      ['issues', { action: long, repository }],
      ['issues', { action: 'opened', repository: { full_name: long } }],
      ['issues', { action: 'opened', repository, issue: { number: 1, title: long, body: long } }],
      ['push', { ref: long, repository, commits: [{ id: long, message: long }] }],
      ['star', { action: long, repository, sender: { login: long } }],
    ];
    for (const [event, payload] of payloads) {
      const bytes = JSON.stringify(payload);
      const { status, body } = await sendHook(world, '/webhooks/github', bytes, githubHeaders(event, bytes));
      assert.ok(status < 500, event);
      if (status >= 400 || body.data.reason !== undefined)
        assert.ok(JSON.stringify(body).length < errorBytesMax, event);
      if (status >= 400) continue;
      const row = await world.db.reads.find(
        dynamicStatement<object, { size: number }>(`
          select length(event) + length(coalesce(action, '')) + length(coalesce(repository, ''))
            + length(coalesce(reason, '')) + length(effects) as size from inbound_deliveries where id = :id`),
        { id: body.data.id },
      );
      assert.ok(Number(row?.size) < errorBytesMax, event);
    }
  });
});

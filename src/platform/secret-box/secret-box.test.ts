import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { newMigratedDatabase, onEveryEngine } from '../../../test/support/engines.ts';
import { type Database, openDatabase, statement } from '../db/index.ts';
import {
  keysFromSetting,
  keysInFile,
  newSecretBox,
  parseSecretKeys,
  resealAll,
  type SealedColumn,
  type SecretKey,
  SecretUnavailable,
} from './index.ts';

const newKey = () => randomBytes(32).toString('base64');
const boxOf = (...keys: string[]) =>
  newSecretBox(keysFromSetting(parseSecretKeys(keys.join(',')) as SecretKey[], 'SECRETS_KEY'));

describe('the secret box', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-secrets-'));
  after(() => rmSync(folder, { recursive: true }));

  test('a sealed secret can be opened, and sealing it again gives another text', () => {
    const box = boxOf(newKey());
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, context) => {
        const sealed = box.seal(secret, context);
        assert.equal(box.open(sealed, context), secret);
        assert.notEqual(box.seal(secret, context), sealed);
      }),
    );
  });

  test('a sealed secret does not open if it was changed, moved to another row or sealed with another key', () => {
    const box = boxOf(newKey());
    const sealed = box.seal('swordfish', 'webhooks/1');
    assert.throws(() => box.open(sealed, 'webhooks/2'), SecretUnavailable);
    assert.throws(() => boxOf(newKey()).open(sealed, 'webhooks/1'), SecretUnavailable);
    const [version, id, text] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(text, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const other = Buffer.from(bytes);
      other[i] = (other[i] as number) ^ 1;
      assert.throws(
        () => box.open(`${version}.${id}.${other.toString('base64url')}`, 'webhooks/1'),
        SecretUnavailable,
      );
    }
    for (const broken of ['', 'swordfish', `v1.${id}.`, `v1.${id}.AAAA`, `v2.${id}.${text}`]) {
      assert.throws(() => box.open(broken, 'webhooks/1'), SecretUnavailable);
    }
  });

  test('the error of a secret that does not open contains neither the secret nor a key', () => {
    const key = newKey();
    const box = boxOf(key);
    const sealed = box.seal('swordfish', 'webhooks/1');
    for (const attempt of [() => box.open(sealed, 'x'), () => boxOf(newKey()).open(sealed, 'webhooks/1')]) {
      assert.throws(
        attempt,
        ({ message }: Error) => !message.includes('swordfish') && !message.includes(key),
      );
    }
  });

  test('the first key seals secrets, and every key opens them', () => {
    const [old, young] = [newKey(), newKey()];
    const sealed = boxOf(old).seal('swordfish', 'p');
    const box = boxOf(young, old);
    assert.equal(box.open(sealed, 'p'), 'swordfish');
    const resealed = box.seal('swordfish', 'p');
    assert.ok(resealed.startsWith(box.currentPrefix()));
    assert.equal(boxOf(young).open(resealed, 'p'), 'swordfish');
    assert.equal(box.rotateKey(), false, 'keys of a setting are not rotated by Docket');
  });

  test('only secret keys of 32 bytes in base64, separated by commas, are accepted', () => {
    assert.equal(parseSecretKeys(`${newKey()}, ${newKey()}`)?.length, 2);
    for (const text of [
      '',
      'short',
      'x'.repeat(44),
      `${newKey()},short`,
      randomBytes(16).toString('base64'),
    ]) {
      assert.equal(parseSecretKeys(text), undefined, text);
    }
  });

  test('the secret key file is created on first use, readable by its owner only', () => {
    const file = path.join(folder, 'new', 'secrets.key');
    const sealed = newSecretBox(keysInFile(file)).seal('swordfish', 'p');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(path.dirname(file)), ['secrets.key']);
    assert.equal(newSecretBox(keysInFile(file)).open(sealed, 'p'), 'swordfish');
    writeFileSync(file, 'half a k');
    assert.throws(() => newSecretBox(keysInFile(file)).open(sealed, 'p'), /Restore it from a backup/);
  });

  test('a new secret key of another process is used without a restart', () => {
    const file = path.join(folder, 'rotated.key');
    const [one, other] = [newSecretBox(keysInFile(file)), newSecretBox(keysInFile(file))];
    const before = one.seal('first', 'p');
    const start = one.currentPrefix();
    assert.equal(other.rotateKey(), true);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.notEqual(one.currentPrefix(), start);
    const second = other.seal('second', 'p');
    assert.equal(one.open(second, 'p'), 'second');
    assert.equal(other.open(before, 'p'), 'first');
  });

  test('processes that create the secret key file at the same time use the same key', async () => {
    const file = path.join(folder, 'raced.key');
    const keys = pathToFileURL(path.resolve(import.meta.dirname, 'secret-keys.ts')).href;
    const code = `import(${JSON.stringify(keys)}).then(({ keysInFile }) =>
      require('node:worker_threads').parentPort.postMessage(keysInFile(${JSON.stringify(file)}).read()[0].id))`;
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        new Worker(code, { eval: true }).once('message', resolve).once('error', reject);
        return promise;
      }),
    );
    assert.equal(new Set(ids).size, 1);
    assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, 1);
  });
});

onEveryEngine('resealing', (engine) => {
  let db: Database;
  let remove: () => Promise<void>;
  before(async () => {
    const home = await newMigratedDatabase(engine);
    db = await openDatabase(home.address);
    remove = home.remove;
  });
  after(async () => {
    await db.close();
    await remove();
  });

  // Any table with a text will do.
  const put = statement<{ id: string; sealed: string }>(
    'insert into instance_facts (name, value) values (:id, :sealed)',
  );
  const get = statement<{ id: string }, { sealed: string }>(
    'select value as sealed from instance_facts where name = :id',
  );
  const others = statement<{ start: string; limit: number }, { id: string; sealed: string }>(`
    select name as id, value as sealed from instance_facts where name like 'secret-%' and value not like :start
    limit :limit`);
  const replace = statement<{ id: string; sealed: string; resealed: string }>(
    'update instance_facts set value = :resealed where name = :id and value = :sealed',
  );
  const holder: SealedColumn = {
    contextOf: (id) => `facts/${id}`,
    listSealedOtherwise: (queries, start, limit) => queries.list(others, { start: `${start}%`, limit }),
    listAfter: async () => [],
    replace: (tx, row, resealed) => tx.run(replace, { ...row, resealed }),
  };

  test('resealing seals every secret with the new key and keeps its value', async () => {
    const [old, young] = [newKey(), newKey()];
    const count = 250;
    const before = boxOf(old);
    await db.transaction(async (tx) => {
      for (let i = 0; i < count; i++) {
        const id = `secret-${i}`;
        await tx.run(put, { id, sealed: before.seal(`swordfish ${i}`, holder.contextOf(id)) });
      }
    });
    assert.equal(await resealAll(db, boxOf(young, old), [holder]), count);
    assert.equal(await resealAll(db, boxOf(young, old), [holder]), 0);
    const onlyNew = boxOf(young);
    for (const i of [0, 99, 100, count - 1]) {
      const id = `secret-${i}`;
      const { sealed } = (await db.reads.find(get, { id })) as { sealed: string };
      assert.equal(onlyNew.open(sealed, holder.contextOf(id)), `swordfish ${i}`);
    }
  });
});

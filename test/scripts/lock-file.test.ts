import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { findStatedEngines, findUnverifiedPackages } from '../../scripts/check-lock-file.ts';

const sha512 = `sha512-${'A'.repeat(86)}==`;

test('a package without a hash, or with a weak one, is reported by its name', (t) => {
  const root = newLockFile(t, {
    'node_modules/strong': { integrity: sha512 },
    'node_modules/none': {},
    'node_modules/strong/node_modules/weak': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
  });
  assert.deepEqual(
    findUnverifiedPackages(root).map(({ location, problem }) => `${location} ${problem.split('.')[0]}`),
    [
      'package-lock.json: node_modules/none has no "integrity"',
      'package-lock.json: node_modules/strong/node_modules/weak has a weak hash',
    ],
  );
});

test('the root, links and bundled parts need no hash: npm downloads none of them', (t) => {
  const root = newLockFile(t, {
    '': {},
    'node_modules/linked': { link: true },
    'node_modules/strong': { integrity: sha512 },
    'node_modules/strong/node_modules/bundled': { inBundle: true },
  });
  assert.deepEqual(findUnverifiedPackages(root), []);
});

test('every package of the lock file has a sha512', () => {
  assert.deepEqual(findUnverifiedPackages(path.resolve(import.meta.dirname, '../..')), []);
});

test('npm ci warns of no engines: the lock file states those of the root alone', (t) => {
  const root = newLockFile(t, {
    '': { engines: { node: '>=20' } },
    'node_modules/newer': { engines: { node: '>=22.19.0' } },
  });
  assert.deepEqual(
    findStatedEngines(root).map(({ location }) => location),
    ['package-lock.json: node_modules/newer'],
  );
  assert.deepEqual(findStatedEngines(path.resolve(import.meta.dirname, '../..')), []);
});

function newLockFile(t: TestContext, packages: object): string {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-lock-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  return root;
}

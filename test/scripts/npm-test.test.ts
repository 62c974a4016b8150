import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';

const script = path.resolve(import.meta.dirname, '../../scripts/test.ts');

test('npm test succeeds if all tests pass, and ends with the count', () => {
  const { status, stdout } = npmTest('passes.ts');
  assert.equal(status, 0);
  assert.match(stdout, /ℹ tests 1\n.*ℹ pass 1\nℹ fail 0\n/s);
});

test('npm test fails if a test fails', () => {
  const { status, stdout } = npmTest('passes.ts', 'fails.ts');
  assert.equal(status, 1);
  assert.match(stdout, /ℹ tests 2\n.*ℹ pass 1\nℹ fail 1\n/s);
});

for (const [what, ...args] of [
  ['no such file', 'none-*.ts'],
  ['no test in the file', 'holds-no-test.ts'],
  ['every test skipped', 'is-skipped.ts'],
  ['no test of that name', 'passes.ts', '--test-name-pattern=none'],
] as const) {
  test(`npm test fails if it proves nothing: ${what}`, () => {
    const { status, stderr } = npmTest(...args);
    assert.equal(status, 1);
    assert.match(stderr, /No test ran/);
  });
}

function npmTest(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: path.join(import.meta.dirname, 'fixtures'),
    // None of these tests connects; with an address given, no cluster is started for them.
    env: { ...process.env, TEST_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    encoding: 'utf8',
  });
}

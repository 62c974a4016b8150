import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';

const script = path.resolve(import.meta.dirname, '../../scripts/test.ts');

const passes = "import test from 'node:test';\ntest('it holds', () => {});\n";
const fails = "import test from 'node:test';\ntest('it holds', () => { throw new Error('no'); });\n";
const passesLater = `import { existsSync, writeFileSync } from 'node:fs';
import test from 'node:test';
test('it holds', () => {
  if (existsSync('ran')) return;
  writeFileSync('ran', '');
  throw new Error('not yet');
});
`;

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

test('faults run with the tests, and those that there is no time for are named', () => {
  const faults = Array.from({ length: 15 }, (_, n) => [`test/fault-${n}.fault.ts`, passes]);
  const cwd = newProject({ 'src/one.test.ts': passes, ...Object.fromEntries(faults) });
  const all = npmTestIn(cwd, '--faults');
  assert.equal(all.status, 0, all.stdout);
  assert.equal(all.stdout.match(/^✔ test.*fault\.ts/gm)?.length, 15);
  const some = npmTestIn(cwd, '--faults', '--minutes=0');
  assert.equal(some.status, 0, some.stdout);
  assert.match(some.stdout, /another day begins with them:\n( {2}test\/fault-\d+\.fault\.ts\n){2}/);
  const failing = newProject({ 'src/one.test.ts': passes, 'test/two.fault.ts': fails });
  assert.equal(npmTestIn(failing, '--faults', '--minutes=0').status, 1);
});

test('files that failed while the host withheld processors run again, once', () => {
  const cwd = newProject({ 'src/one.test.ts': passes, 'src/later.test.ts': passesLater });
  const { status, stdout } = npmTestIn(cwd, '--again=0');
  assert.equal(status, 0, stdout);
  assert.match(stdout, /Once more, alone:\n {2}src\/later\.test\.ts\n/);
  const project = { 'src/later.test.ts': passesLater };
  assert.equal(npmTestIn(newProject(project), '--again=100').status, 1);
  assert.equal(npmTestIn(newProject({ ...project, 'src/never.test.ts': fails }), '--again=0').status, 1);
});

function newProject(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-npm-test-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

function npmTest(...args: string[]) {
  return npmTestIn(path.join(import.meta.dirname, 'fixtures'), ...args);
}

function npmTestIn(cwd: string, ...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], {
    cwd,
    // None of these tests connects; with an address given, no cluster is started for them.
    env: { ...process.env, TEST_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    encoding: 'utf8',
  });
}

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';

const launcher = path.resolve(import.meta.dirname, '../../bin/docket.js');
const olderNode = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})`;
/** Stands for Docket: reports what reached it, then ends or waits for a signal. */
const program = `
  const timer = setInterval(() => {}, 1_000_000);
  // Before the report: the test sends the signal when it has read that.
  process.on('SIGTERM', () => { console.error('stopping'); clearInterval(timer); process.exitCode = 3; });
  console.log(JSON.stringify({ args: process.argv.slice(2), setting: process.env.SETTING, node: process.version }));
  if (process.argv[2] !== 'wait') clearInterval(timer);
  if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
  if (process.argv[2] !== 'wait') process.stdin.pipe(process.stderr).on('unpipe', () => { process.exitCode = 7; });
`;

/** Docket in a folder of its own, with a Node of this version installed by npm. */
function install(t: TestContext, version: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket with spaces '));
  t.after(() => rmSync(folder, { recursive: true }));
  const node = path.join(folder, `node_modules/node-${process.platform}-${process.arch}`);
  for (const made of [path.join(folder, 'src'), path.join(node, 'bin')]) mkdirSync(made, { recursive: true });
  cpSync(path.dirname(launcher), path.join(folder, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'src/main.ts'), program);
  writeFileSync(path.join(node, 'package.json'), JSON.stringify({ version, bin: { node: 'bin/node' } }));
  symlinkSync(process.execPath, path.join(node, 'bin/node'));
  return path.join(folder, 'bin/docket.js');
}

const startWithOlderNode = (file: string, ...args: string[]) =>
  spawn(process.execPath, ['--import', olderNode, file, ...args], {
    env: { ...process.env, SETTING: 'passed on' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

async function end(child: ChildProcess) {
  const said = Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream as NonNullable<typeof stream>)),
  );
  const [code, signal] = await once(child, 'close');
  const [stdout = '', stderr = ''] = await said;
  return { code, signal, stdout, stderr };
}

test('an older Node starts Docket with the installed Node, with arguments, environment, input and exit code', async (t) => {
  const child = startWithOlderNode(install(t, '26.10.0'), 'user list', '--json');
  child.stdin?.end('some input');
  const { code, stdout, stderr } = await end(child);
  assert.deepEqual(JSON.parse(stdout), {
    args: ['user list', '--json'],
    setting: 'passed on',
    node: process.version,
  });
  assert.equal(stderr, 'some input');
  assert.equal(code, 7);
});

test('an older Node passes SIGTERM on to Docket and ends with its exit code', async (t) => {
  const child = startWithOlderNode(install(t, '26.10.0'), 'wait');
  child.stdout?.once('data', () => child.kill('SIGTERM'));
  const { code, stderr } = await end(child);
  assert.deepEqual([code, stderr], [3, 'stopping\n']);
});

test('an older Node ends by the signal that ended Docket', async (t) => {
  const { code, signal } = await end(startWithOlderNode(install(t, '26.10.0'), 'die'));
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
});

test('without an installed Node that is new enough, Docket says what to do and ends with 78', async (t) => {
  const { code, stdout, stderr } = await end(startWithOlderNode(install(t, '24.1.0')));
  assert.deepEqual([code, stdout], [78, '']);
  assert.match(stderr, /^Docket needs Node 26, and this is Node 20\.20\.2\. Run `npm ci`.*\n$/);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, password, type World } from '../support/world.ts';
import { newFolder } from './docket.ts';

const launcher = path.resolve(import.meta.dirname, '../../bin/docket.js');
const home = newFolder();
let world: World;
let grace: Person;
let url: string;

before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  grace = await world.person('Grace', 'USER', 'grace@example.org');
  url = await listen(world.app);
});
after(() => world.close());

const startProgram = (...args: string[]) =>
  spawn(process.execPath, [launcher, 'agent', ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, WEB: 'off', LOG_LEVEL: 'warn' },
  });

/** Runs the program without a terminal; standard output and standard error come in the order of their lines. */
async function setUp(
  args: string[],
  input: string,
  onText?: (text: string, child: ReturnType<typeof startProgram>) => void,
) {
  const child = startProgram('setup', ...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onText?.(output, child);
    });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, output };
}

const signingIn = () => ['--url', url, '--email', grace.email];
const listAgents = async () =>
  (await grace.get('/api/agents')).body.data as { id: string; name: string; active: boolean }[];
const keyFiles = () => readdirSync(path.join(home, '.config/docket/agents'));

test('the recording of docs/agents.md is what docket agent setup prints', async () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/agents.md'), 'utf8');
  const [, command = '', recorded = ''] =
    /^```console\n\$ docket agent setup ([^\n]*)\n(.*?)^```$/ms.exec(page) ?? [];
  assert.notEqual(recorded, '');
  await grace.post('/api/projects', { name: 'App', key: 'APP' });
  const task = { projectId: 'APP', title: 'Fix the login', instructions: 'Fix it.' };
  const { id } = (await grace.post('/v1/agent-tasks', task)).body.data;
  writeFileSync(path.join(home, 'work-on-it.sh'), '#!/bin/sh\necho "I would work on it"\n', { mode: 0o755 });

  const questions = recorded
    .split('\n')
    .filter((line) => /^[A-Z].*(?::|\?)(?: |$)/.test(line) && !/^(?:Start|The)/.test(line));
  const typed = questions.map((line) =>
    line === 'Password:' ? password : line.replace(/^.*(?:: |\[Y\/n\] )/, ''),
  );
  const args = command.replaceAll('http://127.0.0.1:3000', url).split(' ');
  const { code, output } = await setUp(args, `${typed.join('\n')}\n`);
  assert.equal(code, 0, output);
  const masked = output
    .replaceAll(url, 'http://127.0.0.1:3000')
    .replaceAll(home, '/home/grace')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '01a1');
  assert.equal(masked, recorded);

  const done = (await grace.get(`/v1/agent-tasks/${id}`)).body.data;
  assert.equal(done.state, 'completed');
  const [agent] = await listAgents();
  assert.equal(agent?.name, 'Fixer');
  assert.deepEqual(keyFiles(), [`${agent?.id}.key`]);
  assert.equal(statSync(path.join(home, '.config/docket/agents', `${agent?.id}.key`)).mode & 0o077, 0);
});

test('with --yes and options nothing is asked, and a second run uses the agent and the key that exist', async () => {
  const args = ['--yes', '--name', 'fixer', '--project', 'APP', '--exec', 'true', '--no-start', '--json'];
  const { code, output } = await setUp([...args, ...signingIn()], `${password}\n`);
  assert.equal(code, 0, output);
  assert.match(output, /use your agent fixer, which exists/);
  assert.doesNotMatch(output, /Stored an API key/);
  const agents = await listAgents();
  assert.equal(agents.length, 1);
  const { total } = (await grace.get(`/api/agents/${agents[0]?.id}/api-keys`)).body.pagination;
  assert.equal(total, 1);
});

test('a no, a missing answer, a wrong password and an unknown project change nothing', async () => {
  const args = ['--name', 'Second', '--project', 'APP', ...signingIn()];
  const refused = await setUp([...args, '--exec', 'true'], `${password}\nno\n`);
  assert.equal(refused.code, 0);
  assert.match(refused.output, /Nothing was changed\./);
  const silent = await setUp([...args, '--yes'], `${password}\n`);
  assert.equal(silent.code, 2);
  assert.match(silent.output, /--agent or --exec is missing/);
  const preset = await setUp([...args, '--agent', 'claude'], `${password}\nno\n`);
  assert.match(preset.output, /start docket agent run --project APP --agent claude\n/);
  assert.match(preset.output, /Claude Code is not installed: npm install/);
  assert.equal((await setUp([...args, '--yes', '--exec', 'true'], 'wrong\n')).code, 77);
  const unknown = await setUp([...args, '--yes', '--project', 'APQ', '--exec', 'true'], `${password}\n`);
  assert.equal(unknown.code, 4);
  assert.match(unknown.output, /There is no project APQ.* The nearest name is APP/);
  assert.equal((await listAgents()).length, 1);
});

test('a setup that is interrupted says what exists and how to remove it, and the command removes it', async () => {
  const args = [
    '--yes',
    '--name',
    'Third',
    '--project',
    'APP',
    '--exec',
    'true',
    '--no-start',
    ...signingIn(),
  ];
  let isInterrupted = false;
  const { code, output } = await setUp(args, `${password}\n`, (text, child) => {
    if (isInterrupted || !text.includes('Created the agent Third')) return;
    isInterrupted = true;
    child.kill('SIGINT');
  });
  assert.equal(code, 2, output);
  const third = (await listAgents()).find(({ name }) => name === 'Third');
  assert.match(output, /Interrupted\. What exists now:/);
  assert.match(output, new RegExp(`The agent Third\\. Remove it with: docket agent remove ${third?.id}`));
  const removal = startProgram('remove', third?.id ?? '', ...signingIn());
  removal.stdin.end(`${password}\n`);
  assert.deepEqual(await once(removal, 'close'), [0, null]);
  assert.equal((await listAgents()).find(({ name }) => name === 'Third')?.active, false);
  assert.equal(keyFiles().length, 1);
});

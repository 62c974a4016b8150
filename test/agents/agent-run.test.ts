import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../../sdk/index.ts';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { newFolder } from '../cli/docket.ts';
import { environmentOf, program, type RunningServer, startServer } from '../durability/running-server.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';

const folder = newFolder();
let home: TestDatabase;
let apiKey: string;
let server: RunningServer;
let projectId: string;
const running = new Set<ChildProcess>();

const api = () => createClient({ baseUrl: server.url, apiKey });

before(async () => {
  home = await newDatabase('sqlite');
  const db = await openDatabase(home.address);
  const now = systemClock.now();
  apiKey = await db.transaction(async (tx) => {
    const { id } = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
    return (await createApiKey(tx, id, { name: 'k' }, now)).key;
  });
  await db.close();
  server = await startServer(home.address);
  projectId = (await api().createProject({ body: { name: 'Work' } })).data.id;
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await server.end('SIGKILL');
  await home.remove();
});

const queue = async (kind: string, more: object = {}) =>
  (await api().createAgentTask({ body: { projectId, kind, title: kind, instructions: 'Go.', ...more } })).data
    .id;
const taskOf = async (id: string) => (await api().getAgentTask({ params: { id } })).data;

/** The real worker, as a team starts it. */
function startWorker(kind: string, exec: string, ...more: string[]) {
  const args = [program, 'agent', 'run', '--kinds', kind, '--exec', exec, '--lease', '5', '--json', ...more];
  const child = spawn(process.execPath, args, {
    env: { ...environmentOf(home.address), DOCKET_URL: server.url, DOCKET_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, tally: said === '' ? undefined : JSON.parse(said) };
  });
  return { child, ended };
}

async function until(isSo: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'it did not come to that');
    await wait(50);
  }
}

const hasTold = async (id: string, content: string) =>
  (await taskOf(id)).activities.some((activity) => activity.content.includes(content));
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test('the command gets the task on its standard input and the lease in its environment', async () => {
  const id = await queue('given', { input: { secretWord: 'swordfish' } });
  const file = path.join(folder, 'given');
  const exec = `cat > ${file}; echo "$DOCKET_TASK_ID $DOCKET_TASK_EPOCH $DOCKET_WORKER_ID"`;
  const { code, tally } = await startWorker('given', exec, '--tasks', '1', '--name', 'bench').ended;
  assert.deepEqual([code, tally.completed], [0, 1]);
  const given = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([given.id, given.input.secretWord, given.lease.epoch], [id, 'swordfish', 1]);
  assert.ok(given.untrusted.includes('input'));
  assert.equal((await taskOf(id)).activities[0]?.content, `${id} 1 bench`);
});

test('its lines are activities, its JSON lines artifacts and the result, its exit code the outcome', async () => {
  const pull = '{"docket":"artifact","type":"pull_request","url":"https://github.com/a/b/pull/1"}';
  const says = [
    'echo Hello',
    `echo '${pull}'`,
    `echo '{"docket":"activity","type":"thought","content":"Hm"}'`,
    `echo '{"docket":"result","result":{"lines":3}}'`,
    'echo Oops >&2',
  ].join('; ');
  const cases: Record<string, [script: string, state: string, outcome: string]> = {
    done: [says, 'completed', 'completed'],
    again: [`${says}; exit 3`, 'queued', 'failed'],
    hopeless: [`${says}; exit 65`, 'failed', 'failed'],
    back: [`${says}; exit 75`, 'queued', 'released'],
    asks: [`${says}; echo '{"docket":"question","question":"Which?"}'`, 'waiting_for_user', 'asked'],
    missing: ['/no/such/command', 'queued', 'failed'],
  };
  await Promise.all(
    Object.entries(cases).map(async ([kind, [script, state, outcome]]) => {
      const id = await queue(kind);
      const { code, tally } = await startWorker(kind, script, '--tasks', '1').ended;
      assert.deepEqual([kind, code, tally[outcome]], [kind, 0, 1]);
      const task = await taskOf(id);
      assert.equal(task.state, state, kind);
      if (kind === 'missing') return;
      const told = task.activities.map(({ type, content }) => `${type} ${content}`).sort();
      const question = kind === 'asks' ? ['question Which?'] : [];
      assert.deepEqual(told, ['error Oops', 'message Hello', ...question, 'thought Hm'], kind);
      assert.equal(task.artifacts[0]?.url, 'https://github.com/a/b/pull/1');
      if (kind === 'done') assert.deepEqual(task.result, { lines: 3 });
      if (kind === 'again') assert.match(task.error ?? '', /^The command ended with exit code 3\nOops$/);
    }),
  );
});

test('several run at once', async () => {
  const ids = await Promise.all([queue('many'), queue('many'), queue('many')]);
  const marks = path.join(folder, 'many');
  // Each waits for the others, so none ends unless all run.
  const exec = `echo x >> ${marks}; until [ "$(wc -l < ${marks})" -ge 3 ]; do sleep 0.1; done`;
  const { tally } = await startWorker('many', exec, '--tasks', '3', '--concurrency', '3').ended;
  assert.equal(tally.completed, 3);
  for (const id of ids) assert.equal((await taskOf(id)).state, 'completed');
});

test('told to stop, it lets what runs end and claims nothing more', async () => {
  const [id, next] = [await queue('gentle'), await queue('gentle')];
  const go = path.join(folder, 'gentle');
  const { child, ended } = startWorker('gentle', `echo started; until [ -e ${go} ]; do sleep 0.1; done`);
  await until(() => hasTold(id, 'started'));
  child.kill('SIGTERM');
  assert.equal((await taskOf(id)).state, 'in_progress');

  writeFileSync(go, '');
  assert.deepEqual((await ended).tally.completed, 1);
  assert.deepEqual([(await taskOf(id)).state, (await taskOf(next)).state], ['completed', 'queued']);
});

test('told twice, it ends what runs and gives the task back', async () => {
  const id = await queue('hasty');
  const { child, ended } = startWorker('hasty', 'echo started; sleep 600');
  await until(() => hasTold(id, 'started'));
  child.kill('SIGTERM');
  child.kill('SIGINT');
  assert.equal((await ended).tally.released, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt], ['queued', 0]);
});

test('a task that is cancelled takes its command with it', async () => {
  const id = await queue('cancelled');
  const { ended } = startWorker('cancelled', 'echo "pid $$"; sleep 600', '--tasks', '1');
  await until(() => hasTold(id, 'pid'));
  const pid = Number(/pid (\d+)/.exec((await taskOf(id)).activities[0]?.content ?? '')?.[1]);
  await api().cancelAgentTask({ params: { id }, body: {} });
  assert.equal((await ended).tally.lost, 1);
  await until(async () => isGone(pid));
});

test('a worker that is killed loses its task to the next, which finishes it', async () => {
  const id = await queue('killed');
  const { child, ended } = startWorker('killed', 'echo started; sleep 3');
  await until(() => hasTold(id, 'started'));
  child.kill('SIGKILL');
  await ended;
  const second = await startWorker('killed', 'echo again', '--tasks', '1').ended;
  assert.equal(second.tally.completed, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt], ['completed', 2]);
});

test('it works on over a server that is killed and comes back', async () => {
  const id = await queue('steady');
  const go = path.join(folder, 'steady');
  const port = new URL(server.url).port;
  const { ended } = startWorker(
    'steady',
    `echo started; until [ -e ${go} ]; do sleep 0.1; done; echo end`,
    '--tasks',
    '1',
    '--lease',
    '600',
  );
  await until(() => hasTold(id, 'started'));
  await server.end('SIGKILL');

  writeFileSync(go, '');
  server = await startServer(home.address, { PORT: port });
  assert.equal((await ended).tally.completed, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt, task.lease], ['completed', 1, null]);
  assert.ok(await hasTold(id, 'end'));
});

test('without a key, or with a wrong one, it says so and ends', async () => {
  const env = { ...environmentOf(home.address), DOCKET_URL: server.url };
  for (const [key, code, sentence] of [
    ['', 2, /DOCKET_API_KEY is missing/],
    ['dkt_wrong', 1, /Authentication required/],
  ] as const) {
    const args = [program, 'agent', 'run', '--exec', 'true'];
    const child = spawn(process.execPath, args, {
      env: { ...env, DOCKET_API_KEY: key },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const [ended] = await once(child, 'close');
    assert.equal(ended, code);
    assert.match(said, sentence);
  }
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentTask } from '../../sdk/index.ts';
import { agentRun } from '../../src/cli/agent-run.ts';
import { secondMs } from '../../src/platform/clock.ts';
import { docket, newFolder } from '../cli/docket.ts';
import { environmentOf, program } from '../durability/running-server.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const folder = newFolder();
const leaseSeconds = 5;
let world: World;
let ada: Person;
let apiKey: string;
let url: string;
let projectId: string;
const running = new Set<ChildProcess>();

before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  ada = await world.person('Ada');
  url = await listen(world.app);
  apiKey = (await ada.post('/api/user/api-keys', { name: 'k' })).body.data.key;
  projectId = (await ada.post('/api/projects', { name: 'Work' })).body.data.id;
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await world.close();
});

const queue = async (kind: string, more: object = {}): Promise<string> => {
  // Whichever is older is claimed first.
  world.clock.advance(1);
  const task = { projectId, kind, title: kind, instructions: 'Go.', ...more };
  return (await ada.post('/v1/agent-tasks', task)).body.data.id;
};
const taskOf = async (id: string): Promise<AgentTask> => (await ada.get(`/v1/agent-tasks/${id}`)).body.data;

/** The real worker, as a team starts it. */
function startWorker(kind: string, exec: string, ...more: string[]) {
  const args = ['--kinds', kind, '--exec', exec, '--lease', String(leaseSeconds), '--json', ...more];
  const child = spawn(process.execPath, [program, 'agent', 'run', ...args], {
    env: { ...environmentOf(world.config.database), DOCKET_URL: url, DOCKET_API_KEY: apiKey },
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

/** What it does to `tasks` tasks, where neither its start nor its end is the matter. */
async function workHere(kind: string, exec: string, tasks = 1, concurrency = 1) {
  const config = { ...world.config, DOCKET_API_KEY: apiKey, LOG_LEVEL: 'error' as const };
  const absent = { project: undefined, name: undefined, patience: 60 };
  const options = { ...absent, exec, url, kinds: kind, concurrency, lease: leaseSeconds, tasks };
  const { json } = await agentRun.run(options, { config, clock: world.clock });
  return json as Record<string, number>;
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
      const tally = await workHere(kind, script);
      assert.deepEqual([kind, tally[outcome]], [kind, 1]);
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
  const tally = await workHere('many', exec, 3, 3);
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
  const working = workHere('cancelled', 'echo "pid $$"; sleep 600');
  await until(() => hasTold(id, 'pid'));
  const pid = Number(/pid (\d+)/.exec((await taskOf(id)).activities[0]?.content ?? '')?.[1]);
  await ada.post(`/v1/agent-tasks/${id}/cancel`, {});
  assert.equal((await working).lost, 1);
  await until(async () => isGone(pid));
});

test('a worker that is killed loses its task to the next, which finishes it', async () => {
  const id = await queue('killed');
  const { child, ended } = startWorker('killed', 'echo started; sleep 3');
  await until(() => hasTold(id, 'started'));
  child.kill('SIGKILL');
  await ended;
  world.clock.advance(leaseSeconds * secondMs);
  assert.equal((await workHere('killed', 'echo again')).completed, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt], ['completed', 2]);
});

test('it works on over a server that is gone and comes back', async () => {
  const id = await queue('steady');
  const go = path.join(folder, 'steady');
  const { server } = world.app;
  const place = { host: '127.0.0.1', port: Number(new URL(url).port) };
  const working = workHere('steady', `echo started; until [ -e ${go} ]; do sleep 0.1; done; echo end`);
  await until(() => hasTold(id, 'started'));
  // As when it is killed: whoever was connected hears no more, and nobody gets an answer.
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  const nobody = createServer((socket) => socket.destroy()).listen(place);

  writeFileSync(go, '');
  await once(nobody, 'connection');
  nobody.close();
  await once(nobody, 'close');
  server.listen(place);
  assert.equal((await working).completed, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt, task.lease], ['completed', 1, null]);
  assert.ok(await hasTold(id, 'end'));
});

test('without a key, or with a wrong one, it says so and ends', async () => {
  for (const [key, code, sentence] of [
    ['', 2, /DOCKET_API_KEY is missing/],
    ['dkt_wrong', 1, /Authentication required/],
  ] as const) {
    const args = ['agent', 'run', '--exec', 'true'];
    const ended = await docket(args, { DOCKET_URL: url, DOCKET_API_KEY: key });
    assert.equal(ended.code, code);
    assert.match(ended.stderr, sentence);
  }
});

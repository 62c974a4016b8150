import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentTask } from '../../sdk/index.ts';
import { agentRun } from '../../src/cli/client/agent-run.ts';
import { processPrompt } from '../../src/cli/client/prompt.ts';
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
  // The older task is claimed first.
  world.clock.advance(1);
  const task = { projectId, kind, title: kind, instructions: 'Go.', ...more };
  return (await ada.post('/v1/agent-tasks', task)).body.data.id;
};
const taskOf = async (id: string): Promise<AgentTask> => (await ada.get(`/v1/agent-tasks/${id}`)).body.data;

/** Starts `docket agent run` as a process. */
function startWorker(kind: string, exec: string, ...more: string[]) {
  const args = ['--kinds', kind, '--exec', exec, '--lease', String(leaseSeconds), '--json', ...more];
  const child = spawn(process.execPath, [program, 'agent', 'run', ...args], {
    env: { ...environmentOf(world.config.database), DOCKET_URL: url, DOCKET_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, tally: output === '' ? undefined : JSON.parse(output) };
  });
  return { child, ended };
}

/** Runs the worker in this process, for `tasks` tasks. */
async function runWorker(kind: string, exec: string, tasks = 1, concurrency = 1, more: object = {}) {
  const environment = { ...process.env, DOCKET_API_KEY: apiKey, LOG_LEVEL: 'error' };
  const absent = {
    ...{ project: undefined, name: undefined, patience: 60, messages: false, grace: 10 },
    ...{ worktree: false, repository: undefined, cache: undefined, keep: false, 'open-pr': false },
    ...{ sandbox: undefined, writable: undefined },
    ...{ agent: undefined, acp: undefined, allow: undefined, 'skip-criteria': false },
    ...{ 'check-timeout': 600, silence: 1_800 },
  };
  const options = { ...absent, exec, url, kinds: kind, concurrency, lease: leaseSeconds, tasks, ...more };
  const { json } = await agentRun.run(options, { environment, prompt: processPrompt });
  return json as Record<string, number>;
}

async function waitUntil(condition: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'timed out');
    await wait(50);
  }
}

const hasActivity = async (id: string, content: string) =>
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

test('output lines of the command become activities, JSON lines artifacts and result, its exit code the outcome', async () => {
  const pull = '{"docket":"artifact","type":"pull_request","url":"https://github.com/a/b/pull/1"}';
  const script = [
    'echo Hello',
    `echo '${pull}'`,
    `echo '{"docket":"activity","type":"thought","content":"Hm"}'`,
    `echo '{"docket":"result","result":{"lines":3}}'`,
    'echo Oops >&2',
  ].join('; ');
  const cases: Record<string, [command: string, state: string, outcome: string]> = {
    done: [script, 'completed', 'completed'],
    again: [`${script}; exit 3`, 'queued', 'failed'],
    hopeless: [`${script}; exit 65`, 'failed', 'failed'],
    back: [`${script}; exit 75`, 'queued', 'released'],
    asks: [`${script}; echo '{"docket":"question","question":"Which?"}'`, 'waiting_for_user', 'asked'],
    missing: ['/no/such/command', 'queued', 'failed'],
  };
  await Promise.all(
    Object.entries(cases).map(async ([kind, [command, state, outcome]]) => {
      const id = await queue(kind);
      const tally = await runWorker(kind, command);
      assert.deepEqual([kind, tally[outcome]], [kind, 1]);
      const task = await taskOf(id);
      assert.equal(task.state, state, kind);
      if (kind === 'missing') return;
      const reported = task.activities.map(({ type, content }) => `${type} ${content}`).sort();
      const question = kind === 'asks' ? ['question Which?'] : [];
      assert.deepEqual(reported, ['error Oops', 'message Hello', ...question, 'thought Hm'], kind);
      assert.equal(task.artifacts[0]?.url, 'https://github.com/a/b/pull/1');
      if (kind === 'done') assert.deepEqual(task.result, { lines: 3 });
      if (kind === 'again') assert.match(task.error ?? '', /^The command ended with exit code 3\nOops$/);
    }),
  );
});

test('usage, failure type, files and the form of a question come from JSON lines of the command', async () => {
  const usage =
    '{"docket":"usage","inputTokens":1200,"outputTokens":-5,"cost":{"amount":34,"currency":"EUR"}}';
  const form = '{"type":"object","properties":{"branch":{"type":"string","enum":["main","next"]}}}';
  const asked = `{"docket":"question","question":"Which?","form":${form}}`;
  const failed = await queue('typed');
  const action =
    '{"docket":"activity","type":"action","content":"Edit","files":["src/a.ts","../out","/etc/passwd"]}';
  const failure = '{"docket":"failure","type":"tests"}';
  await runWorker('typed', `echo '${usage}'; echo '${action}'; echo '${failure}'; exit 65`);
  const task = await taskOf(failed);
  const { seconds, ...counts } = task.usage;
  assert.deepEqual(counts, {
    inputTokens: 1200,
    outputTokens: 0,
    cachedTokens: 0,
    cost: { amount: 34, currency: 'EUR' },
  });
  assert.ok(Number.isInteger(seconds));
  assert.deepEqual([task.state, task.failure?.type, task.touched], ['failed', 'tests', ['src/a.ts']]);

  const asking = await queue('form');
  assert.equal((await runWorker('form', `echo '${asked}'`)).asked, 1);
  assert.deepEqual((await taskOf(asking)).form, JSON.parse(form));
});

test('a question with a form that Docket refuses is asked in words', async () => {
  const id = await queue('bad-form');
  const asked = '{"docket":"question","question":"Which?","form":{"type":"array"}}';
  assert.equal((await runWorker('bad-form', `echo '${asked}'`)).asked, 1);
  const { question, form } = await taskOf(id);
  assert.match(question ?? '', /^Which\?\n\n\(Docket refused the form of this question: /);
  assert.equal(form, undefined);
});

test('with --messages the command gets messages as JSON lines, and they are read once written', async () => {
  const id = await queue('chatty');
  const early = await ada.post(`/v1/agent-tasks/${id}/messages`, { text: 'Before' });
  const file = path.join(folder, 'chatty');
  const exec = `read -r task; read -r first; echo "got $first"; read -r second; echo "$first" > ${file}; echo "$second" >> ${file}`;
  const working = runWorker('chatty', exec, 1, 1, { messages: true });
  await waitUntil(() => hasActivity(id, 'got'));
  await ada.post(`/v1/agent-tasks/${id}/messages`, { text: 'Use the new parser' });
  assert.equal((await working).completed, 1);
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines[0], { docket: 'message', id: early.body.data.id, from: 'Ada', text: 'Before' });
  assert.equal(lines[1].text, 'Use the new parser');
  const { data } = (await ada.get(`/v1/agent-tasks/${id}/messages`)).body;
  assert.deepEqual(
    data.map(({ state }: { state: string }) => state),
    ['read', 'read'],
  );
});

test('a command that reads its input to the end gets the task alone, and messages stay unread', async () => {
  const id = await queue('deaf');
  await ada.post(`/v1/agent-tasks/${id}/messages`, { text: 'Hello?' });
  assert.equal((await runWorker('deaf', 'task=$(cat); echo read')).completed, 1);
  const { data } = (await ada.get(`/v1/agent-tasks/${id}/messages`)).body;
  assert.equal(data[0].state, 'delivered');
});

test('a request to stop is told to the command, which is ended after the grace period; the task is not queued again', async () => {
  const id = await queue('stopped');
  const file = path.join(folder, 'stopped');
  const exec = `read -r task; echo started; read -r line; echo "$line" > ${file}; sleep 600`;
  const working = runWorker('stopped', exec, 1, 1, { messages: true, grace: 3 });
  await waitUntil(() => hasActivity(id, 'started'));
  assert.equal((await ada.post(`/v1/agent-tasks/${id}/stop`)).status, 200);
  assert.equal((await working).released, 1);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { docket: 'stop', reason: 'requested' });
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.error], ['cancelled', 'Stopped on request']);
});

test('--concurrency runs several commands at the same time', async () => {
  const ids = await Promise.all([queue('many'), queue('many'), queue('many')]);
  const marks = path.join(folder, 'many');
  // Each command waits for the others, so none ends unless all run at the same time.
  const exec = `echo x >> ${marks}; until [ "$(wc -l < ${marks})" -ge 3 ]; do sleep 0.1; done`;
  const tally = await runWorker('many', exec, 3, 3);
  assert.equal(tally.completed, 3);
  for (const id of ids) assert.equal((await taskOf(id)).state, 'completed');
});

test('the first SIGTERM lets running commands end and claims no further task', async () => {
  const [id, next] = [await queue('gentle'), await queue('gentle')];
  const go = path.join(folder, 'gentle');
  const { child, ended } = startWorker('gentle', `echo started; until [ -e ${go} ]; do sleep 0.1; done`);
  await waitUntil(() => hasActivity(id, 'started'));
  child.kill('SIGTERM');
  assert.equal((await taskOf(id)).state, 'in_progress');

  writeFileSync(go, '');
  assert.deepEqual((await ended).tally.completed, 1);
  assert.deepEqual([(await taskOf(id)).state, (await taskOf(next)).state], ['completed', 'queued']);
});

test('a second signal ends running commands and releases their tasks', async () => {
  const id = await queue('hasty');
  const { child, ended } = startWorker('hasty', 'echo started; sleep 600');
  await waitUntil(() => hasActivity(id, 'started'));
  child.kill('SIGTERM');
  child.kill('SIGINT');
  assert.equal((await ended).tally.released, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt], ['queued', 0]);
});

test('cancelling a task ends its command', async () => {
  const id = await queue('cancelled');
  const working = runWorker('cancelled', 'echo "pid $$"; sleep 600');
  await waitUntil(() => hasActivity(id, 'pid'));
  const pid = Number(/pid (\d+)/.exec((await taskOf(id)).activities[0]?.content ?? '')?.[1]);
  await ada.post(`/v1/agent-tasks/${id}/cancel`, {});
  assert.equal((await working).lost, 1);
  await waitUntil(async () => isGone(pid));
});

test('the task of a killed worker is finished by the next worker', async () => {
  const id = await queue('killed');
  const { child, ended } = startWorker('killed', 'echo started; sleep 3');
  await waitUntil(() => hasActivity(id, 'started'));
  child.kill('SIGKILL');
  await ended;
  world.clock.advance(leaseSeconds * secondMs);
  assert.equal((await runWorker('killed', 'echo again')).completed, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt], ['completed', 2]);
});

test('a command keeps running while the server restarts, and its task is completed', async () => {
  const id = await queue('steady');
  const go = path.join(folder, 'steady');
  const { server } = world.app;
  const address = { host: '127.0.0.1', port: Number(new URL(url).port) };
  const working = runWorker('steady', `echo started; until [ -e ${go} ]; do sleep 0.1; done; echo end`);
  await waitUntil(() => hasActivity(id, 'started'));
  // Like a killed server: open connections break, and new ones get no response.
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  const deadServer = createServer((socket) => socket.destroy()).listen(address);

  writeFileSync(go, '');
  await once(deadServer, 'connection');
  deadServer.close();
  await once(deadServer, 'close');
  server.listen(address);
  assert.equal((await working).completed, 1);
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.attempt, task.lease], ['completed', 1, null]);
  assert.ok(await hasActivity(id, 'end'));
});

test('the worker exits with an error if the API key is missing or wrong', async () => {
  for (const [key, code, sentence] of [
    ['', 2, /DOCKET_API_KEY is not set/],
    ['dkt_wrong', 77, /Authentication required/],
  ] as const) {
    const args = ['agent', 'run', '--exec', 'true'];
    const ended = await docket(args, { DOCKET_URL: url, DOCKET_API_KEY: key });
    assert.equal(ended.code, code);
    assert.match(ended.stderr, sentence);
  }
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { git, openRunnerWorld, waitUntil } from './runner.ts';

const { opened, newTicket, queue, taskOf, startRunner } = openRunnerWorld();

const agentProgram = path.join(import.meta.dirname, 'acp-agent.ts');
const startAgent = (behaviour: string, ...more: string[]) => {
  const acp = `${process.execPath} ${agentProgram} ${behaviour}`;
  const args = ['--acp', acp, '--repository', opened.repository, '--tasks', '1', '--sandbox', 'off'];
  return startRunner(behaviour, ...args, ...more);
};
const run = (behaviour: string, ...more: string[]) => startAgent(behaviour, ...more).ended;
const contents = async (id: string) =>
  (await taskOf(id)).activities.map(({ type, content }) => `${type} ${content}`);

/** The fake agent names its sessions by its process, so a new session would have another name. */
const readSession = (key: string): string => {
  const [state = ''] = globSync(`*/work/${key}/state.json`, { cwd: opened.cache });
  return JSON.parse(readFileSync(path.join(opened.cache, state), 'utf8')).session.id;
};

test('an agent gets the context and Docket’s tools; its plan, steps, files and cost are on the task', async () => {
  const ticket = await newTicket('Paint the bike shed');
  const id = await queue('work', { ticketId: ticket.id });
  const { tally, log } = await run('work');
  assert.equal(tally?.completed, 1, log);
  const task = await taskOf(id);
  assert.deepEqual(await contents(id), [
    'message I know the task.',
    'thought Plan\n- [x] Find the shed\n- [~] Paint it',
    'action edit: Paint the shed',
  ]);
  assert.deepEqual(task.touched, ['shed.txt']);
  assert.deepEqual(task.usage.cost, { amount: 25, currency: 'EUR' });
  const branch = `docket/${ticket.key}/paint-the-bike-shed`;
  assert.deepEqual([task.branch, git(opened.repository, 'show', `${branch}:shed.txt`)], [branch, 'green']);
  const [file = ''] = globSync(`*/work/${ticket.key}/mcp.json`, { cwd: opened.cache });
  const [server] = JSON.parse(readFileSync(path.join(opened.cache, file), 'utf8'));
  assert.deepEqual([server.type, server.url], ['http', `${opened.url}/mcp`]);
});

test('a step that the policy does not allow waits for a person; the answer and follow-ups continue the session', async () => {
  const ticket = await newTicket('Build');
  const id = await queue('permit', { ticketId: ticket.id });
  assert.equal((await run('permit')).tally?.asked, 1);
  const asked = await taskOf(id);
  assert.deepEqual([asked.state, asked.questionKind], ['waiting_for_user', 'approval']);
  assert.match(
    asked.question ?? '',
    /The agent asks for permission: Run the build\n\nKind: execute\n\n.*make/s,
  );
  const answered = await opened.ada.post(`/v1/agent-tasks/${id}/answer`, { approve: true });
  assert.equal(answered.status, 200);
  const { tally, log } = await run('permit');
  assert.equal(tally?.completed, 1, log);
  const texts = (await contents(id)).join('\n');
  assert.match(
    texts,
    /Told: Your request "Run the build" was approved\.\n\nGo on with the task\..*Run the build: yes\./s,
  );
  assert.match(texts, /answer Approved/);

  // The permission was for once: the next task of the ticket asks again, in the same session, and "always" is for the rest.
  const session = readSession(ticket.key);
  const next = await queue('permit', { ticketId: ticket.id });
  assert.equal((await run('permit')).tally?.asked, 1);
  await opened.ada.post(`/v1/agent-tasks/${next}/answer`, { approve: true, reason: 'always' });
  assert.equal((await run('permit')).tally?.completed, 1);
  await queue('permit', { ticketId: ticket.id });
  assert.equal((await run('permit')).tally?.completed, 1);
  assert.equal(readSession(ticket.key), session);
});

test('a rejected step is rejected when the agent asks again', async () => {
  const id = await queue('permit');
  assert.equal((await run('permit')).tally?.asked, 1);
  await opened.ada.post(`/v1/agent-tasks/${id}/answer`, { approve: false, reason: 'Too slow' });
  assert.equal((await run('permit')).tally?.completed, 1);
  const texts = (await contents(id)).join('\n');
  assert.match(texts, /was rejected: Too slow\./);
  assert.match(texts, /Run the build: no\./);
});

test('--allow all asks nobody, and a change outside the worktree is asked for', async () => {
  const id = await queue('permit');
  assert.equal((await run('permit', '--allow', 'all')).tally?.completed, 1);
  assert.match((await contents(id)).join('\n'), /Run the build: yes/);
  const outside = await queue('outside');
  assert.equal((await run('outside')).tally?.asked, 1);
  assert.match((await taskOf(outside)).question ?? '', /Edit ~\/\.bashrc/);
  const { code, log } = await run('permit', '--allow', 'dance');
  assert.equal(code, 2);
  assert.match(log, /--allow dance: must be all, or some of read, edit/);
});

test('a form of the agent is a form for people, and the values are its answer, also in a new session', async () => {
  const id = await queue('form');
  assert.equal((await run('form')).tally?.asked, 1);
  const task = await taskOf(id);
  assert.equal(task.question, 'Which colour?');
  assert.deepEqual((task.form as { properties: object }).properties, {
    colour: { type: 'string', enum: ['red', 'green'] },
  });
  await opened.ada.post(`/v1/agent-tasks/${id}/answer`, { values: { colour: 'green' } });
  const { tally, log } = await run('form');
  assert.equal(tally?.completed, 1, log);
  assert.match((await contents(id)).join('\n'), /Chosen: \{"colour":"green"\}/);
});

test('a message interrupts the agent and is read; it arrives with an event, not with the next heartbeat', async () => {
  const id = await queue('listen');
  const { ended } = startAgent('listen', '--lease', '900');
  await waitUntil(async () => (await contents(id)).length > 0);
  const sentAt = performance.now();
  await opened.ada.post(`/v1/agent-tasks/${id}/messages`, { text: 'Use the new parser' });
  const { tally, log } = await ended;
  assert.equal(tally?.completed, 1, log);
  assert.match((await contents(id)).join('\n'), /Heard: Message from Ada:\n\nUse the new parser/);
  const { data } = (await opened.ada.get(`/v1/agent-tasks/${id}/messages`)).body;
  assert.equal(data[0].state, 'read');
  // Regular heartbeats are 5 s apart; on a busy machine one may come first.
  console.log(`the message was answered after ${Math.round(performance.now() - sentAt)} ms`);
});

test('a request to stop ends the turn in order, and an agent that does not hear it is ended', async () => {
  for (const behaviour of ['listen', 'deaf']) {
    const id = await queue(behaviour);
    const { ended } = startAgent(behaviour, '--grace', '1');
    await waitUntil(async () => (await contents(id)).length > 0);
    await opened.ada.post(`/v1/agent-tasks/${id}/stop`);
    const { tally, log } = await ended;
    assert.equal(tally?.released, 1, log);
    assert.equal((await taskOf(id)).state, 'cancelled', behaviour);
  }
});

test('how the agent ends decides the outcome and the type of the failure', async () => {
  const cases: Record<string, [type: string, message: RegExp, state: string]> = {
    'max-tokens': ['context', /reached the limit of its context/, 'queued'],
    refusal: ['refused', /refused to go on/, 'failed'],
    quota: ['quota', /Usage limit reached, try again at 5 pm/, 'queued'],
    'die-new': ['environment', /exit code 3\nOut of memory at new/, 'queued'],
    'die-prompt': ['environment', /exit code 3\nOut of memory at prompt/, 'queued'],
  };
  for (const [behaviour, [type, message, state]] of Object.entries(cases)) {
    const id = await queue(behaviour);
    const { tally, log } = await run(behaviour);
    assert.equal(tally?.failed, 1, log);
    const task = await taskOf(id);
    assert.deepEqual([task.failure?.type, task.state], [type, state], behaviour);
    assert.match(task.failure?.message ?? '', message);
  }
  const id = await queue('hang');
  assert.equal((await run('hang', '--silence', '1')).tally?.failed, 1);
  assert.deepEqual((await taskOf(id)).failure?.type, 'timeout');
});

test('an agent that is missing, broken, or of another version costs no task; one that is not signed in says how', async () => {
  for (const [behaviour, sentence] of [
    ['die-initialize', /cannot be used: .*exit code 3\\?n?.*Out of memory at initialize/s],
    ['old', /speaks version 0 of the Agent Client Protocol/],
  ] as const) {
    const id = await queue(behaviour);
    const { code, log } = await run(behaviour);
    assert.equal(code, 2, log);
    assert.match(log, sentence);
    assert.deepEqual([(await taskOf(id)).state, (await taskOf(id)).attempt], ['queued', 0]);
  }
  const missing = await startRunner('none', '--agent', 'cursor').ended;
  assert.match(
    missing.log,
    /Cursor is not installed: there is no program cursor-agent\. Get the command line/,
  );

  const [id, second] = [await queue('auth'), await queue('auth')];
  const { code, log } = await run('auth', '--tasks', '5');
  assert.equal(code, 2);
  assert.match(log, /The agent is not signed in\. Start it by hand and sign in\./);
  assert.equal((await taskOf(id)).failure?.type, 'auth');
  assert.equal((await taskOf(second)).attempt, 0);
});

test('an agent that lies changes nothing that is not its own', async () => {
  const id = await queue('lie');
  const { tally, log } = await run('lie');
  assert.equal(tally?.completed, 1, log);
  const task = await taskOf(id);
  assert.deepEqual(task.touched, []);
  assert.equal(task.usage.cost, null);
  const texts = (await contents(id)).join('\n');
  assert.doesNotMatch(texts, /another session/);
  assert.match(texts, /Permission: cancelled/);
});

test('an agent that floods is reported on within bounds', async () => {
  const id = await queue('flood');
  const { tally, log } = await run('flood');
  assert.equal(tally?.completed, 1, log);
  assert.match((await contents(id)).at(-1) ?? '', /The end\.$/);
});

test('a killed runner continues the session of its agent', async () => {
  const ticket = await newTicket('Resumed');
  const id = await queue('listen', { ticketId: ticket.id });
  const { child, ended } = startAgent('listen', '--lease', '900');
  await waitUntil(async () => (await contents(id)).length > 0);
  const before = readSession(ticket.key);
  child.kill('SIGKILL');
  await ended;
  const next = startAgent('listen', '--lease', '900');
  await waitUntil(async () => (await taskOf(id)).attempt === 2 || (await contents(id)).length > 1);
  await opened.ada.post(`/v1/agent-tasks/${id}/messages`, { text: 'Go on' });
  const { tally, log } = await next.ended;
  assert.equal(tally?.completed, 1, log);
  assert.equal(readSession(ticket.key), before);
});

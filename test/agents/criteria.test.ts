import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Criterion } from '../../sdk/index.ts';
import { git, openRunnerWorld } from './runner.ts';

const { opened, queue, taskOf, startRunner } = openRunnerWorld();

function addPackage(): void {
  const { repository } = opened;
  mkdirSync(path.join(repository, 'src'));
  writeFileSync(
    path.join(repository, 'package.json'),
    '{"name": "app", "version": "1.0.0", "main": "src/index.ts"}\n',
  );
  writeFileSync(
    path.join(repository, 'src/index.ts'),
    'export function pay(amount: number) {\n  return amount;\n}\nexport function refund(amount: number) {\n  return -amount;\n}\n',
  );
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '-m', 'Add the package');
}

async function newTicket(title: string, criteria: object[]): Promise<{ id: string; key: string }> {
  const { ada, projectId } = opened;
  const { status, body } = await ada.post('/api/tickets', { title, projectId, status: 'todo', criteria });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}
const criteriaOf = async (ticketId: string): Promise<Criterion[]> =>
  (await opened.ada.get(`/api/tickets/${ticketId}/criteria`)).body.data;
const statesOf = async (ticketId: string) => (await criteriaOf(ticketId)).map(({ state }) => state);
const commitFile = 'echo works > state && git add state && git commit --quiet -m State';
const work = (kind: string, command: string, ...more: string[]) => {
  const { repository } = opened;
  const options = ['--repository', repository, '--tasks', '1', '--sandbox', 'off', ...more];
  return startRunner(kind, '--exec', command, ...options).ended;
};

test('commands of criteria are run on the commit that was pushed, and a failed one fails the attempt', async () => {
  const keyFile = path.join(opened.folder, 'key');
  const passing = `echo "$DOCKET_API_KEY" > ${keyFile}; grep -q works state`;
  const ticket = await newTicket('Work', [
    { text: 'It works', check: { type: 'command', value: passing } },
    { text: 'It is fast', check: { type: 'command', value: 'echo 3 seconds; exit 3' } },
    { text: 'Somebody looked', check: { type: 'person' } },
  ]);
  const key = (await opened.ada.post('/api/agents', { name: 'Eve' })).body.data;
  await opened.ada.post(`/api/project/${opened.projectId}/members`, { userId: key.id, role: 'member' });
  const token = (await opened.ada.post(`/api/agents/${key.id}/api-keys`, { name: 'k', scopes: ['write'] }))
    .body.data.key;
  const ofAgent = await fetch(`${opened.url}/api/tickets/${ticket.id}/criteria`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Mine', check: { type: 'command', value: `echo ran >> ${keyFile}` } }),
  });
  assert.equal(ofAgent.status, 201);

  const id = await queue('commands', { ticketId: ticket.id, maxAttempts: 1 });
  const { tally, log } = await work('commands', commitFile);
  assert.equal(tally?.failed, 1, log);
  const { failure, branch } = await taskOf(id);
  assert.equal(failure?.type, 'tests');
  assert.match(
    failure?.message ?? '',
    /The criterion “It is fast” fails\. `echo 3 seconds; exit 3` fails at [0-9a-f]{10}\.\n3 seconds/,
  );
  assert.deepEqual(await statesOf(ticket.id), ['shown', 'failed', 'open', 'open']);
  const head = git(opened.repository, 'rev-parse', branch as string);
  const [shown, failed] = await criteriaOf(ticket.id);
  assert.deepEqual(
    [shown, failed].map((criterion) => [criterion?.evidence?.commit, criterion?.evidence?.exitCode]),
    [
      [head, 0],
      [head, 3],
    ],
  );
  assert.equal(readFileSync(keyFile, 'utf8').trim(), '', 'no key of Docket, and no command of an agent');
});

test('a criterion without breaking changes is shown, or failed with what breaks', async () => {
  addPackage();
  const criteria = [{ text: 'Nothing breaks', check: { type: 'no_break' } }];
  for (const [kind, command, state] of [
    ['harmless', commitFile, 'shown'],
    ['breaking', "sed -i '/refund/,$d' src/index.ts && git commit --quiet -am Remove", 'failed'],
  ] as const) {
    const ticket = await newTicket(kind, criteria);
    const id = await queue(kind, { ticketId: ticket.id, maxAttempts: 1 });
    const { log } = await work(kind, command);
    assert.deepEqual(await statesOf(ticket.id), [state], log);
    if (state === 'failed') assert.match((await taskOf(id)).failure?.message ?? '', /refund/);
  }
});

test('what is not committed shows nothing, nor does a runner that skips criteria', async () => {
  for (const [kind, command, ...more] of [
    ['uncommitted', 'echo works > state'],
    ['skipping', commitFile, '--skip-criteria'],
  ] as [string, string, ...string[]][]) {
    const ticket = await newTicket(kind, [
      { text: 'It works', check: { type: 'command', value: 'grep -q works state' } },
    ]);
    const id = await queue(kind, { ticketId: ticket.id });
    const { tally, log } = await work(kind, command, ...more);
    assert.equal(tally?.completed, 1, log);
    assert.deepEqual(await statesOf(ticket.id), ['open']);
    const told = (await taskOf(id)).activities.map(({ content }) => content).join('\n');
    assert.equal(told.includes('No criterion was checked'), kind === 'uncommitted', told);
  }
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { docketAsProgram, startDocket } from '../cli/docket.ts';
import { addAccount } from '../durability/account.ts';
import { startServer } from '../durability/running-server.ts';
import { newMigratedDatabase } from '../support/engines.ts';

const ticketCount = 60;
const kills = 8;

test('a mirror that is killed again and again ends with the commits of one that was not', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-mirror-'));
  const home = await newMigratedDatabase('sqlite');
  const db = withReactions(await openDatabase(home.address), eventReactions);
  const { authorization, send } = await addAccount(db);
  await db.close();
  const server = await startServer(home.address);
  t.after(async () => {
    await server.end('SIGKILL');
    await home.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const [killed, calm] = [path.join(folder, 'killed'), path.join(folder, 'calm')];
  const settings = { DOCKET_URL: server.url, DOCKET_API_KEY: authorization.slice('Bearer '.length) };
  const finish = async (name: string) => {
    const { code, stderr } = await docketAsProgram(['mirror', name], settings);
    assert.equal(code, 0, stderr);
  };
  let died = 0;
  const killSeveral = async (name: string) => {
    for (let turn = 0; turn < kills; turn++) {
      const child = startDocket(['mirror', name], settings);
      const ended = once(child, 'exit');
      await Promise.race([wait(500 + 90 * turn), ended]);
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') died++;
    }
    await finish(name);
  };

  const ids: string[] = [];
  for (let number = 0; number < ticketCount; number++) {
    const response = await send(server, 'POST', '/api/tickets', { title: `Ticket ${number}` });
    ids.push(((await response.json()) as { data: { id: string } }).data.id);
  }
  await killSeveral(killed);
  await finish(calm);
  for (const id of ids) {
    await send(server, 'PUT', `/api/tickets/${id}/status`, { status: 'done' });
    await send(server, 'POST', `/api/tickets/${id}/comments`, { content: 'Done' });
  }
  await killSeveral(killed);
  await finish(calm);

  assert.ok(died > 2, `only ${died} runs were killed before their end`);
  const git = (name: string, ...args: string[]) =>
    execFileSync('git', ['-C', name, ...args], { encoding: 'utf8' });
  const changes = (name: string) =>
    git(name, 'log', '--format=%an <%ae> %at %ct %s')
      .split('\n')
      .filter((line) => !line.includes('State at'));
  // Changes of one ticket in the same millisecond share a commit.
  assert.ok(changes(calm).length > 1.5 * ticketCount, `${changes(calm).length} commits`);
  assert.deepEqual(changes(killed), changes(calm));
  assert.equal(git(killed, 'rev-parse', 'HEAD^{tree}'), git(calm, 'rev-parse', 'HEAD^{tree}'));
  assert.equal(git(killed, 'status', '--porcelain'), '');
  git(killed, 'fsck', '--strict');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newDatabase } from '../support/engines.ts';
import { needsPostgres, type Scene, startScene } from './scene.ts';
import { assertEachStoredOnce, startWriting } from './steady-writers.ts';

const count = 2;

describe('several server processes on one machine', needsPostgres, () => {
  let scene: Scene;
  let group: RunningServer;

  before(async () => {
    scene = await startScene();
    group = await startServer({ engine: 'postgres', url: scene.cluster.url }, { LOG_LEVEL: 'fatal' }, [
      '--processes',
      String(count),
    ]);
  });
  after(async () => {
    await group.end('SIGTERM');
    await scene.server.end('SIGTERM');
    await scene.cluster.remove();
  });

  test('each serves requests while the other does not', async () => {
    const pids = childrenOf(group.pid);
    assert.equal(pids.length, count);
    // A connection stays with its process, so each request has one of its own. Whoever is free takes the next one, so one
    // process is paused while the other answers.
    for (const paused of pids) {
      process.kill(paused, 'SIGSTOP');
      const answer = await fetch(`${group.url}/healthz`, { headers: { connection: 'close' } });
      process.kill(paused, 'SIGCONT');
      assert.equal(answer.status, 200);
    }
  });

  test('a process that is killed starts again, and what it acknowledged is there', async () => {
    const acknowledged: string[] = [];
    let isStopped = false;
    let sent = 0;
    const write = async () => {
      while (!isStopped) {
        const title = `Killed ${++sent}`;
        // The requests of the killed process have no answer.
        const answer = await scene.create(group, title).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(title);
      }
    };
    const done = Promise.all([write(), write(), write(), write()]);
    for (let round = 0; round < 2; round++) {
      const [victim] = childrenOf(group.pid) as [number];
      process.kill(victim, 'SIGKILL');
      const goal = acknowledged.length + 20;
      while (acknowledged.length < goal || childrenOf(group.pid).length < count) await wait(20);
    }
    isStopped = true;
    await done;
    const stored = await scene.cluster.run("select title from tickets where title like 'Killed %'");
    assertEachStoredOnce(
      stored.rows.map(({ title }) => title),
      acknowledged,
    );
  });

  test('SIGTERM lets every process answer what it has, and ends all of them', async () => {
    const pids = childrenOf(group.pid);
    const writing = startWriting(group, scene.caller);
    await writing.untilMoreAcknowledged();
    const stopped = writing.stop();
    const { code } = await group.end('SIGTERM');
    await stopped;
    assert.equal(code, 0);
    for (const pid of pids) assert.throws(() => process.kill(pid, 0), /ESRCH/);
  });

  test('the others end when the first process is killed', async () => {
    const doomed = await startServer({ engine: 'postgres', url: scene.cluster.url }, {}, [
      '--processes',
      '2',
    ]);
    const pids = childrenOf(doomed.pid);
    await doomed.end('SIGKILL');
    while (pids.some(isRunning)) await wait(20);
  });
});

test('several processes on SQLite are refused with the reason', async (t) => {
  const { address, remove } = await newDatabase('sqlite');
  t.after(remove);
  await assert.rejects(startServer(address, {}, ['--processes', '2']), /ended before it was ready/);
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

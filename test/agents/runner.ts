import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentTask } from '../../sdk/index.ts';
import { newFolder } from '../cli/docket.ts';
import { environmentOf, program } from '../durability/running-server.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

export interface RunnerWorld {
  world: World;
  ada: Person;
  url: string;
  apiKey: string;
  projectId: string;
  /** A repository with one commit on main. */
  repository: string;
  cache: string;
  folder: string;
}

/** A server with a project, a git repository and an empty cache, for the tests of a file. */
export function openRunnerWorld(folder = newFolder(), settings: Record<string, string> = {}) {
  const opened = {} as RunnerWorld;
  const running = new Set<ChildProcess>();
  before(async () => {
    const world = await openWorld('sqlite', { RATE_LIMIT: 'off', ...settings });
    const ada = await world.person('Ada');
    const repository = path.join(folder, 'repository');
    newRepository(repository);
    Object.assign(opened, {
      ...{ world, ada, folder, repository, cache: path.join(folder, 'cache') },
      url: await listen(world.app),
      apiKey: (await ada.post('/api/user/api-keys', { name: 'k' })).body.data.key,
      projectId: (await ada.post('/api/projects', { name: 'Work', key: 'WRK' })).body.data.id,
    });
  });
  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await opened.world.close();
  });

  return {
    opened,
    newTicket: async (title: string): Promise<{ id: string; key: string }> =>
      (await opened.ada.post('/api/tickets', { title, projectId: opened.projectId, status: 'todo' })).body
        .data,
    queue: async (kind: string, more: object = {}): Promise<string> => {
      // The older task is claimed first.
      opened.world.clock.advance(1);
      const task = { projectId: opened.projectId, kind, title: kind, instructions: 'Go.', ...more };
      const { status, body } = await opened.ada.post('/v1/agent-tasks', task);
      assert.equal(status, 201, JSON.stringify(body));
      return body.data.id;
    },
    taskOf: async (id: string): Promise<AgentTask> =>
      (await opened.ada.get(`/v1/agent-tasks/${id}`)).body.data,
    /** Starts `docket agent run` as a process. */
    startRunner: (kind: string, ...args: string[]) => {
      const { world, url, apiKey, cache } = opened;
      const more = ['--kinds', kind, '--cache', cache, '--json', ...args];
      const child = spawn(process.execPath, [program, 'agent', 'run', ...more], {
        env: {
          ...environmentOf(world.config.database),
          ...{ DOCKET_URL: url, DOCKET_API_KEY: apiKey, HOME: folder, LOG_LEVEL: 'info' },
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      let [output, log] = ['', ''];
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (log += chunk));
      const ended = once(child, 'close').then(([code]) => {
        running.delete(child);
        return { code: code as number | null, tally: output === '' ? undefined : JSON.parse(output), log };
      });
      return { child, ended };
    },
  };
}

export const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function newRepository(folder: string): void {
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  writeFileSync(path.join(folder, 'README.md'), '# App\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'First');
}

export async function waitUntil(condition: () => Promise<unknown> | unknown): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'timed out');
    await wait(50);
  }
}

export const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GitAccess } from '../../src/agent-tasks/index.ts';
import type { Person, World } from './world.ts';

export interface GitResult {
  code: number | null;
  /** Standard output and error together. */
  output: string;
}

/** A claimed task with its remote. */
export interface Worker {
  task: { id: string; lease: { epoch: number }; ticket: { id: string; key: string } | null };
  git: GitAccess;
  /** The address with user name and password, which git needs no prompt for. */
  remote: string;
}

/** Runs the git of this machine as an agent would, in folders of its own. */
export function newGitUser() {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-agent-'));
  let count = 0;
  const run = (args: string[], environment: Record<string, string> = {}, input?: Buffer) =>
    new Promise<GitResult>((resolve, reject) => {
      const child = spawn('git', ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.org', ...args], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          HOME: root,
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_TERMINAL_PROMPT: '0',
          LC_ALL: 'C',
          ...environment,
        },
        // A push that hangs fails the test instead of stopping it.
        timeout: 120_000,
        killSignal: 'SIGKILL',
      });
      let output = '';
      const add = (chunk: Buffer) => {
        output += chunk;
      };
      child.stdout.on('data', add);
      child.stderr.on('data', add);
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      child.once('error', reject).once('close', (code) => resolve({ code, output }));
    });
  const succeed = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(args);
    if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${output}`);
    return output;
  };
  return {
    root,
    run,
    succeed,
    /** A new clone; returns its folder. */
    clone: async (remote: string, ...options: string[]) => {
      const folder = path.join(root, `clone-${++count}`);
      await succeed('clone', '--quiet', ...options, remote, folder);
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Lets the world listen on a port of this machine. */
export async function listen(world: World): Promise<string> {
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
}

/** Queues a task of the project and claims it. */
export async function claimWorker(
  person: Person,
  origin: string,
  projectId: string,
  more: object = {},
): Promise<Worker> {
  const made = await person.post('/v1/agent-tasks', {
    projectId,
    title: 'Fix it',
    instructions: 'Fix.',
    ...more,
  });
  const { data: task } = (
    await person.post('/v1/agent-tasks/claim', { workerId: 'w', projectId, leaseSeconds: 900 })
  ).body;
  if (task.id !== made.body.data.id) throw new Error('claimed another task');
  return { task, git: task.git, remote: remoteOf(origin, task.git) };
}

export function remoteOf(origin: string, git: Pick<GitAccess, 'url' | 'username' | 'password'>): string {
  const url = new URL(new URL(git.url).pathname, origin);
  url.username = git.username;
  url.password = git.password;
  return url.href;
}

/** A folder for temporary files of this test alone, so that it can say what is left there. */
export function ownTemporaryFolder() {
  const { TMPDIR: before } = process.env;
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-temporary-'));
  process.env.TMPDIR = folder;
  return {
    folder,
    remove: () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

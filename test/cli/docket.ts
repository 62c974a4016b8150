import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { run } from '../../src/cli/index.ts';

const launcher = path.resolve(import.meta.dirname, '../../bin/docket.js');

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Settings = Record<string, string>;

/** A temporary folder that is removed after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-cli-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the program with only these environment variables and PATH, and without the web app, which it might build. */
export function startDocket(args: string[], settings: Settings): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, WEB: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command in this process, which is faster than a program of its own. */
export async function docket(args: string[], settings: Settings): Promise<CommandResult> {
  let [stdout, stderr] = ['', ''];
  const code = await run(args, {
    environment: async () => ({ PATH: process.env.PATH, ...settings }),
    print: (text) => {
      stdout += text;
    },
    printError: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}

/** Runs a command as a program. */
export async function docketAsProgram(args: string[], settings: Settings): Promise<CommandResult> {
  const child = startDocket(args, settings);
  const output = Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream as NonNullable<typeof stream>)),
  );
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = (await output) as [string, string];
  return { code, stdout, stderr };
}

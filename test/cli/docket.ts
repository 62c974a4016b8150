import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { run } from '../../src/cli/index.ts';

const launcher = path.resolve(import.meta.dirname, '../../bin/docket.js');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Settings = Record<string, string>;

/** A folder that is gone after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-cli-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The real binary, with no other setting than those given. */
export function startDocket(args: string[], settings: Settings): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A command in this process: all but that a program ends, and with which code. */
export async function docket(args: string[], settings: Settings): Promise<Ended> {
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

/** A command as people run it. */
export async function docketAsProgram(args: string[], settings: Settings): Promise<Ended> {
  const child = startDocket(args, settings);
  const said = Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream as NonNullable<typeof stream>)),
  );
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = (await said) as [string, string];
  return { code, stdout, stderr };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { UsageError } from '../../command.ts';
import { escapeControls } from '../terminal-text.ts';

export interface Signature {
  name: string;
  email: string;
  atMs: number;
}

/** Settings of the folder that would run programs or change what is written. Those of the person and machine are not read. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.fsmonitor=false',
  'core.autocrlf=false',
  'core.quotePath=true',
  'commit.gpgSign=false',
  'i18n.commitEncoding=UTF-8',
  'gc.autoDetach=false',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** Runs git in the folder. What comes from strangers goes to its standard input or its environment, never to its arguments. */
export function newGit(folder: string, programs: string | undefined) {
  const environment = {
    PATH: programs,
    GIT_DIR: path.join(folder, '.git'),
    GIT_WORK_TREE: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
  return async (
    args: string[],
    input = '',
    signature?: Signature,
  ): Promise<{ code: number; out: string }> => {
    const child = spawn('git', [...settings, ...args], {
      cwd: folder,
      env: { ...environment, ...(signature && signedBy(signature)) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own process group, so that Ctrl-C lets it finish.
      detached: true,
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const ended = once(child, 'close').catch(() => {
      throw new UsageError('docket mirror needs git. Install it, and see that it is in PATH.');
    });
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0 && code !== 1)
      throw new UsageError(`git ${args[0]} failed in ${folder}: ${escapeControls(errors.trim())}`);
    return { code: code as number, out: code === 0 ? out : errors };
  };
}

function signedBy({ name, email, atMs }: Signature): Record<string, string> {
  const [who, address, date] = [cleanName(name), cleanEmail(email), `@${Math.floor(atMs / 1_000)} +0000`];
  return {
    GIT_AUTHOR_NAME: who,
    GIT_AUTHOR_EMAIL: address,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: who,
    GIT_COMMITTER_EMAIL: address,
    GIT_COMMITTER_DATE: date,
  };
}

/** Git refuses names without a letter or digit. */
export function cleanName(name: string): string {
  const cleaned = clean(name).trim().slice(0, 200).toWellFormed();
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : 'Unknown';
}

export function cleanEmail(email: string): string {
  const cleaned = clean(email).replace(/\s/g, '').slice(0, 320).toWellFormed();
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : 'unknown@docket.invalid';
}

const clean = (text: string) =>
  text.replace(/[<>\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, ' ').replace(/\s+/g, ' ');

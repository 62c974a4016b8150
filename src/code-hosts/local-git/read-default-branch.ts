import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Repository } from './git-command.ts';

export async function readDefaultBranch({ gitDir }: Repository): Promise<string> {
  const head = await readFile(path.join(gitDir, 'HEAD'), 'utf8');
  return /^ref: refs\/heads\/(\S+)/.exec(head)?.[1] ?? 'HEAD';
}

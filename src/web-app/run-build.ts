import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** An installation may contain a build without its sources or without Vite. */
export const hasSources = (root: string) => existsSync(path.join(root, 'web/index.html'));

export function hasBundler(root: string): boolean {
  try {
    createRequire(path.join(root, 'package.json')).resolve('vite/package.json');
    return true;
  } catch {
    return false;
  }
}

const outputCharsMax = 2_000;

/** Builds the web app in a process of its own, so that requests do not wait. Throws with what the build printed. */
export async function runBuild(root: string, searchPath: string, signal: AbortSignal): Promise<void> {
  const program = path.resolve(import.meta.dirname, '../../scripts/build-web.ts');
  const child = spawn(process.execPath, [program, '--root', root], {
    env: { PATH: searchPath },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(output.trim().slice(0, outputCharsMax));
}

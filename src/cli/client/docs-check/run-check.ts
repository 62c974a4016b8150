import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCacheVariable } from '../../../platform/compile-cache.ts';
import { heapMbMax, memoryLimitPhrases } from '../../../platform/process-limits/index.ts';
import { CannotTell } from '../client-errors.ts';
import type { CheckAnswer, CheckRequest, CheckResult } from './check-messages.ts';

const entry = fileURLToPath(new URL('./check-process.ts', import.meta.url));
const stderrLengthMax = 16_000;

/** Runs the check in a process of its own with limits on time and memory: the repository may be anybody's. */
export async function runCheck(request: CheckRequest, timeoutMs: number): Promise<CheckResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-check-'));
  try {
    const answer = await ask(request, folder, timeoutMs);
    if ('done' in answer) return answer.done;
    throw new CannotTell(`${answer.cannotTell}.`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function ask(request: CheckRequest, folder: string, timeoutMs: number): Promise<CheckAnswer> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMbMax}`, entry], {
    cwd: folder,
    env: { PATH: request.searchPath, TMPDIR: folder, ...compileCacheVariable() },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A process group of its own, so that its git commands are killed with it.
    detached: true,
  });
  const kill = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  process.once('exit', kill);
  return new Promise<CheckAnswer>((resolve, reject) => {
    let stderr = '';
    const timer = setTimeout(() => {
      kill();
      reject(
        new CannotTell(
          `The check took longer than ${timeoutMs / 1000} seconds. Name a nearer --base, or raise DOCS_TIMEOUT_SECONDS.`,
        ),
      );
    }, timeoutMs);
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-stderrLengthMax);
    });
    child.once('message', (answer) => {
      clearTimeout(timer);
      resolve(answer as CheckAnswer);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      process.off('exit', kill);
      reject(new CannotTell(describeEnd(stderr)));
    });
    child.send(request, () => {});
  });
}

const describeEnd = (stderr: string) =>
  memoryLimitPhrases.some((phrase) => stderr.includes(phrase))
    ? `The changes need more than ${heapMbMax} MB of memory to compare. Name a nearer --base.`
    : `The process that compares ended unexpectedly: ${stderr.trim().split('\n').at(-1) || 'no reason known'}.`;

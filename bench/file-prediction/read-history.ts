import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PastChange } from '../../src/file-prediction/index.ts';

const commitMark = '\u0001';
const bodyMark = '\u0002';

/** Reads the changes of a local repository, oldest first, without merges. Files and messages are read, never run. */
export async function readHistory(gitDir: string, commit: string): Promise<PastChange[]> {
  const format = `--format=${commitMark}%B${bodyMark}`;
  const options = ['--no-merges', '--reverse', '--topo-order', '--name-status', '--no-renames', format];
  const settings = ['-c', `safe.directory=${gitDir}`, '-c', 'core.quotePath=false'];
  const git = spawn('git', [...settings, `--git-dir=${gitDir}`, 'log', ...options, commit, '--'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    git.once('error', reject).once('close', resolve),
  );
  const changes: (PastChange & { files: { path: string; isRemoved?: boolean }[] })[] = [];
  let isText = false;
  for await (const line of createInterface({ input: git.stdout })) {
    if (line.startsWith(commitMark)) {
      changes.push({ text: '', files: [] });
      isText = true;
    }
    const current = changes.at(-1);
    if (!current) continue;
    if (isText) {
      current.text += `${line.replace(commitMark, '').replace(bodyMark, '')}\n`;
      if (line.includes(bodyMark)) isText = false;
    } else {
      const [kind, path] = line.split('\t');
      if (kind && path !== undefined) current.files.push({ path, ...(kind === 'D' && { isRemoved: true }) });
    }
  }
  if ((await ended) !== 0) throw new Error(`git cannot read ${gitDir}`);
  return changes;
}
